# make play and make test are all you need. Each sets up .venv by itself, and again only when
# pyproject.toml or constraints.txt changed.

PYTHON ?= python3
GAME ?= shifting_stones
WORKERS ?= 2
export PYTHON

bin := .venv/bin
code := $(wildcard tidebook tests benchmarks tools)
pot := tidebook/locale/tidebook.pot

# An environment whose Python is gone (an upgrade of the system) is made anew.
renew = $(shell [ -x $(1)/bin/python ] || echo renew)
wanted := pyproject.toml constraints.txt

.NOTPARALLEL:
.PHONY: help play test static unit soak bench words constraints clean renew

help:
	@echo "make play         a game in the terminal (GAME=$(GAME))"
	@echo "make test         everything CI runs: make static, then make unit"
	@echo "make soak         what takes long"
	@echo "make bench        speed, against peers"
	@echo "make words        collect the sentences to translate into $(pot)"
	@echo "make constraints  choose new versions for constraints.txt"
	@echo "make clean        remove all that was made here"

play: .venv/.play
	@$(bin)/tidebook play $(GAME) $(ARGS)

test: static unit

static: .venv/.dev
	$(bin)/ruff check .
	$(bin)/ruff format --check .
	$(bin)/mypy $(code)
	$(bin)/lint-imports --no-logo

unit: .venv/.dev
	$(bin)/pytest -n $(WORKERS) --cov --cov-report=term $(ARGS)

soak: .venv/.dev
	$(bin)/pytest -m soak $(ARGS)

bench: .venv-bench/.bench
	.venv-bench/bin/python benchmarks/moves.py $(ARGS)

# Without the lines that change by the calendar, so that the same sentences make the same file.
words: .venv/.dev
	@mkdir -p $(dir $(pot))
	$(bin)/pybabel --quiet extract --no-default-keywords -k _ -k ngettext:1,2 --add-comments=Translators: \
		--add-location=file --sort-by-file --project=tidebook --version=0 \
		--header-comment="# The sentences of Tidebook, to be translated." -o $(pot).new tidebook
	@sed -e '/^"POT-Creation-Date:/d' $(pot).new > $(pot)
	@rm $(pot).new

constraints:
	@echo "Resolving all extras, which takes a minute or two"
	@tools/constraints.sh > constraints.txt.new || { rm constraints.txt.new; exit 1; }
	@mv constraints.txt.new constraints.txt

clean:
	rm -rf .venv .venv-bench build dist .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find $(code) -name __pycache__ -prune -exec rm -rf {} +

.venv/.play: $(wanted) $(call renew,.venv)
	@tools/install.sh .venv .
	@touch $@

.venv/.dev: $(wanted) $(call renew,.venv)
	@tools/install.sh .venv '.[dev]'
	@touch .venv/.play $@

.venv-bench/.bench: $(wanted) benchmarks/requirements.txt $(call renew,.venv-bench)
	@tools/install.sh .venv-bench . -r benchmarks/requirements.txt
	@touch $@
