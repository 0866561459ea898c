"""Studies: the same study gives the same results, and each of its games can be played again."""

from __future__ import annotations

import pytest

import tidebook
from tests.lab.players import Careless, Cheat
from tidebook.core.errors import ChanceError, RulesError, TidebookError, UnknownBotError, UnknownGameError
from tidebook.lab import Study


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
    with pytest.raises(TidebookError, match="The bot cheat chose “score 72”, which is not allowed"):
        Study("shifting_stones", bots=(Cheat(), "random"), games=1, seed=3).run()


def test_bots_change_seats_from_game_to_game() -> None:
    study = Study("shifting_stones", bots=("random", "random"), games=4, rules={"trigger_2": 1})
    assert [result.bots for result in study.run().results] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    fixed = Study("shifting_stones", bots=("random", "random"), games=2, rules={"trigger_2": 1}, rotate=False)
    assert [result.bots for result in fixed.run().results] == [(0, 1), (0, 1)]


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


def test_a_study_tells_how_far_it_is_and_stops_when_told_to() -> None:
    study = Study("shifting_stones", bots=("random", "random"), games=4, seed=1, rules={"trigger_2": 1})
    done: list[int] = []
    whole = study.run(done.append)
    assert done == [1, 2, 3, 4]
    assert study.run(lambda games: games < 3).results == whole.results[:3]


def test_a_mistake_in_a_bot_is_told_with_the_seed_of_the_game() -> None:
    study = Study("shifting_stones", bots=(Careless(), "random"), games=50, seed=1)
    with pytest.raises(
        TidebookError, match=r"Game \d+ of the study went wrong \(ZeroDivisionError: .*its seed is 1/\d+"
    ):
        study.run()


def test_what_cannot_be_studied_is_refused_in_a_sentence() -> None:
    with pytest.raises(TidebookError, match="games must be 1 to 10000000, not 0"):
        Study("shifting_stones", bots=("random",), games=0).run()
    with pytest.raises(UnknownBotError, match=r"There is no bot clever; there are .*random"):
        Study("shifting_stones", bots=("clever",), games=1).run()
    with pytest.raises(UnknownGameError, match="There is no game chess"):
        Study("chess", bots=("random",), games=1).run()
    with pytest.raises(RulesError, match="not 6"):
        Study("shifting_stones", bots=("random",) * 6, games=1).run()
    with pytest.raises(ChanceError, match="A seed is a whole number or a text of at most 200 characters"):
        Study("shifting_stones", bots=("random",), games=1, seed="x" * 201).run()
    with pytest.raises(TidebookError, match="The seed of this study may have at most 197 characters"):
        Study("shifting_stones", bots=("random",), games=100, seed="x" * 198).run()
