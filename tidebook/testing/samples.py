"""What the kit looks at: settings of a game, games played at random in each, and states on the way."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from tidebook.bots.random import pick
from tidebook.core.chance import Chance, stream
from tidebook.core.data import canonical, holder
from tidebook.core.errors import RulesError, TidebookError
from tidebook.core.rules import Choice
from tidebook.core.text import Text, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random
    from typing import Any

    from tidebook.core.game import Action, Game, State
    from tidebook.core.rules import Field, Rules, Value

SEED = "kit"
STATES = 50  # looked at in every setting
GAMES = 4  # played in every setting; more where games are short
MOST_GAMES = 100
COMBINATIONS = 6  # settings with two things turned at once
ODD: tuple[object, ...] = (None, True, -1, 10**9, 10**30, 0.5, "x", "end", [], {}, [[]], {"a": {}})
DEEPER = 0.7  # how often a change goes on into what it has found

T = TypeVar("T")


class FindingError(TidebookError):
    """Something that must hold does not; the sentence says where."""


def finding(message: Text) -> FindingError:
    """Say what does not hold."""
    return FindingError(message)


@dataclass(frozen=True, slots=True)
class Setting:
    """A game by certain rules, for so many players."""

    game: Game
    players: int

    def __str__(self) -> str:
        rules = self.game.rules
        turned = [f"{name}={value}" for name, value in rules.changed().items()]
        if rules.parts:
            turned.append(str(_("other parts")))
        said = ngettext("{game}, {n} player, {rules}", "{game}, {n} players, {rules}", self.players,
                        game=self.game.name, rules=", ".join(turned) or _("published rules"))  # fmt: skip
        return str(said)


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played at random: what was done, and how it ended."""

    seed: str
    actions: tuple[Action, ...]
    final: State

    @property
    def capped(self) -> bool:
        """Whether the game was cut at the cap of its length."""
        return self.final.to_move is not None


@dataclass(slots=True)
class Sample:
    """Games played in one setting, and states from all over them."""

    setting: Setting
    games: list[Played] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    @property
    def running(self) -> list[State]:
        """The states in which somebody is to move."""
        return [state for state in self.states if state.to_move is not None]

    def random(self, *labels: object) -> Random:
        """Open a random source for one check of this sample."""
        return stream(SEED, *self.key(), *labels)

    def key(self) -> tuple[object, ...]:
        """Name the setting, for seeds."""
        return canonical(self.setting.game.rules.to_dict()), self.setting.players


def settings(game: type[Game], *, quick: bool = False) -> list[Setting]:
    """List what to try: every number of players by the published rules; each field turned alone; some pairs."""
    published = game.of()
    found = [Setting(published, players) for players in published.players]
    if quick:
        return found
    others: list[Rules] = []
    for one in game.rules_class.fields():
        for value in _values(game, one):
            try:
                others.append(game.rules_class.of({one.name: value}))
            except RulesError:
                continue  # refused with a reason: not a way to play
    random = stream(SEED, "settings", game.name)
    others += [game.rules_class.sample(random) for _each in range(COMBINATIONS)]
    for number, rules in enumerate(dict.fromkeys(others)):
        made = game.of(rules)
        smallest, *more = made.players  # some dials matter to a lone player only, others to several
        found.append(Setting(made, smallest))
        if more:
            found.append(Setting(made, more[number % len(more)]))
    return found


def _values(game: type[Game], field: Field) -> list[Value]:
    """Give values of a field worth trying; for a choice, all the other tables that the game itself brings."""
    if isinstance(field, Choice):
        return [name for name in game.rules_class().tables()[field.table] if name != field.default]
    return field.samples()


def sample(setting: Setting, games: int = GAMES, states: int = STATES) -> Sample:
    """Play games at random and keep states from all over them, each as likely as the others."""
    found = Sample(setting)
    seen = 0
    random = found.random("states")
    while len(found.games) < games or (seen < states and len(found.games) < MOST_GAMES):
        seed = f"{SEED} {len(found.games)}"
        chance = Chance(seed)
        state = setting.game.start(setting.players, chance)
        actions: list[Action] = []
        while True:
            seen += 1
            if len(found.states) < states:
                found.states.append(state.copy())
            elif (slot := int(random.random() * seen)) < states:
                found.states[slot] = state.copy()
            if state.to_move is None or len(actions) >= setting.game.max_actions:
                break
            legal = state.legal()
            if not legal:
                raise finding(
                    _(
                        "{where}: nobody can move after {count} actions of game “{seed}”.",
                        where=setting,
                        count=len(actions),
                        seed=seed,
                    )
                )
            actions.append(pick(legal, random))
            state.apply(actions[-1], chance)
        found.games.append(Played(seed, tuple(actions), state))
    return found


def eyes(seat: int | None) -> Text:
    """Say who looks on."""
    return _("a spectator") if seat is None else _("seat {seat}", seat=seat)


def some(items: Sequence[T], count: int, random: Random) -> list[T]:
    """Pick a few at random, or all if there are no more."""
    left = list(items)
    return [left.pop(int(random.random() * len(left))) for _each in range(min(count, len(left)))]


def exchanged(state: State, one: str, other: str) -> State:
    """Exchange what lies at two places; the game may refuse it with a PositionError."""
    data = state.to_dict()
    (first, key), (last, other_key) = holder(data, one), holder(data, other)
    first[key], last[other_key] = last[other_key], first[key]
    return state.game.position(data)


def altered(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """Change one thing somewhere in plain data into something odd."""
    new: dict[str, Any] = json.loads(json.dumps(data))
    place: Any = new
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = keys[int(random.random() * len(keys))]
        if isinstance(place[key], dict | list) and place[key] and random.random() < DEEPER:
            place = place[key]
            continue
        place[key] = ODD[int(random.random() * len(ODD))]
        return new


def at_place(state: State, place: str) -> object:
    """Look up what lies at a place; a LookupError, ValueError or TypeError if there is no such place."""
    found, key = holder(state.to_dict(), place)
    return found[key]


@dataclass(slots=True)
class Tally:
    """What the checks count over all settings, so that none passes by having looked at nothing."""

    hidden: int = 0  # how often a seat could not know two or more parts
    exchanges: int = 0
    guesses: int = 0
    revealing: set[str] = field(default_factory=set)
    differed: set[str] = field(default_factory=set)
    games: int = 0
    capped: int = 0
    states: int = 0
    drawings: int = 0
    advice: int = 0
    guided: bool = False  # guide and scenes are the same in all settings, so once is enough
