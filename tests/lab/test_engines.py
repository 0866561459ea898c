"""Where a study is played makes no difference: in this process, in others, on any executor; also if workers die."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tests.lab.players import Careless, Cheat, Mortal, Scorer, Stillborn
from tidebook.core.errors import TidebookError
from tidebook.lab import GameResult, Study
from tidebook.lab.engines import AIM, MOST_IN_BATCH, Outcome, Plan, play_batch, spread
from tidebook.lab.pool import Pool

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GAME = "shifting_stones"
SHORT = {"trigger_2": 1}


def study(*bots: Any, games: int = 30, **options: Any) -> Study:
    """Make a study of short games."""
    return Study(GAME, bots or ("random", "random"), games, **{"seed": 7, "rules": SHORT, **options})


def children() -> list[Any]:
    """Give the worker processes that run now."""
    return [child for child in multiprocessing.active_children() if "Spawn" in type(child).__name__]


# The same results everywhere.


def test_two_processes_give_the_same_results_bit_by_bit() -> None:
    asked = study(Scorer(), "random", "random", rules={"hand_size": 3, "trigger_3": 2}, games=40)
    here = asked.run()
    there = asked.run(workers=2)
    assert there == here
    assert [pickle.dumps(one) for one in there.results] == [pickle.dumps(one) for one in here.results]
    assert str(there) == str(here)
    assert children() == []


def test_any_executor_gives_the_same_results() -> None:
    with ThreadPoolExecutor(2) as executor:
        assert study().run(executor=executor) == study().run(executor=executor, workers=5) == study().run()
        assert executor.submit(int, "7").result() == 7  # it was not ours to shut down


def test_variant_file_needs_to_be_on_this_machine_only(tmp_path: Path) -> None:
    variant = tmp_path / "house.toml"
    variant.write_text('game = "shifting_stones"\n[rules]\ntrigger_2 = 1\n')
    sent = pickle.dumps(study(rules=variant).checked())
    variant.unlink()
    assert play_batch(pickle.loads(sent), range(3), 1).results == study(games=3).run().results  # noqa: S301


def test_results_stream_in_the_order_of_the_games_whoever_is_first() -> None:
    class Backwards:
        """Begins with what it was given last."""

        _max_workers = 2

        def __init__(self) -> None:
            self.waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

        def submit(self, work: Callable[..., Any], *given: Any) -> Future[Any]:
            self.waiting.append((Future(), work, given))
            future = self.waiting[-1][0]
            if len(self.waiting) == 4 or given[1].stop == 30:
                while self.waiting:
                    later, its_work, its_given = self.waiting.pop()
                    later.set_result(its_work(*its_given))
            return future

    executor: Any = Backwards()
    assert [one.number for one in study().stream(executor=executor)] == list(range(30))


def test_a_study_can_be_stopped_and_what_is_done_is_kept() -> None:
    whole = study().run()
    stopped = study(games=100_000).run(lambda done: done < 10, workers=2)
    assert stopped.results == whole.results[:10]
    assert children() == []
    with closing(study(games=100_000).stream(workers=2)) as stream:
        assert next(stream) == whole.results[0]
        assert children()
    assert children() == []


# Workers that die, and other trouble.


def test_a_killed_worker_loses_nothing() -> None:
    killed: list[int] = []

    def kill(done: int) -> None:
        if done in (1, 20):
            for victim in children()[:1]:  # none, if the first one took the others with it just now
                victim.kill()
                killed.append(done)

    assert study(games=60).run(kill, workers=2) == study(games=60).run()
    assert killed[0] == 1
    assert children() == []


def test_a_worker_whose_death_the_pool_does_not_tell_is_missed() -> None:
    class Deaf(Pool):
        """Waits for ever for what a dead worker was given."""

        deaths = 1

        def submit(self, games: range) -> Future[Outcome]:
            future = super().submit(games)
            if self.deaths and games.start == 2:
                self.deaths -= 1
                future.result()
                for child in children():
                    child.kill()
                return Future()
            return future

    asked = study().checked()
    assert list(spread(asked, Deaf(asked, 2))) == study().run().results
    assert children() == []


def test_games_that_kill_their_worker_again_and_again_end_the_study_with_a_sentence() -> None:
    done: list[int] = []
    with pytest.raises(TidebookError, match=r"The study stopped at game \d+: the workers died\. Maybe .* memory"):
        study(Mortal(), "random", games=200, rules=None).run(done.append, workers=2)
    assert done
    assert children() == []


def test_workers_that_never_begin_are_told_apart() -> None:
    with pytest.raises(TidebookError, match=r"end before they have played a game.*“if __name__ == '__main__':”"):
        study(Stillborn(), "random").run(workers=2)


def up_to_trouble(asked: Study, workers: int) -> tuple[list[GameResult], str]:
    """Play until something goes wrong; give the games before it, and what is said."""
    results: list[GameResult] = []
    try:
        for one in asked.stream(workers=workers):
            results.append(one)  # noqa: PERF402 one by one: the games before the trouble count
    except TidebookError as error:
        return results, str(error)
    pytest.fail("nothing went wrong")


@pytest.mark.parametrize(("bot", "said"), [(Cheat(), "The bot cheat chose"), (Careless(), "went wrong (ZeroDivision")])
def test_trouble_in_a_game_comes_after_the_games_before_it_everywhere(bot: Any, said: str) -> None:
    asked = study(bot, "random", games=400, seed=2)
    here, there = up_to_trouble(asked, 1), up_to_trouble(asked, 2)
    assert here == there
    assert here[0] or bot.name == "cheat"
    assert said in here[1]
    assert children() == []


def test_bots_that_cannot_be_sent_are_refused() -> None:
    class Local(Scorer):
        """Nobody else can import it."""

    with pytest.raises(TidebookError, match=r"cannot be sent to other processes .* must be defined in a module"):
        study(Local(), "random").run(workers=2)


def test_executor_that_does_not_play_says_why() -> None:
    with ThreadPoolExecutor(1) as executor:
        pass
    with pytest.raises(TidebookError, match="The study stopped at game 0: RuntimeError: cannot schedule new futures"):
        study().run(executor=executor)
    nothing: Any = 7
    with pytest.raises(TidebookError, match=r"executor must be one of concurrent\.futures or like it, not 7"):
        study().run(executor=nothing)


def test_executor_that_gives_up_says_so() -> None:
    class GivesUp:
        """Takes all and does nothing."""

        def submit(self, *_given: object) -> Future[Any]:
            given_up: Future[Any] = Future()
            given_up.cancel()
            given_up.set_running_or_notify_cancel()
            return given_up

    executor: Any = GivesUp()
    with pytest.raises(TidebookError, match="The study stopped at game 0: the executor gave it up"):
        study().run(executor=executor)


@pytest.mark.parametrize(("workers", "said"), [(0, "0"), (-1, "-1"), (257, "257"), (2.5, "2.5"), ("2", "'2'")])
def test_nonsense_number_of_workers_is_refused(workers: Any, said: str) -> None:
    with pytest.raises(TidebookError, match=rf"workers must be 1 to 256, not {said}\."):
        study().run(workers=workers)


def test_worker_with_another_version_of_the_game_is_refused() -> None:
    asked = study().checked()
    outcome = play_batch(asked, range(3), tidebook.game(GAME).version + 1)
    assert outcome.results == []
    assert str(outcome.trouble) == "A worker has version 1 of the game, but here it is 2."


def test_more_workers_than_games_are_not_started() -> None:
    assert Pool(study(games=3).checked(), 200).width == 3


# Batches.


def outcome(games: range, seconds: float) -> Outcome:
    """Play these games in no time at all, but say how long it took."""
    results = [GameResult(number, "", (0,), 1, capped=False, winners=(), totals=(0,)) for number in games]
    return Outcome(results, None, seconds * len(games))


def sizes(games: int, width: int, seconds: float) -> list[int]:
    """Give how many games each batch has if a game takes so long."""
    plan, found, expected = Plan(games, width), [], 0
    while batch := plan.take():
        assert batch.start == expected
        expected = batch.stop
        found.append(len(batch))
        plan.learn(batch, outcome(batch, seconds))
    assert expected == games
    return found


def test_batches_grow_up_to_the_time_aimed_at_and_shrink_towards_the_end() -> None:
    found = sizes(10_000, 2, AIM / 50.5)
    assert found[:7] == [1, 2, 4, 8, 16, 32, 50]
    assert max(found) == 50
    assert found[-4:] == [1, 1, 1, 1]


def test_batches_of_the_shortest_games_are_bounded() -> None:
    assert max(sizes(10_000, 2, 1e-9)) == MOST_IN_BATCH


def test_long_games_are_sent_one_by_one() -> None:
    assert set(sizes(20, 4, AIM * 3)) == {1}


def test_lost_batches_come_first_in_their_order() -> None:
    plan = Plan(10, 2)
    lost = [plan.take(), plan.take()]
    assert plan.again([games for games in lost if games], can=True) == {}
    assert [plan.take() for _again in range(3)] == [range(1), range(1, 2), range(2, 3)]
