"""The `tidebook` command: what it prints, what it answers to wrong calls, its exit codes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import NamedTuple

import pytest

import tidebook
from tidebook import cli
from tidebook.cli import Shelf, data_folder, main
from tidebook.core.guide import Clause
from tidebook.terminal import INTERRUPTED, Screen, Terminal, clause_text, clauses

GAME = "shifting_stones"


class Result(NamedTuple):
    """What a call printed and gave."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep games in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "argv", ["tidebook"])
    return tmp_path / "data" / "tidebook"


def call(*arguments: str, typed: str = "") -> Result:
    """Call the command with these lines typed into it."""
    out, err = io.StringIO(), io.StringIO()
    code = cli.run(arguments, Screen(io.StringIO(typed), out, err))
    return Result(code, out.getvalue(), err.getvalue())


def process(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Call the command as a process of its own."""
    words = [sys.executable, "-m", "tidebook.cli", *arguments]
    given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(words, check=False, timeout=60, **given)  # type: ignore[call-overload,no-any-return] # noqa: S603


# Looking things up.


def test_games_have_name_title_players_and_credits() -> None:
    code, out, err = call("games")
    assert (code, err) == (0, "")
    assert "shifting_stones: Shifting Stones, 1 to 5 players\n" in out
    assert "J. Evan Raitt" in out


def test_rules_show_the_whole_guide() -> None:
    code, out, _err = call("rules", GAME)
    assert code == 0
    assert out.startswith("Shifting Stones\n===============\n")
    assert all(f"{clause.title}  [{clause.id}]" in out for clause in tidebook.game(GAME).guide())


def test_rules_show_one_clause() -> None:
    code, out, _err = call("rules", GAME, "ss.turn.skip")
    assert code == 0
    assert out.startswith("Skip your turn  [SS.turn.skip]\n")
    assert out.count("[SS.") == 1


def test_version() -> None:
    assert call("--version") == (0, f"tidebook {tidebook.__version__}\n", "")


def test_clause_becomes_plain_lines() -> None:
    text = "Do **this** or *that*, see [there](#X.y):\n\n- `end`: a long point that goes over the line\n\n| a | b |"
    assert clause_text(Clause("X.z", "Title", text, 2), 30).splitlines() == [
        "Title  [X.z]",
        "------------",
        "",
        "Do this or that, see there",
        "(X.y):",
        "",
        "- “end”: a long point that",
        "  goes over the line",
        "",
        "| a | b |",
    ]


def test_every_clause_of_the_guide_fits_the_width() -> None:
    guide = tidebook.game(GAME).guide()
    assert len(clauses(guide, "SS")) == len(list(guide))
    for clause in guide:
        for line in clause_text(clause, 60).splitlines():
            assert len(line) <= 60 or "  [SS." in line or set(line) == {"-"}, line


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["rules", "-h"]])
def test_help_is_given(arguments: list[str]) -> None:
    code, out, err = call(*arguments)
    assert (code, err) == (0, "")
    assert "usage: tidebook" in out


def test_command_alone_shows_the_help_and_is_wrong_usage() -> None:
    code, out, err = call()
    assert (code, out) == (2, "")
    assert all(word in err for word in ("games", "rules", "play", "replay", "check"))


# Wrong calls.


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["rules"], "GAME"),
        (["games", "--quick"], "unrecognized arguments: --quick"),
        (["rules", "chess"], "There is no game chess; there are shifting_stones."),
        (["rules", GAME, "SS.trn"], "has no clause SS.trn; near it are SS.turn"),
        (["play", "shifting_stone"], "There is no game shifting_stone; there are shifting_stones."),
        (["play", GAME, "--players", "two"], "invalid int value: 'two'"),
        (["play", GAME, "--players", "6"], "is for 1, 2, 3, 4 and 5 players by these rules, not 6."),
        (["play", GAME, "--players", "0"], "not 0."),
        (["play", GAME, "--bots", "deep_blue"], "There is no bot deep_blue; there are random"),
        (["play", GAME, "--bots", "random,"], "There is no bot "),
        (["play", GAME, "--players", "2", "--bots", "random,random,random"], "There are 3 bots for 2 seats."),
        (["play", GAME, "--bots", "random,random,random,random,random"], "not 6."),
        (["play", GAME, "--seed", "x" * 1000], "A seed is a whole number or a text of at most 200 characters"),
        (["play", GAME, "--seed", "9" * 5000], "A seed is a whole number or a text of at most 200 characters"),
        (["play", GAME, "--set", "hand_size"], "“hand_size” is not of the form dial=value; the dials are deck, hand_"),
        (["play", GAME, "--set", "=5"], "is not of the form dial=value"),
        (["play", GAME, "--set", "hand_size=0"], "hand_size must be 1 to 8, not 0."),
        (["play", GAME, "--set", "hand_size=4.5"], "hand_size must be 1 to 8, not 4.5."),
        (["play", GAME, "--set", "hand_size=true"], "hand_size must be 1 to 8, not true."),
        (["play", GAME, "--set", f"hand_size={'9' * 5000}"], "hand_size must be 1 to 8, not 999"),
        (["play", GAME, "--set", "skip_cap=maybe"], "skip_cap must be one of true and false, not maybe."),
        (["play", GAME, "--set", "hand_sise=5"], "has no dial or ruling hand_sise; near it are hand_size"),
        (["play", GAME, "--set", "deck=7"], "deck must be one of"),
        (["play", GAME, "--set", "parts=7"], "parts must be a table"),
        (["play", GAME, "--variant", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["play", GAME, "--load", "x.json", "--players", "2"], "--players does not go with --load"),
        (["play", GAME, "--load", "x.json", "--set", "bonus=1"], "--set does not go with --load"),
        (["check", "chess"], "There is no game chess"),
    ],
)
def test_wrong_call_is_answered_with_a_sentence(arguments: list[str], sentence: str) -> None:
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert sentence in err


# A new game.


def test_play_seats_one_person_against_one_random_bot() -> None:
    code, out, err = call("play", GAME)
    assert (code, err) == (0, "")
    assert "  Seat 1: Player 1\n  Seat 2: Random, a bot\nType" in out


def test_play_alone_and_with_more_bots_and_with_people_only() -> None:
    assert "Seat 2" not in call("play", GAME, "--players", "1").out
    assert "Seat 1: Player 1\n  Seat 2: Random 2, a bot\n  Seat 3: Random 3, a bot\n" in (
        call("play", GAME, "--players", "3").out
    )
    assert "Seat 1: Player 1\n  Seat 2: Random 2, a bot\n  Seat 3: Random 3, a bot\n" in (
        call("play", GAME, "--bots", "random, random").out
    )
    assert "Seat 1: Player 1\n  Seat 2: Player 2\n  Seat 3: Random, a bot\n" in (
        call("play", GAME, "--players", "3", "--bots", "random").out
    )
    assert "Seat 1: Player 1\n  Seat 2: Player 2\n" in call("play", GAME, "--bots", "none").out


def test_play_lets_bots_play_each_other() -> None:
    code, out, _err = call("play", GAME, "--players", "2", "--bots", "random,random", "--set", "trigger_2=1")
    assert code == 0
    assert "- The game is over" in out


def test_same_seed_deals_the_same_cards() -> None:
    calls = [call("play", GAME, "--seed", seed) for seed in ("7", "7", "tide", "8")]
    pictures = [done.out.partition("dealt")[2].partition("Player 1> ")[0] for done in calls]
    assert pictures[0] == pictures[1]
    assert len(set(pictures)) == 3
    assert tidebook.new(GAME, seed=7, names=["", "Random"]).picture(0) in pictures[0]


def test_set_lays_single_rules_over_those_of_a_variant(tmp_path: Path) -> None:
    variant = tmp_path / "house.toml"
    variant.write_text('game = "shifting_stones"\n[rules]\nhand_size = 3\nbonus = 1\n')
    out = call("play", GAME, "--variant", str(variant), "--set", "bonus=5", "--set", "skip_cap=False").out
    assert "House rule: hand_size = 3\n" in out
    assert "House rule: bonus = 5\n" in out
    assert "House rule: skip_cap = false\n" in out
    assert "You are dealt" in out


def test_deck_is_chosen_by_its_name() -> None:
    assert "House rule: deck = first_steps\n" in call("play", GAME, "--set", "deck=first_steps").out


# What is left unfinished.


def test_unfinished_game_is_kept_and_can_be_gone_on_with(home: Path) -> None:
    left = call("play", GAME, "--seed", "7", typed="flip a1 with 64\nquit\n")
    assert f"Your game is kept in {home / 'last-shifting_stones.json'}\n" in left.out
    assert "To go on with it: tidebook play shifting_stones --load\n" in left.out
    for arguments in (["--load"], ["--load", str(home / "last-shifting_stones.json")]):
        again = call("play", GAME, *arguments, typed="log\n")
        assert again.code == 0
        assert "- You flip the seed on a1" in again.out
        assert "You left a game unfinished" not in again.out


def test_finished_game_does_not_stay_behind(home: Path) -> None:
    call("play", GAME, "--players", "1", "--set", "solo_strikes=2", typed="end\nquit\n")
    assert (home / "last-shifting_stones.json").is_file()
    over = call("play", GAME, "--load", typed="end\n")
    assert "the game is lost" in over.out
    assert "kept in" not in over.out
    assert list(home.iterdir()) == []


def test_new_game_moves_the_one_left_before_aside(home: Path) -> None:
    call("play", GAME, "--seed", "7", typed="flip a1 with 64\n")
    second = call("play", GAME, "--seed", "8", typed="end\n")
    assert "You left a game unfinished. To go on with that one: tidebook play shifting_stones --load" in second.out
    assert f"The game that you left before is now in {home / 'earlier-shifting_stones.json'}" in second.out
    assert [ply.action.text for ply in tidebook.load(home / "earlier-shifting_stones.json").history] == [
        "flip a1 with 64"
    ]
    assert tidebook.load(home / "last-shifting_stones.json").chance.seed == 8


def test_game_in_which_nothing_was_played_does_not_push_another_aside(home: Path) -> None:
    call("play", GAME, "--seed", "7", typed="flip a1 with 64\n")
    second = call("play", GAME, typed="quit\n")
    assert "Nothing was played. To go on with the game that you left before:" in second.out
    assert len(tidebook.load(home / "last-shifting_stones.json").history) == 1


def test_loading_in_the_middle_keeps_both_games(home: Path, tmp_path: Path) -> None:
    other = tidebook.new(GAME, seed=8, bots={1: "random"})
    other.save(tmp_path / "other.json")
    call("play", GAME, "--seed", "7", typed=f"flip a1 with 64\nload {tmp_path}/other.json\nend\n")
    assert tidebook.load(home / "last-shifting_stones.json").chance.seed == 8
    assert tidebook.load(home / "earlier-shifting_stones.json").chance.seed == 7


def test_folder_that_cannot_be_written_is_said(home: Path) -> None:
    home.parent.mkdir()
    home.write_text("in the way")
    code, _out, err = call("play", GAME, typed="end\n")
    assert code == 0
    assert "could not be kept" in err


def test_nothing_to_go_on_with_is_said() -> None:
    assert call("play", GAME, "--load") == (1, "", "You have not left a game of shifting_stones unfinished.\n")


def test_data_folder_is_the_persons_own(tmp_path: Path) -> None:
    assert data_folder({"XDG_DATA_HOME": str(tmp_path)}) == tmp_path / "tidebook"
    usual = Path.home() / ".local" / "share" / "tidebook"
    assert data_folder({"XDG_DATA_HOME": "here"}) == usual
    assert data_folder({"XDG_DATA_HOME": ""}) == data_folder({}) == usual


def test_shelf_does_not_clear_what_is_not_ours(tmp_path: Path) -> None:
    shelf = Shelf(GAME, tmp_path)
    shelf.keep(tidebook.new(GAME, seed=7))
    shelf.path.write_text("somebody else's")
    shelf.clear()
    assert shelf.path.read_text() == "somebody else's"


def test_resume_line_names_the_program_as_it_was_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr(sys, "argv", [".venv/bin/tidebook"])
    assert "To go on with it: .venv/bin/tidebook play" in call("play", GAME).out


# Records.


def finished(path: Path) -> Path:
    """Save a game of bots that is over."""
    match = tidebook.new(GAME, seed=7, rules={"trigger_2": 1}, bots={0: "random", 1: "random"}, names=["Ann", "Bob"])
    match.advance()
    assert match.over
    match.save(path)
    return path


def test_replay_tells_the_log_of_a_spectator_and_the_scores(tmp_path: Path) -> None:
    path = finished(tmp_path / "game.json")
    match = tidebook.load(path)
    code, out, err = call("replay", str(path))
    assert (code, err) == (0, "")
    assert "".join(f"- {sentence}\n" for sentence in match.log(None)) in out
    assert "  1. " in out
    assert all(f"{match.names[sheet.seat]}: {sheet.total}\n" in out for sheet in match.scores())


def test_replay_of_an_unfinished_game_says_so(tmp_path: Path) -> None:
    tidebook.new(GAME, seed=7).save(tmp_path / "game.json")
    code, out, _err = call("replay", str(tmp_path / "game.json"))
    assert code == 0
    assert "The game is not over; Player 1 is to move." in out


def test_replay_of_a_broken_record_says_what_does_not_fit_and_shows_the_rest(tmp_path: Path) -> None:
    path = finished(tmp_path / "game.json")
    data = json.loads(path.read_text("utf-8"))
    data["actions"][2] = "shift a1-c3 with 1"
    path.write_text(json.dumps(data), "utf-8")
    code, out, err = call("replay", str(path))
    assert code == 1
    assert "Action 3, “shift a1-c3 with 1”, does not fit:" in err
    assert out.startswith("What fits is 2 actions:\n")
    assert "- Ann " in out


def test_replay_of_a_cut_record_shows_what_there_is(tmp_path: Path) -> None:
    path = finished(tmp_path / "game.json")
    text = path.read_text("utf-8")
    path.write_text(text[: text.index('"', text.index('"actions"') + 40)], "utf-8")
    code, _out, err = call("replay", str(path))
    assert code == 1
    assert "cut off after action" in err


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"format": 99, "actions": []}', b"null", b"\0" * 100]
)
def test_what_is_no_record_is_refused_in_a_sentence(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    for arguments in (["replay", str(path)], ["play", GAME, "--load", str(path)]):
        code, out, err = call(*arguments)
        assert (code, out) == (1, "")
        assert err.count("\n") == 1
        assert err.endswith(".\n")


def test_record_that_is_not_there_is_said(tmp_path: Path) -> None:
    assert call("replay", str(tmp_path / "none.json")).err == "none.json cannot be read: No such file or directory.\n"
    assert call("replay", str(tmp_path)).code == 1


def test_broken_record_can_be_gone_on_with_from_what_fits(tmp_path: Path) -> None:
    path = finished(tmp_path / "game.json")
    data = json.loads(path.read_text("utf-8"))
    data["actions"][2:] = ["dance"]
    data["seats"] = [{"name": "Ann"}, {"name": "Bob", "bot": "random"}]
    path.write_text(json.dumps(data), "utf-8")
    code, out, _err = call("play", GAME, "--load", str(path), typed="undo\n")
    assert code == 0
    assert "“dance”, does not fit:" in out
    assert "The game goes on from there." in out


def test_record_of_another_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finished(tmp_path / "game.json")
    other = types.SimpleNamespace(name="moonshell")
    monkeypatch.setattr(cli, "find", lambda _name: other)
    code, _out, err = call("play", "moonshell", "--load", str(tmp_path / "game.json"))
    assert (code, err) == (1, "game.json is a game of shifting_stones, not of moonshell.\n")


# The kit.


@pytest.mark.parametrize(("holds", "code"), [(True, 0), (False, 1)])
def test_check_runs_the_kit_and_says_by_its_code_if_all_holds(
    holds: bool,  # noqa: FBT001
    code: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []

    class Report:
        ok = holds

        def __str__(self) -> str:
            return "the report"

    def check(game: object, *, quick: bool, tell: object) -> Report:
        asked.extend((game, quick))
        assert callable(tell)
        tell("1/1 a setting")
        return Report()

    kit = types.ModuleType("tidebook.testing")
    kit.check = check  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tidebook.testing", kit)
    assert call("check", GAME, "--quick") == (code, "1/1 a setting\nthe report\n", "")
    assert asked == [type(tidebook.game(GAME)), True]


# The process around it.


def test_main_talks_through_the_streams_of_the_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "Shifting Stones" in capsys.readouterr().out
    assert main(["rules", "chess"]) == 2
    assert "There is no game chess" in capsys.readouterr().err


def test_interrupt_ends_any_command_with_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run", interrupted)
    assert main(["games"]) == INTERRUPTED
    assert capsys.readouterr().err == "Stopped.\n"


def test_interrupt_in_the_middle_of_an_action_keeps_a_game_that_loads(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = tidebook.Match.play

    def interrupted(self: tidebook.Match, action: str) -> None:
        before = self.state.copy()
        play(self, action)
        self.state = before  # the action is noted, but the table has not changed yet
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Terminal, "do", lambda table, line: interrupted(table.match, line))
        code, out, _err = call("play", GAME, "--seed", "7", typed="flip a1 with 64\n")
    assert code == INTERRUPTED
    assert "To go on with it:" in out
    kept = tidebook.load(home / "last-shifting_stones.json")
    assert [ply.action.text for ply in kept.history] == ["flip a1 with 64"]


def test_pipe_in_and_out_plays_a_game(home: Path) -> None:
    done = process("play", GAME, "--seed", "7", stdin=None, input=b"dance\n\xff\xfe\nflip a1 with 64\nundo\nquit\n")
    assert done.returncode == 0
    assert done.stderr == b""
    shown = done.stdout.decode()
    assert "Player 1> flip a1 with 64\n- You flip the seed on a1" in shown
    assert "Player 1> undo\nTaken back: flip a1 with 64\n" in shown
    assert (home / "last-shifting_stones.json").is_file()


def test_ascii_terminal_is_no_reason_to_stop() -> None:
    environ = {**os.environ, "PYTHONIOENCODING": "ascii:strict"}
    done = process("play", GAME, stdin=None, input=b"dance\n", env=environ)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"?dance? is not an action" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="shells of Unix")
def test_closed_streams_and_full_disks_show_no_traceback() -> None:
    command = f"'{sys.executable}' -m tidebook.cli"
    for line, code, said in (
        (f"{command} rules {GAME} | true; exit ${{PIPESTATUS[0]}}", (0, 141), b""),
        (f"{command} play {GAME} <&-", (0,), b""),
        (f"{command} games >&-", (0,), b""),
        (f"{command} games > /dev/full", (1,), b"That could not be done: No space left on device.\n"),
    ):
        if "/dev/full" in line and not Path("/dev/full").exists():
            continue
        done = subprocess.run(["bash", "-c", line], check=False, capture_output=True, timeout=60)  # noqa: S603, S607
        assert done.returncode in code, line
        assert done.stderr == said, line
