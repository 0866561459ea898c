from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import tidebook

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(tidebook.__file__).parent

# What no run can show: that no sentence stands in the code without its mark.

NO_WORDS = {  # Parts, places and typed input: notation, which is not translated.
    "face up",
    "card of pack ",
    "end turn",
    "skip turn",
}


def unmarked(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Find the texts with two words and more that are neither marked, nor docstrings, nor inside a `__repr__`."""
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"_", "ngettext"}:
            skipped |= {inner for argument in node.args for inner in ast.walk(argument)}
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        elif isinstance(node, ast.FunctionDef) and node.name == "__repr__":
            skipped |= set(ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            words = re.search(r"[A-Za-z]{2,},? [a-z]{2,}", node.value)
            if words and node.value not in NO_WORDS:
                yield node.lineno, node.value


def test_search_for_unmarked_sentences_finds_them() -> None:
    code = 'def f():\n    """Says a thing."""\n    return _("two words"), "more words", f"{x} and so on"'
    assert list(unmarked(ast.parse(code))) == [(3, "more words"), (3, " and so on")]


def test_no_sentence_in_core_bots_and_games_is_without_its_mark() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {text}"
        for folder in ("core", "bots", "games")
        for path in sorted((PACKAGE / folder).rglob("*.py"))
        for line, text in unmarked(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []
