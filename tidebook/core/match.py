"""A game being played: its history, safe undo and redo, what-if lines, replay.

>>> import tidebook
>>> match = tidebook.new("shifting_stones", players=2, seed=7)
>>> match.play("skip").reveals is not None
True
>>> str(match.undo_refusal())
'This showed you something new, so it cannot be taken back: “skip”.'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tidebook.core.chance import Chance, fresh_seed, stream
from tidebook.core.data import plain, shown
from tidebook.core.errors import IllegalActionError, NotationError, TidebookError, UndoError
from tidebook.core.game import Action, Refusal
from tidebook.core.player import Sight
from tidebook.core.text import Several, Text, _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from tidebook.core.game import Event, Game, State, View
    from tidebook.core.player import Decision, Player
    from tidebook.core.score import ScoreSheet
    from tidebook.core.text import Language, Name

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Start:
    """How a game began: dealt by its chance, or from a position."""

    players: int
    position: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Ply:
    """One action that was played: by whom, what it revealed to that seat, and what happened."""

    seat: int
    action: Action
    reveals: Text | None
    events: tuple[Event, ...]


class Match:
    """A game being played, with its history.

    `open` is True when nothing needs to be kept secret any more: the game is over, or every person at the table
    has agreed to look at it together. Then everything can be undone and a fork goes on from the truth.
    """

    def __init__(
        self,
        game: Game,
        start: Start,
        chance: Chance,
        *,
        names: Sequence[str] = (),
        bots: Mapping[int, Player] | None = None,
    ) -> None:
        self.game = game
        self.start = Start(start.players, None if start.position is None else plain(start.position))
        self.chance = chance
        self.who = _names(names, start.players)  # as sentences call the seats
        self.bots = dict(bots or {})
        for seat in self.bots:
            self._check_seat(seat)
        self.notices: list[Text] = []  # what somebody who loads this game should know
        self.opening: list[Event] = []
        if start.position is None:
            self.state = game.start(start.players, chance, self.opening.append)
        else:
            self.state = game.position(self.start.position or {})
        self.history: list[Ply] = []
        self._before: list[tuple[State, Mapping[str, int]]] = []  # state and luck before each ply
        self._undone: list[tuple[Ply, State, Mapping[str, int]]] = []  # what redo brings back, last first
        self._agreed: set[int] = set()
        self._ended = self.over or self.capped  # once over, everybody has seen everything

    # What can be asked.

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called, in English where they have no names."""
        return tuple(map(str, self.who))

    @property
    def given(self) -> tuple[str, ...]:
        """The names that people chose; empty where they did not."""
        return tuple(name if isinstance(name, str) else "" for name in self.who)

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the game is over or was cut."""
        return None if self.capped else self.state.to_move

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self.state.to_move is None

    @property
    def capped(self) -> bool:
        """Whether the game was cut because it ran to the cap of its length."""
        return not self.over and len(self.history) >= self.game.max_actions

    @property
    def open(self) -> bool:
        """Whether the game is open analysis: nothing needs to be kept secret."""
        people = set(range(self.start.players)) - set(self.bots)
        return self._ended or bool(people and people <= self._agreed)

    def agree(self, seat: int) -> None:
        """Let a seat agree to open analysis; it is open when every person has agreed."""
        self._check_seat(seat)
        self._agreed.add(seat)

    def legal(self) -> list[Action]:
        """List what the seat to move may do."""
        return [] if self.to_move is None else self.state.legal()

    def why_not(self, action: Action | str, seat: int | None = None) -> Refusal | None:
        """Say why this may not be done now, None if it may. A seat gets answers on its own turn only."""
        if self.capped:
            text = _("The game was stopped at its cap of {most} actions.", most=self.game.max_actions)
            return Refusal("", text)
        mover = self.state.to_move
        if mover is not None and seat is not None and seat != mover:
            return Refusal("", _("It is {who}'s turn.", who=self.who[mover]))
        return self.state.why_not(self._action(action))

    def reveals(self, action: Action | str) -> Text | None:
        """Say, before the move, what it would show its mover; such a move cannot be taken back."""
        asked = self._action(action)
        return self.state.reveals(asked) if self.to_move is not None else None

    def scores(self) -> list[ScoreSheet]:
        """Give each seat's points as they stand, with reasons."""
        return self.state.scores()

    def winners(self) -> tuple[int, ...]:
        """Give the winning seats of a game that is over."""
        return self.state.winners()

    def view(self, seat: int | None, ply: int | None = None) -> View:
        """Give what a seat may know, now or before some earlier ply."""
        if seat is not None:
            self._check_seat(seat)
        return self.at(ply).view(seat)

    def sight(self) -> Sight:
        """Give what a bot in the seat to move gets."""
        return Sight(self.game, self.view(self.to_move), tuple(self.legal()))

    def at(self, ply: int | None = None) -> State:
        """Give a copy of the whole state, now or before some earlier ply."""
        if ply is None or ply == len(self.history):
            return self.state.copy()
        if not 0 <= ply < len(self.history):
            raise TidebookError(_("There are positions 0 to {last}, not {ply}.", last=len(self.history), ply=ply))
        return self._before[ply][0].copy()

    def words(self, seat: int | None, ply: int, language: Language | None = None) -> list[str]:
        """Say what happened in one ply (-1: the opening), as this seat saw it."""
        if not -1 <= ply < len(self.history):
            raise TidebookError(_("There are actions 0 to {last}, not {ply}.", last=len(self.history) - 1, ply=ply))
        events = self.opening if ply < 0 else self.history[ply].events
        return [self.game.words(event.seen_by(seat), seat, self.who).say(language) for event in events]

    def picture(self, seat: int | None = None, language: Language | None = None) -> str:
        """Show the table as lines of text, as this seat sees it (a spectator by default)."""
        return self.game.picture(self.view(seat), language, self.who)

    def log(self, seat: int | None = None, language: Language | None = None) -> list[str]:
        """Say everything that happened so far, as this seat saw it (a spectator by default)."""
        return [line for ply in range(-1, len(self.history)) for line in self.words(seat, ply, language)]

    # What can be done.

    def play(self, action: Action | str, seat: int | None = None) -> Ply:
        """Play an action of the seat to move; what the rules forbid is refused with the clause."""
        asked = self._action(action)
        refusal = self.why_not(asked, seat)
        if refusal:
            raise IllegalActionError(refusal)
        mover = self.state.to_move
        assert mover is not None
        mark = self.chance.mark()
        after = self.state.copy()
        events: list[Event] = []
        try:
            after.apply(asked, self.chance, events.append)
        except Exception:
            self.chance.rewind(mark)  # what fails takes no luck with it
            raise
        ply = Ply(mover, asked, self.state.reveals(asked), tuple(events))
        self._before.append((self.state, mark))
        self.history.append(ply)
        self.state = after
        self._ended |= self.over or self.capped
        self._undone.clear()
        return ply

    def step(self) -> Decision | None:
        """Let the bot in the seat to move play one action; None if no bot is to move."""
        seat = self.to_move
        if seat is None or seat not in self.bots:
            return None
        random = stream(self.chance.seed, "bot", seat, len(self.history))
        choice = self.bots[seat].choose(self.sight(), random)
        self.play(choice.action, seat)
        return choice

    def advance(self) -> int:
        """Let the bots play until a person is to move or the game is over; give the number of actions."""
        played = 0
        while self.step():
            played += 1
        return played

    def undo_refusal(self, seat: int | None = None) -> Refusal | None:
        """Say why the last action may not be taken back by a seat (by default the one that did it)."""
        if not self.history:
            return Refusal("", _("Nothing has been played yet."))
        last = self.history[-1]
        if self.open:
            return None
        if seat is not None and seat != last.seat:
            return Refusal(
                "",
                _("The last action was {who}'s; only your own can be taken back.", who=self.who[last.seat]),
            )
        if last.reveals:
            return Refusal(
                "",
                _(
                    "This showed you something new, so it cannot be taken back: “{action}”.",
                    action=last.action.text,
                ),
            )
        return None

    def undo(self, seat: int | None = None) -> Action:
        """Take the last action back, if that is safe: a seat's own, and nothing was revealed by it."""
        refusal = self.undo_refusal(seat)
        if refusal:
            raise UndoError(refusal.text)
        ply = self.history.pop()
        self._undone.append((ply, self.state, self.chance.mark()))
        self.state, mark = self._before.pop()
        self.chance.rewind(mark)
        return ply.action

    def redo(self, seat: int | None = None) -> Action:
        """Do again what was taken back."""
        if not self._undone:
            raise UndoError(_("Nothing was taken back that could be done again."))
        ply, after, mark = self._undone[-1]
        if seat is not None and seat != ply.seat and not self.open:
            raise UndoError(_("That was {who}'s action.", who=self.who[ply.seat]))
        self._undone.pop()
        self._before.append((self.state, self.chance.mark()))
        self.history.append(ply)
        self.state = after
        self.chance.rewind(mark)
        return ply.action

    def fork(self, seat: int | None = None, ply: int | None = None) -> Match:
        """Start a what-if line here, or before an earlier ply, with fresh luck.

        In open analysis it goes on from the truth. Otherwise it belongs to a seat and goes on from a guess that
        fits what that seat may know, so that nothing can be peeked at.
        """
        seed = fresh_seed()
        if self.open:
            state = self.at(ply)
        elif seat is None:
            raise TidebookError(_("Whose what-if line is it? While the game runs a fork belongs to a seat."))
        else:
            self._check_seat(seat)
            state = self.game.guess(self.view(seat, ply), stream(seed, "fork"))
        start = Start(self.start.players, state.to_dict())
        return Match(self.game, start, Chance(seed), names=self.given, bots=self.bots)

    def positions(self) -> Iterator[State]:
        """Give the states of the whole game, one after the other."""
        for before, _mark in self._before:
            yield before.copy()
        yield self.state.copy()

    def save(self, path: Path | str) -> None:
        """Write the game record to a file; it holds what is hidden, too."""
        from tidebook.core.record import write  # noqa: PLC0415 records know matches

        write(self, path)

    def __repr__(self) -> str:
        stand = "over" if self.over else "cut" if self.capped else f"{self.names[self.state.to_move or 0]} to move"
        return f"<Match of {self.game.title}, {len(self.history)} actions, {stand}>"

    # Helpers.

    def _action(self, action: Action | str) -> Action:
        if isinstance(action, str):
            return self.game.read(action)
        if action.game is not self.game:
            raise NotationError(_("“{action}” is an action of another game.", action=action.text))
        return action

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or seat not in range(self.start.players):
            raise TidebookError(
                _(
                    "There is no seat {seat}; the seats are {seats}.",
                    seat=shown(seat),
                    seats=Several(range(self.start.players)),
                )
            )


def _names(names: Sequence[str], players: int) -> tuple[Name, ...]:
    """Call every seat something; names from outside are cut to a decent length and kept on one line."""
    printable = ("".join(letter if letter.isprintable() else " " for letter in str(name)) for name in names)
    given = [" ".join(name.split())[:LONGEST_NAME] for name in printable] + [""] * players
    return tuple(name or _("Player {number}", number=seat) for seat, name in enumerate(given[:players], 1))
