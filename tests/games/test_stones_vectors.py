"""The test vectors of Shifting Stones (section 10 of its rules), named by their ids; T34 and T35 are with the deck."""

from __future__ import annotations

from typing import Any

import pytest

import tidebook
from tidebook.core.chance import Script
from tidebook.core.errors import IllegalActionError
from tidebook.core.match import Match, Start
from tidebook.games.shifting_stones.parts import Card, packed

GRID = "BHO/EST/EBH"  # shows cards 3 (HO), 18 (E/E), 38 (H/S), 42 (E.T) and 44 (B.O)
THREES = [55, 56, 57]
ALL_BUT_A_ONE = [1, 2, 4, 6, 7, 8, 9, 29, 30, 31, 32, *THREES, 68]  # a solo deck without its eighth card of value 1


def table(grid: str = GRID, rules: dict[str, Any] | None = None, **position: Any) -> Match:
    """Set a situation up; two players with empty hands unless it says otherwise."""
    return tidebook.new("shifting_stones", seed=1, rules=rules, position={"grid": grid, "hands": [[], []], **position})


def lies(match: Match, name: str) -> Any:
    """Give what lies at a place of the table."""
    return match.state.to_dict()[name]


def cells(pattern: str, grid: str) -> list[tuple[str, ...]]:
    """Give the cells of every match of a bare pattern."""
    return Card(13, 1, pattern).matches(packed(grid.replace("/", "")))


def holding(pattern: str, grid: str) -> Match:
    """Give a game in which card 13 of the deck has another pattern, and the mover holds it."""
    rules = {"parts": {"decks": {"standard": {"cards": {"13": {"value": 1, "pattern": pattern}}}}}}
    return table(grid, rules, hands=[[13], []])


def kinds(match: Match) -> list[str]:
    """Give the kinds of what happened in the last action."""
    return [event.kind for event in match.history[-1].events]


def test_T01_two_matches_score_the_card_once() -> None:
    """SS-01: a small pattern may lie anywhere."""
    assert cells("BH", "BHO/EST/EBH") == [("a1", "b1"), ("b3", "c3")]

    match = holding("BH", "BHO/EST/EBH")
    match.play("score 13")

    assert lies(match, "scored") == [[13], []]
    assert [line.points for line in match.scores()[0].lines if line.clause == "SS.score.points"] == [1]
    assert match.why_not("score 13")


def test_T02_a_fish_above_a_tree_is_not_a_fish_beside_a_tree() -> None:
    """SS-03: patterns are never turned."""
    assert cells("FT", "BHO/FSE/TEH") == []
    assert holding("FT", "BHO/FSE/TEH").why_not("score 13")


def test_T03_a_fish_above_a_tree() -> None:
    assert cells("F/T", "BHO/FSE/TEH") == [("a2", "a3")]
    assert holding("F/T", "BHO/FSE/TEH").why_not("score 13") is None


def test_T04_a_grey_square_must_lie_on_the_grid() -> None:
    """SS-02: the top row matches, the bottom row would need a stone left of the grid."""
    assert cells(".HB", "SHB/TEE/HBO") == [("b1", "c1")]
    assert holding(".HB", "SHB/TEE/HBO").why_not("score 13") is None


def test_T05_no_room_for_the_grey_square_in_either_row() -> None:
    assert cells(".HB", "HBS/TEE/HBO") == []
    assert holding(".HB", "HBS/TEE/HBO").why_not("score 13")


def test_T06_the_fish_in_the_centre() -> None:
    match = table("SHB/EFE/HEO", hands=[[2, 17], []])
    assert match.why_not("score 2") is None

    match.play("shift b1-b2 with 17")

    assert match.why_not("score 2")


@pytest.mark.parametrize(("grid", "shown"), [("HTH/EST/OBB", True), ("HHT/EST/OBB", False)])
def test_T07_two_horses_with_a_gap(*, grid: str, shown: bool) -> None:
    match = table(grid, hands=[[41], []])

    assert (match.why_not("score 41") is None) is shown


@pytest.mark.parametrize("grid", ["MHO/EBT/EBH", "BHO/MET/EBH", "BHO/ETE/MBH"])
def test_T08_the_moon_in_the_first_column(grid: str) -> None:
    match = table(grid, hands=[[30], []])

    assert match.why_not("score 30") is None


@pytest.mark.parametrize("grid", ["BMO/EHT/EBH", "BHO/EMT/EBH", "BHO/EBT/EMH"])
def test_T08_the_moon_in_the_second_column(grid: str) -> None:
    match = table(grid, hands=[[30], []])

    assert match.why_not("score 30")


def test_T10_no_diagonal_shift() -> None:
    match = table(hands=[[17], []])

    with pytest.raises(IllegalActionError, match="only touch at a corner"):
        match.play("shift a1-b2 with 17")


def test_T11_no_shift_of_stones_that_are_not_adjacent() -> None:
    match = table(hands=[[17], []])

    with pytest.raises(IllegalActionError, match="are not neighbours"):
        match.play("shift c1-a2 with 17")


def test_T13_shift_flip_score_end_draws_three() -> None:
    match = table(hands=[[17, 20, 3, 5], []])

    match.play("shift a1-a2 with 17")
    match.play("flip c3 with 20")
    match.play("score 3")
    assert lies(match, "grid") == list("EHOBSTEBO")
    assert lies(match, "hands")[0] == [5]
    top = lies(match, "deck")[:3]
    match.play("end")

    assert lies(match, "hands")[0] == [5, *top]
    assert lies(match, "discard") == [17, 20]
    assert lies(match, "scored")[0] == [3]


def test_T14_ending_without_an_action_draws_nothing_with_four_cards() -> None:
    """SS-07: a turn may be ended at any time."""
    match = table(hands=[[17, 20, 3, 5], []])

    match.play("end")

    assert lies(match, "hands")[0] == [17, 20, 3, 5]
    assert lies(match, "to_move") == 1


def test_T16_five_cards_are_kept_at_the_end() -> None:
    """SS-06: no draw, and no forced discard."""
    match = table(hands=[[17, 20, 3, 5], []])

    match.play("skip")
    match.play("end")
    assert len(lies(match, "hands")[0]) == 6
    match.play("shift a1-b1 with 17")
    match.play("end")

    assert len(lies(match, "hands")[0]) == 5
    assert lies(match, "discard") == [17]
    assert lies(match, "to_move") == 1


def test_T17_skipping_with_five_cards_gives_six() -> None:
    """SS-05: the text gives six as the result."""
    match = table(hands=[[17, 20, 3, 5, 9], []])

    match.play("skip")

    assert len(lies(match, "hands")[0]) == 6


def test_T19_without_cards_only_end_is_left() -> None:
    match = table(hands=[[17, 3], []])

    match.play("flip c3 with 17")
    match.play("score 3")

    assert [str(action) for action in match.legal()] == ["end"]


def test_T20_the_deck_is_made_anew_in_the_middle_of_a_draw() -> None:
    """SS-14: one card, the reshuffle, two more."""
    pile = list(range(20, 30))
    match = table(hands=[[17], []], deck=[1], discard=pile)

    match.play("end")

    held = lies(match, "hands")[0]
    assert held[:2] == [17, 1]
    assert len(held) == 4
    assert sorted(held[2:] + lies(match, "deck")) == pile
    assert lies(match, "discard") == []
    assert kinds(match) == ["reshuffle", "end"]


def test_T22_the_last_seat_reaches_the_trigger_and_its_end_ends_the_game() -> None:
    """SS-16: no extra round."""
    match = table(hands=[[], [], [3, 18]], scored=[[], [], list(range(50, 58))], to_move=2)

    match.play("score 3")
    assert len(lies(match, "scored")[2]) == 9
    assert not match.over
    match.play("score 18")
    assert not match.over
    match.play("end")

    assert match.over


@pytest.mark.parametrize(("players", "trigger"), [(2, 10), (3, 9), (4, 8), (5, 7)])
def test_T23_scored_cards_that_end_the_game(players: int, trigger: int) -> None:
    last = players - 1
    rows: list[list[int]] = [[] for _seat in range(players)]
    rows[last] = list(range(50, 50 + trigger - 1))
    hands: list[list[int]] = [[] for _seat in range(players)]
    hands[last] = [3]

    one_less = table(hands=hands, scored=rows, to_move=last)
    one_less.play("end")
    enough = table(hands=hands, scored=rows, to_move=last)
    enough.play("score 3")
    enough.play("end")

    assert not one_less.over
    assert enough.over


def test_T25_nobody_has_a_card_of_value_1() -> None:
    """SS-12: no bonus."""
    match = table(scored=[[29], [30, 55]])

    assert [sheet.total for sheet in match.scores()] == [2, 5]


def test_T26_the_worked_example() -> None:
    ann = [1, 2, 3, 4, 5, 6, 29, 30, 31, 55]  # 6 x 1, 3 x 2, 1 x 3
    ben = [7, 8, 9, 10, 32, 33, 56, 57, 68]  # 4 x 1, 2 x 2, 2 x 3, 1 x 5
    match = table(scored=[ann, ben], to_move=1)

    match.play("end")

    assert [sheet.total for sheet in match.scores()] == [18, 19]
    assert match.winners() == (1,)


def test_T28_one_card_pays_for_the_shift_the_other_scores() -> None:
    match = table("HBO/EST/EBH", hands=[[17, 38], []])
    assert match.why_not("score 38")

    match.play("shift a1-b1 with 17")
    match.play("score 38")

    assert lies(match, "hands")[0] == []
    assert lies(match, "discard") == [17]
    assert lies(match, "scored")[0] == [38]


def test_T29_a_solo_turn_with_a_score_gives_no_strike() -> None:
    match = table(hands=[[3, 5, 38, 57]])

    match.play("score 3")
    match.play("end")

    assert lies(match, "strikes") == 0
    assert len(lies(match, "hands")[0]) == 4


def test_T31_the_last_card_wins_with_three_strikes() -> None:
    """SS-24: the win comes before any strike."""
    match = table(hands=[[3]], scored=[ALL_BUT_A_ONE], strikes=3)

    match.play("score 3")

    assert match.over
    assert match.winners() == (0,)
    assert lies(match, "strikes") == 3


def test_T32_the_last_card_comes_back_at_the_end() -> None:
    """SS-23: discards made this turn come back."""
    match = table(hands=[[5]], scored=[ALL_BUT_A_ONE])
    assert (lies(match, "deck"), lies(match, "discard")) == ([], [])
    assert match.why_not("score 5")

    match.play("flip a1 with 5")
    match.play("end")

    assert lies(match, "strikes") == 1
    assert lies(match, "hands") == [[5]]
    assert kinds(match) == ["strike", "reshuffle", "end"]


def test_T37_own_discards_may_come_back_in_the_reshuffle() -> None:
    """SS-32: the deck is made anew only when a card is needed."""
    position = {"grid": GRID, "hands": [[17, 20, 3], [5, 9, 10, 11]], "deck": [30], "discard": [31, 32]}
    game = tidebook.game("shifting_stones")
    match = Match(game, Start(2, position), Script([("reshuffle", [5, 9])]))

    match.play("end")
    assert lies(match, "deck") == []
    assert lies(match, "discard") == [31, 32]
    match.play("shift a1-b1 with 5")
    match.play("flip a1 with 9")
    match.play("end")

    assert lies(match, "hands")[1] == [10, 11, 5, 9]
    assert lies(match, "deck") == [31, 32]
    assert lies(match, "discard") == []


def test_T38_a_solo_skip_with_three_strikes_loses() -> None:
    """SS-20 and SS-35: the strike comes before the draw."""
    match = table(hands=[[3, 5, 38, 57]], strikes=3)
    deck = lies(match, "deck")

    match.play("skip")

    assert match.over
    assert match.winners() == ()
    assert lies(match, "strikes") == 4
    assert lies(match, "hands") == [[3, 5, 38, 57]]
    assert lies(match, "deck") == deck
