from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any
from weakref import ref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tidebook
from tidebook.bots.random import pick
from tidebook.core.chance import Chance
from tidebook.core.data import canonical
from tidebook.core.errors import NotationError, PositionError, RulesError, TidebookError
from tidebook.core.game import Event, Game, Refusal, _game, _in_use
from tidebook.core.text import _
from tidebook.games.shifting_stones import ShiftingStones

if TYPE_CHECKING:
    from collections.abc import Iterator
    from weakref import ReferenceType

    from tidebook.core.game import State

GAME = ShiftingStones.of()
OWN_DECK = {
    "deck": "few",
    "trigger_2": 2,
    "parts": {"decks": {"few": {"from": "standard", "values": [1], "cards": {"80": {"value": 9, "pattern": "S"}}}}},
}


def played(players: int, seed: int, rules: dict[str, Any] | None = None) -> Iterator[State]:
    """Play a game at random and give its states."""
    game, chance, random = ShiftingStones.of(rules), Chance(seed), Random(seed)  # noqa: S311
    state = game.start(players, chance)
    while state.to_move is not None:
        yield state.copy()
        state.apply(pick(state.legal(), random), chance)
    yield state


# One object each.


def test_same_rules_give_the_same_game() -> None:
    assert ShiftingStones.of() is GAME
    assert ShiftingStones.of({}) is ShiftingStones.of(GAME.rules) is tidebook.game("shifting_stones") is GAME
    assert tidebook.game(GAME) is GAME
    assert ShiftingStones.of({"hand_size": 5}) is ShiftingStones.of({"hand_size": 5})
    assert tidebook.game(GAME, {"hand_size": 5}) is ShiftingStones.of({"hand_size": 5})


def test_other_rules_or_another_class_give_another_game() -> None:
    class Other(ShiftingStones):
        """The same game under another class."""

    assert ShiftingStones.of({"hand_size": 5}) is not GAME
    assert Other.of() is not GAME
    assert type(Other.of()) is Other


def test_game_in_use_is_never_made_twice_however_many_others_are_made() -> None:
    kept = ShiftingStones.of({"bonus": 10, "hand_cap": 12})
    for bonus in range(10):
        for cap in range(2, 7):
            ShiftingStones.of({"bonus": bonus, "hand_cap": cap, "deck": "first_steps", "trigger_5": 6, "trigger_4": 7})
    assert ShiftingStones.of({"bonus": 10, "hand_cap": 12}) is kept


def test_games_that_nobody_uses_are_forgotten() -> None:
    seen: list[ReferenceType[Game]] = [
        ref(ShiftingStones.of({"bonus": bonus, "solo_strikes": strikes, "deck": "first_steps"}))
        for bonus in range(11)
        for strikes in range(1, 11)
    ]
    gc.collect()
    alive = [one for one in seen if one() is not None]
    assert len(seen) == 110
    assert len(alive) <= 32
    assert len(_in_use) < 110
    _game.cache_clear()
    gc.collect()
    assert [one for one in seen if one() is not None] == []


def test_game_pickles_to_the_same_object() -> None:
    for game in (GAME, ShiftingStones.of(OWN_DECK)):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(game, protocol)) is game  # noqa: S301
        assert copy.copy(game) is copy.deepcopy(game) is game


def test_action_pickles_and_copies_to_the_same_object() -> None:
    for game in (GAME, ShiftingStones.of(OWN_DECK)):
        actions = game.actions(2)
        assert all(one is other for one, other in zip(pickle.loads(pickle.dumps(actions)), actions, strict=True))  # noqa: S301
        assert copy.copy(actions[5]) is copy.deepcopy(actions[5]) is actions[5]
    assert GAME.parse("end") is not ShiftingStones.of(OWN_DECK).parse("end")


def test_pickled_game_and_action_come_to_life_in_another_process() -> None:
    game = ShiftingStones.of(OWN_DECK)
    data = pickle.dumps((game, game.parse("score 80"), game.start(2, Chance(7))))
    code = (
        "import pickle, sys\n"
        "game, action, state = pickle.loads(sys.stdin.buffer.read())\n"
        "assert action.game is game is state.game and game.parse('score 80') is action\n"
        "print(state.fingerprint())"
    )
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True)  # noqa: S603
    assert done.stdout.decode().strip() == game.start(2, Chance(7)).fingerprint()


@pytest.mark.parametrize(("players", "rules"), [(1, None), (2, None), (3, {"discard_down_to_4": True}), (5, None)])
def test_states_pickle_to_equal_states(players: int, rules: dict[str, Any] | None) -> None:
    for number, state in zip(count(), played(players, 3, rules), strict=False):
        again = pickle.loads(pickle.dumps(state))  # noqa: S301
        assert again == state, number
        assert again is not state
        assert again.game is state.game
        assert again.fingerprint() == state.fingerprint()
        assert again.legal() == state.legal()
        assert [again.view(seat) for seat in range(players)] == [state.view(seat) for seat in range(players)]


@pytest.mark.parametrize("rules", [{}, {"hand_size": 5, "skip_cap": False}, OWN_DECK])
def test_repr_of_game_and_state_gives_them_back(rules: dict[str, Any]) -> None:
    game = ShiftingStones.of(rules)
    assert eval(repr(game)) is game  # noqa: S307
    state = game.start(2, Chance(7))
    assert eval(repr(state)) == state  # noqa: S307


def test_repr_names_only_what_differs() -> None:
    assert repr(GAME) == "tidebook.game('shifting_stones')"
    assert repr(ShiftingStones.of({"hand_size": 5})) == "tidebook.game('shifting_stones', rules={'hand_size': 5})"


# Notation.


def test_notation_goes_both_ways_for_every_action() -> None:
    actions = GAME.actions(2)
    assert len({str(action) for action in actions}) == len(actions) > 3000
    for action in actions:
        assert GAME.parse(str(action)) is action
        assert GAME.read(str(action)) is action
    assert repr(GAME.parse("score 17")) == "<score 17>"


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("  SKIP ", "skip"),
        ("Shift  A1-B1\twith 43", "shift a1-b1 with 43"),
        ("swap b1 and a1 with card 43", "shift a1-b1 with 43"),
        ("turn c3 using 5", "flip c3 with 5"),
        ("17", "score 17"),
        ("card 017", "score 17"),
        ("Pass", "end"),
    ],
)
def test_what_a_person_types_is_read_in_any_case_and_spacing(typed: str, text: str) -> None:
    assert str(GAME.read(typed)) == text


def test_parse_reads_the_exact_notation_only() -> None:
    for text in ("Skip", " skip", "pass", "17", ""):
        with pytest.raises(NotationError):
            GAME.parse(text)


def test_text_that_is_no_action_suggests_those_near_it() -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse("skipp")
    assert str(caught.value).startswith("“skipp” is not an action of Shifting Stones; near it are “skip”")
    with pytest.raises(NotationError) as caught:
        GAME.read("SKIPP")
    assert str(caught.value).startswith("“skipp” is not an action of Shifting Stones; near it are “skip”")


def test_text_that_is_near_to_nothing_gets_examples() -> None:
    with pytest.raises(NotationError) as caught:
        GAME.read("§§§§")
    first = [str(action) for action in GAME.actions(2)[:3]]
    assert str(caught.value) == (
        f"“§§§§” is not an action of Shifting Stones; near it are “{first[0]}”, “{first[1]}” and “{first[2]}”."
    )


def test_long_text_is_shown_shortened() -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse("x" * 5000)
    assert f"“{'x' * 199}…” is not" in str(caught.value)
    with pytest.raises(NotationError) as caught:
        GAME.parse("x" * 200)
    assert f"“{'x' * 200}” is not" in str(caught.value)


def test_text_longer_than_any_notation_is_not_read() -> None:
    assert str(GAME.read("skip".rjust(200))) == "skip"
    with pytest.raises(NotationError):
        GAME.read("skip".rjust(201))


def test_no_more_than_three_actions_are_suggested() -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse("flip a1 wth 1")
    assert str(caught.value).count("“flip") == 4  # the text itself, and three near it


@pytest.mark.parametrize("length", [190, 200, 201, 391, 392, 393, 394, 395, 396, 400, 401, 5000])
def test_long_text_is_never_cut_into_another_action(length: int) -> None:
    for typed in (" " * length + "score 17", "score 1" + " " * length + "7", "skip" + " " * length + "no, wait"):
        try:
            read = GAME.read(typed)
        except NotationError:
            continue
        assert str(read) == " ".join(typed.split())


def test_game_without_synonyms_reads_its_notation() -> None:
    class Strict(ShiftingStones):
        """A game that knows no other words."""

        synonym = Game.synonym

    game = Strict.of()
    assert str(game.read(" SCORE 17")) == "score 17"
    with pytest.raises(NotationError):
        game.read("17")


@settings(max_examples=50, deadline=None)
@given(st.text())
def test_any_text_is_an_action_or_an_error_in_a_sentence(text: str) -> None:
    for reads in (GAME.read, GAME.parse):
        try:
            action = reads(text)
        except NotationError:
            continue
        assert action in GAME.actions(2)


# Players.


@pytest.mark.parametrize(
    ("players", "said"),
    [(0, "0"), (6, "6"), (-1, "-1"), (True, "true"), (None, "null"), ("2", "'2'"), (2.0, "2.0"), ([2], "[2]")],
)
def test_number_of_players_is_checked(players: object, said: str) -> None:
    with pytest.raises(RulesError) as caught:
        GAME.check_players(players)
    assert str(caught.value) == (f"Shifting Stones is for 1, 2, 3, 4 and 5 players by these rules, not {said}.")
    with pytest.raises(RulesError):
        GAME.start(players, Chance(1))  # type: ignore[arg-type]
    with pytest.raises(RulesError):
        GAME.actions(players)  # type: ignore[arg-type]


def test_allowed_number_of_players_is_given_back() -> None:
    assert [GAME.check_players(players) for players in (1, 2, 3, 4, 5)] == [1, 2, 3, 4, 5]


# States, views, events.


def test_states_are_equal_when_everything_on_the_table_is() -> None:
    state = GAME.start(2, Chance(7))
    assert state == GAME.start(2, Chance(7)) == state.copy()
    assert state != GAME.start(2, Chance(8))
    assert state != ShiftingStones.of({"bonus": 4}).start(2, Chance(7))
    assert state != state.to_dict()
    assert (state == state.to_dict()) is False
    with pytest.raises(TypeError):
        hash(state)


def test_fingerprint_is_the_same_everywhere() -> None:
    state = GAME.start(2, Chance(7))
    assert state.fingerprint() == "c8e77624318380b7e0fe6692e6ec5ab82280ca258f88ec5ab7654f60fc7c3034"
    other = state.copy()
    other.apply(GAME.parse("end"), Chance(7))
    assert other.fingerprint() != state.fingerprint()


def test_position_reads_back_what_a_state_gives() -> None:
    for state in played(2, 11):
        assert GAME.position(state.to_dict()) == state
    with pytest.raises(PositionError):
        GAME.position({**GAME.start(2, Chance(1)).to_dict(), "grid": "nonsense"})


def test_view_is_plain_data_and_equal_views_are_equal_texts() -> None:
    one, other = GAME.start(2, Chance(7)), GAME.start(2, Chance(7))
    view = one.view(0)
    assert view.json() == other.view(0).json()
    assert view.json() != one.view(1).json()
    assert view.to_dict()["hand"] == one.hands[0]
    assert view.to_dict()["scored"] == [[], []]
    assert view.json() == canonical(view.to_dict())


def test_event_shows_its_secret_to_those_it_is_for_and_to_nobody_else() -> None:
    event = Event("draw", 0, "X.y", {"count": 2}, ("deck",), {"cards": (1, 2)}, frozenset((0, 2)))
    assert event.seen_by(0) == Event("draw", 0, "X.y", {"count": 2, "cards": (1, 2)}, ("deck",))
    assert event.seen_by(2).facts == {"count": 2, "cards": (1, 2)}
    for other in (1, 3, None):
        assert event.seen_by(other) == Event("draw", 0, "X.y", {"count": 2}, ("deck",))
    assert event.facts == {"count": 2}


def test_what_happened_and_why_not_cannot_be_changed_afterwards() -> None:
    event, refusal = Event("draw", 0, "X.y"), Refusal("X.y", _("No."))
    with pytest.raises(FrozenInstanceError):
        event.seat = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        refusal.clause = "X.z"  # type: ignore[misc]


def test_refusal_says_its_sentence() -> None:
    assert str(Refusal("SS.x", _("No {what}.", what="luck"))) == "No luck."


def test_guide_and_scenes_are_read_from_the_folder_of_the_game() -> None:
    assert GAME.guide().title == "Shifting Stones"
    assert len(GAME.scenes()) > 5
    assert GAME.scenes() is GAME.scenes()


@pytest.mark.parametrize("seat", [-1, 2, "0", True])
def test_seat_that_is_not_there_has_no_view_of_a_state(seat: Any) -> None:
    with pytest.raises(TidebookError, match=r"There is no seat .*; the seats are 0 and 1\."):
        GAME.start(2, Chance(7)).view(seat)


def test_new_game_takes_what_fits_together() -> None:
    position = {"grid": "BHO/EST/EBH", "hands": [[1], [2]]}
    assert tidebook.new("shifting_stones", 2, position=position).start.players == 2
    with pytest.raises(RulesError, match="The position is for 2 players, not 3"):
        tidebook.new("shifting_stones", 3, position=position)
    with pytest.raises(TidebookError, match=r"bots must be given by seat, such as \{1: .random.\}"):
        tidebook.new("shifting_stones", bots=["random"])  # type: ignore[arg-type]
