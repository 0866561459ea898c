"""The `tidebook` command: what it prints, what it answers to wrong calls, its exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

import tidebook
from tests.seated import GAME, call, process, spanish
from tidebook import cli
from tidebook.cli import main
from tidebook.core.guide import Clause
from tidebook.screen import INTERRUPTED, clause_text, clauses
from tidebook.terminal import Terminal


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep games in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "argv", ["tidebook"])
    return tmp_path / "data" / "tidebook"


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


def test_rules_show_a_clause_by_the_end_of_its_id_or_words_of_its_title() -> None:
    whole = call("rules", GAME, "SS.turn.skip")
    assert call("rules", GAME, "skip") == call("rules", GAME, "skip your turn") == whole


def test_scenes_are_listed_with_id_and_title() -> None:
    code, out, err = call("scenes", GAME)
    assert (code, err) == (0, "")
    scenes = tidebook.game(GAME).scenes()
    assert [line.split(maxsplit=1) for line in out.splitlines()] == [[one.id, str(one.title)] for one in scenes]


def test_scene_is_told() -> None:
    code, out, err = call("scenes", GAME, "skip")
    assert (code, err) == (0, "")
    scene = next(one for one in tidebook.game(GAME).scenes() if one.id == "skip")
    assert out == scene.tell() + "\n"


def test_game_without_scenes_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidebook.Game, "scenes", lambda _game: ())
    assert call("scenes", GAME) == call("scenes", GAME, "skip") == (0, "Shifting Stones has no scenes.\n", "")


@pytest.mark.parametrize(("counts", "said"), [((1,), "1 player"), ((2, 4), "2 and 4 players"), ((2,), "2 players")])
def test_numbers_of_players_are_said_as_people_say_them(
    counts: tuple[int, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidebook.game(GAME), "players", counts)
    assert f"shifting_stones: Shifting Stones, {said}\n" in call("games").out


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
        (["play", GAME, "--bots", "deep_blue"], "There is no bot deep_blue; there are greedy and random"),
        (["play", GAME, "--bots", "random,"], "There is no bot "),
        (["play", GAME, "--players", "2", "--bots", "random,random,random"], "There are 3 bots for 2 seats."),
        (["play", GAME, "--players", "1", "--bots", "random,random"], "There are 2 bots for 1 seat."),
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
        (["check", GAME, "--set", "hand_size=0"], "hand_size must be 1 to 8, not 0."),
        (["check", GAME, "--variant", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["scenes", "chess"], "There is no game chess"),
        (["scenes", GAME, "skp"], "Shifting Stones has no scene skp; near it are skip"),
        (["games", "--language", "tlh"], "There is no catalogue for the language tlh; there are en."),
        (["--language", "", "games"], "There is no catalogue for the language"),
    ],
)
def test_wrong_call_is_answered_with_a_sentence(arguments: list[str], sentence: str) -> None:
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert sentence in err


# The language.


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be Spanish."""
    monkeypatch.setattr("tidebook.core.text.LOCALE", spanish(tmp_path / "locale"))


@pytest.mark.usefixtures("catalogue")
def test_every_command_speaks_the_language_asked_for() -> None:
    for code in ("es", "es-MX", "ES"):
        assert "Shifting Stones, de 1 a 5 jugadores\n" in call("games", "--language", code).out
    assert "Shifting Stones, de 1 a 5 jugadores\n" in call("--language", "es", "games").out
    assert "Pasar para robar\n" in call("scenes", GAME, "--language", "es").out
    assert call("scenes", GAME, "skip", "--language", "es").out.startswith("Pasar para robar [")
    assert call("rules", "chess", "--language", "es").err.startswith("No hay juego chess;")


@pytest.mark.usefixtures("catalogue")
def test_game_and_its_replay_speak_the_language_asked_for(home: Path) -> None:
    out = call("play", GAME, "--language", "es").out
    assert "  Asiento 1: Jugador 1\n" in out
    assert "Te toca, Jugador 1." in out
    assert "To go on with it: tidebook play shifting_stones --load --language es\n" in out
    out = call("replay", str(home / "last-shifting_stones.json"), "--language", "es").out
    assert "The game is not over; Jugador 1 is to move." in out


@pytest.mark.parametrize("arguments", [["--language", "en"], ["--language", "en-GB"], []])
def test_usual_language_is_english(arguments: list[str]) -> None:
    assert "Shifting Stones, 1 to 5 players\n" in call("games", *arguments).out


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


# The kit.


@pytest.fixture
def kit(monkeypatch: pytest.MonkeyPatch) -> types.SimpleNamespace:
    """Put a kit in place that notes what it is asked for and finds what it is told to find."""
    told = types.SimpleNamespace(ok=True, asked=[])

    class Report:
        ok = property(lambda _report: told.ok)

        def __str__(self) -> str:
            return "the report"

    def check(game: object, *, quick: bool, tell: object) -> Report:
        told.asked.append((game, quick))
        assert callable(tell)
        tell("1/1 a setting")
        return Report()

    module = types.ModuleType("tidebook.testing")
    module.check = check  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tidebook.testing", module)
    return told


@pytest.mark.parametrize(("holds", "code"), [(True, 0), (False, 1)])
def test_check_runs_the_kit_and_says_by_its_code_if_all_holds(
    holds: bool,  # noqa: FBT001
    code: int,
    kit: types.SimpleNamespace,
) -> None:
    kit.ok = holds
    assert call("check", GAME, "--quick") == (code, "1/1 a setting\nthe report\n", "")
    assert kit.asked == [(type(tidebook.game(GAME)), True)]


def test_check_holds_a_variant_against_the_kit(kit: types.SimpleNamespace, tmp_path: Path) -> None:
    variant = tmp_path / "house.toml"
    variant.write_text('game = "shifting_stones"\n[rules]\nhand_size = 3\nbonus = 1\n')
    assert call("check", GAME, "--set", "hand_size=5").code == 0
    assert call("check", GAME, "--quick", "--variant", str(variant), "--set", "bonus=5").code == 0
    house = tidebook.game(GAME, {"hand_size": 3, "bonus": 5})
    assert kit.asked == [(tidebook.game(GAME, {"hand_size": 5}), False), (house, True)]


def test_check_of_a_variant_plays_by_its_rules() -> None:
    code, out, err = call("check", GAME, "--quick", "--set", "hand_size=5")
    assert (code, err) == (0, ""), out
    assert "hand_size" in out


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
