"""Checks of drawn tables: what can be touched is drawn, drawings are sound, and the names of people stay names."""

from __future__ import annotations

import re
from collections import Counter
from math import inf
from typing import TYPE_CHECKING

from tidebook.core.text import Several, Text, _
from tidebook.testing import drawn
from tidebook.testing.samples import eyes, finding, some

if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

    from tidebook.core.game import State
    from tidebook.core.table import Table
    from tidebook.core.text import Name
    from tidebook.testing.samples import Sample, Tally

TOUCHED = 20  # states whose legal actions are looked for on the table
LOOKED = 2  # states that are drawn for everybody, with all kinds of names; and an end
THEMES = ("auto", "light", "dark")
PICTURE = "svg()"
ODD_NAMES = (
    "<script>alert(1)</script>",
    '"><img src="x" onerror="alert(1)"/>',
    "&amp; &quot; &nothing;",
    '" onload="alert(1)" x="',
    "nul \x00, escape \x1b[31m, bell \x07, no letter \uffff, half a letter \ud800",
    "Maria Wilhelmina " * 8,
    "עברית \u202e العربية \u2067 left",
    "' onclick='alert(1)' x='",
    "</title></text></g><g>",
    "<!-- ]]> --><![CDATA[ x ]]>",
    "{who} {0.__class__} %s %(who)s",
    "url(//example.org/x) \\",
)


def tables_show_what_can_be_touched(sample: Sample, tally: Tally) -> None:
    """Draw states for the mover and find all that can be touched; draw some for everybody and look closely."""
    random = sample.random("tables")
    for state in some(sample.running, TOUCHED, random):
        _touched(sample, state, tally)
    number = 0
    for state in (*some(sample.states, LOOKED, random), sample.games[0].final):
        for seat in (None, *range(sample.setting.players)):
            _looked_at(sample, state, seat, number, tally)
            number += 1


def _touched(sample: Sample, state: State, tally: Tally) -> None:
    """Every legal action touches something, and that is drawn. Nameless people are called as in a match."""
    game, seat = state.game, state.to_move
    view = state.view(seat)
    table = game.table(view, None, [_("Player {number}", number=number + 1) for number in range(state.players)])
    if table is None:
        return
    where = _place(sample, seat)
    shown = set(_parts(where, [_tree(where, drawing.key, drawing.svg) for drawing in table.drawings]))
    tally.drawings += len(table.drawings)
    for action in state.legal():
        touched = game.touches(view, action)
        if not touched:
            raise finding(_("{where}: “{action}” touches nothing.", where=where, action=str(action)))
        for part in touched:
            if part not in shown:
                raise finding(
                    _("{where}: “{action}” touches {part}, which is not drawn.", where=where, action=str(action),
                      part=part)
                )  # fmt: skip


def _looked_at(sample: Sample, state: State, seat: int | None, number: int, tally: Tally) -> None:
    """Draw a view twice: it looks the same, and is sound; draw it with odd names: it is made of the same things."""
    where, game, theme = _place(sample, seat), state.game, THEMES[number % len(THEMES)]
    odd = [ODD_NAMES[(number + other) % len(ODD_NAMES)] for other in range(state.players)]
    usual = [re.sub(r"\S", "n", name) for name in odd]  # as long, so that lines break in the same places

    def draw(names: Sequence[Name]) -> tuple[Table | None, str | None]:
        view = state.view(seat)
        return game.table(view, None, names), game.svg(view, None, names, theme)

    table, picture = draw(usual)
    if (table is None) != (picture is None):
        given, left = ("table()", PICTURE) if table else (PICTURE, "table()")
        raise finding(_("{where}: {given} draws it, but {left} does not.", where=where, given=given, left=left))
    if table is None or picture is None:
        return
    tally.drawings += len(table.drawings) + 1
    _sound(where, table)
    if draw(usual) != (table, picture):
        raise finding(_("{where}: the same view looks different when it is drawn again.", where=where))
    trees = _trees(where, table, picture)
    _parts(where, [tree for name, tree in trees.items() if name != PICTURE])
    missing = drawn.missing(trees[PICTURE])
    if missing:
        raise finding(
            _("{where}: the picture refers to {name}, but does not have it just once.", where=where, name=missing)
        )
    other_table, other_picture = draw(odd)
    if other_table is None or other_picture is None:
        raise finding(_("{where}: with other names it is not drawn.", where=where))
    _names_stay_names(where, trees, other_table, other_picture)


def _sound(where: Text, table: Table) -> None:
    """Keys are unique, sizes can be, and there are words for those who do not see it."""
    for key, count in Counter(drawing.key for drawing in table.drawings).items():
        if count > 1:
            raise finding(_("{where}: two drawings have the key {key}.", where=where, key=key))
    for drawing in table.drawings:
        if not (0 < drawing.width < inf and 0 < drawing.height < inf):
            raise finding(
                _("{where}: {drawing} is {width} wide and {height} high.", where=where, drawing=drawing.key,
                  width=drawing.width, height=drawing.height)
            )  # fmt: skip
        if not drawing.label.strip():
            raise finding(_("{where}: {drawing} has no label.", where=where, drawing=drawing.key))
    if not table.title.strip() or not table.status.strip():
        raise finding(_("{where}: the table has no title, or does not say how the game stands.", where=where))


def _names_stay_names(where: Text, trees: dict[str, Element], table: Table, picture: str) -> None:
    """What is drawn with odd names is made of the same elements; nothing in it runs, or reaches outside."""
    others = _trees(_("{where}, with odd names", where=where), table, picture)
    if list(others) != list(trees):
        raise finding(_("{where}: the keys of drawings change with the names of people.", where=where))
    for name, tree in others.items():
        usual, found = drawn.shape(trees[name]), drawn.shape(tree)
        if usual != found:
            odd = sorted({drawn.local(one) for one in (found - usual) + (usual - found)})
            raise finding(
                _("{where}: in {drawing} the names of people are not escaped, and become {odd}.", where=where,
                  drawing=name, odd=Several(odd))
            )  # fmt: skip
        reached = drawn.outside(tree)
        if reached:
            raise finding(
                _("{where}: {drawing} runs something or reaches outside: {what}.", where=where, drawing=name,
                  what=reached)
            )  # fmt: skip
    said = [drawing.label for drawing in table.drawings]
    if any("&lt;" in text for text in (table.title, table.status, *said, *map(drawn.words, others.values()))):
        raise finding(_("{where}: the names of people are escaped twice.", where=where))


def _trees(where: Text, table: Table, picture: str) -> dict[str, Element]:
    """Read all drawings of a table and its picture."""
    trees = {drawing.key: _tree(where, drawing.key, drawing.svg) for drawing in table.drawings}
    return {**trees, PICTURE: _tree(where, PICTURE, picture, whole=True)}


def _tree(where: Text, name: str, svg: str, *, whole: bool = False) -> Element:
    try:
        return drawn.parsed(svg, whole=whole)
    except drawn.BrokenDrawingError as error:
        raise finding(
            _("{where}: {drawing} is not well-formed: {error}.", where=where, drawing=name, error=error.text)
        ) from error


def _parts(where: Text, trees: Sequence[Element]) -> list[str]:
    """List the parts of a table; each is drawn once."""
    found = [part for tree in trees for part in drawn.parts(tree)]
    for part, count in Counter(found).items():
        if count > 1:
            raise finding(_("{where}: {part} is drawn {count} times.", where=where, part=part, count=count))
    return found


def _place(sample: Sample, seat: int | None) -> Text:
    return _("{setting}, drawn for {eyes}", setting=sample.setting, eyes=eyes(seat))
