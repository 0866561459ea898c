from __future__ import annotations

import dataclasses
from random import Random

import tidebook
from tidebook.core.game import State
from tidebook.core.player import Decision, Sight
from tidebook.core.text import _


def test_sight_holds_the_view_and_the_legal_actions_of_the_seat_to_move_and_no_state() -> None:
    match = tidebook.new("shifting_stones", 3, 7)
    match.play("end")
    sight = match.sight()
    assert [field.name for field in dataclasses.fields(sight)] == ["game", "view", "legal"]
    assert sight.view == match.view(1)
    assert list(sight.legal) == match.legal()
    assert not any(isinstance(getattr(sight, field.name), State) for field in dataclasses.fields(sight))


def test_sight_cannot_tell_apart_what_its_seat_cannot_see() -> None:
    match = tidebook.new("shifting_stones", 2, 7)
    data = match.state.to_dict()
    data["hands"][1], data["deck"] = data["deck"][:4], data["hands"][1] + data["deck"][4:]
    other = tidebook.new("shifting_stones", position=data)
    assert other.state != match.state
    assert other.sight() == match.sight()


def test_guess_fits_what_is_seen_and_follows_its_source() -> None:
    match = tidebook.new("shifting_stones", 2, 7)
    sight = match.sight()
    guesses = [sight.guess(Random(seed)) for seed in range(5)]  # noqa: S311
    assert all(guess.view(0) == sight.view for guess in guesses)
    assert all(one != other for one in guesses for other in guesses if one is not other)
    assert sight.guess(Random(3)) == guesses[3]  # noqa: S311


def test_sight_of_a_finished_game_is_a_spectator_s() -> None:
    match = tidebook.new("shifting_stones", 2, 7, rules={"trigger_2": 1}, bots={0: "random", 1: "random"})
    match.advance()
    assert match.sight() == Sight(match.game, match.view(None), ())


def test_choice_is_an_action_and_a_reason() -> None:
    action = tidebook.game("shifting_stones").parse("end")
    choice = Decision(action, _("Why not?"))
    assert (choice.action, str(choice.reason)) == (action, "Why not?")
