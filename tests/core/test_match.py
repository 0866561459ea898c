from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tests.core.matches import BOTS, finished, hands, new, quiet
from tidebook.bots import make_bot
from tidebook.core.chance import Chance, Script
from tidebook.core.errors import (
    ChanceError,
    IllegalActionError,
    NotationError,
    PositionError,
    RulesError,
    TidebookError,
)
from tidebook.core.game import Refusal
from tidebook.core.match import Match, Start
from tidebook.games.shifting_stones import ShiftingStones

if TYPE_CHECKING:
    from collections.abc import Callable


GRID = "BHO/EST/EBH"
# History.


def test_new_game_has_no_history() -> None:
    match = new()
    assert match.history == []
    assert match.to_move == 0
    assert not match.over
    assert not match.open
    assert not match.capped
    assert match.winners() == ()
    assert match.state == match.game.start(2, Chance(7))
    assert repr(match) == "<Match of Shifting Stones, 0 actions, Ann to move>"


def test_history_says_who_did_what_what_it_revealed_and_what_happened() -> None:
    match = new()
    flip = quiet(match)
    first, second = match.play(flip), match.play("end")
    assert match.history == [first, second]
    assert (first.seat, first.action.text, first.reveals) == (0, flip, None)
    assert [event.kind for event in first.events] == ["flip"]
    assert (second.seat, second.action.text) == (0, "end")
    assert str(second.reveals) == "You draw cards by this, so it cannot be taken back."
    assert [event.kind for event in second.events] == ["end"]
    assert match.to_move == 1


def test_actions_may_be_given_as_objects_notation_or_synonyms() -> None:
    match = new()
    assert match.play(match.game.parse("end")).action.text == "end"
    assert match.play("PASS").action.text == "end"
    with pytest.raises(NotationError):
        match.play("jump")
    assert len(match.history) == 2


def test_action_of_a_game_with_other_rules_is_refused() -> None:
    other = ShiftingStones.of({"bonus": 4}).parse("end")
    match = new()
    ask: list[Callable[[], object]] = [
        lambda: match.play(other),
        lambda: match.why_not(other),
        lambda: match.reveals(other),
    ]
    for asked in ask:
        with pytest.raises(NotationError) as caught:
            asked()
        assert str(caught.value) == "“end” is an action of another game."


def test_what_the_rules_forbid_is_refused_with_the_clause_and_changes_nothing() -> None:
    match = new(rules={"hand_cap": 4})
    before = match.state.fingerprint()
    with pytest.raises(IllegalActionError) as caught:
        match.play("skip")
    refusal = match.why_not("skip")
    assert isinstance(refusal, Refusal)
    assert caught.value.refusal == refusal
    assert refusal.clause == "SS.turn.skip"
    assert str(caught.value) == str(refusal)
    assert (match.history, match.state.fingerprint()) == ([], before)


def test_seat_plays_and_gets_answers_on_its_own_turn_only() -> None:
    match = new()
    for text in ("end", "score 1"):  # whether it would be legal or not
        refusal = match.why_not(text, seat=1)
        assert str(refusal) == "It is Ann's turn."
        with pytest.raises(IllegalActionError) as caught:
            match.play(text, seat=1)
        assert str(caught.value) == "It is Ann's turn."
    assert match.why_not("end", seat=0) is None
    match.play("end", seat=0)
    assert str(match.why_not("end", seat=0)) == "It is Ben's turn."
    assert repr(match) == "<Match of Shifting Stones, 1 actions, Ben to move>"


def test_everything_is_refused_when_the_game_is_over() -> None:
    match = finished()
    assert match.to_move is None
    assert match.legal() == []
    assert match.winners()
    assert match.reveals("skip") is None
    for seat in (None, 0, 1):
        with pytest.raises(IllegalActionError) as caught:
            match.play("end", seat)
        assert str(caught.value) == "The game is over."
    assert repr(match).endswith(" actions, over>")


def test_play_that_fails_takes_no_luck_with_it() -> None:
    # The deck is empty: skipping reshuffles; the script deals a card that is not there.
    position = {"players": 2, "grid": GRID, "hands": [[1, 2], []], "discard": [3, 4], "deck": []}
    match = Match(ShiftingStones.of(), Start(2, position), Script([("reshuffle", [99])]))
    before = match.chance.mark()
    with pytest.raises(ChanceError):
        match.play("skip")
    assert match.history == []
    assert match.chance.mark() == before


def test_states_of_the_past_are_not_touched_by_what_is_played() -> None:
    match = new()
    start = match.state
    before = start.fingerprint()
    match.play(quiet(match))
    assert start.fingerprint() == before
    assert match.state is not start


# Looking back.


def test_at_gives_copies_of_every_position() -> None:
    match = finished()
    states = list(match.positions())
    assert len(states) == len(match.history) + 1
    for ply, state in enumerate(states):
        assert match.at(ply) == state
        assert match.at(ply) is not match.at(ply)
        for seat in (None, 0, 1):
            assert match.view(seat, ply) == state.view(seat)
    assert match.at() == states[-1] == match.state
    assert match.at() is not match.state
    assert match.view(0) == match.state.view(0)
    assert len({state.fingerprint() for state in states}) > len(states) / 2


def test_positions_are_copies() -> None:
    match = finished()
    for state in match.positions():
        if state.to_move is not None:
            state.apply(state.legal()[0], Chance(1))
    assert match.at(0) == match.game.start(2, Chance(7))


@pytest.mark.parametrize("ply", [-1, 3, 99])
def test_position_that_is_not_there_is_an_error(ply: int) -> None:
    match = new()
    match.play("end")
    match.play("end")
    for asked in (match.at, lambda number: match.view(0, number), lambda number: match.fork(0, number)):
        with pytest.raises(TidebookError) as caught:
            asked(ply)
        assert str(caught.value) == f"There are positions 0 to 2, not {ply}."


@pytest.mark.parametrize("seat", [2, 99, -1])
def test_seat_that_is_not_there_has_no_view(seat: int) -> None:
    # -1 would be the last seat for Python: its hand, in the eyes of nobody.
    with pytest.raises(TidebookError) as caught:
        new().view(seat)
    assert str(caught.value) == f"There is no seat {seat}; the seats are 0 and 1."


def test_words_of_a_ply_that_is_not_there_are_an_error_in_a_sentence() -> None:
    match = new()
    match.play("end")
    match.play("end")
    for ply in (-2, 2, 5):
        with pytest.raises(TidebookError) as caught:
            match.words(0, ply)
        assert str(caught.value) == f"There are the opening, -1, and the actions before 2, not {ply}."


# Words.


def test_words_are_what_each_seat_saw() -> None:
    match = new()
    own = hands(match.state)[0]
    assert match.words(0, -1) == [
        f"You are dealt cards {own[0]}, {own[1]}, {own[2]} and {own[3]}.",
        "Ben is dealt 4 cards.",
    ]
    assert match.words(None, -1) == ["Ann is dealt 4 cards.", "Ben is dealt 4 cards."]
    match.play("skip")
    drawn = hands(match.state)[0][-2:]
    assert match.words(0, 0) == [f"You skip your turn and draw cards {drawn[0]} and {drawn[1]}."]
    assert match.words(1, 0) == match.words(None, 0) == ["Ann skips the turn and draws 2 cards."]


def test_log_is_all_words_from_the_opening_on() -> None:
    match = new()
    match.play("skip")
    match.play("end")
    for seat in (None, 0, 1):
        assert match.log(seat) == [*match.words(seat, -1), *match.words(seat, 0), *match.words(seat, 1)]
    assert match.log() == match.log(None)


def test_game_from_a_position_has_no_opening_words() -> None:
    assert tidebook.new("shifting_stones", position={"players": 2, "grid": GRID}).log() == []


def test_picture_shows_the_own_hand_to_its_seat_only() -> None:
    match = new()
    card = f"card {hands(match.state)[0][0]:>3}"
    assert card in match.picture(0)
    assert card not in match.picture(1)
    assert card not in match.picture()


# The cap.


class Short(ShiftingStones):
    """A game that is cut after three actions."""

    max_actions = 3


def test_game_is_cut_at_its_cap_and_says_so() -> None:
    match = Match(Short.of(), Start(2), Chance(7))
    for _each in range(3):
        assert not match.capped
        match.play("end")
    assert match.capped
    assert not match.over
    assert match.open
    assert match.to_move is None
    assert match.legal() == []
    assert match.winners() == ()
    assert match.step() is None
    assert match.reveals("skip") is None
    sentence = "The game was stopped at its cap of 3 actions."
    assert str(match.why_not("end")) == sentence
    with pytest.raises(IllegalActionError) as caught:
        match.play("end")
    assert str(caught.value) == sentence
    assert repr(match) == "<Match of Shifting Stones, 3 actions, cut>"


def test_bots_stop_at_the_cap() -> None:
    match = Match(Short.of(), Start(2), Chance(7), bots={seat: make_bot("random") for seat in (0, 1)})
    assert match.advance() == 3
    assert match.capped


# Seats, names, starts.


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ((), ("Player 1", "Player 2")),
        (("Ann",), ("Ann", "Player 2")),
        (("", "  \n"), ("Player 1", "Player 2")),
        (("Ann", "Ben", "Cleo"), ("Ann", "Ben")),
        (("  Ann\n\tB.\u2028 C ", "Ben"), ("Ann B. C", "Ben")),
        (("\x1b[2JAnn\0", "\u202eneB \ud800"), ("[2JAnn", "neB")),
        (("x" * 99, "y"), ("x" * 40, "y")),
        ((7, None), ("7", "None")),
    ],
)
def test_names_are_cleaned_and_every_seat_has_one(given: tuple[Any, ...], names: tuple[str, ...]) -> None:
    match = tidebook.new("shifting_stones", 2, 7, names=given)
    assert match.names == names
    assert match.given == tuple("" if name.startswith("Player ") else name for name in names)


def test_names_are_only_ever_text() -> None:
    match = tidebook.new("shifting_stones", 2, 7, names=["{who}", "<b>"])
    match.play("end")
    assert match.log()[0] == "{who} is dealt 4 cards."
    assert match.log()[1] == "<b> is dealt 4 cards."


@pytest.mark.parametrize(("seat", "shown"), [(2, "2"), (-1, "-1"), (None, "null"), ("0", "0"), (True, "true")])
def test_seats_are_checked(seat: Any, shown: str) -> None:
    sentence = f"There is no seat {shown}; the seats are 0 and 1."
    with pytest.raises(TidebookError) as caught:
        new().agree(seat)
    assert str(caught.value) == sentence
    with pytest.raises(TidebookError) as caught:
        new(bots={seat: "random"})
    assert str(caught.value) == sentence


def test_number_of_players_is_taken_checked_or_chosen() -> None:
    assert tidebook.new("shifting_stones").start.players == 2
    assert tidebook.new("shifting_stones", 5).start.players == 5
    with pytest.raises(RulesError):
        tidebook.new("shifting_stones", 6)


def test_game_may_start_from_a_position() -> None:
    position = {"players": 3, "grid": GRID, "hands": [[17], [], []], "to_move": 1}
    match = tidebook.new("shifting_stones", position=position)
    assert match.start == Start(3, position)
    assert match.to_move == 1
    with pytest.raises(PositionError):
        tidebook.new("shifting_stones", position={"players": 2, "grid": "?"})


# Bots.


def test_bot_plays_one_action_at_a_step() -> None:
    match = new(bots={0: "random"})
    legal = match.legal(0)
    choice = match.step()
    assert choice is not None
    assert choice.action in legal
    assert [ply.action for ply in match.history] == [choice.action]


def test_step_does_nothing_when_a_person_is_to_move_or_the_game_is_over() -> None:
    match = new(bots={1: "random"})
    assert match.step() is None
    assert match.advance() == 0
    assert match.history == []
    assert finished().step() is None


def test_bots_play_until_a_person_is_to_move() -> None:
    match = new(players=3, bots={1: "random", 2: "random"})
    match.play("end")
    count = match.advance()
    assert match.to_move == 0
    assert len(match.history) == count + 1
    assert {ply.seat for ply in match.history[1:]} == {1, 2}


def test_bots_of_the_same_seed_play_the_same_game() -> None:
    one, other = finished(5), finished(5)
    assert [ply.action for ply in one.history] == [ply.action for ply in other.history]
    assert [ply.action for ply in finished(6).history] != [ply.action for ply in one.history]


def test_bot_plays_where_luck_is_scripted() -> None:
    start = Start(2, {"players": 2, "grid": GRID, "hands": [[1, 2, 3, 4], []]})
    match = Match(ShiftingStones.of(), start, Script([]), bots={0: make_bot("random")})
    assert match.step() is not None


def test_bot_chooses_the_same_again_after_an_undo() -> None:
    match = new(bots={0: "random"})
    match.agree(1)
    first = match.step()
    match.undo()
    assert match.step() == first


# The rest of what can be asked.


def test_scores_and_winners_are_those_of_the_state() -> None:
    match = finished()
    assert match.scores() == match.state.scores()
    assert match.winners() == match.state.winners()
    best = max(sheet.total for sheet in match.scores())
    assert match.winners() == tuple(sheet.seat for sheet in match.scores() if sheet.total == best)


def test_legal_and_why_not_agree() -> None:
    match = new()
    legal = set(match.legal())
    for action in match.game.actions(2):
        assert (match.why_not(action) is None) == (action in legal)


def test_match_goes_on_as_it_was_after_pickling() -> None:
    match = new(bots=BOTS)
    for _each in range(30):
        match.step()
    again = pickle.loads(pickle.dumps(match))  # noqa: S301
    assert again.state == match.state
    match.advance()
    again.advance()
    assert again.state == match.state
    assert again.log(0) == match.log(0)


def test_a_hint_is_for_whoever_is_to_move_and_there_is_none_after_the_end() -> None:
    match = tidebook.new("shifting_stones", players=2, seed=21, bots={1: "random"})
    decision = match.hint()
    assert decision is not None
    assert decision.action in match.legal()
    with pytest.raises(IllegalActionError, match="It is Player 1's turn"):
        match.hint(seat=1)
    match.play("end")
    with pytest.raises(IllegalActionError, match="It is the turn of Player 2, a bot"):
        match.hint()
    over = tidebook.new("shifting_stones", players=2, seed=21, bots={0: "greedy", 1: "greedy"})
    over.advance()
    assert over.hint() is None
