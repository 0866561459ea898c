"""The table as lines of text: plain, in colours, in another script, with many cards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tidebook.core.columns import width
from tidebook.core.text import Language
from tidebook.games.shifting_stones.faces import LOOKS

if TYPE_CHECKING:
    from tidebook.core.match import Match

GRID = "BHO/EST/EBH"  # shows cards 3 (HO), 18 (E/E), 38 (H/S), 42 (E.T) and 44 (B.O)


def table(rules: dict[str, Any] | None = None, **position: Any) -> Match:
    """Set a situation up; Ann has four cards, Ben none, unless it says otherwise."""
    placed = {"grid": GRID, "hands": [[17, 20, 3, 5], []], **position}
    return tidebook.new("shifting_stones", seed=1, rules=rules, position=placed, names=["Ann", "Ben", "Cleo"])


def test_the_table_as_text() -> None:
    match = table(hands=[[3, 38, 1], [7]], scored=[[29, 55], []], discard=[9], deck=[8])

    assert match.picture(0).splitlines() == [
        "      a         b         c          3      38     1",
        "  1   B bird    H horse   O boat     H O    H      . . .",
        "  2   E seed    S sun     T tree            S      . B .",
        "  3   E seed    B bird    H horse                  . . .",
        "  deck 1, discard pile 1, on top card 9 (HE)",
        "  you: hold 3, scored 2 of 10 (values 2 3)",
        "  Ben: holds 1, scored 0 of 10",
        "  card   3  value 1  HO           on the board: b1 and c1",
        "  card  38  value 2  H/S          on the board: b1 and b2",
        "  card   1  value 1  .../.B./...",
    ]
    assert "  seat 2: holds 1, scored 0 of 10" in match.game.picture(match.view(0)).splitlines()


def test_a_spectator_sees_no_hand_and_solo_has_strikes() -> None:
    match = table(hands=[[3, 5, 38, 57]], strikes=2)

    assert match.picture(None).splitlines() == [
        "      a         b         c",
        "  1   B bird    H horse   O boat",
        "  2   E seed    S sun     T tree",
        "  3   E seed    B bird    H horse",
        "  deck 12, discard pile 0",
        "  Ann: holds 4, scored 0 of 16",
        "  strikes: 2 of 4",
    ]


def test_another_seat_s_row_gives_values_and_an_empty_hand_has_no_cards() -> None:
    match = table(hands=[[], []], scored=[[], [3, 68]])

    assert match.picture(0).splitlines()[4:] == [
        "  deck 70, discard pile 0",
        "  you: hold 0, scored 0 of 10",
        "  Ben: holds 0, scored 2 of 10 (values 1 5)",
    ]


@pytest.mark.parametrize("count", [1, 5, 6, 7, 12])
def test_every_hand_fits_into_80_columns(count: int) -> None:
    hand = [*range(61, 73)][:count]  # the largest patterns
    match = table({"hand_size": 8, "skip_cap": False}, hands=[hand, []])

    lines = match.picture(0).splitlines()

    assert max(map(len, lines)) < 80
    assert all(lines)
    numbers = re.findall(r"\b\d\d\b", " ".join([lines[0], lines[4] if count > 6 else ""]))
    assert numbers == [str(card) for card in hand], "six side by side, then the next six below"
    assert [line[7:10] for line in lines if line.startswith("  card ")] == [f"{card:>3}" for card in hand]


def test_drawn_patterns_are_those_of_the_cards() -> None:
    for first in range(1, 73, 6):
        hand = [*range(first, first + 6)]
        match = table({"hand_size": 8, "skip_cap": False}, hands=[hand, []])
        drawn = [line[37:].ljust(42) for line in match.picture(0).splitlines()[:4]]
        for place, number in enumerate(hand):
            head, *rows = (line[7 * place : 7 * place + 7].strip() for line in drawn)
            pattern = "/".join(row.replace(" ", "") for row in rows if row)
            assert (head, pattern) == (str(number), match.game.cards[number].pattern)  # type: ignore[attr-defined]


def test_a_card_is_on_the_board_exactly_when_it_can_be_scored() -> None:
    for seed in range(60):
        match = tidebook.new("shifting_stones", seed=seed)
        scores = {int(action.text.removeprefix("score ")) for action in match.legal() if action.kind == "score"}
        marked = {int(line[7:10]) for line in match.picture(0).splitlines() if "on the board: " in line}
        assert marked == scores


def painted(text: str, ground: str, ink: str) -> str:
    """Paint so that a test can read it."""
    return f"<{ground} {ink}|{text}>"


def test_stones_patterns_and_what_is_on_the_board_are_painted() -> None:
    lines = table(hands=[[3, 42], []]).picture(0, brush=painted).splitlines()

    bird, horse, boat, seed, tree = (f"{LOOKS[face].ground} {LOOKS[face].sign}" for face in "BHOET")
    good = "#bfe8d4 #00402b"
    assert lines[0] == f"      a         b         c          <{good}|3>      <{good}|42>"
    assert lines[1] == (
        f"  1  <{bird}| B bird  > <{horse}| H horse > <{boat}| O boat  >   <{horse}|H> <{boat}|O>"
        f"    <{seed}|E> . <{tree}|T>"
    )
    assert lines[-2] == f"  card   3  value 1  HO   <{good}|on the board: b1 and c1>"
    assert lines[-1] == f"  card  42  value 2  E.T  <{good}|on the board: a2 and c2>"


class Wide(Language):
    """A language whose names for the stones take two places a letter."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("en")
        said = {"sun": "太陽", "horse": "馬", "boat": "ボート", "seed": "種", "tree": "木"}
        plain = self.catalogue.gettext
        self.catalogue.gettext = lambda message: said.get(message, plain(message))  # type: ignore[method-assign]


def test_wide_letters_stay_in_their_columns() -> None:
    lines = table().picture(0, Wide()).splitlines()[:4]

    assert "ボート" in lines[1]
    starts = [width(re.split(r"[A-Z] ", line, maxsplit=1)[0]) for line in lines[1:]]
    assert starts == [6, 6, 6]
    for line, third in zip(lines[1:], "OTH", strict=True):
        assert width(line[: line.index(f" {third} ")]) == width(lines[0][: lines[0].index(" c ")])
