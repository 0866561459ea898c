"""The whole contract between a game and everything else, in one short file.

`Game` is one set of rules, worked out once. `State` is a game on the table; it changes. `Action` is something that
a seat can do, with a notation. Whoever writes these three for a game gets everything else in Tidebook for it.
"""

from __future__ import annotations

import dataclasses
import hashlib
from abc import ABC, abstractmethod
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self
from weakref import WeakValueDictionary

from tidebook.core.data import canonical, plain, shown
from tidebook.core.errors import NotationError, RulesError, TidebookError
from tidebook.core.text import Several, Text, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from random import Random

    from tidebook.core.chance import Chance
    from tidebook.core.guide import Guide
    from tidebook.core.player import Decision
    from tidebook.core.rules import Rules
    from tidebook.core.scene import Scene
    from tidebook.core.score import ScoreSheet
    from tidebook.core.table import Table
    from tidebook.core.text import Language, Name

    Brush = Callable[[str, str, str], str]

LONGEST_NOTATION = 200


class Action:
    """Something that a seat can do. There is one object for each, so that comparing them is free."""

    __slots__ = ("args", "game", "kind", "text")

    def __init__(self, game: Game, kind: str, args: tuple[Any, ...], text: str) -> None:
        self.game = game
        self.kind = kind
        self.args = args
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _same_action, (self.game, self.text)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def by_kind(actions: Iterable[Action]) -> dict[str, list[Action]]:
    """Sort actions by their kind, both in the order in which they come."""
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        kinds.setdefault(action.kind, []).append(action)
    return kinds


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed now: the clause that forbids it, and a sentence.

    The clause is empty where no rule of the game forbids it but the table does: it is not your turn, for instance.
    """

    clause: str
    text: Text

    def __str__(self) -> str:
        return str(self.text)


@dataclasses.dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: who did it, the clause it follows from, what everybody saw.

    `secret` holds what only the seats in `to` saw. `seen_by` builds the event as one seat saw it.
    """

    kind: str
    seat: int | None
    clause: str
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    parts: tuple[str, ...] = ()
    secret: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    to: frozenset[int] = frozenset()

    def seen_by(self, seat: int | None) -> Event:
        """Build the event as this seat saw it."""
        known = {**self.facts, **self.secret} if seat in self.to else dict(self.facts)
        return Event(self.kind, self.seat, self.clause, known, self.parts)


class Part(NamedTuple):
    """A physical part: its name, where it lies, who may know it, and what its back shows.

    `place` is the path to it in `State.to_dict()`, such as "hands.0.2". `seats` holds the seats that may know the
    part, and None as well when everybody may. Parts with the same `back` cannot be told apart from behind.
    """

    name: str
    place: str
    seats: frozenset[int | None]
    back: str


@dataclasses.dataclass(frozen=True)
class View:
    """What one seat may know (a spectator's if `seat` is None). Each game adds its fields.

    `game` is the rules it is played by, which are no secret; it is there so that a view can be drawn.
    """

    seat: int | None
    players: int
    to_move: int | None
    game: Game | None = dataclasses.field(default=None, kw_only=True, compare=False, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Give the view as plain data."""
        names = (field.name for field in dataclasses.fields(self) if field.name != "game")
        return {name: plain(getattr(self, name)) for name in names}

    def json(self) -> str:
        """Give the view as text: equal views, equal texts."""
        return canonical(self.to_dict())

    def _repr_svg_(self) -> str | None:
        return self.game.svg(self) if self.game else None


class State(ABC):
    """A game on the table. It changes by `apply`; `copy` is cheap.

    `to_move` is the seat whose turn it is, None when the game is over. `apply` trusts its caller: ask `legal` or
    `why_not` first (a `Match` does). In every state that is not over there is a legal action.
    """

    __slots__ = ("game", "players", "to_move")

    game: Game
    players: int
    to_move: int | None

    @abstractmethod
    def legal(self) -> list[Action]:
        """List everything that the seat to move may do, in a fixed order."""

    @abstractmethod
    def why_not(self, action: Action) -> Refusal | None:
        """Say why the seat to move may not do this; None exactly when it is in `legal()`."""

    @abstractmethod
    def reveals(self, action: Action) -> Text | None:
        """Say what the mover would get to see by this, so that it cannot be taken back; None if nothing."""

    @abstractmethod
    def apply(self, action: Action, chance: Chance, tell: Callable[[Event], None] | None = None) -> None:
        """Do a legal action. `tell` hears what happens."""

    @abstractmethod
    def copy(self) -> Self:
        """Give an independent copy."""

    @abstractmethod
    def scores(self) -> list[ScoreSheet]:
        """Give each seat's points as they stand now, with reasons.

        While the game runs they rest on what everybody may know: a score shown to all must give no hand away.
        """

    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """Give the winning seats of a game that is over; empty while it runs, or if nobody won."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Build up what this seat may know; a spectator's view for None."""

    @abstractmethod
    def parts(self) -> Iterator[Part]:
        """Name every physical part, where it lies and who may know it."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Give the whole state as plain data; `game.position` reads it back."""

    def check_seat(self, seat: object, *, or_spectator: bool = False) -> None:
        """Check a seat from outside: Python would take -1 for the last."""
        if seat is None and or_spectator:
            return
        if type(seat) is not int or not 0 <= seat < self.players:
            raise TidebookError(
                _(
                    "There is no seat {seat}; the seats are {seats}.",
                    seat=shown(seat),
                    seats=Several(range(self.players)),
                )
            )

    def fingerprint(self) -> str:
        """Give a hash of the whole state: the same everywhere for the same state."""
        return hashlib.sha256(canonical(self.to_dict()).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # a state changes

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.to_dict()!r})"

    def _repr_svg_(self) -> str | None:
        return self.game.svg(self.view(self.to_move))  # as whoever is to move sees it

    def __reduce__(self) -> tuple[Any, ...]:
        return _same_position, (self.game, self.to_dict())


class Game(ABC):
    """One set of rules, with all that can be worked out once. Get one with `Game.of(rules)`: there is one each."""

    name: ClassVar[str]  # as in tidebook.game(name)
    title: ClassVar[str]
    credits: ClassVar[Text]  # who designed and published it
    version: ClassVar[int]  # of the rules as programmed: raised when old records may play differently
    rules_class: ClassVar[type[Rules]]
    folder: ClassVar[Path]  # where guide.en.md and scenes.toml lie

    rules: Rules
    players: tuple[int, ...]  # how many can play by these rules
    max_actions: int  # no game is longer: what is not over by then is cut, and said to be

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._by_text: dict[str, Action] = {}

    @classmethod
    def of(cls, rules: Rules | Mapping[str, Any] | str | Path | None = None) -> Self:
        """Give the game with these rules; the same object for the same rules."""
        return _game(cls, cls.rules_class.of(rules))  # type: ignore[return-value]  # one cache for all classes

    @abstractmethod
    def start(self, players: int, chance: Chance, tell: Callable[[Event], None] | None = None) -> State:
        """Set up a new game."""

    @abstractmethod
    def position(self, data: Mapping[str, Any]) -> State:
        """Set up any situation, checked. Reads what `State.to_dict` gives; what is left out is filled in."""

    @abstractmethod
    def guess(self, view: Any, random: Random) -> State:
        """Make a full state that fits a view, all that fit being equally likely."""

    @abstractmethod
    def actions(self, players: int) -> tuple[Action, ...]:
        """Give everything that could ever be done in a game of so many players."""

    @abstractmethod
    def words(self, event: Event, eyes: int | None, names: Sequence[Name]) -> Text:
        """Say what happened to the seat that looks on; the event is as that seat saw it."""

    @abstractmethod
    def picture(
        self, view: Any, language: Language | None = None, names: Sequence[Name] = (), brush: Brush | None = None
    ) -> str:
        """Show a view as lines of text, for terminals and prompts; seats without names are numbered.

        `brush(text, ground, ink)` puts a text into colours such as "#f6d55c"; without it nothing is coloured.
        """

    # What a game may add: a drawn table, and advice. Without them it is shown as text, and hints stay general.

    def table(self, view: Any, language: Language | None = None, names: Sequence[Name] = ()) -> Table | None:
        """Draw a view in zones; None if this game has no drawing."""
        del view, language, names
        return None

    def svg(
        self, view: Any, language: Language | None = None, names: Sequence[Name] = (), theme: str = "auto"
    ) -> str | None:
        """Draw a view as one picture, in the theme "light", "dark" or "auto"; None if this game has no drawing."""
        del view, language, names, theme
        return None

    def touches(self, view: Any, action: Action) -> tuple[str, ...]:
        """Name the drawn parts that an action touches, in the order in which people point at them."""
        del view, action
        return ()

    def advise(self, view: Any, legal: Sequence[Action]) -> Decision | None:
        """Say what is good to do, and why: quickly, for bots that play thousands of games; None without advice."""
        del view, legal
        return None

    def hint(self, view: Any, legal: Sequence[Action]) -> Decision | None:
        """Say what is best to do, and why: for people, who can wait a moment."""
        return self.advise(view, legal)

    def synonym(self, text: str) -> str:
        """Turn another way of writing an action into its notation; the text itself if there is none."""
        return text

    def parse(self, text: str) -> Action:
        """Read the notation of an action: the inverse of `str`."""
        action = self._by_text.get(text) if isinstance(text, str) else None
        if action is None:
            wrong = shown(text, LONGEST_NOTATION)
            near = get_close_matches(wrong, self._by_text, n=3, cutoff=0.6) or list(self._by_text)[:3]
            raise NotationError(
                _(
                    "“{text}” is not an action of {game}; near it are {near}.",
                    text=wrong,
                    game=self.title,
                    near=Several(f"“{one}”" for one in near),
                )
            )
        return action

    def read(self, text: str) -> Action:
        """Read what a person typed: notation or synonym, in any case and spacing."""
        if len(text) > LONGEST_NOTATION:
            return self.parse(text)
        tidy = " ".join(text.lower().split())
        return self.parse(tidy if tidy in self._by_text else self.synonym(tidy))

    def check_players(self, players: object) -> int:
        """Check a number of players against what these rules allow."""
        if isinstance(players, int) and not isinstance(players, bool) and players in self.players:
            return players
        raise RulesError(
            _(
                "{game} is for {known} players by these rules, not {players}.",
                game=self.title,
                known=Several(self.players),
                players=repr(players) if isinstance(players, str) else shown(players),
            )
        )

    def guide(self, language: Language | None = None) -> Guide:
        """Give the rules in words, clause by clause."""
        from tidebook.core.guide import read_guide  # noqa: PLC0415 the guide knows this file

        return read_guide(self.folder, language.code if language else "en")

    def scenes(self) -> tuple[Scene, ...]:
        """Give the scripted situations."""
        from tidebook.core.scene import read_scenes  # noqa: PLC0415 scenes know this file

        return read_scenes(type(self))

    def action(self, kind: str, args: tuple[Any, ...], text: str) -> Action:
        """Make an action of this game, once, while the game is set up."""
        made = self._by_text[text] = Action(self, kind, args, text)
        return made

    def __repr__(self) -> str:
        given = self.rules.to_dict()
        return f"tidebook.game({self.name!r}{f', rules={given!r}' if given else ''})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _game, (type(self), self.rules)


_in_use: WeakValueDictionary[tuple[type[Game], Rules], Game] = WeakValueDictionary()


@lru_cache(maxsize=32)  # keeps the last ones at hand; a game still in use elsewhere is never made twice
def _game(cls: type[Game], rules: Rules) -> Game:
    game = _in_use.get((cls, rules))
    if game is None:
        game = _in_use[cls, rules] = cls(rules)
    return game


def _same_action(game: Game, text: str) -> Action:
    return game.parse(text)


def _same_position(game: Game, data: dict[str, Any]) -> State:
    return game.position(data)
