"""How hard cards are, counted in other ways: by hand, by trying everything, by the solver."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING, cast
from xml.etree import ElementTree as ET

import pytest

import tidebook
from tidebook.core.chance import stream
from tidebook.games.shifting_stones.difficulty import difficulty, judge
from tidebook.games.shifting_stones.parts import Card, packed

if TYPE_CHECKING:
    from tidebook.games.shifting_stones.game import ShiftingStones

LAYOUTS = 5040 * 512  # orders of the families 1, 2, 3 and 3, times the faces of nine stones
DECK = {"decks": {"mine": {"cards": {"1": {"value": 1, "pattern": "H"}, "2": {"value": 2, "pattern": "SM"}}}}}


def stones(**rules: object) -> ShiftingStones:
    return cast("ShiftingStones", tidebook.game("shifting_stones", rules=rules or None))


def at_random(game: ShiftingStones, count: int) -> list[int]:
    """Lay the stones out at random, so many times."""
    random = stream("difficulty")
    families = [family for family, number in game.stones.items() for _each in range(number)]
    grids = []
    for _each in range(count):
        order = sorted(families, key=lambda _family: random.random())
        grids.append(packed(family[int(random.random() * 2)] for family in order))
    return grids


def test_every_layout_is_counted_for_every_card() -> None:
    game = stones()
    for number in game.cards:
        found = difficulty(game, number)
        assert sum(found.counts) == LAYOUTS
        assert all(found.counts)
        assert found.within(found.worst) == 1
        assert found.within(found.worst - 1) < 1


def test_the_layouts_that_show_a_card_can_be_counted_by_hand() -> None:
    # The one stone with sun and moon lies on one of nine cells, with one of two faces up.
    game = stones()
    assert difficulty(game, 33).card.pattern == "M../.../..."
    assert difficulty(game, 33).counts[0] * 18 == LAYOUTS
    # A bird in the middle: one of the two stones that have it is there, and shows it.
    assert difficulty(game, 1).counts[0] * 9 == LAYOUTS
    # A moon at the left end of a row, anywhere: three cells.
    assert difficulty(game, 30).counts[0] * 6 == LAYOUTS


def test_the_moves_to_a_corner_can_be_counted_by_hand() -> None:
    # From a cell it takes as many shifts as it is away from the corner, and a flip if the sun is up.
    counts = [0] * 6
    for row, column, flip in product(range(3), range(3), range(2)):
        counts[row + column + flip] += LAYOUTS // 18
    assert difficulty(stones(), 33).counts == tuple(counts)


@pytest.mark.parametrize("pattern", ["SM", "F.B", "S/F", "SF"])
def test_two_stones_or_three_are_counted_as_by_trying_everything(pattern: str) -> None:
    # With few families all layouts can be solved one by one: other stones are blanks, so any face of them will do.
    parts = {"stones": {"SM": 2, "FB": 2, "HO": 5, "ET": 0}, "decks": DECK["decks"]}
    game = stones(deck="mine", hand_size=1, trigger_2=1, parts=parts)
    card = Card(9, 1, pattern)
    counts: dict[int, int] = {}
    for order in set(permutations("SSFFHHHHH")):
        for faces in product(range(2), repeat=4):
            up = iter(faces)
            letters = [{"S": "SM", "F": "FB"}[one][next(up)] if one != "H" else "H" for one in order]
            moves = _searched(tuple(letters), card)
            counts[moves] = counts.get(moves, 0) + 2**5
    assert difficulty(game, card).counts == tuple(counts[moves] for moves in sorted(counts))


KNOWN: dict[tuple[tuple[str, ...], str], int] = {}
OTHER = {"S": "M", "M": "S", "F": "B", "B": "F"}
EDGES = [(cell, cell + 1) for cell in range(9) if cell % 3 < 2] + [(cell, cell + 3) for cell in range(6)]


def _searched(letters: tuple[str, ...], card: Card) -> int:
    """Find the fewest moves by looking at all grids that are 0, 1, 2 ... moves away. Blanks are H."""
    if not KNOWN or (letters, card.pattern) not in KNOWN:
        _search(card)
    return KNOWN[letters, card.pattern]


def _search(card: Card) -> None:
    """Go back from every grid that shows the card."""
    everything = {
        tuple(letters)
        for order in set(permutations("SSFFHHHHH"))
        for letters in product(*({"S": "SM", "F": "FB", "H": "H"}[one] for one in order))
    }
    layer = {letters for letters in everything if card.matches(packed(letters))}
    moves = 0
    while layer:
        KNOWN.update({(letters, card.pattern): moves for letters in layer})
        around = set()
        for letters in layer:
            for one, other in EDGES:
                swapped = list(letters)
                swapped[one], swapped[other] = swapped[other], swapped[one]
                around.add(tuple(swapped))
            for cell, letter in enumerate(letters):
                if letter in OTHER:
                    around.add((*letters[:cell], OTHER[letter], *letters[cell + 1 :]))
        layer = {letters for letters in around if (letters, card.pattern) not in KNOWN}
        moves += 1


def test_the_solver_needs_as_many_moves_over_layouts_at_random() -> None:
    game = stones()
    grids = at_random(game, 1500)
    for number in game.cards:
        found = difficulty(game, number)
        costs = game.solver.costs
        mean = sum(costs(grid, (number,))[0] for grid in grids) / len(grids)
        spread = sum(count * (moves - found.mean) ** 2 for moves, count in enumerate(found.counts)) / LAYOUTS
        # Five standard errors: one card in some millions would be further off by chance.
        assert abs(mean - found.mean) < 5 * (spread / len(grids)) ** 0.5, number


def test_the_solver_never_needs_more_than_the_worst() -> None:
    game = stones()
    grids = at_random(game, 300)
    for number in game.cards:
        worst = difficulty(game, number).worst
        assert max(game.solver.costs(grid, (number,))[0] for grid in grids) <= worst


def test_patterns_that_are_mirrored_or_turned_are_as_hard() -> None:
    game = stones()
    rows = [Card(1, 1, pattern) for pattern in ("HF", "FH", "H/F", "F/H", "OB", "HB", "EF", "TB")]
    assert len({difficulty(game, card).counts for card in rows}) == 1
    assert difficulty(game, Card(1, 1, "HO")).counts != difficulty(game, Card(1, 1, "HE")).counts
    assert difficulty(game, Card(1, 1, "HH")).counts != difficulty(game, Card(1, 1, "HO")).counts


def test_a_card_with_nine_stones_is_no_trouble() -> None:
    found = difficulty(stones(), Card(1, 9, "SFF/HHH/EEE"))
    assert sum(found.counts) == LAYOUTS
    assert found.counts[0] == 1
    assert found.counts[1] == 9 + 7  # nine flips; of the twelve shifts five exchange stones that look the same


def test_a_deck_is_judged_by_value() -> None:
    found = judge(stones())
    assert [one.value for one in found.classes] == [1, 2, 3, 5]
    means = [one.mean for one in found.classes]
    assert means == sorted(means)
    assert {judged.card.number for judged in found.cheap} == {29, 30, 31, 32, 49, 50, 60}
    assert {judged.card.number for judged in found.dear} == {52, 54, 66, 67}


def test_a_judgement_is_drawn() -> None:
    found = judge(stones(deck="first_steps"))
    assert repr(found) == "<DeckJudgement of first_steps, 54 cards>"
    whole = ET.fromstring(found._repr_svg_())
    counts = [int(group[2].text or 0) for group in whole.iter("{http://www.w3.org/2000/svg}g") if len(group) == 3]
    assert sum(counts) == 54
    assert "prefers-color-scheme" in found._repr_svg_()
