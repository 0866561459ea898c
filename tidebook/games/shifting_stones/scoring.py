"""Who has how many points, and why; who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tidebook.core.score import ScoreLine, ScoreSheet
from tidebook.core.text import _
from tidebook.games.shifting_stones.parts import SOLO

if TYPE_CHECKING:
    from tidebook.games.shifting_stones.play import StonesState, StonesView

    Standing: TypeAlias = StonesState | StonesView  # the scored rows are open to all

BONUS_VALUE = 1


def sheets(state: Standing) -> list[ScoreSheet]:
    """Give each seat's points as they stand: a line a card, then the bonus."""
    ahead = bonus_seats(state)
    return [ScoreSheet(seat, (*_cards(state, seat), *_bonus(state, seat, ahead))) for seat in range(state.players)]


def bonus_seats(state: Standing) -> tuple[int, ...]:
    """Give the seats with the most cards of value 1; each gets the whole bonus (SS-13). None in solo (SS-21)."""
    if state.players == SOLO:
        return ()
    counts = [sum(1 for card in row if state.game.cards[card].value == BONUS_VALUE) for row in state.scored]
    most = max(counts)
    if most == 0 and state.game.rules.bonus_needs_one:
        return ()  # SS-12
    return tuple(seat for seat, count in enumerate(counts) if count == most)


def winners(state: Standing) -> tuple[int, ...]:
    """Give the winning seats of a game that is over; a tie is shared (SS-28)."""
    if state.to_move is not None:
        return ()
    if state.players == SOLO:
        return (0,) if len(state.scored[0]) == state.game.solo_size else ()
    totals = [sheet.total for sheet in sheets(state)]
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def _cards(state: Standing, seat: int) -> list[ScoreLine]:
    lines = []
    for number in state.scored[seat]:
        card = state.game.cards[number]
        what = _("Card {card}, {pattern}", card=number, pattern=card.pattern)
        # Solo has no points (SS-21): a scored card is a line of progress, one for each.
        points = 1 if state.players == SOLO else card.value
        lines.append(
            ScoreLine(
                what,
                points,
                "SS.solo.end" if state.players == SOLO else "SS.score.points",
                (f"card {number}",),
            )
        )
    return lines


def _bonus(state: Standing, seat: int, ahead: tuple[int, ...]) -> list[ScoreLine]:
    if seat not in ahead or not state.game.rules.bonus:
        return []
    ones = [card for card in state.scored[seat] if state.game.cards[card].value == BONUS_VALUE]
    what = _("The most cards of value 1: {count}", count=len(ones))
    return [ScoreLine(what, state.game.rules.bonus, "SS.end.bonus", tuple(f"card {card}" for card in ones))]
