"""What happened in words, for the seat that did it, another seat and a spectator; what is typed."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tidebook.core.chance import Script
from tidebook.core.errors import NotationError
from tidebook.core.match import Match, Start
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.games.shifting_stones.words import _SENTENCES

if TYPE_CHECKING:
    from tidebook.core.game import Event

GRID = "BHO/EST/EBH"  # shows cards 3 (HO), 18 (E/E), 38 (H/S), 42 (E.T) and 44 (B.O)
HAND = [17, 20, 3, 5]
DOWN = {"discard_down_to_4": True}
ALL_BUT_A_ONE = [1, 2, 4, 6, 7, 8, 9, 29, 30, 31, 32, 55, 56, 57, 68]  # a solo deck without its eighth one


def table(rules: dict[str, Any] | None = None, **position: Any) -> Match:
    """Set a situation up; Ann has four cards, Ben none, unless it says otherwise."""
    placed = {"grid": GRID, "hands": [HAND, []], **position}
    return tidebook.new("shifting_stones", seed=1, rules=rules, position=placed, names=["Ann", "Ben", "Cleo"])


def said(match: Match, seat: int | None) -> list[str]:
    """Give the words of the last action for one seat."""
    return match.words(seat, len(match.history) - 1)


def check(match: Match, mine: list[str], theirs: list[str]) -> None:
    """Check the words of the last action for Ann, for Ben and for a spectator."""
    assert said(match, 0) == mine
    assert said(match, None) == theirs
    if match.start.players > 1:
        assert said(match, 1) == theirs


def test_a_deal() -> None:
    match = Match(
        ShiftingStones.of({"hand_size": 2}),
        Start(2),
        Script([("stones", []), *[("faces", face) for face in "SFFHHHEEE"], ("deck", [7, 8, 9, 10])]),
        names=["Ann", "Ben"],
    )

    assert match.log(0) == ["You are dealt cards 7 and 8.", "Ben is dealt 2 cards."]
    assert match.log(1) == ["Ann is dealt 2 cards.", "You are dealt cards 9 and 10."]
    assert match.log() == ["Ann is dealt 2 cards.", "Ben is dealt 2 cards."]


@pytest.mark.parametrize(
    ("cells", "what"),
    [("a1-b1", "the bird on a1 and the horse on b1"), ("c2-c3", "the tree on c2 and the horse on c3")],
)
def test_a_shift(cells: str, what: str) -> None:
    match = table()

    match.play(f"shift {cells} with 17")

    check(match, [f"You shift {what}, discarding card 17."], [f"Ann shifts {what}, discarding card 17."])


def test_a_flip() -> None:
    match = table()

    match.play("flip b2 with 17")

    what = "the sun on b2: it is a moon now. Card 17 is discarded."
    check(match, [f"You flip {what}"], [f"Ann flips {what}"])


def test_a_score_of_one_point() -> None:
    match = table()

    match.play("score 3")

    what = "card 3 (HO, seen on b1 and c1) for 1 point."
    check(match, [f"You score {what}"], [f"Ann scores {what}"])


def test_a_score_of_two_points() -> None:
    match = table(hands=[[38], []])

    match.play("score 38")

    what = "card 38 (H/S, seen on b1 and b2) for 2 points."
    check(match, [f"You score {what}"], [f"Ann scores {what}"])


def test_a_score_in_a_solo_game() -> None:
    match = table(hands=[[38, 3]], scored=[[1, 2]])

    match.play("score 38")

    what = "card 38 (H/S, seen on b1 and b2): 3 of 16 are done."
    check(match, [f"You score {what}"], [f"Ann scores {what}"])


def test_an_end_that_draws_several_cards() -> None:
    match = table(hands=[[3], []], deck=[7, 8, 9])

    match.play("end")

    check(match, ["You end your turn and draw cards 7, 8 and 9."], ["Ann ends the turn and draws 3 cards."])


def test_an_end_that_draws_one_card() -> None:
    match = table(hands=[[3], []], deck=[7])

    match.play("end")

    check(match, ["You end your turn and draw card 7."], ["Ann ends the turn and draws 1 card."])


def test_an_end_that_draws_nothing() -> None:
    match = table()

    match.play("end")

    check(
        match,
        ["You end your turn and draw nothing; you hold 4."],
        ["Ann ends the turn and draws nothing; the hand holds 4."],
    )


def test_a_skip_that_draws_cards() -> None:
    match = table(deck=[7, 8, 9])

    match.play("skip")

    check(match, ["You skip your turn and draw cards 7 and 8."], ["Ann skips the turn and draws 2 cards."])


def test_a_skip_that_draws_one_card() -> None:
    match = table(deck=[7])

    match.play("skip")

    check(match, ["You skip your turn and draw card 7."], ["Ann skips the turn and draws 1 card."])


def test_a_skip_that_draws_nothing() -> None:
    match = table(deck=[])

    match.play("skip")

    check(
        match,
        ["You skip your turn, but there is nothing to draw."],
        ["Ann skips the turn, but there is nothing to draw."],
    )


def test_a_surplus_and_its_discards() -> None:
    match = table(DOWN, hands=[[*HAND, 9, 10], []])

    match.play("end")
    check(
        match,
        ["You end your turn holding 6 cards: now discard down to 4."],
        ["Ann ends the turn holding 6 cards, and discards down to 4."],
    )
    match.play("discard 9")
    check(
        match,
        ["You discard card 9 to get down to a hand."],
        ["Ann discards card 9 to get down to a hand."],
    )
    match.play("discard 10")
    check(
        match,
        ["You discard card 10 to get down to a hand.", "You end your turn and draw nothing; you hold 4."],
        ["Ann discards card 10 to get down to a hand.", "Ann ends the turn and draws nothing; the hand holds 4."],
    )


@pytest.mark.parametrize(
    ("pile", "sentence"),
    [
        ([7], "The deck is empty: the discard pile of 1 card becomes the new deck."),
        ([7, 8, 9], "The deck is empty: the 3 discarded cards are shuffled into a new deck."),
    ],
)
def test_a_reshuffle_is_told_to_all_alike(pile: list[int], sentence: str) -> None:
    match = table(hands=[[17, 20, 3], []], deck=[], discard=pile)

    match.play("end")

    assert {said(match, seat)[0] for seat in (0, 1, None)} == {sentence}


def test_a_strike() -> None:
    match = table(hands=[[5, 9, 38, 57]])

    match.play("end")

    check(
        match,
        ["You scored nothing this turn: strike 1 of 4.", "You end your turn and draw nothing; you hold 4."],
        ["Ann scored nothing this turn: strike 1 of 4.", "Ann ends the turn and draws nothing; the hand holds 4."],
    )


def test_a_lost_solo_game() -> None:
    match = table(hands=[[5, 9, 38, 57]], scored=[[1, 2]], strikes=3)

    match.play("end")

    assert match.history[-1].events[-1].clause == "SS.solo.end"
    over = "That was the last strike: the game is lost, with 2 cards scored."
    check(
        match,
        ["You scored nothing this turn: strike 4 of 4.", over],
        ["Ann scored nothing this turn: strike 4 of 4.", over],
    )


def test_a_won_solo_game() -> None:
    match = table(hands=[[3]], scored=[ALL_BUT_A_ONE])

    match.play("score 3")

    what = "card 3 (HO, seen on b1 and c1): 16 of 16 are done."
    over = "Every card is scored: the game is won."
    check(match, [f"You score {what}", over], [f"Ann scores {what}", over])


def test_the_last_round() -> None:
    match = table(hands=[[3, 5, 9, 10, 11], []], scored=[list(range(50, 59)), []])

    match.play("score 3")
    match.play("end")

    assert said(match, 0)[-1] == "You have scored 10 cards: this round is the last."
    assert {said(match, seat)[-1] for seat in (1, None)} == {"Ann has scored 10 cards: this round is the last."}


def test_a_game_with_one_winner() -> None:
    match = table(hands=[[], []], scored=[[29], [30, *range(50, 59)]], to_move=1, acted=True)

    match.play("end")

    assert match.history[-1].events[-1].clause == "SS.end.winner"
    assert said(match, 1)[-1] == "The game is over, 2 and 24: you win."
    assert {said(match, seat)[-1] for seat in (0, None)} == {"The game is over, 2 and 24: Ben wins."}


def test_a_game_with_a_shared_victory() -> None:
    rows = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [10, 11, 12, 13, 14, 15, 16, 17, 18], [19]]
    match = table(hands=[[], [], []], scored=rows, to_move=2)

    match.play("end")

    assert said(match, 0)[-1] == "The game is over, 12, 12 and 1: you share the victory with Ben."
    assert said(match, 1)[-1] == "The game is over, 12, 12 and 1: you share the victory with Ann."
    assert {said(match, seat)[-1] for seat in (2, None)} == {
        "The game is over, 12, 12 and 1: Ann and Ben share the victory."
    }


def test_a_score_sheet_says_what_earned_the_points() -> None:
    match = table(hands=[[], []], scored=[[3, 38, 1], [29]])
    lines = [(str(line.what), line.points, line.clause, line.parts) for line in match.scores()[0].lines]

    assert lines == [
        ("Card 3, HO", 1, "SS.score.points", ("card 3",)),
        ("Card 38, H/S", 2, "SS.score.points", ("card 38",)),
        ("Card 1, .../.B./...", 1, "SS.score.points", ("card 1",)),
        ("The most cards of value 1: 2", 3, "SS.end.bonus", ("card 3", "card 1")),
    ]


# Over whole games.


def whole_game(players: int, seed: int, rules: dict[str, Any] | None = None) -> Match:
    """Play a game, each seat picking a kind of action, then an action, at random."""
    match = tidebook.new("shifting_stones", players=players, seed=seed, rules=rules)
    random = Random(seed)  # noqa: S311 a game
    while match.to_move is not None and len(match.history) < 300:
        legal = match.legal()
        kind = random.choice(sorted({action.kind for action in legal}))
        match.play(random.choice([action for action in legal if action.kind == kind]))
    return match


QUICK = {"trigger_2": 2, "trigger_3": 2}
TINY = {"solo_ones": 6, "solo_twos": 0, "solo_threes": 0, "solo_fives": 0, "solo_strikes": 10}


def test_every_kind_of_event_has_words_and_is_met() -> None:
    games = [whole_game(1, 1, TINY), whole_game(2, 3, QUICK), whole_game(3, 4, {**QUICK, **DOWN})]
    met = {event.kind for match in games for ply in match.history for event in (*match.opening, *ply.events)}

    assert met == set(_SENTENCES)
    assert all(line.endswith(".") for match in games for seat in (0, None) for line in match.log(seat))


def test_every_event_names_a_clause_of_the_guide() -> None:
    guide = ShiftingStones.of().guide()

    for match in (whole_game(1, 1, DOWN), whole_game(3, 4, {**QUICK, **DOWN})):
        assert all(event.clause in guide for ply in match.history for event in ply.events)


def drawn(event: Event) -> set[int]:
    """Give the cards that only the mover saw."""
    return set(event.secret.get("cards", ()))


@pytest.mark.parametrize("players", [2, 3])
def test_drawn_cards_are_in_nobody_elses_words(players: int) -> None:
    match = whole_game(players, 5)
    told = [(event, -1) for event in match.opening]
    told += [(event, number) for number, ply in enumerate(match.history) for event in ply.events]
    secrets = [(event, ply) for event, ply in told if drawn(event)]

    assert len(secrets) > 20
    for event, ply in secrets:
        own = match.game.words(event.seen_by(event.seat), event.seat, match.names).say()
        assert drawn(event) <= set(map(int, re.findall(r"\d+", own)))
        for seat in (*range(players), None):
            if seat != event.seat:
                seen = event.seen_by(seat)
                assert not seen.secret
                assert "cards" not in seen.facts
                others = match.game.words(seen, seat, match.names).say()
                assert others.startswith(f"Player {(event.seat or 0) + 1} ")
                assert re.findall(r"\d+", others)[1:] == [str(event.facts["count"])]
                assert others in match.words(seat, ply)


def test_a_seat_without_its_secrets_gets_the_words_of_the_others() -> None:
    match = table(deck=[7, 8, 9])
    match.play("skip")
    (event,) = match.history[-1].events

    assert match.game.words(event.seen_by(None), 0, match.names).say() == "Ann skips the turn and draws 2 cards."


# What a person types.


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("shift b1-a1 with 17", "shift a1-b1 with 17"),
        ("  SHIFT  A1 - B1  with 17 ", "shift a1-b1 with 17"),
        ("swap a1 and b1 using card 17", "shift a1-b1 with 17"),
        ("swap a1 b1, 17", "shift a1-b1 with 17"),
        ("turn c3 with 017", "flip c3 with 17"),
        ("flip c3 17", "flip c3 with 17"),
        ("card 3", "score 3"),
        ("3", "score 3"),
        ("pass", "end"),
        ("done", "end"),
        ("end turn", "end"),
        ("skip turn", "skip"),
    ],
)
def test_other_ways_to_write_an_action(typed: str, action: str) -> None:
    game = ShiftingStones.of()

    assert game.read(typed) is game.parse(action)


@pytest.mark.parametrize("typed", ["shift a1-a1 with 17", "flip d4 with 17", "score 73", "shift a1-b1", "jump", "0"])
def test_what_is_no_action_is_answered_with_what_is_near(typed: str) -> None:
    with pytest.raises(NotationError, match="is not an action of Shifting Stones; near it are"):
        ShiftingStones.of().read(typed)
