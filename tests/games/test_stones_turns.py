"""The best turn is the best: compared with trying everything, and played as it says."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tidebook.core.chance import Chance
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.games.shifting_stones.solver import MOVES, moved
from tidebook.games.shifting_stones.turns import best_turn, by_worth, finish

if TYPE_CHECKING:
    from tidebook.games.shifting_stones.play import StonesState
    from tidebook.games.shifting_stones.turns import Turn

GRID = "BHO/EST/EBH"


def dealt(seed: int, players: int = 2, **rules: Any) -> StonesState:
    """Deal a game."""
    return ShiftingStones.of(rules).start(players, Chance(seed))


def placed(hand: list[int], rules: dict[str, Any] | None = None, **data: Any) -> StonesState:
    """Set up a hand before the rulebook's grid."""
    players = data.get("players", 2)
    hands = [hand, *([] for _other in range(players - 1))]
    return ShiftingStones.of(rules or {}).position({"players": players, "grid": GRID, "hands": hands, **data})


def everything(state: StonesState) -> tuple[int, int]:
    """Try all that can be done in a turn: the most points, and the fewest cards spent for them."""
    game, solo = state.game, state.players == 1

    @cache
    def most(grid: int, hand: frozenset[int]) -> tuple[int, int]:
        best = 0, 0
        for card in hand:
            rest = hand - {card}
            if game.shows(grid, card):
                points, spent = most(grid, rest)
                best = max(best, (points + (1 if solo else game.cards[card].value), spent))
            if rest:
                for move in MOVES:
                    points, spent = most(moved(grid, move), rest)
                    if points:
                        best = max(best, (points, spent - 1))
        return best

    points, spent = most(state.grid, frozenset(state.hands[0]))
    return points, -spent


def played(state: StonesState, turn: Turn) -> StonesState:
    """Play a turn and check that it goes as it says."""
    after = state.copy()
    for action in turn.actions:
        assert action in after.legal()
        after.apply(action, Chance(1))
    assert after.grid == turn.grid
    assert tuple(after.scored[0][len(state.scored[0]) :]) == turn.scored
    assert tuple(after.discard[len(state.discard) :]) == turn.spent
    return after


@pytest.mark.parametrize(
    ("rules", "players", "seeds"),
    [
        ({"hand_size": 2}, 2, range(60)),
        ({"hand_size": 3}, 2, range(60)),
        ({}, 2, range(60)),
        ({}, 1, range(30)),
        ({"deck": "first_steps"}, 3, range(30)),
        ({"hand_size": 5}, 2, range(8)),
    ],
)
def test_best_turn_is_that_of_trying_everything(rules: dict[str, Any], players: int, seeds: range) -> None:
    for seed in seeds:
        state = dealt(seed, players, **rules)
        turn = best_turn(state.game, state.view(0))
        assert turn.proven
        assert (turn.points, len(turn.spent)) == everything(state), seed
        played(state, turn)


@pytest.mark.parametrize("size", [5, 6])
def test_best_turn_of_a_larger_hand_is_played_as_it_says(size: int) -> None:
    for seed in range(15):
        state = dealt(seed, hand_size=size)
        turn = best_turn(state.game, state.view(0))
        assert turn.proven
        after = played(state, turn)
        assert sum(state.game.cards[card].value for card in after.scored[0]) == turn.points
        # Nothing that is left could be scored on top.
        again = best_turn(state.game, after.view(0))
        assert again.points == 0


def test_shown_card_pays_where_another_scores_more() -> None:
    # The stones show card 18 (E/E, 1 point); with it as payment card 59 is one shift away.
    state = ShiftingStones.of().position({"players": 2, "grid": "BTH/EHB/EOS", "hands": [[18, 59], []]})
    assert state.game.solver.costs(state.grid, (18, 59)) == [0, 1]
    turn = best_turn(state.game, state.view(0))
    assert (turn.points, turn.scored, turn.spent) == (3, (59,), (18,))


def test_cards_that_are_worth_least_are_spent() -> None:
    spent = 0
    for seed in range(30):
        state = dealt(seed)
        turn = best_turn(state.game, state.view(0))
        others = [card for card in state.hands[0] if card not in turn.scored]
        assert turn.spent == tuple(by_worth(state.game, turn.grid, others)[: len(turn.spent)])
        spent += len(turn.spent)
    assert spent > 30


def test_worth_goes_by_moves_then_points_then_numbers() -> None:
    game = ShiftingStones.of()
    grid = placed([]).grid
    order = by_worth(game, grid, list(game.cards))
    keys = [(-game.solver.cost(grid, card), game.cards[card].value, -card) for card in order]
    assert keys == sorted(keys)


def test_without_cards_or_within_no_reach_the_best_turn_is_empty() -> None:
    for hand in ([], [72], [71, 72]):
        state = placed(hand)
        turn = best_turn(state.game, state.view(0))
        assert (turn.actions, turn.points, turn.scored, turn.spent, turn.proven) == ((), 0, (), (), True)
        assert turn.grid == state.grid


def test_solo_counts_cards_and_not_points() -> None:
    rules = {"solo_ones": 1, "solo_twos": 1, "solo_threes": 0, "solo_fives": 0}
    for players, points in ((1, 2), (2, 3)):
        state = placed([3, 44], rules, players=players)
        turn = best_turn(state.game, state.view(0))
        assert (turn.points, sorted(turn.scored), turn.spent) == (points, [3, 44], ())


def test_bonus_counts_in_the_last_round_only() -> None:
    # Seat 1 ends the game: a card of value 1 more brings it level with seat 0.
    scored = [[1, 29], [30]]
    data = {"players": 2, "grid": GRID, "scored": scored, "to_move": 1, "hands": [[], [18]]}
    for trigger, points in ((2, 4), (9, 1)):
        state = ShiftingStones.of({"trigger_2": trigger}).position(data)
        assert state.ending == (trigger == 2)
        assert best_turn(state.game, state.view(1)).points == points


def test_a_search_that_is_cut_says_so_and_its_turn_can_still_be_played() -> None:
    cut = 0
    for seed in range(6):
        state = dealt(seed, hand_size=6)
        turn = best_turn(state.game, state.view(0), most_grids=20)
        whole = best_turn(state.game, state.view(0))
        cut += not turn.proven
        assert whole.proven
        assert turn.points <= whole.points
        played(state, turn)
    assert cut > 3


def test_hands_without_end_are_answered_too() -> None:
    state = dealt(3, skip_cap=False, hand_size=8)
    view = replace(state.view(0), hand=tuple(range(20, 60)))
    turn = best_turn(state.game, view, most_grids=2000)
    assert not turn.proven
    assert turn.points > 30
    assert len({*turn.scored, *turn.spent}) == len(turn.scored) + len(turn.spent) <= 40


def test_finish_is_planned_when_all_cards_of_a_solo_game_fit_into_a_hand() -> None:
    rules = {"solo_ones": 5, "solo_twos": 0, "solo_threes": 0, "solo_fives": 0}
    assert finish(ShiftingStones.of(), dealt(1).view(0)) is None
    early = placed([3, 4, 5], rules, players=1, deck=[6, 7])
    assert finish(early.game, early.view(0)) is None
    late = placed([3, 4], rules, players=1, scored=[[6, 7]], discard=[5], deck=[])
    plan = finish(late.game, late.view(0))
    assert plan is not None
    assert sorted(plan.order) == [3, 4, 5]


def test_strikes_of_a_finish_are_those_that_it_costs() -> None:
    # The last card needs two moves, and each of them costs the card itself, so a turn and a strike.
    rules = {"solo_ones": 1, "solo_twos": 0, "solo_threes": 0, "solo_fives": 0}
    for grid, strikes in (("HOB/EST/EBH", 0), ("HHB/EST/EBO", 1), ("HHB/EST/EBH", 1)):
        state = placed([3], rules, players=1, grid=grid, deck=[])
        plan = finish(state.game, state.view(0))
        assert plan is not None
        assert (plan.order, plan.strikes) == ((3,), strikes)
        assert state.game.solver.cost(state.grid, 3) == strikes
