from __future__ import annotations

import pytest

import tidebook
from tests.core.matches import BOTS, finished, hands, new, quiet
from tidebook.core import record
from tidebook.core.chance import Chance
from tidebook.core.errors import IllegalActionError, TidebookError, UndoError
from tidebook.core.match import Match, Start
from tidebook.games import find
from tidebook.games.shifting_stones import ShiftingStones

# Undo and redo.


def test_own_action_that_revealed_nothing_can_be_taken_back() -> None:
    match = new()
    start = match.state.fingerprint()
    flip = quiet(match)
    match.play(flip)
    assert match.undo_refusal(0) is None
    assert match.undo(0).text == flip
    assert match.state.fingerprint() == start
    assert match.history == []


def test_nothing_played_is_nothing_to_take_back() -> None:
    match = new()
    assert str(match.undo_refusal()) == "Nothing has been played yet."
    with pytest.raises(UndoError) as caught:
        match.undo()
    assert str(caught.value) == "Nothing has been played yet."


def test_action_that_revealed_something_cannot_be_taken_back() -> None:
    match = new()
    assert match.reveals("skip") is not None  # known before the move
    match.play("skip")
    sentence = "This showed you something new, so it cannot be taken back: “skip”."
    for seat in (None, 0):
        assert str(match.undo_refusal(seat)) == sentence
        with pytest.raises(UndoError) as caught:
            match.undo(seat)
        assert str(caught.value) == sentence
    assert len(match.history) == 1


def test_action_of_another_seat_cannot_be_taken_back() -> None:
    match = new()
    match.play("end")
    assert match.reveals("end") is None  # a full hand draws nothing
    sentence = "The last action was Ann's; only your own can be taken back."
    assert str(match.undo_refusal(1)) == sentence
    with pytest.raises(UndoError) as caught:
        match.undo(1)
    assert str(caught.value) == sentence
    match.play(quiet(match))
    assert str(match.undo_refusal(0)) == "The last action was Ben's; only your own can be taken back."
    match.undo(1)
    assert str(match.undo_refusal(1)) == sentence
    # Another seat's action is a boundary, also when it was taken back: it has been seen.
    assert str(match.undo_refusal(0)) == "Somebody else has acted since; what they answered cannot be taken back."
    match.agree(0)
    match.agree(1)
    assert match.undo(0).text == "end"


def test_boundary_outlives_saving_and_loading() -> None:
    match = new()
    match.play("end")
    match.play(quiet(match))
    match.undo(1)
    again = record.loads(record.dumps(match), find)
    assert str(again.undo_refusal(0)) == "Somebody else has acted since; what they answered cannot be taken back."
    assert record.dumps(again) == record.dumps(match)


def test_action_of_a_bot_is_taken_back_by_nobody() -> None:
    match = tidebook.new("shifting_stones", 2, 7, bots={1: "random"}, names=["Ann", "Robot"])
    match.play("end")
    match.step()
    assert str(match.undo_refusal()) == "The last action was Robot's; only your own can be taken back."
    assert str(match.undo_refusal(0)) == "The last action was Robot's; only your own can be taken back."


def test_person_is_not_answered_for_a_bot() -> None:
    match = tidebook.new("shifting_stones", 2, 7, bots={1: "random"}, names=["Ann", "Robot"])
    match.play("end")
    sentence = "It is the turn of Robot, a bot; advance() lets it play."
    assert match.legal() == []
    assert match.reveals("skip") is None
    assert str(match.why_not("end")) == sentence
    with pytest.raises(IllegalActionError) as caught:
        match.play("end")
    assert str(caught.value) == sentence
    assert match.advance() > 0
    assert match.to_move == 0


def test_open_analysis_outlives_forking_saving_and_loading() -> None:
    match = new()
    match.play("skip")
    match.agree(0)
    match.agree(1)
    for again in (match.fork(), match.fork().fork(), record.loads(record.dumps(match), find)):
        assert again.open
    assert record.loads(record.dumps(match), find).undo(0).text == "skip"


def test_game_of_bots_is_closed_and_its_fork_is_open() -> None:
    match = new(bots=BOTS)
    match.step()
    assert not match.open
    assert match.fork(0).open


def test_fork_with_a_seed_can_be_repeated() -> None:
    match = new()
    assert match.fork(0, seed="again").state == match.fork(0, seed="again").state
    assert match.fork(0, seed="again").state != match.fork(0, seed="otherwise").state


def test_undo_goes_back_over_own_actions_down_to_one_that_revealed_something() -> None:
    match = new(rules={"skip_cap": False})
    match.play("skip")
    match.play("skip")
    after = match.state.fingerprint()
    flips = [match.play(quiet(match)).action for _each in range(3)]
    assert [match.undo(0) for _each in range(3)] == flips[::-1]
    assert match.state.fingerprint() == after
    with pytest.raises(UndoError):
        match.undo(0)


def test_undone_action_can_be_done_again() -> None:
    match = new()
    played = [match.play(quiet(match)) for _each in range(3)]
    end = match.state.fingerprint()
    for _each in range(3):
        match.undo()
    assert [match.redo().text for _each in range(3)] == [ply.action.text for ply in played]
    assert match.history == played
    assert match.state.fingerprint() == end
    assert [state.fingerprint() for state in match.positions()][-1] == end
    with pytest.raises(UndoError) as caught:
        match.redo()
    assert str(caught.value) == "Nothing was taken back that could be done again."


def test_redo_is_lost_after_another_action_but_not_after_a_refused_one() -> None:
    match = new()
    match.play(quiet(match))
    match.undo()
    with pytest.raises(IllegalActionError):
        match.play("discard 1")
    match.redo()
    match.undo()
    match.play("end")
    with pytest.raises(UndoError):
        match.redo()


def test_only_its_own_seat_does_an_action_again() -> None:
    match = new()
    match.play(quiet(match))
    match.undo()
    with pytest.raises(UndoError) as caught:
        match.redo(1)
    assert str(caught.value) == "That was Ann's action."
    match.redo(0)
    assert len(match.history) == 1


def test_undo_and_redo_in_any_order_keep_the_luck() -> None:
    plain, wavering = new(3, bots=BOTS), new(3, bots=BOTS)
    for seat in (0, 1):
        wavering.bots.pop(seat)
        wavering.agree(seat)
    for number in range(150):
        choice = plain.step()
        assert choice is not None
        text = choice.action.text
        wavering.play(text)
        wavering.undo()
        if number % 3:
            wavering.redo()
        else:
            wavering.play(text)
        if number % 10 == 9:
            for _back in range(7):
                wavering.undo()
            for _again in range(7):
                wavering.redo()
        assert wavering.state == plain.state
        assert wavering.chance.mark() == plain.chance.mark()
    assert any(event.kind == "reshuffle" for ply in plain.history for event in ply.events)


# Open analysis.


def test_game_is_open_when_every_person_has_agreed() -> None:
    match = new(players=3, bots={2: "random"})
    match.agree(0)
    match.agree(2)  # a bot's word counts for nothing
    assert not match.open
    match.agree(1)
    assert match.open


def test_agreement_of_bots_alone_opens_nothing() -> None:
    match = new(bots=BOTS)
    match.agree(0)
    match.agree(1)
    assert not match.open


def test_in_open_analysis_everything_can_be_taken_back_by_anybody() -> None:
    match = new()
    for text in ("skip", "skip", "end"):
        match.play(text)
    with pytest.raises(UndoError):
        match.undo(1)
    match.agree(0)
    match.agree(1)
    assert match.undo_refusal(1) is None
    assert [match.undo(seat).text for seat in (1, 0, 1)] == ["end", "skip", "skip"]
    assert match.state == match.game.start(2, Chance(7))
    assert [match.redo(seat).text for seat in (1, 0, 1)] == ["skip", "skip", "end"]
    assert str(new().undo_refusal()) == "Nothing has been played yet."


def test_everything_in_a_finished_game_can_be_taken_back() -> None:
    match = finished()
    count = len(match.history)
    assert match.open
    assert any(ply.reveals for ply in match.history)
    for _each in range(count):
        match.undo(0)
    assert match.history == []
    assert match.state == match.game.start(2, Chance(7))
    for _each in range(count):
        match.redo(1)
    assert match.over


def test_finished_game_stays_open_when_its_end_is_taken_back() -> None:
    # Everybody has seen everything: nothing is secret any more.
    match = finished()
    match.undo()
    assert match.open


class Short(ShiftingStones):
    """A game that is cut after three actions."""

    max_actions = 3


def test_everything_in_a_game_that_was_cut_can_be_taken_back() -> None:
    match = Match(Short.of(), Start(2), Chance(7))
    for text in ("skip", "skip", "end"):
        match.play(text)
    assert match.capped
    assert match.open
    assert [match.undo(0).text for _each in range(3)] == ["end", "skip", "skip"]


# Forks.


def test_fork_of_a_seat_goes_on_from_a_guess_that_looks_the_same_to_it() -> None:
    match = new()
    match.play("end")
    for seat in (0, 1):
        fork = match.fork(seat)
        assert fork.view(seat) == match.view(seat)
        assert fork.state != match.state
        other = 1 - seat
        assert hands(fork.state)[seat] == hands(match.state)[seat]
        assert hands(fork.state)[other] != hands(match.state)[other]
        assert fork.state.to_dict()["deck"] != match.state.to_dict()["deck"]


def test_forks_are_guessed_anew_each_time_with_fresh_luck() -> None:
    match = new()
    one, other = match.fork(0), match.fork(0)
    assert one.state != other.state
    assert len({one.chance.seed, other.chance.seed, 7}) == 3


def test_fork_leaves_the_game_alone_and_keeps_names_and_bots() -> None:
    match = new(bots={1: "random"})
    before = match.state.fingerprint()
    fork = match.fork(0)
    fork.play("end")
    fork.advance()
    assert (match.state.fingerprint(), match.history) == (before, [])
    assert fork.names == ("Ann", "Ben")
    assert set(fork.bots) == {1}


def test_seats_without_names_stay_without_them_in_a_fork() -> None:
    match = tidebook.new("shifting_stones", 2, 7)
    assert match.fork(0).who == match.who
    assert match.fork(0).given == ("", "")


def test_fork_from_an_earlier_ply_looks_as_it_did_then() -> None:
    match = new()
    for text in ("skip", "skip", "end"):
        match.play(text)
    fork = match.fork(0, 1)
    assert fork.view(0) == match.view(0, 1)
    assert fork.state != match.at(1)


def test_fork_of_a_running_game_belongs_to_a_seat() -> None:
    with pytest.raises(TidebookError) as caught:
        new().fork()
    assert str(caught.value) == "Whose what-if line is it? While the game runs a fork belongs to a seat."
    with pytest.raises(TidebookError) as caught:
        new().fork(2)
    assert str(caught.value) == "There is no seat 2; the seats are 0 and 1."


def test_fork_in_open_analysis_goes_on_from_the_truth() -> None:
    match = new()
    match.play("skip")
    match.agree(0)
    match.agree(1)
    for seat in (None, 0, 1):
        assert match.fork(seat).state == match.state
        assert match.fork(seat, 0).state == match.at(0)
    assert match.fork().chance.seed != match.chance.seed
    over = finished()
    assert over.fork().state == over.state
    assert over.fork(ply=3).state == over.at(3)
