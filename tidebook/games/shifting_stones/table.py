"""Draws a view of the table in zones, and names the parts that an action touches.

Parts are named as everywhere else: a cell "b2", "card 17", "deck", "discard".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.core.table import Drawing, Table
from tidebook.core.text import Several, Text, _, ngettext
from tidebook.draw.colour import WHITE, var
from tidebook.draw.lettering import fit, lettered
from tidebook.draw.pieces import GAUGE, Chip, Plate, gauge, pile, place, plate
from tidebook.draw.svg import moved, number, part, path, rect
from tidebook.draw.symbols import use
from tidebook.games.shifting_stones import scoring
from tidebook.games.shifting_stones.faces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    STONE,
    card_drawing,
    card_svg,
    card_words,
    other_side,
    stone,
)
from tidebook.games.shifting_stones.parts import CELLS, NAMES, SIDE, SOLO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.game import Action
    from tidebook.core.text import Language, Name
    from tidebook.games.shifting_stones.play import StonesView

LETTERING = "word-stones"
_GAP = 18.0
_MARGIN = 32.0
_MAT = 2 * _MARGIN + SIDE * STONE + (SIDE - 1) * _GAP
_PILE = 138.0


def touches(action: Action) -> tuple[str, ...]:
    """Name the parts that an action touches: stones, the card that pays or scores, the deck that is drawn from."""
    if action.kind == "shift":
        card, one, other, _both = action.args
        return CELLS[one // 3], CELLS[other // 3], f"card {card}"
    if action.kind == "flip":
        card, place, _face = action.args
        return CELLS[place // 3], f"card {card}"
    if action.kind in ("score", "discard"):
        return (f"card {action.args[0]}",)
    return ("deck",)


def zones(view: StonesView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
    """Draw a view: the stones; deck, discards and tide gauge; the own row and hand; the others."""
    who: list[Name] = list(names) or [_("Player {number}", number=seat + 1) for seat in range(view.players)]
    others = [seat for seat in range(view.players) if seat != view.seat]
    tray = [] if view.seat is None else [_plate(view, view.seat, language, who), *_hand(view, language)]
    return Table(
        title=view.game.title,
        lettering=LETTERING,
        status=_status(view, who).say(language),
        board=_board(view, language),
        tray=tuple(tray),
        market=(_deck(view, language), _discard(view, language), _gauge(view, language)),
        rivals=tuple(_plate(view, seat, language, who) for seat in others),
    )


def _status(view: StonesView, who: Sequence[Name]) -> Text:
    """Say whose turn it is, or how the game ended."""
    if view.to_move is None:
        winners = scoring.winners(view)
        if view.players == SOLO:
            return _("The game is won") if winners else _("The game is lost")
        if view.seat in winners and len(winners) == 1:
            return _("The game is over: you win")
        names = Several(who[seat] for seat in winners)
        return ngettext("The game is over: {who} wins", "The game is over: {who} win", len(winners), who=names)
    turn = _("Your turn") if view.to_move == view.seat else _("{who} is to move", who=who[view.to_move])
    return _("{turn}, last round", turn=turn) if view.ending else turn


def _board(view: StonesView, language: Language | None) -> Drawing:
    """Draw the nine stones on their mat of sand."""
    step = STONE + _GAP
    drawn = [
        rect(0, 0, _MAT, _MAT, rx=28, fill=var("mat-edge")),
        rect(2.5, 2.5, _MAT - 5, _MAT - 5, rx=26, fill=var("mat")),
        path(_ripples(), fill="none", stroke=var("mat-line"), stroke_width=2),
    ]
    for index in range(SIDE):
        middle = _MARGIN + STONE / 2 + step * index
        drawn.append(_coordinate(middle, 21, "abc"[index]))
        drawn.append(_coordinate(_MARGIN / 2, middle + 5, "123"[index]))
    for index, face in enumerate(view.grid.replace("/", "")):
        x, y = _MARGIN + step * (index % SIDE), _MARGIN + step * (index // SIDE)
        label = _("{face} on {cell}, {behind} on its back", face=NAMES[face], cell=CELLS[index],
                  behind=NAMES[other_side(face)])  # fmt: skip
        drawn.append(part(CELLS[index], label.say(language), moved(stone(face, index + index // SIDE), x, y)))
    rows = Several(Several(NAMES[face] for face in row) for row in view.grid.split("/"))
    label = _("The stones, row by row: {rows}", rows=rows)
    return Drawing("board", "".join(drawn), _MAT, _MAT, label.say(language))


def _coordinate(x: float, y: float, letter: str) -> str:
    return lettered(x, y, letter, 15, fill=var("mat-text"), weight=600, anchor="middle")


def _ripples() -> str:
    """Give the path of the ripples in the sand."""
    waves = int((_MAT - 16) // 36)
    first = (_MAT - 36 * waves) / 2
    return "".join(f"M{number(first)} {y}q9-5 18 0" + "t18 0" * (2 * waves - 1) for y in range(36, int(_MAT) - 20, 24))


def _deck(view: StonesView, language: Language | None) -> Drawing:
    label = ngettext("{n} card in the deck", "{n} cards in the deck", view.deck).say(language)
    drawn = pile((_PILE - 88) / 2, 2, 84, 110, view.deck) + _caption(
        _("{count} in the deck", count=view.deck), language, 138
    )
    return Drawing("deck", part("deck", label, drawn), _PILE, 148, label)


def _discard(view: StonesView, language: Language | None) -> Drawing:
    """Draw the discard pile: all may look at its top card."""
    label = ngettext("{n} card discarded", "{n} cards discarded", len(view.discard)).say(language)
    short = _("{count} discarded", count=len(view.discard))
    scale = _PILE / CARD_WIDTH
    high = CARD_HEIGHT * scale
    if view.discard:
        top = view.game.cards[view.discard[-1]]
        drawn = f'<g transform="scale({number(scale)})">{card_svg(top)}</g>'
        tip = _("{pile}; on top: {card}", pile=label, card=card_words(top)).say(language)
    else:
        drawn, tip = place(1, 1, _PILE - 2, high - 2), label
    return Drawing("discard", part("discard", tip, drawn + _caption(short, language, high + 20)), _PILE, high + 26, tip)


def _caption(text: Text, language: Language | None, y: float) -> str:
    said = fit(text.say(language), _PILE + 16, 13)
    return lettered(_PILE / 2, y, said, 13, fill=var("muted"), anchor="middle")


def _gauge(view: StonesView, language: Language | None) -> Drawing:
    """Draw how many cards each seat has scored on the way to the last round."""
    levels = [len(row) for row in view.scored]
    end = view.game.solo_size if view.players == SOLO else view.game.triggers[view.players]
    above = _("won at {end}", end=end) if view.players == SOLO else _("ends at {end}", end=end)
    below = _("cards scored")
    label = _("Cards scored: {levels}; {end}", levels=Several(levels), end=above)
    return Drawing("gauge", gauge(levels, end, above.say(language), below.say(language)), *GAUGE, label.say(language))


def _hand(view: StonesView, language: Language | None) -> list[Drawing]:
    """Draw the own cards, in the order in which they were drawn; those that the stones show say so."""
    ready = _("on the board").say(language)
    cards = [view.game.cards[card] for card in view.hand]
    return [
        card_drawing(card, card_words(card).say(language), ready if card.matches(view.packed) else "") for card in cards
    ]


def _plate(view: StonesView, seat: int, language: Language | None, who: Sequence[Name]) -> Drawing:
    """Draw a seat: name, points, scored cards, and how many it holds."""
    sheet = scoring.sheets(view)[seat]
    mine, held = seat == view.seat, len(view.held[seat])
    name = _("{who} (you)", who=who[seat]).say(language) if mine else Text("{who}", {"who": who[seat]}).say(language)
    cards = [view.game.cards[card] for card in view.scored[seat]]
    row = [
        Chip(str(card.value), f"card {card.number}", card_words(card).say(language), card.value == scoring.BONUS_VALUE)
        for card in cards
    ]
    bonus = sheet.total - sum(card.value for card in cards)
    note = ngettext("holds {n} card", "holds {n} cards", held)
    if view.players == SOLO:
        note = _("strikes: {strikes} of {most}", strikes=view.strikes, most=view.game.rules.solo_strikes)
    elif bonus:
        note = _("holds {held}, bonus {bonus}", held=held, bonus=f"+{bonus}")
    solo = view.players == SOLO
    now = _("to move").say(language) if seat == view.to_move and not solo else ""
    drawn, high = plate(
        Plate(
            seat,
            name,
            note.say(language),
            str(sheet.total),
            row,
            0 if mine else held,
            now,
            _strikes(view) if solo else "",
            26 if solo else 0,
        )
    )
    points = ngettext("{who}: {n} point, {note}", "{who}: {n} points, {note}", sheet.total, who=name, note=note)
    return Drawing(f"seat {seat}", drawn, 250, high, points.say(language))


def _strikes(view: StonesView) -> str:
    """Draw the strikes of a solo game: crosses in boxes."""
    return "".join(
        rect(24 * slot + 1, 2, 19, 19, rx=5, fill=WHITE if slot >= view.strikes else "#c44e0a", stroke=var("ink"))
        + (use("ui-close", 24 * slot + 4, 5, 13, "#ffffff", "surface") if slot < view.strikes else "")
        for slot in range(view.game.rules.solo_strikes)
    )
