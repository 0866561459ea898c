"""The rules in words, clause by clause, read from a game's `guide.en.md`.

A heading carries the id of its clause: `### Skip your turn {#SS.turn.skip}`. The text below it, down to the next
heading, is the clause.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from tidebook.core.errors import GuideError
from tidebook.core.text import Several, _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_HEADING = re.compile(r"^(#{1,6}) +(.*?)(?: +\{#([\w.-]+)\})? *$")


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: its id, its title, its text in Markdown, and how deep its heading is."""

    id: str
    title: str
    text: str
    level: int

    def __str__(self) -> str:
        return f"{self.title} [{self.id}]\n\n{self.text}".rstrip()


@dataclass(frozen=True, slots=True)
class Guide:
    """All clauses of a game in one language, in order, and what stands before the first."""

    title: str
    clauses: tuple[Clause, ...]
    preface: str = ""

    def __getitem__(self, clause: str) -> Clause:
        for one in self.clauses:
            if one.id == clause:
                return one
        known = [one.id for one in self.clauses]
        near = get_close_matches(clause[:100], known, n=3, cutoff=0.4) or known[:5]
        raise GuideError(
            _(
                "The guide of {game} has no clause {clause}; near it are {near}.",
                game=self.title,
                clause=clause[:100],
                near=Several(near),
            )
        )

    def __contains__(self, clause: object) -> bool:
        return any(one.id == clause for one in self.clauses)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)


@cache
def read_guide(folder: Path, language: str = "en") -> Guide:
    """Read a game's guide; in English where there is none in that language."""
    codes = (language, language.partition("_")[0], "en")  # es_MX reads the guide in es
    paths = [folder / f"guide.{code}.md" for code in codes]
    try:
        text = next((path for path in paths if path.is_file()), paths[-1]).read_text("utf-8")
    except OSError as error:
        raise GuideError(_("The game has no guide: there is no guide.en.md in its folder.")) from error
    return parse_guide(text)


def parse_guide(text: str) -> Guide:
    """Read a guide from Markdown."""
    title, preface, found = "", "", list[Clause]()
    clause, heading, level, lines = "", "", 0, list[str]()
    fenced = False
    for line in [*text.splitlines(), "# "]:
        fenced ^= line.lstrip().startswith("```")
        match = _HEADING.match(line) if line.startswith("#") and (not fenced or line == "# ") else None
        if match is None:
            lines.append(line)
            continue
        if clause:
            found.append(Clause(clause, heading, "\n".join(lines).strip(), level))
        elif not found:
            preface = f"{preface}\n\n" + "\n".join(lines)
        level, heading, clause, lines = len(match[1]), match[2], match[3] or "", []
        title = title or heading
    ids = [one.id for one in found]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise GuideError(_("The guide has the clauses {twice} twice.", twice=Several(twice)))
    return Guide(title, tuple(found), preface.strip())
