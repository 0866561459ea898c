"""The `tidebook` command and game records: what is left unfinished, what is loaded and replayed."""

from __future__ import annotations

import json
import sys
import types
from pathlib import Path

import pytest

import tidebook
from tests.seated import GAME, call
from tidebook import cli
from tidebook.shelf import Shelf, data_folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep games in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "argv", ["tidebook"])
    return tmp_path / "data" / "tidebook"


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
