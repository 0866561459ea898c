# make play and make test are all you need. Each sets up .venv by itself, and again only when
# pyproject.toml or constraints.txt changed.

PYTHON ?= python3
GAME ?= shifting_stones
WORKERS ?= 2
export PYTHON

bin := .venv/bin
code := $(wildcard tidebook tests benchmarks tools)

# An environment whose Python is gone (an upgrade of the system) is made anew.
renew = $(shell [ -x $(1)/bin/python ] || echo renew)
wanted := pyproject.toml constraints.txt

.NOTPARALLEL:
.PHONY: help play test static unit notebooks soak bench run-notebooks pictures words constraints clean renew

help:
	@echo "make play           a game in the terminal (GAME=$(GAME))"
	@echo "make test           everything CI runs: make static, make unit, make notebooks"
	@echo "make soak           what takes long"
	@echo "make bench          speed, against peers"
	@echo "make run-notebooks  run the notebooks anew and store what they show"
	@echo "make pictures       draw docs/pictures anew"
	@echo "make words          collect the sentences to translate into tidebook/locale/tidebook.pot"
	@echo "make constraints    choose new versions for constraints.txt"
	@echo "make clean          remove all that was made here"

play: .venv/.play
	@$(bin)/tidebook play $(GAME) $(ARGS)

test: static unit notebooks

static: .venv/.dev
	$(bin)/ruff check .
	$(bin)/ruff format --check .
	$(bin)/mypy $(code)
	$(bin)/lint-imports --no-logo

unit: .venv/.dev
	$(bin)/pytest -n $(WORKERS) --cov --cov-report=term $(ARGS)

# Every cell must show what is stored, to the letter. A notebook is one kernel, so it stays in one process.
notebooks: .venv/.dev
	$(bin)/pytest --nbval -p no:cacheprovider notebooks

soak: .venv/.dev
	$(bin)/pytest -m soak $(ARGS)

bench: .venv-bench/.bench
	.venv-bench/bin/python benchmarks/moves.py $(ARGS)

run-notebooks: .venv/.dev
	$(bin)/python tools/notebooks.py $(ARGS)

pictures: .venv/.dev
	$(bin)/python tools/pictures.py

words: .venv/.dev
	$(bin)/python tools/words.py

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
	@tools/install.sh .venv '.[dev,lab]'
	@touch .venv/.play $@

.venv-bench/.bench: $(wanted) benchmarks/requirements.txt $(call renew,.venv-bench)
	@tools/install.sh .venv-bench . -r benchmarks/requirements.txt
	@touch $@
