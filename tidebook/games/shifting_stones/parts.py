"""Stones, grids and pattern cards, read from `parts.toml` and checked.

A grid is written row by row with the letters of the faces, `BHO/EST/EBH`. Inside it is one number with three bits
a stone: the stone at place p (0, 3, ... 24: the number of its lowest bit) shows face `grid >> p & 7`. The two
faces of a stone differ in the last bit, so that turning it over changes one bit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from tidebook.core.data import shown
from tidebook.core.errors import PartsError, PositionError
from tidebook.core.text import Several, Text, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FACES = "SMFBHOET"
NAMES = {
    "S": _("sun"),
    "M": _("moon"),
    "F": _("fish"),
    "B": _("bird"),
    "H": _("horse"),
    "O": _("boat"),
    "E": _("seed"),
    "T": _("tree"),
}
GREY = "."
SIDE = 3
SOLO = 1  # so many players: the solo game
CELLS = tuple(f"{column}{row}" for row in "123" for column in "abc")  # a1 is the top left
PLACES = tuple(range(0, 27, 3))
FAMILIES = tuple(FACES[first : first + 2] for first in range(0, 8, 2))
HIGHEST_NUMBER = 999
_NUMBER = re.compile("[1-9][0-9]{0,2}")
_ROWS = {a + b + c: FACES.index(a) | FACES.index(b) << 3 | FACES.index(c) << 6 for a, b, c in product(FACES, repeat=3)}
LONGEST_CHAIN = 10  # of decks made from decks
HIGHEST_VALUE = 9


@dataclass(frozen=True, slots=True)
class Card:
    """A pattern card: its number, its points, and its pattern in rows."""

    number: int
    value: int
    pattern: str

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the pattern, from top to bottom."""
        return tuple(self.pattern.split("/"))

    def placements(self) -> list[dict[int, int]]:
        """Where the pattern can lie: for each offset, the face wanted at each place.

        It may lie anywhere on the grid (SS-01), grey squares on the grid too (SS-02), never turned or mirrored
        (SS-03).
        """
        rows = self.rows
        return [
            {
                PLACES[SIDE * (down + r) + right + c]: FACES.index(letter)
                for r, row in enumerate(rows)
                for c, letter in enumerate(row)
                if letter != GREY
            }
            for down in range(SIDE + 1 - len(rows))
            for right in range(SIDE + 1 - len(rows[0]))
        ]

    def matches(self, grid: int) -> list[tuple[str, ...]]:
        """Give the cells of every place where the grid shows the pattern."""
        return [
            tuple(CELLS[place // 3] for place in wanted)
            for wanted in self.placements()
            if all(grid >> place & 7 == face for place, face in wanted.items())
        ]

    def _repr_svg_(self) -> str:
        from tidebook.games.shifting_stones.faces import one_card  # noqa: PLC0415 faces are painted on these parts

        return one_card(self)


class Deck(dict[int, Card]):
    """The cards of a deck by their numbers."""

    def __init__(self, name: str, cards: Iterable[Card]) -> None:
        super().__init__((card.number, card) for card in cards)
        self.name = name

    def __repr__(self) -> str:
        return f"<Deck {self.name}, {len(self)} cards>"

    def _repr_svg_(self) -> str:
        from tidebook.games.shifting_stones.faces import deck_sheet  # noqa: PLC0415 as above

        return deck_sheet(self)


def read_stones(tables: Mapping[str, Any]) -> dict[str, int]:
    """Read how many stones there are of each family; nine in all."""
    stones = tables["stones"]
    for family, count in stones.items():
        if family not in FAMILIES or type(count) is not int or not 0 <= count <= SIDE * SIDE:
            raise PartsError(
                _(
                    "stones: {family} = {count} is not right; the stones are {known}, each 0 to 9.",
                    family=family,
                    count=shown(count),
                    known=Several(FAMILIES),
                )
            )
    if sum(stones.values()) != SIDE * SIDE:
        raise PartsError(_("There must be nine stones, not {count}.", count=sum(stones.values())))
    return {family: stones.get(family, 0) for family in FAMILIES}


def read_cards(tables: Mapping[str, Any], deck: str, stones: Mapping[str, int]) -> tuple[Card, ...]:
    """Read the cards of a deck in the order of their numbers; an error names the card and the fault."""
    entries = _entries(tables["decks"], deck, (deck,))
    cards = sorted((_card(deck, key, entry, stones) for key, entry in entries.items()), key=lambda card: card.number)
    seen: dict[str, int] = {}
    for card in cards:
        if card.pattern in seen:
            raise _fault(
                deck,
                card.number,
                _(
                    "its pattern {pattern} is that of card {other} too",
                    pattern=card.pattern,
                    other=seen[card.pattern],
                ),
            )
        seen[card.pattern] = card.number
    return tuple(cards)


def _entries(decks: Mapping[str, Any], name: str, path: tuple[str, ...]) -> dict[str, Any]:
    """Give the entries of a deck; one made `from` another takes that deck's cards of some values, then its own."""
    deck = decks.get(name)
    if not isinstance(deck, dict) or not isinstance(deck.get("cards", {}), dict):
        raise PartsError(_("There is no deck {deck} with a table of cards.", deck=name))
    extra = sorted(set(deck) - {"from", "values", "cards"})
    if extra:
        raise PartsError(
            _(
                "Deck {deck} has {extra}; a deck has cards, from and values only.",
                deck=name,
                extra=Several(extra),
            )
        )
    if "values" in deck and "from" not in deck:
        raise PartsError(_("Deck {deck} has values, but no deck that it is made from.", deck=name))
    if "from" not in deck:
        return dict(deck.get("cards", {}))
    source = str(deck["from"])
    if source in path:
        raise PartsError(_("Deck {deck} is made from itself.", deck=name))
    if len(path) > LONGEST_CHAIN:
        raise PartsError(_("Deck {deck} is made from a deck made from a deck, and so on too often.", deck=path[0]))
    values = deck.get("values")
    if values is not None and not isinstance(values, list):
        raise PartsError(_("Deck {deck}: values must be a list of numbers.", deck=name))
    taken = _entries(decks, source, (*path, source))
    kept = {key: entry for key, entry in taken.items() if values is None or _value(entry) in values}
    return {**kept, **deck.get("cards", {})}


def _value(entry: object) -> object:
    return entry.get("value") if isinstance(entry, dict) else None


def _card(deck: str, key: str, entry: object, stones: Mapping[str, int]) -> Card:
    if not _NUMBER.fullmatch(key):
        raise _fault(deck, shown(key, 20), _("its number must be 1 to {most}", most=HIGHEST_NUMBER))
    if not isinstance(entry, dict) or set(entry) != {"value", "pattern"}:
        raise _fault(deck, key, _("it must have a value and a pattern, and nothing else"))
    value, pattern = entry["value"], entry["pattern"]
    if type(value) is not int or not 1 <= value <= HIGHEST_VALUE:
        raise _fault(
            deck,
            key,
            _("its value must be 1 to {most}, not {value}", most=HIGHEST_VALUE, value=shown(value)),
        )
    if not isinstance(pattern, str):
        raise _fault(deck, key, _("its pattern must be a text such as HO or H/./H"))
    rows = pattern.split("/")
    if any(len(row) != len(rows[0]) for row in rows):
        raise _fault(
            deck,
            key,
            _("the rows of its pattern {pattern} must be of one length", pattern=shown(pattern, 20)),
        )
    if len(rows) > SIDE or len(rows[0]) > SIDE:
        raise _fault(
            deck, shown(key, 20), _("its pattern {pattern} does not fit on 3 x 3 stones", pattern=shown(pattern, 20))
        )
    for letter in pattern:
        if letter not in FACES + GREY + "/":
            raise _fault(
                deck,
                key,
                _(
                    "its pattern {pattern} shows {letter}, which is no stone; stones are {known}",
                    pattern=pattern,
                    letter=letter,
                    known=Several(FACES),
                ),
            )
    for family, count in stones.items():
        wanted = sum(letter in family for letter in pattern)
        if wanted > count:
            fault = ngettext(
                "its pattern {pattern} asks for {wanted} of the stones {family}, there is only {n}",
                "its pattern {pattern} asks for {wanted} of the stones {family}, there are only {n}",
                count,
                pattern=pattern,
                wanted=wanted,
                family=family,
            )
            raise _fault(deck, key, fault)
    if not any(letter in FACES for letter in pattern):
        raise _fault(deck, key, _("its pattern names no stone"))
    return Card(int(key), value, pattern)


def _fault(deck: str, card: object, fault: Text) -> PartsError:
    return PartsError(_("Deck {deck}, card {card}: {fault}.", deck=deck, card=card, fault=fault))


def read_grid(grid: object, stones: Mapping[str, int]) -> int:
    """Read a grid from `BHO/EST/EBH` or a list of nine letters; the stones must be those of the game."""
    letters = grid.replace("/", "") if isinstance(grid, str) else grid
    if (
        not isinstance(letters, str | list | tuple)
        or len(letters) != SIDE * SIDE
        or any(not isinstance(letter, str) or len(letter) != 1 or letter not in FACES for letter in letters)
    ):
        raise PositionError(_("A grid is nine letters such as BHO/EST/EBH, not {grid}.", grid=shown(grid)))
    for family, count in stones.items():
        found = sum(letter in family for letter in letters)
        if found != count:
            raise PositionError(
                ngettext(
                    "There is {n} stone with the faces {family}, not {found}.",
                    "There are {n} stones with the faces {family}, not {found}.",
                    count,
                    family=family,
                    found=found,
                )
            )
    return packed(letters)


def packed(letters: Iterable[str]) -> int:
    """Put nine letters into one number."""
    return sum(FACES.index(letter) << place for letter, place in zip(letters, PLACES, strict=True))


def read_shown(grid: str) -> int:
    """Read the grid that a view shows: row by row, since bots do this all the time."""
    top, middle, bottom = grid.split("/")
    return _ROWS[top] | _ROWS[middle] << 9 | _ROWS[bottom] << 18


def unpacked(grid: int) -> list[str]:
    """Give the nine letters of a grid."""
    return [FACES[grid >> place & 7] for place in PLACES]


def written(letters: Iterable[str]) -> str:
    """Write nine letters as rows: BHO/EST/EBH."""
    line = "".join(letters)
    return "/".join(line[first : first + SIDE] for first in range(0, SIDE * SIDE, SIDE))
