from __future__ import annotations

import copy
import json
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import tidebook
from tidebook.bots import make_bot
from tidebook.core import record
from tidebook.core.errors import RecordError, RulesError
from tidebook.games import find

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tidebook.core.match import Match

POSITION: dict[str, Any] = {
    "players": 2,
    "to_move": 1,
    "grid": "BHO/EST/EBH",
    "hands": [[3, 9], [17]],
    "scored": [[], [4]],
    "discard": [5, 6],
    "reshuffled": [],
    "skipped": [True, False],
    "acted": False,
    "scored_now": False,
    "shedding": False,
    "ending": False,
    "strikes": 0,
}
RULES: dict[str, Any] = {
    "hand_size": 3,
    "skip_cap": False,
    "deck": "own",
    "parts": {
        "stones": {"SM": 1},
        "decks": {"own": {"from": "standard", "values": [1, 2], "cards": {"80": {"value": 9, "pattern": "S."}}}},
    },
}


def dealt() -> Match:
    """Play a dealt game with rules of its own."""
    match = tidebook.new("shifting_stones", 2, 7, rules=RULES, names=["Zoë 🐚", "Ben"], bots={1: "random"})
    for text in ("flip a1 with", "flip b1 with", "end"):
        match.play(next(one for one in match.legal() if one.text.startswith(text)))
    match.advance()
    return match


def placed() -> Match:
    """Play a game from a position."""
    match = tidebook.new("shifting_stones", seed="tide", position=POSITION)
    for text in ("skip", "score 3", "end"):
        match.play(text)
    return match


MATCHES = {"dealt": dealt, "placed": placed}


def load(text: str) -> Match:
    """Load a record as a person's program does."""
    return record.loads(text, find, make_bot)


def kept(text: str) -> list[str] | None:
    """Load a record, whole or in part; give the actions that were kept. Any other exception fails the test."""
    try:
        match = load(text)
    except RecordError as error:
        if error.kept is None:
            return None
        match = error.kept
    return [ply.action.text for ply in match.history]


# Cut off.


def ends(text: str, actions: list[str]) -> list[int]:
    """Give where each action ends in the text of a record."""
    found = []
    at = text.index('"actions": [')
    for action in actions:
        at = text.index(f'"{action}"', at) + len(action) + 2
        found.append(at)
    return found


@pytest.mark.parametrize("name", MATCHES)
def test_record_cut_at_any_character_keeps_exactly_what_stands_before_the_cut(name: str) -> None:
    match = MATCHES[name]()
    text = record.dumps(match)
    actions = [ply.action.text for ply in match.history]
    assert len(actions) >= 3
    begin, where = text.index('"actions": [') + len('"actions": ['), ends(text, actions)
    for cut in range(len(text)):
        if cut == len(text) - 1:
            assert load(text[:cut]).state == match.state  # only the last newline is missing
            continue
        with pytest.raises(RecordError) as caught:
            load(text[:cut])
        error = caught.value
        if cut < begin:
            assert error.kept is None
            assert str(error) == "This is not a game record of Tidebook, or it is cut off before its first action."
            continue
        whole = sum(end <= cut for end in where)
        assert error.kept is not None, text[:cut]
        assert [ply.action.text for ply in error.kept.history] == actions[:whole]
        assert error.kept.state == match.at(whole)
        assert str(error) == f"The record is cut off after action {whole}; the game up to there is kept."


def test_cut_record_keeps_its_actions_even_when_its_rules_have_a_list_of_that_name() -> None:
    rules = {"parts": {"decks": {"spare": {"actions": ["end"]}}}}
    match = tidebook.new("shifting_stones", 2, 7, rules=rules, names=['"actions": [', ""])
    match.play("end")
    match.play("skip")
    text = record.dumps(match)
    assert kept(text[: text.rindex("]")]) == ["end", "skip"]


def test_file_cut_at_any_byte_is_an_error_or_a_game(tmp_path: Path) -> None:
    match = dealt()
    path = tmp_path / "game.json"
    match.save(path)
    content = path.read_bytes()
    actions = [ply.action.text for ply in match.history]
    longest = 0
    for cut in range(len(content)):
        path.write_bytes(content[:cut])
        try:
            assert tidebook.load(path).state == match.state
        except RecordError as error:
            have = [ply.action.text for ply in error.kept.history] if error.kept else []
            assert have == actions[: len(have)]
            assert len(have) >= longest
            longest = len(have)
    assert longest == len(actions)


@pytest.mark.parametrize("indent", [None, 2])
def test_record_written_by_another_tool_and_cut_keeps_nothing_that_was_not_played(indent: int | None) -> None:
    match = dealt()
    text = json.dumps(record.to_dict(match), indent=indent)
    actions = [ply.action.text for ply in match.history]
    for cut in range(len(text)):
        have = kept(text[:cut])
        assert have is None or have == actions[: len(have)]


# Altered.


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_record_with_any_letter_changed_is_an_error_or_a_game(data: st.DataObject) -> None:
    text = TEXTS[data.draw(st.sampled_from(sorted(TEXTS)))]
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from('{}[]",:0129aZ \n\\-.é\0') | st.characters())
    kept(text[:at] + letter + text[at + 1 :])


TEXTS = {name: record.dumps(make()) for name, make in MATCHES.items()}


def paths(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Give the way to every value inside plain data."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*path, number))


def replaced(data: Any, path: tuple[Any, ...], value: object) -> Any:
    """Give plain data with one value replaced."""
    data = copy.deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return data


SCRIPTED = {**json.loads(TEXTS["dealt"]), "chance": {"script": [["stones", ["SM"]], ["faces", "S"]]}}
BASES = [json.loads(TEXTS["dealt"]), json.loads(TEXTS["placed"]), SCRIPTED]
FIELDS = [(base, path) for base in BASES for path in paths(base)]
FEW: list[object] = [None, True, False, 0, 1, -1, 2, 3, 1.5, 1e999, 2**200]
FEW += ["", "1", "own", "skip", "\ud800", "\0", [], {}, [[]], [1, 1], [None], ["a"]]
FEW += [{"a": 1}, {"": {}}, {"name": "x"}, [["a", 1]]]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 100)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(), max_size=5)
    | st.sampled_from(["own", "standard", "SM", "S", "end", "skip", "deck", "stones", "faces"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


def test_every_field_of_a_record_is_tried() -> None:
    named = {path[0] for _base, path in FIELDS}
    assert named == {"format", "game", "version", "rules", "seats", "start", "chance", "actions", "hash"}
    assert {path[2] for _base, path in FIELDS if path[:2] == ("start", "position") and path[2:]} == set(POSITION)


@pytest.mark.parametrize("value", FEW, ids=repr)
def test_wrong_value_in_any_field_is_an_error_or_a_game(value: object) -> None:
    for base, path in FIELDS:
        try:
            kept(json.dumps(replaced(base, path, value)))
        except Exception as error:
            error.add_note(f"{'.'.join(map(str, path))} = {value!r}")
            raise


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(FIELDS), JSON)
@example((BASES[0], ("chance", "seed")), "\ud800")
@example((BASES[0], ("rules", "parts", "decks")), 7)
@example((BASES[0], ("rules", "parts", "decks")), "own")
def test_any_value_in_any_field_is_an_error_or_a_game(field: tuple[Any, tuple[Any, ...]], value: object) -> None:
    base, path = field
    kept(json.dumps(replaced(base, path, value)))


@pytest.mark.parametrize("key", sorted(BASES[0]))
def test_missing_field_is_an_error_or_a_game(key: str) -> None:
    for base in BASES:
        kept(json.dumps({name: value for name, value in base.items() if name != key}))


# Made to hurt.


def nested(text: str, depth: int, *, tables: bool) -> str:
    """Put lists inside lists, or tables inside tables, where a text has its mark."""
    return text.replace('"@@"', '{"a":' * depth + "0" + "}" * depth if tables else "[" * depth + "]" * depth)


def deepest() -> int:
    """Find how deep JSON's reader goes here; that depends on the Python."""
    low, high = 1, 1_000_000
    while high - low > 1:
        middle = (low + high) // 2
        try:
            json.loads("[" * middle + "]" * middle)
            low = middle
        except RecursionError:
            high = middle
    return low


def test_nested_values_are_an_error_or_a_game_at_any_depth() -> None:
    # A depth that JSON's reader still takes may be too much for whoever shows or copies the value.
    depths = (*range(16, 28), *range(deepest() - 20, deepest() + 5), 1_000_000)
    found = set()
    for (base, path), tables in product(FIELDS, (True, False)):
        if (base is BASES[1] and path[0] != "start") or (base is SCRIPTED and path[0] != "chance"):
            continue  # as in the first
        text = json.dumps(replaced(base, path, "@@"))
        for depth in depths:
            try:
                with suppress(RecordError):
                    load(nested(text, depth, tables=tables))
            except RecursionError:
                found.add(".".join(map(str, path)))
    assert sorted(found) == []


@pytest.mark.parametrize("depth", [1, 5, 20, 21, 22, 23, 24, 25, 26, 30])
def test_rules_that_are_taken_can_be_saved_and_loaded_however_deep_their_tables(depth: int) -> None:
    spare: dict[str, Any] = {}
    for _each in range(depth):
        spare = {"a": spare}
    try:
        match = tidebook.new("shifting_stones", 2, 7, rules={"parts": {"decks": {"spare": spare}}})
    except RulesError:
        assert depth > 10
        return
    assert load(record.dumps(match)).state == match.state


def test_number_with_thousands_of_digits_is_an_error() -> None:
    for path in paths(BASES[1]):
        text = json.dumps(replaced(BASES[1], path, "@@"))
        for digits in (4300, 4301, 100_000):
            kept(text.replace('"@@"', "9" * digits))


def test_deck_made_from_a_long_chain_of_decks_is_an_error_or_a_game() -> None:
    decks: dict[str, Any] = {f"d{number}": {"from": f"d{number + 1}"} for number in range(3000)}
    decks["d3000"] = {"from": "standard"}
    kept(json.dumps({**BASES[0], "rules": {"deck": "d0", "parts": {"decks": decks}}}))


@pytest.mark.parametrize("field", ["hands", "discard", "deck", "scored", "reshuffled"])
def test_position_with_very_many_cards_is_refused(field: str) -> None:
    # A record may have four million characters; what takes time by the square of that is felt here.
    cards = [1 + number % 72 for number in range(20_000)]
    value = [cards, []] if field in {"hands", "scored", "reshuffled"} else cards
    text = json.dumps(replaced(BASES[1], ("start", "position", field), value))
    with pytest.raises(RecordError):
        load(text)


@pytest.mark.parametrize("separators", [(", ", ": "), (",", ":")])
def test_cut_record_in_any_layout_keeps_its_actions(separators: tuple[str, str]) -> None:
    match = tidebook.new("shifting_stones", 2, 7)
    for action in ("end", "skip", "skip", "end"):
        match.play(action)
    text = json.dumps(record.to_dict(match), separators=separators)
    for cut in range(text.index('"skip"'), text.index('"hash"') - len(separators[0]) - 1):
        with pytest.raises(RecordError) as caught:
            load(text[:cut])
        whole = text[text.index('"actions"') + len('"actions"') : cut].count('"') // 2
        assert caught.value.kept is not None
        assert len(caught.value.kept.history) == whole


def test_record_with_a_mark_of_its_byte_order_loads(tmp_path: Path) -> None:
    match = tidebook.new("shifting_stones", 2, 7)
    match.play("end")
    (tmp_path / "game.json").write_text(record.dumps(match), "utf-8-sig")
    assert tidebook.load(tmp_path / "game.json").state == match.state
