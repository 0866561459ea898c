"""What the documentation shows is what happens."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import tidebook

TOP = Path(__file__).parent.parent
PAGES = ["README.md", "CONTRIBUTING.md", *sorted(str(path.relative_to(TOP)) for path in (TOP / "docs").glob("*.md"))]
FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
MODULES = sorted(found.name for found in pkgutil.walk_packages(tidebook.__path__, "tidebook."))


@pytest.mark.parametrize("page", PAGES)
def test_examples_of_a_page_do_what_they_show(page: str) -> None:
    text = (TOP / page).read_text("utf-8")
    names: dict[str, object] = {}
    for number, block in enumerate(FENCE.findall(text)):
        if ">>>" in block:
            example = doctest.DocTestParser().get_doctest(block, names, f"{page} {number}", page, 0)
            runner = doctest.DocTestRunner()
            said: list[str] = []
            runner.run(example, out=said.append, clear_globs=False)
            names = example.globs
            assert runner.failures == 0, "".join(said)


@pytest.mark.parametrize("module", ["tidebook", *MODULES])
def test_examples_of_a_module_do_what_they_show(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    text = (TOP / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert ((TOP / page).parent / target).exists(), target


def test_first_code_block_of_the_readme_plays_a_game() -> None:
    first = FENCE.findall((TOP / "README.md").read_text("utf-8"))[0]
    assert "tidebook.new(" in first
    assert "match.play(" in first
