"""A game of Four Shells on the table: what may be done, what it does, and who may know what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from tidebook.core.game import Action, Event, Part, Refusal, State, View
from tidebook.core.score import ScoreLine, ScoreSheet
from tidebook.core.text import Text, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tidebook.core.chance import Chance

    from .game import FourShells

TOP = "deck.0"
OPEN = "discard"


@dataclass(frozen=True)
class ShellsView(View):
    """What one seat may know. None stands for a shell that it has not looked at."""

    hands: tuple[int | None, ...]
    top: int | None
    deck: int
    discard: tuple[int, ...]
    peeks: tuple[str, ...]
    marks: tuple[int, ...]
    turn: int
    moved: bool


class ShellsState(State):
    """The table: a shell in front of each seat, the deck, the open discards."""

    __slots__ = ("deck", "discard", "hands", "marks", "moved", "peeks", "turn")

    game: FourShells
    hands: list[int]
    deck: list[int]  # the top shell is the first
    discard: list[int]
    peeks: list[str]  # where the shell lies that each seat peeked at: TOP, "hands.1" or OPEN; "" before it peeks
    marks: list[int]  # the place that each seat marked; 0 before it marks
    turn: int  # how many turns are over
    moved: bool  # has the mover kept, swapped or peeked in this turn

    def __init__(self, game: FourShells, hands: list[int], deck: list[int]) -> None:
        self.game, self.players = game, len(hands)
        self.hands, self.deck, self.discard = hands, deck, []
        self.peeks, self.marks = [""] * self.players, [0] * self.players
        self.begin(0)

    def begin(self, turn: int) -> None:
        """Begin a turn; after the last one the game is over."""
        self.turn, self.moved = turn, False
        self.to_move = turn % self.players if turn < self.game.turns(self.players) else None

    def legal(self) -> list[Action]:
        """List what the seat to move may do."""
        return [action for action in self.game.actions(self.players) if self.why_not(action) is None]

    def why_not(self, action: Action) -> Refusal | None:
        """Say why the seat to move may not do this."""
        seat, game = self.to_move, self.game
        if seat is None:
            return Refusal("FS.end", _("The game is over."))
        if action.kind == "mark":
            return self._no_mark(seat, action.args[0])
        if action is game.end:
            return None if self.moved else Refusal("FS.turn.end", _("First keep, swap or peek."))
        if self.moved:
            return Refusal("FS.turn", _("You have made your move: mark, or end your turn."))
        if action is not game.keep and not self.deck:
            return Refusal(f"FS.turn.{action.kind}", _("The deck is empty."))
        if action is game.peek and self.peeks[seat]:
            return Refusal("FS.turn.peek", _("You have peeked already; you may do so once in a game."))
        return None

    def _no_mark(self, seat: int, place: int) -> Refusal | None:
        if self.marks[seat]:
            return Refusal("FS.turn.mark", _("You have marked place {place} already.", place=self.marks[seat]))
        if place > self.players:
            return Refusal("FS.turn.mark", _("There are only {players} places.", players=self.players))
        return None

    def reveals(self, action: Action) -> Text | None:
        """Say what the mover would get to see; a shell that it has looked at before is nothing new."""
        seat, game = self.to_move, self.game
        if action is game.peek:
            return _("You look at a shell by this, so it cannot be taken back.")
        if action is game.swap and seat not in self.knowers(TOP):
            return _("You draw a shell by this, so it cannot be taken back.")
        last = self.turn + 1 == game.turns(self.players)
        if action is game.end and last and None in self.view(seat).hands:
            return _("All shells are turned over by this, so it cannot be taken back.")
        return None

    def apply(self, action: Action, chance: Chance, tell: Callable[[Event], None] | None = None) -> None:  # noqa: ARG002 all luck is in the deal
        """Do a legal action."""
        seat = self.to_move
        assert seat is not None
        if action.kind == "mark":
            self.marks[seat] = action.args[0]
            event = Event("mark", seat, "FS.turn.mark", {"place": action.args[0]})
        elif action.kind == "peek":
            self.peeks[seat] = TOP
            event = Event("peek", seat, "FS.turn.peek", {}, ("deck",), {"shell": self.deck[0]}, frozenset((seat,)))
        elif action.kind == "swap":
            event = self._swap(seat)
        else:
            event = Event(action.kind, seat, f"FS.turn.{action.kind}")
        self.moved = self.moved or action.kind != "mark"
        if action.kind == "end":
            self.begin(self.turn + 1)
        if tell:
            tell(event)
            if self.to_move is None:
                tell(Event("over", None, "FS.end", {"hands": tuple(self.hands), "winners": self.winners()}))

    def _swap(self, seat: int) -> Event:
        """Lay the own shell open and draw the top one; what a seat has looked at, it follows with its eyes."""
        mine, old, new = f"hands.{seat}", self.hands[seat], self.deck.pop(0)
        self.discard.append(old)
        self.hands[seat] = new
        self.peeks = [{mine: OPEN, TOP: mine}.get(place, place) for place in self.peeks]
        return Event("swap", seat, "FS.turn.swap", {"old": old}, (f"shell {old}",), {"shell": new}, self._peekers(mine))

    def copy(self) -> Self:
        """Give an independent copy."""
        new = type(self)(self.game, self.hands.copy(), self.deck.copy())
        new.discard, new.peeks, new.marks = self.discard.copy(), self.peeks.copy(), self.marks.copy()
        new.turn, new.moved, new.to_move = self.turn, self.moved, self.to_move
        return new

    def scores(self) -> list[ScoreSheet]:
        """Give each seat's points. Before the end there are none: they would give the shells away."""
        if self.to_move is not None:
            return [ScoreSheet(seat, ()) for seat in range(self.players)]
        ranking = sorted(self.hands, reverse=True)
        sheets = []
        for seat, shell in enumerate(self.hands):
            place, parts = ranking.index(shell) + 1, (f"shell {shell}",)
            lines = [ScoreLine(_("Shell {shell}", shell=shell), shell, "FS.end", parts)]
            if self.marks[seat] == place:
                lines.append(ScoreLine(_("Marked place {place} rightly", place=place), 1, "FS.turn.mark", parts))
            sheets.append(ScoreSheet(seat, tuple(lines)))
        return sheets

    def winners(self) -> tuple[int, ...]:
        """Give the winning seats of a game that is over; a tie goes by the ruling FS-01."""
        totals = [sheet.total for sheet in self.scores()]
        best = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
        tied = len(best) > 1 and self.game.rules.ties == "nobody"
        return () if self.to_move is not None or tied else best

    def knowers(self, place: str) -> frozenset[int | None]:
        """Give the seats that may know the shell in a place, and None as well when it lies open."""
        if place.startswith(OPEN) or (self.to_move is None and place.startswith("hands")):
            return frozenset((None, *range(self.players)))
        return frozenset(self._peekers(place))

    def _peekers(self, place: str) -> frozenset[int]:
        return frozenset(seat for seat, peek in enumerate(self.peeks) if place in (peek, f"hands.{seat}"))

    def view(self, seat: int | None) -> ShellsView:
        """Build up what this seat may know."""
        self.check_seat(seat, or_spectator=True)
        hands = [shell if seat in self.knowers(f"hands.{owner}") else None for owner, shell in enumerate(self.hands)]
        return ShellsView(
            seat=seat,
            players=self.players,
            to_move=self.to_move,
            hands=tuple(hands),
            top=self.deck[0] if seat in self.knowers(TOP) else None,
            deck=len(self.deck),
            discard=tuple(self.discard),
            peeks=tuple(self.peeks),
            marks=tuple(self.marks),
            turn=self.turn,
            moved=self.moved,
            game=self.game,
        )

    def parts(self) -> Iterator[Part]:
        """Name every shell, where it lies and who may know it."""
        for zone, shells in (("hands", self.hands), ("deck", self.deck), ("discard", self.discard)):
            for number, shell in enumerate(shells):
                place = f"{zone}.{number}"
                yield Part(f"shell {shell}", place, self.knowers(place), "shell")

    def to_dict(self) -> dict[str, Any]:
        """Give the whole state as plain data."""
        return {
            "hands": list(self.hands),
            "deck": list(self.deck),
            "discard": list(self.discard),
            "peeks": list(self.peeks),
            "marks": list(self.marks),
            "turn": self.turn,
            "moved": self.moved,
        }
