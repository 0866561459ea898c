"""Before a move: why it is not allowed, with the clause; and what it would show its mover."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tidebook.core.chance import Chance
from tidebook.core.errors import IllegalActionError
from tidebook.games.shifting_stones import ShiftingStones

if TYPE_CHECKING:
    from tidebook.core.match import Match

GRID = "BHO/EST/EBH"  # shows cards 3 (HO), 18 (E/E), 38 (H/S), 42 (E.T) and 44 (B.O)
HAND = [17, 20, 3, 5]
DOWN = {"discard_down_to_4": True}


def table(rules: dict[str, Any] | None = None, **position: Any) -> Match:
    """Set a situation up; two players, the first with four cards, unless it says otherwise."""
    placed = {"grid": GRID, "hands": [HAND, []], **position}
    return tidebook.new("shifting_stones", seed=1, rules=rules, position=placed)


def refusal(match: Match, action: str) -> tuple[str, str]:
    """Give the clause and the sentence by which an action is refused."""
    refused = match.why_not(action)
    assert refused is not None
    assert refused.clause in match.game.guide()
    return refused.clause, str(refused)


@pytest.mark.parametrize(
    ("action", "clause", "sentence"),
    [
        (
            "shift a1-b2 with 17",
            "SS.turn.shift",
            "The bird on a1 and the sun on b2 only touch at a corner; a shift swaps two stones that share an edge.",
        ),
        (
            "shift c2-b3 with 17",
            "SS.turn.shift",
            "The tree on c2 and the bird on b3 only touch at a corner; a shift swaps two stones that share an edge.",
        ),
        (
            "shift c1-a2 with 17",
            "SS.turn.shift",
            "The boat on c1 and the seed on a2 are not neighbours; a shift swaps two stones that share an edge.",
        ),
        (
            "shift a1-a3 with 17",
            "SS.turn.shift",
            "The bird on a1 and the seed on a3 are not neighbours; a shift swaps two stones that share an edge.",
        ),
        (
            "shift a1-c3 with 17",
            "SS.turn.shift",
            "The bird on a1 and the horse on c3 are not neighbours; a shift swaps two stones that share an edge.",
        ),
        ("shift a1-b1 with 18", "SS.turn.shift", "Card 18 is not in your hand."),
        ("flip a1 with 18", "SS.turn.flip", "Card 18 is not in your hand."),
        ("score 18", "SS.turn.score", "Card 18 is not in your hand."),
        ("score 17", "SS.score.match", "The stones do not show the pattern H/H of card 17 anywhere."),
        ("discard 17", "SS.turn.end", "Cards are only ever discarded for a shift or a flip."),
        ("discard 18", "SS.turn.end", "Cards are only ever discarded for a shift or a flip."),
    ],
)
def test_a_refusal_names_the_clause_and_says_why(action: str, clause: str, sentence: str) -> None:
    assert refusal(table(), action) == (clause, sentence)


def test_any_two_stones_are_neighbours_or_touch_at_a_corner_or_neither() -> None:
    match = table()
    cells = [f"{column}{row}" for row in "123" for column in "abc"]

    for one, other in combinations(cells, 2):
        apart = sorted((abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))))
        reason = {(0, 1): "None", (1, 1): "only touch at a corner"}.get((apart[0], apart[1]), "are not neighbours")
        assert reason in str(match.why_not(f"shift {one}-{other} with 17"))


NO_CARDS = "You have no cards left, so nothing can be shifted, flipped or scored."


@pytest.mark.parametrize(
    ("action", "clause"),
    [("shift a1-b1 with 3", "SS.turn.shift"), ("flip a1 with 3", "SS.turn.flip"), ("score 3", "SS.turn.score")],
)
def test_without_cards_nothing_can_be_paid_for(action: str, clause: str) -> None:
    match = table(hands=[[], [3]])

    assert refusal(match, action) == (clause, NO_CARDS)


def test_no_skip_after_an_action() -> None:
    match = table()

    match.play("flip a1 with 17")

    assert refusal(match, "skip") == (
        "SS.turn.skip",
        "You have already done something this turn; skipping is instead of everything else.",
    )


def test_no_skip_twice_in_a_row() -> None:
    match = table(skipped=[True, False])

    assert refusal(match, "skip") == ("SS.turn.skip", "You skipped your last turn; you may not skip twice in a row.")


def test_no_skip_at_the_cap() -> None:
    match = table({"hand_cap": 3})

    assert refusal(match, "skip") == (
        "SS.turn.skip",
        "You hold 4 cards, and skipping never brings a hand above 3: you would draw nothing.",
    )


def test_discards_without_a_move_wait_for_the_end_of_the_turn() -> None:
    assert refusal(table(DOWN), "discard 17") == (
        "SS.turn.end",
        "Cards are discarded without a move only when you end your turn with too many.",
    )


@pytest.mark.parametrize("action", ["end", "skip", "score 3", "flip a1 with 17", "shift a1-b1 with 17"])
def test_ending_a_turn_with_too_many_cards_leaves_only_discards(action: str) -> None:
    match = table(DOWN, hands=[[*HAND, 9], []])

    match.play("end")

    assert refusal(match, action) == ("SS.turn.end", "You are ending your turn: first discard down to 4 cards.")


def test_only_own_cards_are_discarded_down() -> None:
    match = table(DOWN, hands=[[*HAND, 9], [18]])

    match.play("end")

    assert refusal(match, "discard 18") == ("SS.turn.end", "Card 18 is not in your hand.")


@pytest.mark.parametrize("action", ["end", "skip", "score 3", "discard 3", "flip a1 with 3", "shift a1-b2 with 3"])
def test_nothing_is_allowed_when_the_game_is_over(action: str) -> None:
    ten = [1, 2, 4, *range(6, 13)]
    many = table(hands=[[3], []], scored=[ten, []], to_move=None)
    alone = table(hands=[[3]], strikes=4, to_move=None)

    assert refusal(many, action) == ("SS.end.winner", "The game is over.")
    assert refusal(alone, action) == ("SS.solo.end", "The game is over.")


def test_a_refused_action_is_not_played() -> None:
    match = table()
    before = match.state.to_dict()

    with pytest.raises(IllegalActionError) as caught:
        match.play("score 17")

    assert str(caught.value) == "The stones do not show the pattern H/H of card 17 anywhere."
    assert match.state.to_dict() == before


# Every refusal, over everything that could ever be done.


def agrees(state: Any) -> None:
    """Check that exactly the legal actions are not refused."""
    allowed = [action for action in state.game.actions(state.players) if state.why_not(action) is None]
    legal = state.legal()
    assert len(set(legal)) == len(legal)
    assert set(allowed) == set(legal)


def test_there_are_as_many_actions_as_the_notation_can_write() -> None:
    universe = ShiftingStones.of().actions(2)

    assert len(universe) == 2 + 72 * (36 + 9 + 1 + 1)
    assert all(ShiftingStones.of().parse(str(action)) is action for action in universe)


@pytest.mark.parametrize(
    ("rules", "players"),
    [({}, 1), ({}, 2), ({}, 5), (DOWN, 1), (DOWN, 3), ({"skip_cap": False}, 2), ({"hand_size": 8, "hand_cap": 2}, 2)],
)
def test_refusals_agree_with_what_is_legal_over_all_actions(rules: dict[str, Any], players: int) -> None:
    game = ShiftingStones.of(rules)
    chance, random = Chance(3), Random(3)  # noqa: S311 a game
    state = game.start(players, chance)

    for _action in range(40):
        agrees(state)
        if state.to_move is None:
            break
        legal = state.legal()
        kind = random.choice(sorted({action.kind for action in legal}))
        state.apply(random.choice([action for action in legal if action.kind == kind]), chance)


@pytest.mark.parametrize(
    ("rules", "position"),
    [
        ({}, {"hands": [[], []]}),
        ({}, {"hands": [[*HAND, 9, 10], []]}),
        ({}, {"skipped": [True, True]}),
        ({}, {"acted": True}),
        ({}, {"deck": []}),
        (DOWN, {"hands": [[*HAND, 9, 10], []], "shedding": True}),
        ({}, {"hands": [[3]], "strikes": 4, "to_move": None}),
        ({}, {"scored": [[], list(range(50, 60))], "to_move": None}),
    ],
)
def test_refusals_agree_with_what_is_legal_in_corners(rules: dict[str, Any], position: dict[str, Any]) -> None:
    agrees(table(rules, **position).state)


# What a move would show its mover.


@pytest.mark.parametrize(
    ("action", "position", "shows"),
    [
        ("flip a1 with 17", {}, False),
        ("score 3", {}, False),
        ("end", {}, False),
        ("end", {"hands": [[3], []]}, True),
        ("skip", {}, True),
        ("skip", {"deck": []}, False),
        ("end", {"hands": [[3], []], "deck": []}, False),
        ("end", {"hands": [[3], []], "deck": [], "discard": [1]}, True),
        ("skip", {"hands": [[3]], "strikes": 3}, False),
        ("skip", {"hands": [[3]], "strikes": 2}, True),
        ("end", {"hands": [[3]], "strikes": 3}, False),
        ("end", {"hands": [[3]], "strikes": 2}, True),
    ],
)
def test_only_drawing_reveals_something(*, action: str, position: dict[str, Any], shows: bool) -> None:
    match = table(**position)

    assert (str(match.reveals(action)) == "You draw cards by this, so it cannot be taken back.") is shows
    assert (match.reveals(action) is not None) is shows


def test_a_scored_card_makes_the_end_of_a_solo_turn_draw_in_spite_of_three_strikes() -> None:
    match = table(hands=[[3]], strikes=3)

    match.play("score 3")

    assert match.reveals("end")


def test_discarding_down_reveals_nothing() -> None:
    match = table(DOWN, hands=[[*HAND, 9], []])
    assert match.reveals("end") is None

    match.play("end")

    assert match.reveals("discard 9") is None


def test_nothing_is_legal_or_revealed_when_the_game_is_over() -> None:
    match = table(hands=[[3]], strikes=4, to_move=None)

    assert match.state.legal() == []
    assert match.state.reveals(match.game.parse("end")) is None
