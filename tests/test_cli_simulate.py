"""`tidebook simulate`: what it prints, how it is stopped, what it answers to wrong calls."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import tidebook
from tests.seated import GAME, call, process
from tidebook.lab import Study

SHORT = ("--set", "trigger_2=1")
TOP = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command be called as people call it."""
    monkeypatch.setattr(sys, "argv", ["tidebook"])


def simulate(*arguments: str) -> str:
    """Run a study that goes well, and give what it prints."""
    code, out, err = call("simulate", GAME, *arguments)
    assert (code, err) == (0, "")
    return out


# What is printed.


def test_summary_is_a_table_with_intervals_and_all_that_it_rests_on() -> None:
    out = simulate("--games", "20", "--seed", "7", *SHORT)
    result = Study(GAME, ("random", "random"), 20, 7, {"trigger_2": 1}).run()
    assert out == (
        "Shifting Stones with random 1 and random 2, seed 7\n"
        "  House rule: trigger_2 = 1\n"
        "In brackets: the 95 % interval of each number.\n"
        f"{result}\n"
    )


def test_workers_make_no_difference() -> None:
    words = ("--games", "30", "--seed", "tide", *SHORT)
    assert simulate(*words, "--workers", "2") == simulate(*words, "--workers", "1") == simulate(*words)


def test_json_is_one_object_with_study_result_and_games(tmp_path: Path) -> None:
    variant = tmp_path / "house.toml"
    variant.write_text('game = "shifting_stones"\n[rules]\ntrigger_3 = 2\n')
    words = ("--games", "4", "--bots", "random,random, random", "--seed", "7", "--variant", str(variant))
    data = json.loads(simulate(*words, "--set", "hand_size=3", "--json"))
    rules = {"hand_size": 3, "trigger_3": 2}
    result = Study(GAME, ("random",) * 3, 4, 7, rules).run()
    assert data["study"] == {
        "game": GAME, "version": 1, "rules": rules, "players": 3, "bots": ["random"] * 3, "games": 4, "seed": "7",
    }  # fmt: skip
    assert data["ended"] == "complete"
    assert data["result"] == result.summary()
    assert data["games"] == [one.to_dict() for one in result.results]


def test_json_of_a_single_game_says_null_for_what_it_cannot_tell() -> None:
    data = json.loads(simulate("--games", "1", "--seed", "7", "--json", *SHORT))
    assert data["result"]["length"]["low"] is None


def test_game_of_a_study_can_be_played_again_by_its_seed() -> None:
    (one,) = json.loads(simulate("--games", "1", "--seed", "7", "--json", *SHORT))["games"]
    match = tidebook.new(GAME, 2, one["seed"], rules={"trigger_2": 1}, bots=dict.fromkeys(range(2), "random"))
    assert match.advance() == one["actions"]
    assert [sheet.total for sheet in match.scores()] == one["totals"]


def test_solo_games_are_won_or_not() -> None:
    out = simulate("--games", "5", "--players", "1", "--seed", "7", "--set", "solo_strikes=1")
    assert re.search(r"^random   \d+\.0 % \(", out, re.MULTILINE)
    assert "seat" not in out
    assert simulate("--games", "5", "--bots", "random", "--seed", "7", "--set", "solo_strikes=1") == out


def test_number_of_players_follows_the_bots_or_is_the_usual_one() -> None:
    assert "with random 1, random 2 and random 3," in simulate(
        "--games", "1", "--bots", "random,random,random", "--seed", "7", "--set", "trigger_3=1"
    )
    assert "with random 1 and random 2," in simulate("--games", "1", "--seed", "7", *SHORT)


def test_seed_that_nobody_chose_is_told_with_the_line_that_repeats_the_study() -> None:
    code, out, err = call("simulate", GAME, "--games", "3", *SHORT)
    assert code == 0
    line = re.fullmatch(r"The seed is \d+\. To repeat this study: tidebook (.*)\n", err)
    assert line
    assert call(*shlex.split(line[1])) == (0, out, "")


def test_line_that_repeats_a_study_is_quoted_for_the_shell(tmp_path: Path) -> None:
    variant = tmp_path / "our house.toml"
    variant.write_text('game = "shifting_stones"\n[rules]\ntrigger_2 = 1\n')
    _code, out, err = call("simulate", GAME, "--games", "3", "--variant", str(variant), "--set", "skip_cap = false")
    assert call(*shlex.split(err.partition("study: tidebook ")[2])).out == out


def test_help_tells_what_each_option_means() -> None:
    code, out, err = call("simulate", "--help")
    assert (code, err) == (0, "")
    assert all(option in out for option in ("--games", "--bots", "--workers", "--dask", "--json", "95 % intervals"))
    assert "simulate" in call("--help").out


# Wrong calls.


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--games", "0"], "games must be 1 to 10000000, not 0."),
        (["--games", "-5"], "games must be 1 to 10000000, not -5."),
        (["--games", "10000001"], "games must be 1 to 10000000, not 10000001."),
        (["--games", "many"], "invalid int value: 'many'"),
        (["--workers", "0"], "workers must be 1 to 256, not 0."),
        (["--workers", "-2"], "workers must be 1 to 256, not -2."),
        (["--workers", "257"], "workers must be 1 to 256, not 257."),
        (["--workers", "2", "--dask", "tcp://127.0.0.1:1"], "--dask: not allowed with argument --workers"),
        (["--players", "6"], "is for 1, 2, 3, 4 and 5 players by these rules, not 6."),
        (["--players", "0"], "not 0."),
        (["--players", "3", "--bots", "random,random"], "A study needs a bot for each of 3 seats, not 2."),
        (["--players", "2", "--bots", "random,random,random"], "A study needs a bot for each of 2 seats, not 3."),
        (["--players", "1", "--bots", "random,random"], "A study needs a bot for each seat, which is 1, not 2."),
        (["--bots", "deep_blue,random"], "There is no bot deep_blue; there are "),
        (["--bots", ""], "There is no bot ; there are"),
        (["--bots", "random," * 7], "players by these rules, not 8."),
        (["--seed", "x" * 199], "The seed of this study may have at most 197 characters."),
        (["--seed", "x" * 201], "A seed is a whole number or a text of at most 200 characters"),
        (["--set", "hand_size=0"], "hand_size must be 1 to 8, not 0."),
        (["--variant", "nowhere.toml"], "nowhere.toml cannot be read"),
    ],
)
def test_wrong_call_is_answered_with_a_sentence(arguments: list[str], sentence: str) -> None:
    code, out, err = call("simulate", GAME, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err


def test_unknown_game_is_answered_with_a_sentence() -> None:
    code, out, err = call("simulate", "chess")
    assert (code, out) == (2, "")
    assert "There is no game chess" in err


# Studies that end early.


def break_at(monkeypatch: pytest.MonkeyPatch, number: int, error: BaseException) -> None:
    """Let the game of this number fail."""
    played = Study._played

    def fail(study: Study, at: int, *others: Any) -> Any:
        if at == number:
            raise error
        return played(study, at, *others)

    monkeypatch.setattr(Study, "_played", fail)


def test_interrupt_keeps_the_games_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--seed", "7", *SHORT)
    three, three_json = (simulate("--games", "3", *words, *more) for more in ((), ("--json",)))
    break_at(monkeypatch, 3, KeyboardInterrupt())
    code, out, err = call("simulate", GAME, "--games", "9", *words)
    assert (code, out) == (130, three)
    assert err == (
        "Ended after 3 games of 9.\nTo repeat these: tidebook simulate shifting_stones --games=3 --players=2"
        " --bots=random,random --seed=7 --set=trigger_2=1\n"
    )
    code, out, _err = call("simulate", GAME, "--games", "9", *words, "--json")
    stopped = json.loads(out)
    assert (code, stopped["ended"], stopped["study"]["games"]) == (130, "stopped", 9)
    assert stopped["games"] == json.loads(three_json)["games"]


def test_interrupt_before_the_first_game_ends_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    break_at(monkeypatch, 0, KeyboardInterrupt())
    assert call("simulate", GAME, "--seed", "7") == (130, "", "Ended after 0 games of 100.\n")
    data = json.loads(call("simulate", GAME, "--seed", "7", "--json").out)
    assert (data["games"], data["result"]["games"]) == ([], 0)


def test_mistake_in_a_game_is_told_and_what_is_done_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    two = simulate("--games", "2", "--seed", "7", *SHORT)
    break_at(monkeypatch, 2, ZeroDivisionError("oh"))
    code, out, err = call("simulate", GAME, "--games", "9", "--seed", "7", *SHORT)
    assert (code, out) == (1, two)
    assert err == (
        "Game 2 of the study went wrong (ZeroDivisionError: oh); its seed is 7/2.\nEnded after 2 games of 9.\n"
    )


# As a process.


def test_pipe_gets_no_progress() -> None:
    done = process("simulate", GAME, "--games", "150", "--seed", "7")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\r" not in done.stdout


def test_game_of_other_people_is_played_in_worker_processes(tmp_path: Path) -> None:
    shutil.copytree(TOP / "tests" / "example" / "four_shells", tmp_path / "four_shells")
    facts = tmp_path / "tidebook_four_shells-1.0.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: tidebook-four-shells\nVersion: 1.0.0\n")
    (facts / "entry_points.txt").write_text("[tidebook.games]\nfour_shells = four_shells:FourShells\n")
    environ = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{TOP}"}
    words = ("simulate", "four_shells", "--games", "20", "--seed", "7")
    here, there = (process(*words, "--workers", workers, env=environ, cwd=tmp_path) for workers in ("1", "2"))
    assert (here.returncode, here.stderr) == (0, b"")
    assert b"Four Shells with random 1 and random 2, seed 7" in here.stdout
    assert (there.returncode, there.stdout, there.stderr) == (0, here.stdout, b"")
