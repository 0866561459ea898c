"""Difficulties are exact: compared with enumeration, with samples of the solver, and with what the spec counted."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, permutations, product
from math import sqrt
from typing import TYPE_CHECKING, Any

import pytest

from tests.core.test_text_translated import escaped, pseudo_language, unheard
from tidebook.core.chance import shuffled, stream
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.games.shifting_stones.difficulty import Difficulty, difficulty, judge
from tidebook.games.shifting_stones.parts import packed

if TYPE_CHECKING:
    from pathlib import Path

STANDARD = ShiftingStones.of()
LAYOUTS = 5040 * 512


def own_deck(cards: dict[str, int], **stones: int) -> ShiftingStones:
    """Give a game with these patterns and values, numbered from 1."""
    entries = {str(n): {"value": value, "pattern": pattern} for n, (pattern, value) in enumerate(cards.items(), 1)}
    parts: dict[str, Any] = {"decks": {"own": {"cards": entries}}}
    if stones:
        parts["stones"] = {"SM": 0, "FB": 0, "HO": 0, "ET": 0, **stones}
    return ShiftingStones.of({"deck": "own", "hand_size": 1, "trigger_2": 1, "parts": parts})


def enumerated(game: ShiftingStones, card: int, families: str) -> tuple[int, ...]:
    """Ask the solver about every arrangement and every face of these families; the other stones lie anyhow."""
    others = [family[0] for family, count in game.stones.items() if family not in families for _each in range(count)]
    stones = [family for family, count in game.stones.items() if family in families for _each in range(count)]
    counts: dict[int, int] = {}
    for cells in combinations(range(9), len(stones)):
        rest = [cell for cell in range(9) if cell not in cells]
        for order in set(permutations(stones)):
            for faces in product(*order):
                letters = dict(zip((*cells, *rest), (*faces, *others), strict=True))
                cost = game.solver.cost(packed(letters[cell] for cell in range(9)), card)
                counts[cost] = counts.get(cost, 0) + 1
    return tuple(counts[cost] for cost in range(max(counts) + 1))


@pytest.mark.parametrize(
    ("card", "families"),
    [(29, "SM"), (33, "SM"), (1, "FB"), (37, "FB"), (55, "FB"), (3, "HO"), (61, "HO"), (72, "SM FB")],
)
def test_difficulty_is_that_of_every_arrangement_one_by_one(card: int, families: str) -> None:
    found = difficulty(STANDARD, card)
    counts = enumerated(STANDARD, card, families)
    times = LAYOUTS // sum(counts)
    assert found.counts == tuple(times * count for count in counts)


def test_difficulty_with_all_stones_named_is_that_of_every_grid_one_by_one() -> None:
    for pattern in ("HOH/OSO/HOO", "HOO/H.S"):
        game = own_deck({pattern: 1, "S": 1}, SM=1, HO=8)
        assert difficulty(game, 1).counts == enumerated(game, 1, "SM HO")


def test_every_way_to_lie_is_counted_once() -> None:
    for card in STANDARD.cards:
        found = difficulty(STANDARD, card)
        assert sum(found.counts) == LAYOUTS
        assert min(found.counts) > 0
        assert found.within(found.worst) == 1
        assert found.within(-1) == 0
        assert found.within(99) == 1


def test_deck_is_as_hard_as_the_spec_says() -> None:
    judgement = judge(STANDARD)
    shown: dict[int, list[float]] = {}
    for judged in judgement.cards:
        shown.setdefault(judged.card.value, []).append(judged.difficulty.shown)
    assert [round(one.mean, 2) for one in judgement.classes] == [1.44, 2.07, 3.43, 5.25]
    assert [(one.value, one.cards) for one in judgement.classes] == [(1, 28), (2, 26), (3, 13), (5, 5)]
    shares = [sum(some) / len(some) for some in shown.values()]
    assert shares == pytest.approx([0.129, 0.071, 0.0088, 0.00050], rel=0.01)
    assert max(judged.difficulty.worst for judged in judgement.cards) == 10


def test_means_are_near_those_of_random_grids() -> None:
    random = stream(1, "difficulty")
    stones = [family for family, count in STANDARD.stones.items() for _each in range(count)]
    grids = [
        packed(family[random.random() < 0.5] for family in shuffled(stones, random.random)) for _each in range(1500)
    ]
    for card in STANDARD.cards:
        found = difficulty(STANDARD, card)
        spread = sqrt(sum((moves - found.mean) ** 2 * n for moves, n in enumerate(found.counts)) / LAYOUTS)
        sample = sum(STANDARD.solver.cost(grid, card) for grid in grids) / len(grids)
        # 4.5 standard errors: with 72 cards once in two thousand seeds.
        assert abs(sample - found.mean) < 4.5 * spread / sqrt(len(grids)), card


def test_cards_alike_but_for_turns_mirrors_and_names_are_equally_hard() -> None:
    for cards in ((3, 6, 15, 20), (4, 5, 7, 8, 16, 17, 18, 19), (29, 30, 31, 32), (61, 62), (66, 67), (64, 65)):
        assert len({difficulty(STANDARD, card).counts for card in cards}) == 1
    # Fish are fewer than horses, so names matter here.
    assert difficulty(STANDARD, 11).counts != difficulty(STANDARD, 9).counts


def test_mean_is_exact_and_a_decimal_number() -> None:
    found = difficulty(STANDARD, 29)
    assert found.exact_mean == Fraction(3, 2)
    assert found.mean == 1.5
    assert found.shown == 1 / 6


def test_cards_are_judged_by_the_class_that_is_nearest() -> None:
    game = own_deck({"HO": 1, "EE": 1, "S../.F./..F": 2, "E/T": 2, "H/H": 5})
    judgement = judge(game)
    means = {one.value: one.mean for one in judgement.classes}
    for judged in judgement.cards:
        assert judged.off == pytest.approx(judged.difficulty.mean - means[judged.card.value])
        nearest = min(abs(mean - judged.difficulty.mean) for mean in means.values())
        assert abs(means[judged.fits] - judged.difficulty.mean) == pytest.approx(nearest)
    assert [judged.card.number for judged in judgement.cheap] == [4]
    assert [(one.card.number, other.card.number) for one, other in judgement.crossed[:1]] == [(5, 3)]
    for one, other in judgement.crossed:
        assert one.card.value > other.card.value
        assert one.difficulty.exact_mean < other.difficulty.exact_mean


def test_deck_with_one_value_has_nothing_out_of_place() -> None:
    judgement = judge(own_deck({"HO": 2, "EE": 2, "S../.F./..F": 2}))
    assert (judgement.cheap, judgement.dear, judgement.crossed) == ((), (), ())
    assert "Easy for their points: nothing." in str(judgement)


def test_deck_of_other_stones_is_judged_too() -> None:
    game = own_deck({"SSM": 3, "FB/HO": 2, "SFB/HOE/TSM": 5}, SM=3, FB=2, HO=2, ET=2)
    with pytest.raises(KeyError):
        difficulty(game, 4)
    assert {sum(judged.difficulty.counts) for judged in judge(game).cards} == {7560 * 512}


def test_difficulty_and_judgement_can_be_read() -> None:
    lines = str(difficulty(STANDARD, 29)).splitlines()
    assert lines[0] == "Card 29 (..S, value 2): 1.50 moves on average, 3 at most."
    assert lines[3].split() == ["0", "430,080", "16.67%", "16.67%"]
    judgement = judge(STANDARD)
    assert str(judgement) == str(judge(STANDARD))
    told = str(judgement).splitlines()
    assert "Easy for their points: 29, 30, 31, 32, 49, 50 and 60." in told
    assert "Hard for their points: 52, 54, 66 and 67." in told
    assert "In 42 pairs of cards the one with more points is easier." in told
    assert len(told) == 1 + 1 + 5 + 1 + 13 + 1 + 73


def test_difficulty_is_said_in_the_pseudo_language(tmp_path: Path) -> None:
    language = pseudo_language(tmp_path / "locale")
    for text in (judge(STANDARD).say(language), difficulty(STANDARD, 29).say(language)):
        for line in text.splitlines():
            # Numbers, patterns and the gaps between columns are no words; the deck's name is a value.
            assert [word for word in escaped(line, "standard") if re.search("[a-z]", word)] == []
    assert unheard(language, r"games/shifting_stones/difficulty\.py") == set()
    assert isinstance(difficulty(STANDARD, 29), Difficulty)
