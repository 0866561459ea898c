"""Advice is legal, and every sentence of its reasons is true: each one is checked against the state."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tests.core.test_text_translated import pseudo_language, spoken, unheard
from tidebook.bots.random import pick
from tidebook.core.chance import Chance
from tidebook.core.text import Several, Text
from tidebook.games.shifting_stones import ShiftingStones, advice
from tidebook.games.shifting_stones.scoring import bonus_seats
from tidebook.games.shifting_stones.turns import best_turn, by_worth

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tidebook.core.player import Decision
    from tidebook.core.text import Language
    from tidebook.games.shifting_stones.play import StonesState

GRID = "BHO/EST/EBH"
Values = dict[str, Any]


class Told:
    """A decision in a state, and all that can be asked about it."""

    def __init__(self, state: StonesState, decision: Decision) -> None:
        self.game, self.state, self.decision = state.game, state, decision
        self.action = decision.action
        self.seat = state.to_move or 0
        self.hand = state.hands[self.seat]
        self.after = state.copy()
        self.after.apply(self.action, Chance(1))
        aims = [
            values["card"] for message, values in sentences(decision.reason) if FACTS[message] in (in_reach, nearer)
        ]
        self.aim = aims[0] if aims else 0

    def cost(self, card: int) -> int:
        """Ask what a card costs."""
        return self.game.solver.cost(self.state.grid, card)

    def drawn(self) -> int:
        """Count the cards that the action draws."""
        return len(self.after.hands[self.seat]) - len(self.hand)

    def turn(self) -> tuple[list[int], int, StonesState]:
        """Play the turn to its last score: the cards scored, the moves before, the state then."""
        state = self.state.copy()
        scored: list[int] = []
        moves, result = 0, (0, state)
        for action in (self.action, *self.decision.then):
            assert action in state.legal()
            if action.kind == "end":
                break
            state.apply(action, Chance(1))
            moves += action.kind in ("shift", "flip")
            if action.kind == "score":
                scored.append(action.args[0])
                result = moves, state.copy()
        return scored, *result


def sentences(reason: Text) -> list[tuple[str, Values]]:
    """Take a reason apart into its sentences."""
    if reason.message == "{first} {next}":
        parts = reason.values["first"], reason.values["next"]
        return [sentence for part in parts if isinstance(part, Text) for sentence in sentences(part)]
    return [(reason.message, {"n": reason.number, **reason.values})]


def is_shown(told: Told, values: Values) -> None:
    assert told.action is told.game.scores[values["card"]]
    assert told.state.players > 1
    assert told.game.cards[values["card"]].value == values["n"]


def is_shown_solo(told: Told, values: Values) -> None:
    assert told.action is told.game.scores[values["card"]]
    assert (len(told.after.scored[0]), told.game.solo_size) == (values["done"], values["all"])


def in_reach(told: Told, values: Values) -> None:
    card = values["card"]
    assert card in told.hand
    assert told.cost(card) == values["n"] < len(told.hand)
    assert told.game.cards[card].value == values["value"]
    assert told.game.solver.cost(told.after.grid, card) == values["n"] - 1


def pays(told: Told, values: Values) -> None:
    assert told.action.args[0] == values["card"]
    others = [card for card in told.hand if card != told.aim]
    grid = told.game.solver.way(told.state.grid, told.aim).grid
    costs = dict(zip(others, told.game.solver.costs(grid, others), strict=True))
    assert costs[values["card"]] == max(costs.values())
    assert values["card"] == by_worth(told.game, grid, others)[0]


def nothing(told: Told, _values: Values) -> None:
    assert not told.state.acted
    assert all(told.cost(card) >= len(told.hand) for card in told.hand)


def nothing_more(told: Told, _values: Values) -> None:
    assert told.state.acted
    assert all(told.cost(card) >= len(told.hand) for card in told.hand)


def nearer(told: Told, values: Values) -> None:
    assert told.cost(values["card"]) == values["n"]
    assert told.game.solver.cost(told.after.grid, values["card"]) == values["n"] - 1


def skipping(told: Told, values: Values) -> None:
    assert told.action is told.game.skip
    assert told.drawn() == values["n"] > 0


def ending(told: Told, values: Values) -> None:
    assert told.action is told.game.end
    assert told.drawn() == values["n"]


def strike(told: Told, values: Values) -> None:
    assert told.action is told.game.end
    assert (told.after.strikes, told.game.rules.solo_strikes) == (values["number"], values["most"])
    assert told.after.strikes == told.state.strikes + 1


def last_round(told: Told, _values: Values) -> None:
    assert told.action is told.game.end
    assert told.state.ending


def planned(told: Told, values: Values) -> None:
    """Follow the advice to the end: it costs no more strikes than it said."""
    state, before = told.state.copy(), told.state.strikes
    assert sorted(values["order"].items) == sorted((*state.hands[0], *state.discard))
    while state.to_move is not None:
        decision = state.game.advise(state.view(0), state.legal())
        assert decision is not None
        state.apply(decision.action, Chance(1))
    if before + values["n"] < state.game.rules.solo_strikes:
        assert state.winners() == (0,)
        assert state.strikes - before <= values["n"]


def worth_least(told: Told, values: Values) -> None:
    assert told.action is told.game.discards[values["card"]]
    assert told.cost(values["card"]) == max(map(told.cost, told.hand))


def several(told: Told, values: Values) -> None:
    scored, moves, _state = told.turn()
    assert values["cards"] == Several(scored)
    assert values["points"] == sum(told.game.cards[card].value for card in scored)
    assert moves == values["n"]


def large(told: Told, _values: Values) -> None:
    assert not best_turn(told.game, told.state.view(told.seat)).proven


def bonus(told: Told, _values: Values) -> None:
    assert told.seat not in bonus_seats(told.state)
    assert told.seat in bonus_seats(told.turn()[2])


FACTS: dict[str, Callable[[Told, Values], None]] = {
    "The stones show card {card}: it scores {n} point.": is_shown,
    "The stones show card {card}: with it {done} of {all} are scored.": is_shown_solo,
    "Card {card} (value {value}) can be scored after this move.": in_reach,
    "Card {card} pays, the one worth least to keep.": pays,
    "No card in hand can be scored this turn.": nothing,
    "No card in hand can be scored any more this turn.": nothing_more,
    "Card {card} needs {n} move, and this is it.": nearer,
    "Skipping draws {n} card.": skipping,
    "Ending the turn draws {n} card.": ending,
    "Ending the turn draws nothing.": ending,
    "Without a score the turn costs strike {number} of {most}.": strike,
    "This round is the last, so the turn is over.": last_round,
    "The cards left can be scored in the order {order} without a strike.": planned,
    "The cards left can be scored in the order {order} for {n} strike.": planned,
    "Card {card} is the one worth least to keep.": worth_least,
    "Cards {cards} can be scored this turn, {points} points in all, with {n} move.": several,
    "Cards {cards} are shown, {points} points in all.": several,
    "The hand is large: there may be a better turn.": large,
    "Nobody then has more cards of value 1, which brings the bonus.": bonus,
}
SETTINGS: list[tuple[dict[str, Any], tuple[int, ...]]] = [
    ({}, (1, 2, 3, 5)),
    ({"deck": "first_steps"}, (2, 4)),
    ({"hand_size": 1}, (1, 2)),
    ({"hand_size": 2, "skip_draw": 4, "hand_cap": 12}, (1, 2)),
    ({"hand_size": 5, "discard_down_to_4": True}, (1, 3)),
    ({"discard_down_to_4": True, "hand_size": 2}, (1, 2)),
    ({"skip_cap": False, "skip_draw": 3}, (2,)),
    ({"trigger_2": 2, "bonus": 10, "bonus_needs_one": False}, (2,)),
    ({"solo_strikes": 1}, (1,)),
    ({"solo_skip_strike": False, "solo_strikes": 10}, (1,)),
    ({"solo_ones": 3, "solo_twos": 2, "solo_threes": 0, "solo_fives": 0}, (1,)),
]
RARE: list[tuple[dict[str, Any], dict[str, Any]]] = [
    # Two cards are shown.
    ({}, {"players": 2, "grid": GRID, "hands": [[3, 44, 72], []]}),
    # The bonus is in reach in the last round.
    (
        {"trigger_2": 2},
        {"players": 2, "grid": GRID, "scored": [[1, 29], [30]], "to_move": 1, "hands": [[], [18, 3]]},
    ),
    # A hand of twenty.
    ({"skip_cap": False}, {"players": 2, "grid": GRID, "hands": [[*range(41, 61)], []]}),
    # The third strike, nothing within reach, and two cards too many.
    (
        {"discard_down_to_4": True, "hand_size": 1, "solo_strikes": 3},
        {"players": 1, "grid": GRID, "hands": [[68, 66, 67]], "strikes": 2},
    ),
    # Nothing to draw at all.
    ({"hand_size": 2}, {"players": 2, "grid": GRID, "hands": [[72], [71]], "deck": [], "skipped": [True, True]}),
]


def checked(state: StonesState, kind: str, language: Language) -> Decision:
    """Ask for advice or a hint, and check all it says."""
    assert state.to_move is not None
    legal, view = state.legal(), state.view(state.to_move)
    decision = getattr(state.game, kind)(view, legal)
    assert decision.action in legal
    assert getattr(state.game, kind)(view, tuple(legal)) == decision
    spoken(decision.reason, language)
    told = Told(state, decision)
    for message, values in sentences(decision.reason):
        FACTS[message](told, values)
    if kind == "hint":
        followed(state, decision)
    return decision  # type: ignore[no-any-return]


def followed(state: StonesState, decision: Decision) -> None:
    """Follow a hint: everything it says is legal in its order, and then the turn is over."""
    seat, state = state.to_move, state.copy()
    turns = 0
    for action in (decision.action, *decision.then):
        assert turns == 0
        assert state.to_move == seat
        assert action in state.legal()
        state.apply(action, Chance(1))
        turns += not (state.acted or state.shedding) or state.to_move is None
    assert turns == 1


def played(game: ShiftingStones, players: int, seed: int, language: Language) -> None:
    """Play by the advice, in some games with strays, and check all that is said."""
    random = Random(f"{players}/{seed}")  # noqa: S311
    state = game.start(players, Chance(seed))
    for number in range(160):
        if state.to_move is None:
            break
        decision = checked(state, "advise", language)
        if number % 4 == 0:
            checked(state, "hint", language)
        stray = random.random() < 0.15 * (seed % 3)
        state.apply(pick(state.legal(), random) if stray else decision.action, Chance(number))


def test_all_that_advice_and_hints_say_is_true_and_every_sentence_is_said(tmp_path: Path) -> None:
    language = pseudo_language(tmp_path / "locale")
    for rules, counts in SETTINGS:
        for players in counts:
            for seed in range(3 if players > 1 else 6):
                played(ShiftingStones.of(rules), players, seed, language)
    for rules, position in RARE:
        for kind in ("advise", "hint"):
            checked(ShiftingStones.of(rules).position(position), kind, language)
    assert unheard(language, r"games/shifting_stones/advice\.py") == set()


def test_hint_scores_all_that_can_be_scored_this_turn() -> None:
    for seed in range(20):
        state = ShiftingStones.of().start(2, Chance(seed))
        decision = state.game.hint(state.view(0), state.legal())
        assert decision is not None
        scored = [action.args[0] for action in (decision.action, *decision.then) if action.kind == "score"]
        points = sum(state.game.cards[card].value for card in scored)
        assert points == best_turn(state.game, state.view(0)).points


def test_hint_never_scores_less_than_advice_even_if_its_search_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "best_turn", partial(best_turn, most_grids=200))
    outdone = 0
    for seed in range(40):
        state = ShiftingStones.of({"hand_size": 8}).start(2, Chance(seed))
        game, view = state.game, state.view(0)
        decision = game.hint(view, state.legal())
        assert decision is not None
        followed(state, decision)
        actions = decision.action, *decision.then
        hinted = sum(game.cards[action.args[0]].value for action in actions if action.kind == "score")
        outdone += best_turn(game, view, most_grids=200).points < hinted
        while (quick := game.advise(state.view(0), state.legal())) and quick.action.kind != "end":
            state.apply(quick.action, Chance(1))
        assert hinted >= sum(game.cards[card].value for card in state.scored[0])
    assert outdone > 0


def test_a_match_gives_the_hint_of_its_game() -> None:
    match = tidebook.new("shifting_stones", position={"players": 2, "grid": GRID, "hands": [[3, 44, 72], []]})
    decision = match.hint()
    assert decision is not None
    assert str(decision.reason) == "Cards 44 and 3 are shown, 3 points in all."
    assert list(map(str, (decision.action, *decision.then))) == ["score 44", "score 3", "end"]


def test_without_anything_legal_there_is_no_advice() -> None:
    view = ShiftingStones.of().start(2, Chance(1)).view(None)
    assert ShiftingStones.of().advise(view, ()) is None
    assert ShiftingStones.of().hint(view, ()) is None


@pytest.mark.parametrize(
    ("rules", "position", "action"),
    [
        # With few cards a skip brings the nearest card into reach.
        ({"hand_size": 1}, {"hands": [[64], []]}, "skip"),
        # With four the others are worth more as moves.
        ({}, {"hands": [[68, 70, 71, 72], []]}, "flip"),
        # Not in the last round.
        ({"trigger_2": 1}, {"hands": [[], [71, 72]], "scored": [[3], []], "to_move": 1}, "end"),
        # A skip that costs no strike is better than a turn that does.
        ({"solo_skip_strike": False}, {"players": 1, "hands": [[68]]}, "skip"),
        ({"discard_down_to_4": True, "hand_size": 1}, {"hands": [[3, 72], []], "shedding": True}, "discard"),
    ],
)
def test_advice_where_nothing_can_be_scored(rules: dict[str, Any], position: dict[str, Any], action: str) -> None:
    state = ShiftingStones.of(rules).position({"players": 2, "grid": GRID, **position})
    decision = state.game.advise(state.view(state.to_move), state.legal())
    assert decision is not None
    assert decision.action.kind == action
