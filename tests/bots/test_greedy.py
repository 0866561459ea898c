"""The bot `greedy`: it follows advice, looks ahead where there is none, and wins."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tests.core.test_text_translated import pseudo_language, spoken, unheard
from tidebook.bots import GreedyBot
from tidebook.bots.greedy import GUESSES
from tidebook.core.chance import Chance, stream
from tidebook.core.player import Sight
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.lab import Study, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tidebook.core.game import Action
    from tidebook.core.player import Decision

# Card 3 (HO) is shown, card 72 is far away.
POSITION = {"players": 2, "grid": "BHO/EST/EBH", "hands": [[3, 72], [1]]}


class Silent(ShiftingStones):
    """The game without advice, as other people's games may be."""

    def advise(self, view: Any, legal: Sequence[Action]) -> Decision | None:
        """Say nothing."""
        del view, legal
        return None


def test_advice_of_the_game_is_followed() -> None:
    match = tidebook.new("shifting_stones", 2, 7)
    sight = match.sight()
    assert GreedyBot().choose(sight, Random(1)) == sight.game.advise(sight.view, sight.legal)  # noqa: S311


def test_without_advice_the_action_with_the_best_score_is_taken() -> None:
    state = Silent.of().position(POSITION)
    sight = Sight(state.game, state.view(0), state.legal())
    decision = GreedyBot().choose(sight, stream(1, "greedy"))
    assert str(decision.action) == "score 3"
    assert str(decision.reason) == f"On {GUESSES} guesses of what is hidden, no other action leads to a better score."


def test_without_advice_equal_actions_are_chosen_among_at_random() -> None:
    state = Silent.of().position({**POSITION, "hands": [[72], [1]]})
    sight = Sight(state.game, state.view(0), state.legal())
    chosen = [GreedyBot().choose(sight, stream(seed, "greedy")) for seed in range(40)]
    assert chosen == [GreedyBot().choose(sight, stream(seed, "greedy")) for seed in range(40)]
    assert {decision.action.kind for decision in chosen} == {"shift", "flip", "end", "skip"}
    assert {str(decision.reason) for decision in chosen} == {
        "Every action leads to the same score, so it was chosen at random."
    }


def test_without_advice_the_only_action_needs_no_look_ahead() -> None:
    state = Silent.of().position({**POSITION, "hands": [[], [1]], "skipped": [True, False]})
    sight = Sight(state.game, state.view(0), state.legal())
    decision = GreedyBot().choose(sight, stream(1, "greedy"))
    assert (str(decision.action), str(decision.reason)) == ("end", "There is nothing else to do.")


def test_without_advice_games_come_to_an_end_alone_and_together() -> None:
    for players, rules in ((1, {"solo_strikes": 1}), (3, {"trigger_3": 1, "hand_size": 2})):
        result = Study(Silent.of(rules), bots=("greedy",) * players, games=2, seed=1).run()
        assert result.capped == 0


def test_reasons_of_greedy_are_said_in_the_pseudo_language(tmp_path: Path) -> None:
    language = pseudo_language(tmp_path / "locale")
    for hand, skipped in (([3, 72], False), ([72], False), ([], True)):
        state = Silent.of().position({**POSITION, "hands": [hand, [1]], "skipped": [skipped, False]})
        sight = Sight(state.game, state.view(0), state.legal())
        spoken(GreedyBot().choose(sight, stream(1, "greedy")).reason, language)
    assert unheard(language, r"bots/greedy\.py") == set()


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random_from_either_seat(seat: int) -> None:
    bots = ["random", "random"]
    bots[seat] = "greedy"
    result = Study("shifting_stones", bots=bots, games=150, seed=f"seat {seat}", rotate=False).run()
    wins = result.wins(seat)
    print(f"greedy in seat {seat}: {wins}")  # noqa: T201 shown by pytest -rP
    assert result.capped == 0
    assert wins.games == 150
    assert wins.low >= 0.95
    assert result.seat_wins(seat) == wins


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_beats_several_random_bots(players: int) -> None:
    result = Study("shifting_stones", bots=("greedy", *["random"] * (players - 1)), games=50, seed=players).run()
    assert result.wins(0).low >= 0.9


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_games_between_greedy_bots_come_to_an_end(players: int) -> None:
    rules: tuple[dict[str, Any], ...] = (
        {},
        {"hand_size": 1},
        {"hand_size": 8, "hand_cap": 12},
        {"discard_down_to_4": True, "skip_cap": False},
    )
    for number, rule in enumerate(rules):
        result = Study("shifting_stones", bots=("greedy",) * players, games=4, seed=number, rules=rule).run()
        assert result.capped == 0


def test_greedy_wins_most_solo_games() -> None:
    result = Study("shifting_stones", bots=("greedy",), games=100, seed=1).run()
    assert result.capped == 0
    assert result.wins(0).low > 0.7
    assert result.wins(0) == wilson(sum(one.winners == (0,) for one in result.results), 100)


def test_same_sight_and_source_give_the_same_choice() -> None:
    state = ShiftingStones.of().start(3, Chance(5))
    sight = Sight(state.game, state.view(0), state.legal())
    assert GreedyBot().choose(sight, stream(1, "a")) == GreedyBot().choose(sight, stream(2, "b"))
