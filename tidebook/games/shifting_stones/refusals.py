"""Why an action is not allowed now, with the clause that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.core.game import Refusal
from tidebook.core.text import _, ngettext
from tidebook.games.shifting_stones.parts import CELLS, FACES, NAMES, SOLO

if TYPE_CHECKING:
    from tidebook.core.game import Action
    from tidebook.games.shifting_stones.play import StonesState


def why_not(state: StonesState, action: Action) -> Refusal | None:
    """Say why the seat to move may not do this, None if it may."""
    seat, kind = state.to_move, action.kind
    if seat is None:
        return Refusal("SS.solo.end" if state.players == SOLO else "SS.end.winner", _("The game is over."))
    if state.shedding != (kind == "discard"):
        return _wrong_moment(state)
    if kind == "end":
        return None
    hand = state.hands[seat]
    if kind == "skip":
        return _no_skip(state, seat, len(hand))
    card = action.args[0]
    if card not in hand:
        return _not_in_hand(hand, card, "SS.turn.end" if kind == "discard" else f"SS.turn.{kind}")
    if kind == "shift" and action not in state.game.sound_moves:
        return _no_neighbours(state, action)
    if kind == "score" and not state.game.shows(state.grid, card):
        pattern = state.game.cards[card].pattern
        return Refusal(
            "SS.score.match",
            _(
                "The stones do not show the pattern {pattern} of card {card} anywhere.",
                pattern=pattern,
                card=card,
            ),
        )
    return None


def _wrong_moment(state: StonesState) -> Refusal:
    """Refuse what does not go with discarding down (SS-37); a move need not be of use, but it must be one (SS-38)."""
    if state.shedding:
        text = ngettext(
            "You are ending your turn: first discard down to {n} card.",
            "You are ending your turn: first discard down to {n} cards.",
            state.game.rules.hand_size,
        )
    elif state.game.rules.discard_down_to_4:
        text = _("Cards are discarded without a move only when you end your turn with too many.")
    else:
        text = _("Cards are only ever discarded for a shift or a flip.")
    return Refusal("SS.turn.end", text)


def _no_skip(state: StonesState, seat: int, held: int) -> Refusal | None:
    if state.acted:
        text = _("You have already done something this turn; skipping is instead of everything else.")
    elif state.skipped[seat]:
        text = _("You skipped your last turn; you may not skip twice in a row.")
    elif held >= state.game.skip_below:
        text = _(
            "You hold {held} cards, and skipping never brings a hand above {cap}: you would draw nothing.",
            held=held,
            cap=state.game.rules.hand_cap,
        )
    else:
        return None
    return Refusal("SS.turn.skip", text)


def _not_in_hand(hand: list[int], card: int, clause: str) -> Refusal:
    """Refuse a card that is not held. The sentence names no other card, so that records may show it to anybody."""
    if hand:
        return Refusal(clause, _("Card {card} is not in your hand.", card=card))
    return Refusal(clause, _("You have no cards left, so nothing can be shifted, flipped or scored."))


def _no_neighbours(state: StonesState, action: Action) -> Refusal:
    _card, one, other, _both = action.args
    faces = [NAMES[FACES[state.grid >> place & 7]] for place in (one, other)]
    corner = abs(one // 9 - other // 9) == abs(one // 3 % 3 - other // 3 % 3) == 1
    values = {"one": faces[0], "a": CELLS[one // 3], "other": faces[1], "b": CELLS[other // 3]}
    if corner:
        text = _(
            "The {one} on {a} and the {other} on {b} only touch at a corner; a shift swaps two stones that"
            " share an edge.",
            **values,
        )
    else:
        text = _(
            "The {one} on {a} and the {other} on {b} are not neighbours; a shift swaps two stones that share an edge.",
            **values,
        )
    return Refusal("SS.turn.shift", text)
