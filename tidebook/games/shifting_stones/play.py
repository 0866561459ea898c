"""A game of Shifting Stones on the table: what may be done, what it does, when it ends.

On a turn a player shifts, flips and scores as long as there are cards, then ends the turn; or skips it and draws.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from tidebook.core.game import Action, Event, Part, Refusal, State, View
from tidebook.core.text import Text, _
from tidebook.games.shifting_stones import refusals, scoring
from tidebook.games.shifting_stones.parts import CELLS, FACES, SOLO, read_shown, unpacked, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tidebook.core.chance import Chance
    from tidebook.core.score import ScoreSheet
    from tidebook.games.shifting_stones.game import ShiftingStones


@dataclass(frozen=True)
class StonesView(View):
    """What one seat may know of a game of Shifting Stones.

    Cards that this seat cannot see lie in packs: each time the deck is shuffled anew, everybody knows which cards
    went into it. `held` says for each seat from which packs its hidden cards were drawn, `unseen` which cards of
    each pack this seat does not see. (In a solo game the first pack is a part of its cards, by the quotas.)
    """

    grid: str
    hand: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    unseen: tuple[tuple[int, ...], ...]
    deck: int
    discard: tuple[int, ...]
    scored: tuple[tuple[int, ...], ...]
    box: tuple[int, ...]
    skipped: tuple[bool, ...]
    acted: bool
    scored_now: bool
    shedding: bool
    ending: bool
    strikes: int
    game: ShiftingStones = field(kw_only=True, compare=False, repr=False)

    @property
    def packed(self) -> int:
        """The grid as one number."""
        return read_shown(self.grid)


class StonesState(State):
    """The table: grid, hands, deck, discard pile, scored rows.

    The lists inside `hands` and `scored` are replaced, never changed, so that copies may share them.
    """

    __slots__ = (
        "acted",
        "box",
        "deck",
        "discard",
        "ending",
        "grid",
        "hands",
        "reshuffled",
        "scored",
        "scored_now",
        "shedding",
        "skipped",
        "strikes",
    )

    game: ShiftingStones
    grid: int  # three bits a stone, see parts.py
    hands: list[list[int]]
    scored: list[list[int]]
    deck: list[int]  # the top card is the last
    discard: list[int]
    box: list[int]  # out of the game: unknown cards in a solo game, otherwise known to all
    reshuffled: tuple[tuple[int, ...], ...]  # the cards of each later shuffle that everybody saw going into it
    skipped: tuple[bool, ...]  # did this seat skip its previous turn
    acted: bool  # has the mover done anything this turn
    scored_now: bool  # has the mover scored a card this turn
    shedding: bool  # the mover is ending the turn and discards down (SS-37)
    ending: bool  # somebody has reached the trigger: this round is the last
    strikes: int

    def legal(self) -> list[Action]:
        """List what the seat to move may do."""
        seat = self.to_move
        if seat is None:
            return []
        hand = self.hands[seat]
        if self.shedding:
            return [self.game.discards[card] for card in hand]
        actions: list[Action] = []
        if hand:
            menus, top, middle, bottom = self.game.tables
            grid = self.grid
            shown = top[grid & 511] & middle[grid >> 9 & 511] & bottom[grid >> 18]
            for card in hand:
                pattern, moves, moves_and_score = menus[card]
                actions += moves_and_score if shown & pattern else moves
        actions.append(self.game.end)  # always, also with nothing done (SS-07)
        # Skipping is instead of everything else (SS-09), not on two own turns running (SS-08), and draws (SS-33).
        if not self.acted and not self.skipped[seat] and len(hand) < self.game.skip_below:
            actions.append(self.game.skip)
        return actions

    def why_not(self, action: Action) -> Refusal | None:
        """Say why the seat to move may not do this."""
        return refusals.why_not(self, action)

    def reveals(self, action: Action) -> Text | None:
        """Say what the mover would get to see: only drawing cards shows something new."""
        seat = self.to_move
        if seat is None or not (self.deck or self.discard):
            return None
        rules = self.game.rules
        if action is self.game.skip:
            if self.players == SOLO and rules.solo_skip_strike and self.strikes + 1 >= rules.solo_strikes:
                return None  # the last strike comes before the draw (SS-35)
            return _("You draw cards by this, so it cannot be taken back.")
        if action is self.game.end and len(self.hands[seat]) < rules.hand_size:
            if self.players == SOLO and not self.scored_now and self.strikes + 1 >= rules.solo_strikes:
                return None
            return _("You draw cards by this, so it cannot be taken back.")
        return None

    def apply(self, action: Action, chance: Chance, tell: Callable[[Event], None] | None = None) -> None:
        """Do a legal action."""
        seat = self.to_move
        assert seat is not None
        kind = action.kind
        if kind == "shift":
            card, one, other, both = action.args
            hands = self.hands
            hand = hands[seat] = hands[seat].copy()
            hand.remove(card)
            self.discard.append(card)
            grid = self.grid
            self.grid = grid ^ ((grid >> one ^ grid >> other) & 7) * both  # each becomes the other
            self.acted = True
            if tell:
                tell(self._shifted(seat, card, one, other))
        elif kind == "flip":
            card, place, face = action.args
            hands = self.hands
            hand = hands[seat] = hands[seat].copy()
            hand.remove(card)
            self.discard.append(card)
            self.grid ^= face
            self.acted = True
            if tell:
                tell(self._flipped(seat, card, place))
        elif kind == "score":
            self._score(seat, action.args[0], tell)
        elif kind == "end":
            self._end(seat, chance, tell)
        elif kind == "skip":
            self._skip(seat, chance, tell)
        else:
            self._shed(seat, action.args[0], tell)

    def _score(self, seat: int, number: int, tell: Callable[[Event], None] | None) -> None:
        """Lay a card that the grid shows into the own row, once, however often it is shown.

        A card is never both scored and spent (SS-11); one grid may score several (SS-26), one at a time (SS-39).
        """
        hand = self.hands[seat] = self.hands[seat].copy()
        hand.remove(number)
        self.scored[seat] = [*self.scored[seat], number]
        self.acted = self.scored_now = True
        if tell:
            card = self.game.cards[number]
            cells = card.matches(self.grid)
            facts = {"card": number, "value": card.value, "pattern": card.pattern, "cells": cells}
            if self.players == SOLO:
                facts |= {"done": len(self.scored[0]), "all": self.game.solo_size}
            tell(Event("score", seat, "SS.turn.score", facts, (f"card {number}", *cells[0])))
        if self.players == SOLO and len(self.scored[0]) == self.game.solo_size:
            self._over(tell)  # all scored: won at once, before any strike (SS-24)

    def _end(self, seat: int, chance: Chance, tell: Callable[[Event], None] | None) -> None:
        """End the turn and draw up to a hand; with the ruling SS-06, discard down to it first."""
        size = self.game.rules.hand_size
        hand = self.hands[seat]
        if self.players == SOLO and not self.scored_now and self._strike(tell, skipped=False):
            return
        if self.game.rules.discard_down_to_4 and len(hand) > size:
            self.shedding = True
            if tell:
                tell(Event("surplus", seat, "SS.turn.end", {"holds": len(hand), "size": size}))
            return
        drawn = self._draw(seat, size - len(hand), chance, tell)
        if tell:
            facts = {"count": len(drawn), "holds": len(self.hands[seat])}
            tell(Event("end", seat, "SS.turn.end", facts, ("deck",), {"cards": drawn}, frozenset((seat,))))
        self._next(seat, tell, skipped=False)

    def _shed(self, seat: int, card: int, tell: Callable[[Event], None] | None) -> None:
        """Discard a surplus card without a move (SS-37)."""
        hand = self.hands[seat] = [other for other in self.hands[seat] if other != card]
        self.discard.append(card)
        if tell:
            tell(Event("discard", seat, "SS.turn.end", {"card": card}, (f"card {card}",)))
        if len(hand) == self.game.rules.hand_size:
            if tell:
                tell(Event("end", seat, "SS.turn.end", {"count": 0, "holds": len(hand)}))
            self._next(seat, tell, skipped=False)

    def _skip(self, seat: int, chance: Chance, tell: Callable[[Event], None] | None) -> None:
        """Skip the turn: draw two, never above six (SS-05)."""
        rules = self.game.rules
        count = rules.skip_draw
        if rules.skip_cap:
            count = min(count, rules.hand_cap - len(self.hands[seat]))
        if self.players == SOLO and rules.solo_skip_strike and self._strike(tell, skipped=True):  # SS-36
            return
        drawn = self._draw(seat, count, chance, tell)
        if tell:
            facts = {"count": len(drawn), "holds": len(self.hands[seat])}
            tell(Event("skip", seat, "SS.turn.skip", facts, ("deck",), {"cards": drawn}, frozenset((seat,))))
        self._next(seat, tell, skipped=True)

    def _draw(self, seat: int, count: int, chance: Chance, tell: Callable[[Event], None] | None) -> tuple[int, ...]:
        """Draw cards; an empty deck is made anew from the discards only when a card is needed (SS-14, SS-32)."""
        drawn: list[int] = []
        while len(drawn) < count:
            if not self.deck:
                if not self.discard:
                    break  # draw what there is (SS-15, SS-34)
                self._reshuffle((*self.hands, drawn), chance, tell)
            drawn.append(self.deck.pop())
        if drawn:
            self.hands[seat] = self.hands[seat] + drawn
        return tuple(drawn)

    def _reshuffle(self, hands: tuple[list[int], ...], chance: Chance, tell: Callable[[Event], None] | None) -> None:
        pack = sorted(self.discard)
        self.deck = chance.shuffle("reshuffle", pack)[::-1]
        self.discard = []
        # Of the earlier packs only what is still held stays unknown.
        held = {card for hand in hands for card in hand}
        older = (tuple(card for card in cards if card in held) for cards in self.reshuffled)
        self.reshuffled = (*(cards for cards in older if cards), tuple(pack))
        if tell:
            tell(Event("reshuffle", None, "SS.turn.reshuffle", {"count": len(pack)}, ("deck", "discard")))

    def _strike(self, tell: Callable[[Event], None] | None, *, skipped: bool) -> bool:
        """Take a strike for a solo turn without a score; True if it was the last. It comes before drawing (SS-35)."""
        self.strikes += 1
        most = self.game.rules.solo_strikes
        if tell:
            facts = {"number": self.strikes, "most": most, "skipped": skipped}
            tell(Event("strike", 0, "SS.solo.strike", facts))
        if self.strikes < most:
            return False
        self._over(tell)
        return True

    def _next(self, seat: int, tell: Callable[[Event], None] | None, *, skipped: bool) -> None:
        """Pass the turn on; the round in which somebody reached the trigger is the last (SS-16, SS-31).

        Only a skip counts as one for the next turn (SS-10). Seat 0 begins every round (SS-40).
        """
        self.skipped = (*self.skipped[:seat], skipped, *self.skipped[seat + 1 :])
        self.acted = self.scored_now = self.shedding = False
        if self.players == SOLO:
            return
        trigger = self.game.triggers[self.players]
        if not self.ending and len(self.scored[seat]) >= trigger:
            self.ending = True
            if tell:
                tell(Event("last_round", seat, "SS.end.trigger", {"count": len(self.scored[seat])}))
        self.to_move = (seat + 1) % self.players
        if self.ending and self.to_move == 0:
            self._over(tell)

    def _over(self, tell: Callable[[Event], None] | None) -> None:
        self.to_move = None
        if tell:
            clause = "SS.solo.end" if self.players == SOLO else "SS.end.winner"
            totals = tuple(sheet.total for sheet in self.scores())
            tell(
                Event(
                    "over",
                    None,
                    clause,
                    {"winners": self.winners(), "totals": totals, "solo": self.players == SOLO},
                )
            )

    def copy(self) -> Self:
        """Give an independent copy."""
        new = object.__new__(type(self))
        new.game = self.game
        new.players = self.players
        new.to_move = self.to_move
        new.grid = self.grid
        new.hands = self.hands.copy()
        new.scored = self.scored.copy()
        new.deck = self.deck.copy()
        new.discard = self.discard.copy()
        new.box = self.box
        new.reshuffled = self.reshuffled
        new.skipped = self.skipped
        new.acted = self.acted
        new.scored_now = self.scored_now
        new.shedding = self.shedding
        new.ending = self.ending
        new.strikes = self.strikes
        return new

    def scores(self) -> list[ScoreSheet]:
        """Give each seat's points as they stand, with reasons."""
        return scoring.sheets(self)

    def winners(self) -> tuple[int, ...]:
        """Give the winning seats of a game that is over."""
        return scoring.winners(self)

    def view(self, seat: int | None) -> StonesView:
        """Build up what this seat may know."""
        self.check_seat(seat, or_spectator=True)
        hand = () if seat is None else tuple(self.hands[seat])
        box = () if self.players == SOLO else tuple(self.box)
        seen = {*hand, *box, *self.discard, *(card for row in self.scored for card in row)}
        later = {card for pack in self.reshuffled for card in pack}
        first = tuple(card for card in self.game.cards if card not in seen and card not in later)
        return StonesView(
            game=self.game,
            seat=seat,
            players=self.players,
            to_move=self.to_move,
            grid=written(unpacked(self.grid)),
            hand=hand,
            held=tuple(tuple(map(self.pack, cards)) for cards in self.hands),
            unseen=(first, *(tuple(card for card in pack if card not in seen) for pack in self.reshuffled)),
            deck=len(self.deck),
            discard=tuple(self.discard),
            scored=tuple(map(tuple, self.scored)),
            box=box,
            skipped=self.skipped,
            acted=self.acted,
            scored_now=self.scored_now,
            shedding=self.shedding,
            ending=self.ending,
            strikes=self.strikes,
        )

    def pack(self, card: int) -> int:
        """Tell from which pack a card was drawn: 0 is the first deck, 1 the first reshuffle, and so on."""
        return next((number for number, pack in enumerate(self.reshuffled, 1) if card in pack), 0)

    def parts(self) -> Iterator[Part]:
        """Name every stone and every card, where it lies and who may know it."""
        everybody: frozenset[int | None] = frozenset((None, *range(self.players)))
        for number, letter in enumerate(unpacked(self.grid)):
            family = FACES[FACES.index(letter) & 6 :][:2]
            yield Part(f"stone {family}", f"grid.{number}", everybody, "stone")
        for seat, hand in enumerate(self.hands):
            for slot, card in enumerate(hand):
                yield Part(f"card {card}", f"hands.{seat}.{slot}", frozenset((seat,)), self._back(card))
        for slot, card in enumerate(reversed(self.deck)):
            yield Part(f"card {card}", f"deck.{slot}", frozenset(), self._back(card))
        for slot, card in enumerate(self.discard):
            yield Part(f"card {card}", f"discard.{slot}", everybody, "face up")
        for seat, row in enumerate(self.scored):
            for slot, card in enumerate(row):
                yield Part(f"card {card}", f"scored.{seat}.{slot}", everybody, "face up")
        for slot, card in enumerate(self.box):
            known = frozenset() if self.players == SOLO else everybody
            yield Part(f"card {card}", f"box.{slot}", known, self._back(card))

    def _back(self, card: int) -> str:
        return f"card of pack {self.pack(card)}"

    def to_dict(self) -> dict[str, Any]:
        """Give the whole state as plain data. It matters only of hidden cards from which pack they are."""
        hidden = {*self.deck, *(card for hand in self.hands for card in hand)}
        return {
            "players": self.players,
            "to_move": self.to_move,
            "grid": unpacked(self.grid),
            "hands": [list(hand) for hand in self.hands],
            "scored": [list(row) for row in self.scored],
            "deck": self.deck[::-1],
            "discard": list(self.discard),
            "box": list(self.box),
            "reshuffled": [[card for card in pack if card in hidden] for pack in self.reshuffled],
            "skipped": list(self.skipped),
            "acted": self.acted,
            "scored_now": self.scored_now,
            "shedding": self.shedding,
            "ending": self.ending,
            "strikes": self.strikes,
        }

    def _shifted(self, seat: int, card: int, one: int, other: int) -> Event:
        cells = CELLS[one // 3], CELLS[other // 3]
        # The faces as they lie after the shift: the stone now on the first cell came from the second.
        came = FACES[self.grid >> other & 7], FACES[self.grid >> one & 7]
        return Event(
            "shift",
            seat,
            "SS.turn.shift",
            {"card": card, "cells": cells, "faces": came},
            (*cells, f"card {card}"),
        )

    def _flipped(self, seat: int, card: int, place: int) -> Event:
        cell, face = CELLS[place // 3], self.grid >> place & 7
        return Event(
            "flip",
            seat,
            "SS.turn.flip",
            {"card": card, "cell": cell, "was": FACES[face ^ 1], "now": FACES[face]},
            (cell, f"card {card}"),
        )
