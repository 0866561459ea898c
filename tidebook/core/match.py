"""A game being played: its history, safe undo and redo, what-if lines, replay.

>>> import tidebook
>>> match = tidebook.new("shifting_stones", players=2, seed=7)
>>> match.play("skip").reveals is not None
True
>>> str(match.undo_refusal())
'This showed you something new, so it cannot be taken back: “skip”.'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tidebook.core.chance import Chance, bot_luck, check_seed, fresh_seed, stream
from tidebook.core.data import plain, shown
from tidebook.core.errors import IllegalActionError, NotationError, TidebookError, UndoError
from tidebook.core.game import Action, Refusal
from tidebook.core.player import Sight
from tidebook.core.text import Text, _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from tidebook.core.chance import Seed
    from tidebook.core.game import Brush, Event, Game, State, View
    from tidebook.core.player import Decision, Player
    from tidebook.core.score import ScoreSheet
    from tidebook.core.text import Language, Name

LONGEST_NAME = 40
JOINERS = "\u200c\u200d"  # they join letters in Persian names and in families of emoji


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
    reveals: Text | None = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)


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
        self.notices: list[Text] = []  # what somebody who loads this game should know
        self.opening: list[Event] = []
        if start.position is None:
            self.state = game.start(start.players, chance, self.opening.append)
        else:
            self.state = game.position(self.start.position or {})
        for seat in self.bots:
            self.state.check_seat(seat)
        self.history: list[Ply] = []
        self._before: list[tuple[State, Mapping[str, int]]] = []  # state and luck before each ply
        self._undone: list[tuple[Ply, State, Mapping[str, int]]] = []  # what redo brings back, last first
        self._agreed: set[int] = set()
        self._fixed = 0  # plies that somebody else has answered: they cannot be taken back
        self._opened = self.over or self.capped  # once over, everybody has seen everything

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
        return self._opened or bool(people and people <= self._agreed)

    def open_up(self) -> None:
        """Make it open analysis, where everybody has agreed or nothing is real: a scene, a what-if line."""
        self._opened = True

    def agree(self, seat: int) -> None:
        """Let a seat agree to open analysis; it is open when every person has agreed."""
        self.state.check_seat(seat)
        self._agreed.add(seat)

    def legal(self, seat: int | None = None) -> list[Action]:
        """List what a seat may do (by default the person to move); nothing when it is not its turn."""
        return [] if self._not_now(seat) else self.state.legal()

    def why_not(self, action: Action | str, seat: int | None = None) -> Refusal | None:
        """Say why a seat (by default the person to move) may not do this now; None if it may.

        A seat gets answers on its own turn only: otherwise they would give other hands away.
        """
        asked = self._action(action)
        return self._not_now(seat) or self.state.why_not(asked)

    def reveals(self, action: Action | str, seat: int | None = None) -> Text | None:
        """Say, before the move, what it would show its mover; such a move cannot be taken back."""
        asked = self._action(action)
        return None if self._not_now(seat) or self.over else self.state.reveals(asked)

    def scores(self) -> list[ScoreSheet]:
        """Give each seat's points as they stand, with reasons."""
        return self.state.scores()

    def winners(self) -> tuple[int, ...]:
        """Give the winning seats of a game that is over."""
        return self.state.winners()

    def view(self, seat: int | None, ply: int | None = None) -> View:
        """Give what a seat may know, now or before some earlier ply."""
        return self.at(ply).view(seat)

    def sight(self) -> Sight:
        """Give what a bot in the seat to move gets."""
        return Sight(self.game, self.view(self.to_move), tuple(self.legal(self.to_move)))

    def at(self, ply: int | None = None) -> State:
        """Give a copy of the whole state, now or before some earlier ply."""
        if ply is None or ply == len(self.history):
            return self.state.copy()
        if ply not in range(len(self.history)):
            raise TidebookError(
                _("There are positions 0 to {last}, not {ply}.", last=len(self.history), ply=shown(ply))
            )
        return self._before[ply][0].copy()

    def words(self, seat: int | None, ply: int, language: Language | None = None) -> list[str]:
        """Say what happened in one ply (-1: the opening), as this seat saw it."""
        self.state.check_seat(seat, or_spectator=True)
        if ply not in range(-1, len(self.history)):
            raise TidebookError(
                _(
                    "There are the opening, -1, and the actions before {end}, not {ply}.",
                    end=len(self.history),
                    ply=shown(ply),
                )
            )
        events = self.opening if ply < 0 else self.history[ply].events
        return [self.game.words(event.seen_by(seat), seat, self.who).say(language) for event in events]

    def picture(self, seat: int | None = None, language: Language | None = None, brush: Brush | None = None) -> str:
        """Show the table as lines of text, as this seat sees it (a spectator by default)."""
        return self.game.picture(self.view(seat), language, self.who, brush)

    def svg(self, seat: int | None = None, language: Language | None = None, theme: str = "auto") -> str | None:
        """Draw the table as one picture, as this seat sees it (a spectator by default)."""
        return self.game.svg(self.view(seat), language, self.who, theme)

    def hint(self, seat: int | None = None) -> Decision | None:
        """Say what a seat (by default the person to move) should do and why, from what it may know.

        None if the game is over or gives no advice.
        """
        refusal = self._not_now(seat)
        if refusal:
            raise IllegalActionError(refusal)
        return None if self.to_move is None else self.game.hint(self.view(self.to_move), self.state.legal())

    def log(self, seat: int | None = None, language: Language | None = None) -> list[str]:
        """Say everything that happened so far, as this seat saw it (a spectator by default)."""
        return [line for ply in range(-1, len(self.history)) for line in self.words(seat, ply, language)]

    # What can be done.

    def play(self, action: Action | str, seat: int | None = None) -> Ply:
        """Play an action of a seat (by default the person to move); what is not allowed is refused."""
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
        if self.history and self.history[-1].seat != mover:
            self._fixed = len(self.history)
        self._before.append((self.state, mark))
        self.history.append(ply)
        self.state = after
        self._opened |= self.over or self.capped
        self._undone.clear()
        return ply

    def step(self) -> Decision | None:
        """Let the bot in the seat to move play one action; None if no bot is to move."""
        seat = self.to_move
        if seat is None or seat not in self.bots:
            return None
        choice = self.bots[seat].choose(self.sight(), bot_luck(self.chance.seed, seat, len(self.history)))
        self.play(choice.action, seat)
        return choice

    def advance(self) -> int:
        """Let the bots play until a person is to move or the game is over; give the number of actions."""
        played = 0
        while self.step():
            played += 1
        return played

    def undo_refusal(self, seat: int | None = None) -> Refusal | None:
        """Say why a seat (by default the person who did it) may not take the last action back."""
        if not self.history:
            return Refusal("", _("Nothing has been played yet."))
        last = self.history[-1]
        if self.open:
            return None
        if last.seat in self.bots if seat is None else last.seat != seat:
            return Refusal(
                "",
                _("The last action was {who}'s; only your own can be taken back.", who=self.who[last.seat]),
            )
        if len(self.history) <= self._fixed:
            return Refusal("", _("Somebody else has acted since; what they answered cannot be taken back."))
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

    @property
    def fixed(self) -> int:
        """How many actions stay fixed beyond what the history itself shows: somebody answered, and took it back."""
        last = len(self.history)
        while last and self.history[last - 1].seat == self.history[-1].seat:
            last -= 1
        return self._fixed if self._fixed > last else 0

    def fix(self, count: int) -> None:
        """Fix the first actions, as a record says."""
        self._fixed = max(self._fixed, min(count, len(self.history)))

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

    def fork(self, seat: int | None = None, ply: int | None = None, seed: Seed | None = None) -> Match:
        """Start a what-if line here, or before an earlier ply, with fresh luck (the same for the same seed).

        In open analysis it goes on from the truth. Otherwise it belongs to a seat and goes on from a guess that
        fits what that seat may know, so that nothing can be peeked at. The line itself is open analysis.
        """
        seed = fresh_seed() if seed is None else check_seed(seed)
        if self.open:
            state = self.at(ply)
        elif seat is None:
            raise TidebookError(_("Whose what-if line is it? While the game runs a fork belongs to a seat."))
        else:
            self.state.check_seat(seat)
            state = self.game.guess(self.view(seat, ply), stream(seed, "fork"))
        start = Start(self.start.players, state.to_dict())
        line = Match(self.game, start, Chance(seed), names=self.given, bots=self.bots)
        line.open_up()
        return line

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

    def _repr_svg_(self) -> str | None:
        """Draw the table for the one person who plays; for several people, or none, as a spectator sees it."""
        people = [seat for seat in range(self.start.players) if seat not in self.bots]
        return self.svg(people[0] if len(people) == 1 else None)

    # Helpers.

    def _not_now(self, seat: int | None) -> Refusal | None:
        """Say why it is not for this seat to act; without a seat, the person to move is meant, never a bot."""
        self.state.check_seat(seat, or_spectator=True)
        if self.capped:
            return Refusal("", _("The game was stopped at its cap of {most} actions.", most=self.game.max_actions))
        mover = self.state.to_move
        if mover is None or mover == seat:
            return None
        if seat is not None:
            return Refusal("", _("It is {who}'s turn.", who=self.who[mover]))
        if mover in self.bots:
            return Refusal("", _("It is the turn of {who}, a bot; advance() lets it play.", who=self.who[mover]))
        return None

    def _action(self, action: Action | str) -> Action:
        if isinstance(action, str):
            return self.game.read(action)
        if not isinstance(action, Action):
            raise NotationError(_("An action is given by its text, not as {action}.", action=shown(action)))
        if action.game is not self.game:
            raise NotationError(_("“{action}” is an action of another game.", action=action.text))
        return action


def _names(names: Sequence[str], players: int) -> tuple[Name, ...]:
    """Call every seat something; names from outside are cut to a decent length and kept on one line."""
    if isinstance(names, str):
        raise TidebookError(_("names must be a list of names, one a seat."))
    printable = ("".join(letter if _harmless(letter) else " " for letter in str(name)) for name in names)
    given = [" ".join(name.split())[:LONGEST_NAME] for name in printable] + [""] * players
    return tuple(name or _("Player {number}", number=seat) for seat, name in enumerate(given[:players], 1))


def _harmless(letter: str) -> bool:
    """Whether a letter of a name may be shown: no control letters, and none that turn the direction of writing."""
    return letter in JOINERS or letter.isprintable()
