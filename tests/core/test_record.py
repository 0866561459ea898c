from __future__ import annotations

import json
import os
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tidebook.bots import make_bot
from tidebook.core import record
from tidebook.core.chance import Chance, Script
from tidebook.core.errors import RecordError
from tidebook.core.match import Match, Start
from tidebook.core.text import Several
from tidebook.games import find
from tidebook.games.shifting_stones import ShiftingStones

if TYPE_CHECKING:
    from collections.abc import Callable

GRID = "BHO/EST/EBH"
OWN_DECK = {"own": {"from": "standard", "cards": {"80": {"value": 9, "pattern": "S."}}}}


def game(seed: int | str = 7, actions: int = 12, **changes: Any) -> Match:
    """Play the beginning of a game of two bots, then let persons take their seats."""
    players = changes.pop("players", 2)
    match = tidebook.new("shifting_stones", players, seed, bots=dict.fromkeys(range(players), "random"), **changes)
    for _each in range(actions):
        match.step()
    match.bots.clear()
    return match


def scripted() -> Match:
    """Play a game whose luck is written down."""
    stones = ["SM", "FB", "FB", "HO", "HO", "HO", "ET", "ET", "ET"]
    luck: list[tuple[str, Any]] = [("stones", stones)]
    luck += [("faces", family[number % 2]) for number, family in enumerate(stones)]
    luck += [("deck", [17, 4, 9, 3])]
    match = Match(ShiftingStones.of(), Start(2), Script(luck), names=["Ann", "Ben"])
    match.play("skip")
    return match


def placed() -> Match:
    """Play a game from a position, reshuffling."""
    position = {"players": 2, "grid": GRID, "hands": [[3, 9], [17]], "discard": [4, 5, 6], "deck": [8], "to_move": 1}
    match = tidebook.new("shifting_stones", seed="tide", position=position, names=["Zoë", "村"])
    match.play("skip")
    match.play("score 3")
    match.play("end")
    return match


MATCHES: dict[str, Callable[[], Match]] = {
    "nothing played": lambda: game(actions=0),
    "two players": game,
    "a whole game": lambda: game(actions=10_000, rules={"trigger_2": 1}),
    "solo": lambda: game(players=1, actions=25),
    "text seed": lambda: game("tide"),
    "own rules": lambda: game(rules={"hand_size": 5, "skip_cap": False}),
    "own parts": lambda: game(rules={"deck": "own", "parts": {"decks": OWN_DECK}}),
    "script": scripted,
    "position": placed,
    "fork": lambda: game().fork(0),
}


def load(text: str) -> Match:
    """Load a record as a person's program does."""
    return record.loads(text, find, make_bot)


def altered(match: Match, **changes: Any) -> str:
    """Write the record of a match with some changes; ... leaves a field out."""
    data = {**record.to_dict(match), **changes}
    return json.dumps({key: value for key, value in data.items() if value is not ...})


def refused(text: str) -> RecordError:
    """Expect that a record is refused."""
    with pytest.raises(RecordError) as caught:
        load(text)
    return caught.value


# There and back.


@pytest.mark.parametrize("name", MATCHES)
def test_loaded_game_is_the_saved_one(name: str, tmp_path: Path) -> None:
    match = MATCHES[name]()
    path = tmp_path / "game.json"
    match.save(path)
    for again in (tidebook.load(path), tidebook.load(str(path)), load(record.dumps(match))):
        assert again.game is match.game
        assert again.start == match.start
        assert again.names == match.names
        assert again.history == match.history
        assert list(again.positions()) == list(match.positions())
        assert again.state.fingerprint() == match.state.fingerprint()
        assert [again.log(seat) for seat in (None, 0)] == [match.log(seat) for seat in (None, 0)]
        assert again.notices == []
        assert record.dumps(again) == record.dumps(match)


@pytest.mark.parametrize("make", [game, lambda: game(players=1, actions=3), lambda: game().fork(0)])
def test_loaded_game_goes_on_with_the_same_luck(make: Callable[[], Match]) -> None:
    match = make()
    again = load(record.dumps(match))
    drawn = 0
    for _each in range(6):
        action = next((one for one in match.legal() if match.reveals(one)), match.legal()[0])
        drawn += match.play(action).reveals is not None
        again.play(action)
        assert again.state == match.state
    assert drawn > 1


def test_bots_keep_their_seats() -> None:
    match = tidebook.new("shifting_stones", 3, 7, bots={1: "random"}, names=["Ann", "Robot", "Cleo"])
    match.play("end")
    again = load(record.dumps(match))
    assert {seat: bot.name for seat, bot in again.bots.items()} == {1: "random"}
    assert again.advance() == match.advance() > 0
    assert again.state == match.state


def test_bots_are_left_out_where_there_are_none_to_be_had() -> None:
    match = tidebook.new("shifting_stones", 2, 7, bots={1: "random"})
    assert record.loads(record.dumps(match), find).bots == {}


def test_what_was_taken_back_is_not_saved() -> None:
    match = game(actions=0)
    match.play(next(one for one in match.legal() if one.kind == "flip"))
    match.undo()
    assert record.dumps(match) == record.dumps(game(actions=0))


def test_record_is_plain_data_with_one_action_a_line() -> None:
    match = tidebook.new("shifting_stones", 2, 7, rules={"bonus": 4}, names=["Zoë"], bots={1: "random"})
    match.play("end")
    match.bots.clear()
    match.play("skip")
    text = record.dumps(match)
    assert text == (
        "{\n"
        ' "format": 1,\n'
        ' "game": "shifting_stones",\n'
        f' "version": {ShiftingStones.version},\n'
        ' "rules": {"bonus": 4},\n'
        ' "seats": [{"name": "Zoë"}, {"name": ""}],\n'
        ' "start": {"players": 2},\n'
        ' "chance": {"seed": 7},\n'
        ' "actions": [\n'
        '  "end",\n'
        '  "skip"\n'
        " ],\n"
        f' "hash": "{match.state.fingerprint()}"\n'
        "}\n"
    )
    assert json.loads(text) == record.to_dict(match)


@pytest.mark.parametrize("indent", [None, 0, 4])
def test_record_may_be_written_anew_by_other_tools(indent: int | None) -> None:
    match = game()
    assert load(json.dumps(record.to_dict(match), indent=indent, sort_keys=True)).state == match.state


def test_longest_game_fits_into_a_record() -> None:
    match = game()
    longest = max(len(action.text) for action in match.game.actions(2))
    assert len(record.dumps(match)) + match.game.max_actions * (longest + 6) < record.BIGGEST


def test_seed_that_nobody_chose_survives_whole() -> None:
    match = tidebook.new("shifting_stones", 2, 2**128 - 1)
    assert load(record.dumps(match)).chance.seed == 2**128 - 1


# What was altered.


def test_action_that_does_not_fit_is_named_and_what_fits_is_kept() -> None:
    match = game()
    actions = record.to_dict(match)["actions"]
    error = refused(altered(match, actions=[*actions[:5], "discard 1", *actions[6:]]))
    assert str(error) == ("Action 6, “discard 1”, does not fit: Cards are only ever discarded for a shift or a flip.")
    assert error.kept is not None
    assert [ply.action.text for ply in error.kept.history] == actions[:5]
    assert error.kept.state == match.at(5)


def test_action_that_is_no_notation_is_named() -> None:
    match = game()
    actions = record.to_dict(match)["actions"]
    error = refused(altered(match, actions=[*actions[:2], "Skip"]))
    assert str(error).startswith("Action 3, “Skip”, does not fit: “Skip” is not an action of Shifting Stones; near")
    assert error.kept is not None
    assert len(error.kept.history) == 2


@pytest.mark.parametrize(("action", "shown"), [(7, "7"), (None, "null"), (True, "true"), (["skip"], "['skip']")])
def test_action_that_is_no_text_is_named(action: object, shown: str) -> None:
    error = refused(altered(game(), actions=[action]))
    assert str(error) == f"Action 1, “{shown}”, does not fit: it is not a text."
    assert error.kept is not None
    assert error.kept.history == []


def test_long_action_is_shown_shortened() -> None:
    error = refused(altered(game(), actions=["x" * 1000]))
    assert str(error).startswith(f"Action 1, “{'x' * 59}…”, does not fit: ")


ALTERED = "The record was altered: all actions fit, but they do not lead to the position it was saved in."


def test_legal_action_in_place_of_another_shows_in_the_hash() -> None:
    match = game(actions=0)
    flips = [one.text for one in match.legal() if one.kind == "flip"]
    match.play(flips[0])
    error = refused(altered(match, actions=[flips[1]]))
    assert str(error) == ALTERED
    assert error.kept is not None
    assert [ply.action.text for ply in error.kept.history] == [flips[1]]


@pytest.mark.parametrize("change", [{"hash": "0" * 64}, {"hash": ...}, {"hash": None}, {"chance": {"seed": 8}}])
def test_altered_hash_or_seed_shows_and_the_game_is_kept(change: dict[str, Any]) -> None:
    match = game(actions=0)
    match.play("end")
    error = refused(altered(match, **change))
    assert str(error) == ALTERED
    assert error.kept is not None
    assert len(error.kept.history) == 1


def test_script_that_does_not_fit_is_named() -> None:
    match = scripted()
    luck = record.to_dict(match)["chance"]["script"]
    error = refused(altered(match, chance={"script": luck[:-1]}))
    assert str(error) == ("The record cannot be opened: The script has ended, but the game asks for “deck”.")
    assert error.kept is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"game": "shifting_stone"},
            "The record cannot be opened: There is no game shifting_stone; there are shifting_stones.",
        ),
        ({"rules": {"bonus": 99}}, "The record cannot be opened: bonus must be 0 to 10, not 99."),
        (
            {"start": {"players": 6}},
            "The record cannot be opened: Shifting Stones is for 1, 2, 3, 4 and 5 players by these rules, not 6.",
        ),
        (
            {"start": {"players": True}},
            "The record cannot be opened: Shifting Stones is for 1, 2, 3, 4 and 5 players by these rules, not true.",
        ),
        (
            {"start": {"position": {"players": 2, "grid": "?"}}},
            "The record cannot be opened: A grid is nine letters such as BHO/EST/EBH, not ?.",
        ),
        (
            {"chance": {"script": [7]}},
            "The record cannot be opened: A scripted outcome is a pair of label and outcome, not 7.",
        ),
        (
            {"chance": {"seed": True}},
            "The record cannot be opened: A seed is a whole number or a text of at most 200 characters, not true.",
        ),
        (
            {"chance": {}},
            "The record cannot be opened: A seed is a whole number or a text of at most 200 characters, not null.",
        ),
        ({"chance": {"script": 7}}, "The record has no script that can be read."),
        ({"chance": 7}, "The record has no chance that can be read."),
        ({"start": {"position": 7}}, "The record has no position that can be read."),
        ({"start": []}, "The record has no start that can be read."),
        ({"rules": ...}, "The record has no rules that can be read."),
        ({"game": 7}, "The record has no game that can be read."),
        ({"seats": {}}, "The record has no seats that can be read."),
        ({"seats": [7, 7]}, "The record has no seats that can be read."),
        ({"seats": [{"name": 7}, {"name": "x"}]}, "The record has no name that can be read."),
        ({"seats": [{"name": "x"}]}, "The record names 1 seats, but 2 play."),
        ({"actions": "skip"}, "This is not a game record of Tidebook."),
        ({"actions": ...}, "This is not a game record of Tidebook."),
        ({"format": ...}, "This is not a game record of Tidebook."),
        ({"format": 0}, "The record's format must be a number from 1, not 0."),
        ({"format": -1}, "The record's format must be a number from 1, not -1."),
        ({"format": True}, "The record's format must be a number from 1, not true."),
        ({"format": 1.0}, "The record's format must be a number from 1, not 1.0."),
        ({"format": "1"}, "The record's format must be a number from 1, not 1."),
        ({"format": None}, "The record's format must be a number from 1, not null."),
        (
            {"format": 2, "game": ["of the future"]},
            "The record was made by a newer Tidebook (format 2; this one reads up to 1).",
        ),
    ],
)
def test_field_that_is_not_right_is_named(change: dict[str, Any], sentence: str) -> None:
    error = refused(altered(game(), **change))
    assert str(error) == sentence
    assert error.kept is None


@pytest.mark.parametrize("text", ["[]", "7", "null", '"text"', "{}"])
def test_other_json_is_no_record(text: str) -> None:
    assert str(refused(text)) == "This is not a game record of Tidebook."


@pytest.mark.parametrize("text", ["", "hello", "<html>", '{"format": 1', "\0", '{"format": NaN}', '{"actions": ['])
def test_other_text_is_no_record(text: str) -> None:
    error = refused(text)
    assert str(error).startswith("This is not a game record of Tidebook")
    assert error.kept is None


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_what_only_python_calls_json_is_no_record(constant: str) -> None:
    text = record.dumps(game()).replace(f'"version": {ShiftingStones.version}', f'"version": {constant}')
    assert str(refused(text)).startswith("This is not a game record of Tidebook, or it is cut off")


# Older rules, other bots.


def test_record_of_older_rules_that_still_fits_loads_with_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    match = game()
    text, version = record.dumps(match), ShiftingStones.version
    monkeypatch.setattr(ShiftingStones, "version", version + 1)
    again = load(text)
    assert again.state == match.state
    (notice,) = again.notices
    assert str(notice) == (
        f"The record was made under version {version} of the rules of Shifting Stones, this is version {version + 1}:"
        " every position that still fits is shown."
    )


def test_record_of_older_rules_that_fits_in_part_says_so_and_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = game()
    actions = record.to_dict(match)["actions"]
    text = altered(match, actions=[*actions[:3], "discard 1"])
    monkeypatch.setattr(ShiftingStones, "version", ShiftingStones.version + 1)
    error = refused(text)
    assert str(error).startswith("The record was made under version ")
    assert "every position that still fits is shown. Action 4, “discard 1”, does not fit: Cards" in str(error)
    assert error.kept is not None
    assert len(error.kept.history) == 3
    assert len(error.kept.notices) == 1


def test_record_of_older_rules_that_ends_elsewhere_is_not_called_altered(monkeypatch: pytest.MonkeyPatch) -> None:
    text = altered(game(), hash="")
    monkeypatch.setattr(ShiftingStones, "version", ShiftingStones.version + 1)
    error = refused(text)
    assert str(error).startswith("The record was made under version ")
    assert "altered" not in str(error)
    assert error.kept is not None
    assert len(error.kept.history) == 12


def test_record_without_a_version_says_so() -> None:
    again = load(altered(game(), version=...))
    assert str(again.notices[0]).startswith("The record was made under version null of the rules")


def test_unknown_bot_leaves_its_seat_to_a_person_and_a_notice() -> None:
    seats = [{"name": "Ann"}, {"name": "Robot", "bot": "robot"}]
    again = load(altered(game(), seats=seats))
    assert again.bots == {}
    assert again.names == ("Ann", "Robot")
    assert [str(notice) for notice in again.notices] == [
        f"There is no bot robot; there are {Several(tidebook.bots()).say()}. A person may take its seat."
    ]


# Files.


def test_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "binary.json").write_bytes(b"\x89PNG\r\n\x1a\n\xff")
    (tmp_path / "large.json").write_bytes(b" " * (record.BIGGEST + 1))
    for name, sentence in {
        "gone.json": "gone.json cannot be read: No such file or directory.",
        ".": f"{tmp_path.name} cannot be read: Is a directory.",
        "binary.json": "binary.json is not a game record: it is not text.",
        "large.json": "large.json is too large for a game record.",
    }.items():
        with pytest.raises(RecordError) as caught:
            tidebook.load(tmp_path / name)
        assert str(caught.value) == sentence
        assert caught.value.kept is None
    assert str(refused(" " * (record.BIGGEST + 1))) == "This is too large for a game record."


def test_record_may_be_four_million_characters_long(tmp_path: Path) -> None:
    match = game()
    text = record.dumps(match).ljust(4_000_000)
    (tmp_path / "game.json").write_text(text, "utf-8")
    assert tidebook.load(tmp_path / "game.json").state == load(text).state == match.state
    assert str(refused(f"{text} ")) == "This is too large for a game record."


def test_file_name_that_no_system_knows_is_an_error_in_a_sentence() -> None:
    with pytest.raises(RecordError):
        tidebook.load("a\0b")
    with pytest.raises(RecordError):
        game().save("a\0b")


def test_saving_replaces_an_older_game_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game(1).save(path)
    game(2).save(str(path))
    assert path.read_text("utf-8") == record.dumps(game(2))
    assert os.listdir(tmp_path) == ["game.json"]  # noqa: PTH208


def test_saving_where_nothing_can_be_saved_says_why(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as caught:
        game().save(tmp_path / "gone" / "game.json")
    assert str(caught.value) == "The game could not be saved to game.json: No such file or directory."
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(RecordError) as caught:
        game().save(folder)
    assert str(caught.value) == "The game could not be saved to folder: Is a directory."
    assert os.listdir(tmp_path) == ["folder"]  # noqa: PTH208


def no_space(*_arguments: object) -> None:
    """Fail as a full disk does."""
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("moment", ["writing", "replacing", "a fault of ours"])
def test_saving_that_fails_leaves_the_older_game_whole_and_nothing_else(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    game(1).save(path)
    before = path.read_text("utf-8")
    match = game(2)
    if moment == "writing":
        opened = Path.open

        def full(*arguments: Any, **named: Any) -> Any:
            file = opened(*arguments, **named)
            monkeypatch.setattr(file, "write", no_space, raising=False)
            return file

        monkeypatch.setattr(Path, "open", full)
    elif moment == "replacing":
        monkeypatch.setattr(Path, "replace", no_space)
        monkeypatch.setattr(os, "replace", no_space)
    else:
        monkeypatch.setattr(match, "start", Start(2, {"players": {1, 2}}))  # JSON cannot hold a set
    with pytest.raises((RecordError, TypeError)) as caught:
        match.save(path)
    monkeypatch.undo()
    if moment != "a fault of ours":
        assert str(caught.value) == "The game could not be saved to game.json: No space left on device."
    assert path.read_text("utf-8") == before
    assert os.listdir(tmp_path) == ["game.json"]  # noqa: PTH208


def test_game_of_people_with_odd_names_can_be_saved_and_loaded(tmp_path: Path) -> None:
    # JSON can hold half of a surrogate pair; UTF-8 cannot.
    match = load(altered(game(), seats=[{"name": "a\ud800b"}, {"name": "\u202e\x00🐚"}]))
    match.save(tmp_path / "game.json")
    assert tidebook.load(tmp_path / "game.json").names == match.names


def test_position_may_be_any_mapping() -> None:
    position = MappingProxyType({"players": 2, "grid": GRID, "hands": ((1,), (2,))})
    match = tidebook.new("shifting_stones", seed=7, position=position)
    assert load(record.dumps(match)).state == match.state


def test_position_is_kept_as_it_was_when_the_game_began() -> None:
    position: dict[str, Any] = {"players": 2, "grid": GRID, "hands": [[1], [2]]}
    match = Match(ShiftingStones.of(), Start(2, position), Chance(7))
    position["hands"][0].append(99)
    assert load(record.dumps(match)).state == match.state
