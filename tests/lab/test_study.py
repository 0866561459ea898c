"""Studies: the same study gives the same results, and numbers carry intervals that tell the truth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

import tidebook
from tidebook.core.chance import stream
from tidebook.core.errors import RulesError, TidebookError, UnknownBotError, UnknownGameError
from tidebook.core.player import Decision
from tidebook.core.text import _
from tidebook.lab import Study, mean, wilson

if TYPE_CHECKING:
    from random import Random

    from tidebook.core.player import Sight


class Scorer:
    """Scores whatever it can, otherwise ends its turn."""

    name = "scorer"

    def choose(self, sight: Sight, random: Random) -> Decision:
        """Score, or move something."""
        scores = [action for action in sight.legal if action.kind == "score"]
        ends = [action for action in sight.legal if action.kind == "end"]
        moves = [action for action in sight.legal if action.kind in ("shift", "flip")]
        chosen = scores or ([moves[int(random.random() * len(moves))]] if moves else ends)
        return Decision(chosen[0], _("It scores what it can."))


def test_wilson_gives_the_known_intervals() -> None:
    half = wilson(10, 20)
    assert (round(half.value, 4), round(half.low, 4), round(half.high, 4), half.games) == (0.5, 0.2993, 0.7007, 20)
    none = wilson(0, 10)
    assert none.low == 0.0
    assert round(none.high, 4) == 0.2775
    every = wilson(10, 10)
    assert round(every.low, 4) == 0.7225
    assert every.high == 1.0


def test_wilson_of_no_games_knows_nothing() -> None:
    unknown = wilson(0, 0)
    assert math.isnan(unknown.value)
    assert (unknown.low, unknown.high, unknown.games) == (0.0, 1.0, 0)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.5, 0.9])
def test_wilson_covers_the_truth_about_95_times_in_100(share: float) -> None:
    random = stream("coverage", share)
    covered = 0
    for _repeat in range(1000):
        found = wilson(sum(random.random() < share for _game in range(60)), 60)
        covered += found.low <= share <= found.high
    assert 920 <= covered <= 985


def test_mean_gives_the_interval_of_the_normal_distribution() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    reach = 1.959963984540054 * math.sqrt(5 / 3) / 2
    assert found.value == 2.5
    assert math.isclose(found.high - found.value, reach)
    assert math.isclose(found.value - found.low, reach)


def test_mean_of_one_value_or_none_has_no_interval() -> None:
    assert (mean([3.0]).low, mean([3.0]).high) == (-math.inf, math.inf)
    assert mean([]).games == 0


def test_same_study_gives_the_same_results() -> None:
    study = Study("shifting_stones", bots=("random",) * 3, games=4, seed="again", rules={"trigger_3": 2})
    assert study.run().results == study.run().results


def test_each_game_can_be_played_alone() -> None:
    study = Study("shifting_stones", bots=("random", "random"), games=5, seed=3, rules={"trigger_2": 2})
    assert study.run().results[4] == study.play(4)


def test_a_match_with_the_seed_of_a_game_is_the_same_game() -> None:
    study = Study("shifting_stones", bots=("random", "random"), games=3, seed=7, rules={"trigger_2": 3})
    for result in study.run().results:
        bots = dict.fromkeys(range(2), "random")
        match = tidebook.new("shifting_stones", 2, result.seed, rules={"trigger_2": 3}, bots=bots)
        assert match.advance() == result.actions
        assert tuple(sheet.total for sheet in match.scores()) == result.totals


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    class Cheat:
        """Scores a card that is not there."""

        name = "cheat"

        def choose(self, sight: Sight, random: Random) -> Decision:  # noqa: ARG002 it has made up its mind
            """Score whatever it likes."""
            return Decision(sight.game.parse("score 72"), _("Because."))

    with pytest.raises(TidebookError, match="The bot cheat chose “score 72”, which is not allowed"):
        Study("shifting_stones", bots=(Cheat(), "random"), games=1, seed=3).run()


def test_bots_change_seats_from_game_to_game() -> None:
    study = Study("shifting_stones", bots=("random", "random"), games=4, rules={"trigger_2": 1})
    assert [result.bots for result in study.run().results] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    fixed = Study("shifting_stones", bots=("random", "random"), games=2, rules={"trigger_2": 1}, rotate=False)
    assert [result.bots for result in fixed.run().results] == [(0, 1), (0, 1)]


def test_stronger_bot_wins_more_wherever_it_sits() -> None:
    result = Study("shifting_stones", bots=(Scorer(), "random"), games=60, seed=1).run()
    assert result.wins(0).low > 0.5
    assert result.wins(0).value + result.wins(1).value == pytest.approx(1)
    assert result.seat_wins(0).value + result.seat_wins(1).value == pytest.approx(1)


def test_solo_study_counts_wins_of_one_seat() -> None:
    result = Study("shifting_stones", bots=("random",), games=20, seed=1, rules={"solo_strikes": 1}).run()
    assert result.wins(0).games == 20
    assert result.wins(0).value < 0.5


def test_games_at_the_cap_are_counted_and_won_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tidebook.game("shifting_stones")
    monkeypatch.setattr(type(game), "max_actions", 5)
    result = Study(game, bots=("random", "random"), games=3).run()
    assert result.capped == 3
    assert result.length().value == 5
    assert result.wins(0).value == 0


def test_a_study_says_what_it_found_with_intervals() -> None:
    done: list[int] = []
    result = Study("shifting_stones", bots=("random", "random"), games=3, seed=1).run(done.append)
    assert done == [1, 2, 3]
    lines = str(result).splitlines()
    assert lines[0] == "3 games, 0 cut at the cap of their length."
    assert len(lines) == 6
    assert all("to" in line and "3 games" in line for line in lines[1:])


def test_what_cannot_be_studied_is_refused_in_a_sentence() -> None:
    with pytest.raises(TidebookError, match="games must be 1 to 10000000, not 0"):
        Study("shifting_stones", bots=("random",), games=0).run()
    with pytest.raises(UnknownBotError, match="There is no bot clever; there are random"):
        Study("shifting_stones", bots=("clever",), games=1).run()
    with pytest.raises(UnknownGameError, match="There is no game chess"):
        Study("chess", bots=("random",), games=1).run()
    with pytest.raises(RulesError, match="not 6"):
        Study("shifting_stones", bots=("random",) * 6, games=1).run()
