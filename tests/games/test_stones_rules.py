"""Dials and rulings, and the rows of the ambiguity table (SS-01 to SS-40) that change what happens in a game.

In the vectors: SS-01 (T01), SS-02 (T04), SS-03 (T02), SS-07 (T14), SS-14 (T20), SS-16 (T22), SS-23 (T32), SS-24 (T31).
With the deck: SS-18, SS-22, SS-27 and SS-30. With the views: SS-04 and SS-17. SS-29 is no part of the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tidebook.core.chance import Chance
from tidebook.core.rules import Ruling
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.games.shifting_stones.rules import StonesRules

if TYPE_CHECKING:
    from tidebook.core.match import Match

GRID = "BHO/EST/EBH"  # shows cards 3 (HO), 18 (E/E), 38 (H/S), 42 (E.T) and 44 (B.O)
HAND = [17, 20, 3, 5]
ALL_BUT_A_ONE = [1, 2, 4, 6, 7, 8, 9, 29, 30, 31, 32, 55, 56, 57, 68]  # a solo deck without its eighth one


def table(grid: str = GRID, rules: dict[str, Any] | None = None, **position: Any) -> Match:
    """Set a situation up; two players, the first with four cards, unless it says otherwise."""
    placed = {"grid": grid, "hands": [HAND, []], **position}
    return tidebook.new("shifting_stones", seed=1, rules=rules, position=placed)


def lies(match: Match, name: str) -> Any:
    """Give what lies at a place of the table."""
    return match.state.to_dict()[name]


def held(match: Match, seat: int = 0) -> int:
    """Count the cards of a hand."""
    return len(lies(match, "hands")[seat])


def play(match: Match, *actions: str) -> None:
    """Play one action after the other."""
    for action in actions:
        match.play(action)


def totals(match: Match) -> list[int]:
    """Give everybody's points."""
    return [sheet.total for sheet in match.scores()]


def legal(match: Match) -> set[str]:
    """Give what may be done, in notation."""
    return {str(action) for action in match.legal()}


# The rulings, switched.


@pytest.mark.parametrize(("capped", "extra", "after"), [(True, [9], 6), (False, [9], 7), (False, [9, 10], 8)])
def test_SS_05_five_cards_and_a_skip_make_six_or_seven(*, capped: bool, extra: list[int], after: int) -> None:
    match = table(rules={"skip_cap": capped}, hands=[[*HAND, *extra], []])

    match.play("skip")

    assert held(match) == after


def test_SS_06_switched_a_surplus_is_discarded_at_the_end() -> None:
    match = table(rules={"discard_down_to_4": True}, hands=[[*HAND, 9, 10], []])

    play(match, "end", "discard 9", "discard 3")

    assert lies(match, "hands")[0] == [17, 20, 5, 10]
    assert lies(match, "discard") == [9, 3]
    assert lies(match, "to_move") == 1


def test_SS_06_switched_changes_nothing_for_a_normal_hand() -> None:
    match = table(rules={"discard_down_to_4": True}, hands=[[17, 20, 3], []])

    match.play("end")

    assert held(match) == 4
    assert lies(match, "to_move") == 1


def test_SS_37_the_owner_picks_the_surplus_before_any_draw_and_moves_no_stone() -> None:
    match = table(rules={"discard_down_to_4": True}, hands=[[*HAND, 9], []])
    before = lies(match, "deck")

    match.play("end")
    assert legal(match) == {"discard 17", "discard 20", "discard 3", "discard 5", "discard 9"}
    assert lies(match, "to_move") == 0
    match.play("discard 5")

    assert "".join(lies(match, "grid")) == GRID.replace("/", "")
    assert lies(match, "deck") == before
    assert lies(match, "to_move") == 1
    assert lies(match, "shedding") is False
    assert lies(match, "skipped") == [False, False]


def test_SS_37_the_surplus_goes_down_to_the_hand_of_the_dial() -> None:
    match = table(rules={"discard_down_to_4": True, "hand_size": 2}, hands=[[17, 20, 3], []])

    play(match, "end", "discard 3")

    assert lies(match, "hands")[0] == [17, 20]


def test_SS_37_in_solo_the_strike_is_given_once_and_comes_first() -> None:
    match = table(rules={"discard_down_to_4": True}, hands=[[5, 9, 10, 38, 57, 68]])

    match.play("end")
    assert lies(match, "strikes") == 1
    play(match, "discard 5", "discard 9")

    assert lies(match, "strikes") == 1
    assert held(match) == 4
    assert lies(match, "to_move") == 0


def test_SS_37_the_last_strike_comes_before_the_surplus() -> None:
    match = table(rules={"discard_down_to_4": True}, hands=[[5, 9, 10, 38, 57]], strikes=3)

    match.play("end")

    assert match.over
    assert held(match) == 5


@pytest.mark.parametrize(("needs_one", "points"), [(True, [2, 3]), (False, [5, 6])])
def test_SS_12_a_bonus_for_nobody_or_for_everybody(*, needs_one: bool, points: list[int]) -> None:
    match = table(rules={"bonus_needs_one": needs_one}, scored=[[29], [55]])

    assert totals(match) == points


def test_SS_12_switched_changes_nothing_once_there_is_a_one() -> None:
    match = table(rules={"bonus_needs_one": False}, scored=[[29], [1]])

    assert totals(match) == [2, 4]


@pytest.mark.parametrize(("strike", "strikes"), [(True, 1), (False, 0)])
def test_SS_20_a_solo_skip_gives_a_strike_or_none(*, strike: bool, strikes: int) -> None:
    match = table(rules={"solo_skip_strike": strike}, hands=[[5, 9, 38, 57]])

    match.play("skip")

    assert lies(match, "strikes") == strikes
    assert held(match) == 6


def test_SS_20_switched_a_skip_never_loses_a_solo_game() -> None:
    match = table(rules={"solo_skip_strike": False}, hands=[[5, 9, 38, 57]], strikes=3)
    assert match.reveals("skip")

    match.play("skip")

    assert not match.over
    assert lies(match, "strikes") == 3


def test_every_ruling_has_an_id_two_readings_and_a_reason() -> None:
    rulings = [field for field in StonesRules.fields() if isinstance(field, Ruling)]

    assert [ruling.id for ruling in rulings] == ["SS-05", "SS-06", "SS-12", "SS-20"]
    assert all(set(ruling.readings) == {True, False} and str(ruling.why) for ruling in rulings)


# The dials.


def test_hand_size_is_dealt_and_drawn_up_to() -> None:
    match = tidebook.new("shifting_stones", players=2, seed=1, rules={"hand_size": 6})
    assert [len(hand) for hand in lies(match, "hands")] == [6, 6]

    match.play(f"flip a1 with {lies(match, 'hands')[0][0]}")
    match.play("end")

    assert held(match) == 6


def test_skip_draw_is_what_a_skip_draws() -> None:
    match = table(rules={"skip_draw": 1})

    match.play("skip")

    assert held(match) == 5


def test_hand_cap_is_where_a_skip_stops() -> None:
    match = table(rules={"hand_cap": 5})

    match.play("skip")

    assert held(match) == 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_trigger_ends_the_game_of_its_number_of_players(players: int) -> None:
    hands: list[list[int]] = [[] for _seat in range(players)]
    hands[-1] = [3]
    match = table(rules={f"trigger_{players}": 1}, hands=hands, to_move=players - 1)

    play(match, "score 3", "end")

    assert match.over


@pytest.mark.parametrize("other", ["trigger_3", "trigger_4", "trigger_5"])
def test_a_trigger_says_nothing_for_another_number_of_players(other: str) -> None:
    match = table(rules={other: 1}, hands=[[], [3]], to_move=1)

    play(match, "score 3", "end")

    assert not match.over


@pytest.mark.parametrize(("bonus", "lines"), [(0, 1), (7, 2)])
def test_bonus_is_what_the_most_ones_earn(bonus: int, lines: int) -> None:
    match = table(rules={"bonus": bonus}, scored=[[1], [29]])

    assert totals(match) == [1 + bonus, 2]
    assert len(match.scores()[0].lines) == lines


def test_solo_strikes_lose_a_solo_game() -> None:
    match = table(rules={"solo_strikes": 2}, hands=[[5, 9, 38, 57]])

    match.play("end")
    assert not match.over
    match.play("end")

    assert match.over
    assert match.winners() == ()


@pytest.mark.parametrize(("dial", "value"), [("solo_ones", 1), ("solo_twos", 2), ("solo_threes", 3), ("solo_fives", 5)])
def test_a_quota_is_the_number_of_such_cards_in_a_solo_deck(dial: str, value: int) -> None:
    game = ShiftingStones.of({dial: 5})
    state = game.start(1, Chance(1))

    values = [game.cards[card].value for card in (*state.hands[0], *state.deck)]
    assert values.count(value) == 5


def test_a_solo_game_is_won_with_all_cards_of_its_quotas() -> None:
    rules = {"solo_ones": 1, "solo_twos": 0, "solo_threes": 0, "solo_fives": 0}
    match = table(rules=rules, hands=[[3]])

    match.play("score 3")

    assert match.winners() == (0,)


def test_quotas_of_nothing_leave_no_solo_game() -> None:
    rules = {"solo_ones": 0, "solo_twos": 0, "solo_threes": 0, "solo_fives": 0}

    assert ShiftingStones.of(rules).players == (2, 3, 4, 5)


def test_deck_is_what_is_played_with() -> None:
    match = tidebook.new("shifting_stones", players=2, seed=1, rules={"deck": "first_steps"})
    game = ShiftingStones.of(match.game.rules)

    assert {game.cards[card].value for card in (*lies(match, "deck"), *lies(match, "hands")[0])} == {1, 2}


# The ambiguity table.


def test_SS_08_twice_in_a_row_means_own_turns() -> None:
    match = table()

    play(match, "skip", "skip")
    assert match.why_not("skip")
    play(match, "flip a1 with 17", "end", "end")

    assert match.why_not("skip") is None


def test_SS_09_no_skip_after_an_action() -> None:
    match = table()
    assert match.why_not("skip") is None

    match.play("score 3")

    assert match.why_not("skip")


def test_SS_10_ending_without_an_action_is_no_skip() -> None:
    match = table()

    play(match, "end", "end")

    assert match.why_not("skip") is None


def test_SS_11_a_card_is_used_once() -> None:
    match = table(hands=[[3, 18], []])

    play(match, "score 3", "flip c3 with 18")

    assert legal(match) == {"end"}
    assert match.why_not("flip a1 with 3")
    assert match.why_not("score 18")
    assert (lies(match, "scored")[0], lies(match, "discard")) == ([3], [18])


def test_SS_13_everybody_tied_for_the_most_ones_gets_the_whole_bonus() -> None:
    match = table(hands=[[], [], []], scored=[[1], [2], [29]])

    assert totals(match) == [4, 4, 2]


def test_SS_15_with_deck_and_discards_empty_a_hand_stays_short() -> None:
    match = table(hands=[[17], []], deck=[1])

    match.play("end")
    assert lies(match, "hands")[0] == [17, 1]
    match.play("end")

    assert lies(match, "hands")[1] == []
    assert lies(match, "to_move") == 0


def test_SS_19_stones_with_equal_faces_may_be_shifted() -> None:
    match = table("HHO/EST/EBB")

    match.play("shift a1-b1 with 17")

    assert "".join(lies(match, "grid")) == "HHOESTEBB"
    assert lies(match, "discard") == [17]


def test_SS_21_there_is_no_bonus_in_solo() -> None:
    match = table(hands=[[3, 5, 38, 57]])

    match.play("score 3")

    assert [(line.points, line.clause) for line in match.scores()[0].lines] == [(1, "SS.solo.end")]


def test_SS_25_ten_scored_cards_do_not_end_a_solo_game() -> None:
    match = table(hands=[[3]], scored=[ALL_BUT_A_ONE[:10]])

    play(match, "score 3", "end")

    assert not match.over
    assert lies(match, "ending") is False


def test_SS_26_one_grid_may_score_several_cards() -> None:
    match = table(hands=[[3, 18, 38], []])

    play(match, "score 3", "score 18", "score 38")

    assert lies(match, "scored")[0] == [3, 18, 38]


def test_SS_28_a_tie_is_shared() -> None:
    match = table(hands=[[], []], scored=[[1, 29, 30, 31, 32, 33, 34, 35, 36, 37], [2, 68, 69, 70, 38]], to_move=1)
    assert match.winners() == ()

    match.play("end")

    assert totals(match) == [22, 21]
    assert match.winners() == (0,)

    tied = table(hands=[[], []], scored=[[1, 29, 30, 31, 32, 33, 34, 35, 36, 37], [2, 55, 68, 69, 70]], to_move=1)
    tied.play("end")

    assert totals(tied) == [22, 22]
    assert tied.winners() == (0, 1)


def test_SS_31_the_trigger_is_checked_at_the_end_of_the_turn() -> None:
    match = table(hands=[[3, 17], []], scored=[list(range(50, 59)), []])

    match.play("score 3")
    assert lies(match, "ending") is False
    play(match, "flip a1 with 17", "end")
    assert lies(match, "ending") is True
    assert not match.over
    match.play("end")

    assert match.over


def test_SS_32_an_empty_deck_stays_empty_until_a_card_is_needed() -> None:
    match = table(hands=[[17, 20, 3], [5, 9, 10, 11]], deck=[1], discard=[30, 31])

    play(match, "end", "end")

    assert lies(match, "deck") == []
    assert lies(match, "discard") == [30, 31]
    play(match, "flip a1 with 17", "end")
    assert lies(match, "discard") == []
    assert sorted([*lies(match, "deck"), lies(match, "hands")[0][-1]]) == [17, 30, 31]


def test_SS_33_a_hand_of_six_may_end_but_not_skip() -> None:
    match = table(hands=[[*HAND, 9, 10], []])

    assert match.why_not("skip")
    assert match.why_not("end") is None
    match.play("end")

    assert held(match) == 6


def test_SS_34_a_skip_draws_what_there_is() -> None:
    short = table(deck=[1])
    empty = table(deck=[])

    short.play("skip")
    empty.play("skip")

    assert lies(short, "hands")[0] == [*HAND, 1]
    assert lies(empty, "hands")[0] == HAND
    assert lies(empty, "skipped") == [True, False]


def test_SS_35_the_fourth_strike_loses_before_the_draw() -> None:
    match = table(hands=[[5, 9]], strikes=3)
    assert match.reveals("end") is None

    match.play("end")

    assert match.over
    assert lies(match, "hands") == [[5, 9]]
    assert [event.kind for event in match.history[-1].events] == ["strike", "over"]


def test_SS_35_an_earlier_strike_comes_before_the_draw_too() -> None:
    match = table(hands=[[5, 9]])

    match.play("end")

    assert held(match) == 4
    assert [event.kind for event in match.history[-1].events] == ["strike", "end"]


def test_SS_36_a_solo_skip_is_not_allowed_twice_in_a_row() -> None:
    match = table(hands=[[3, 9, 38, 57]])

    match.play("skip")
    assert lies(match, "strikes") == 1
    assert match.why_not("skip")
    play(match, "score 3", "flip a1 with 9", "end")

    assert match.why_not("skip") is None


def test_SS_38_a_useless_move_is_legal() -> None:
    match = table()

    play(match, "flip a1 with 17", "flip a1 with 20")

    assert "".join(lies(match, "grid")) == GRID.replace("/", "")
    assert lies(match, "discard") == [17, 20]


def test_SS_39_scoring_is_never_forced_and_may_come_at_any_point() -> None:
    match = table(hands=[[3, 18, 17], []])
    assert {"score 3", "score 18", "end", "skip"} <= legal(match)

    play(match, "score 3", "flip c3 with 17")
    assert "score 18" in legal(match)
    match.play("end")

    assert lies(match, "scored")[0] == [3]
    assert 18 in lies(match, "hands")[0]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_SS_40_the_last_turn_is_that_of_the_seat_before_the_first(seat: int) -> None:
    rows: list[list[int]] = [[], [], []]
    rows[seat] = list(range(50, 59))
    hands: list[list[int]] = [[], [], []]
    match = table(hands=hands, scored=rows, to_move=seat, acted=True)

    turns = 0
    while not match.over:
        last = match.to_move
        match.play("end")
        turns += 1

    assert last == 2
    assert turns == 3 - seat
