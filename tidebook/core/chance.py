"""Luck, asked for in the game's own words.

A game never rolls a die by itself: it asks a `Chance` that is passed in, and says what for (`"attack"`, `"deck"`).
Each label has its own stream of numbers, derived from one seed, so that two sets of rules that differ in one
thing still share the deals of all others. `Script` answers with outcomes written down beforehand.

    >>> from tidebook.core.chance import Chance, Script
    >>> Chance(7).shuffle("deck", [1, 2, 3, 4]) == Chance(7).shuffle("deck", [1, 2, 3, 4])
    True
    >>> Script([("attack", 6)]).die("attack", 6)
    6
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, TypeVar

from tidebook.core.data import shown
from tidebook.core.errors import ChanceError
from tidebook.core.text import Several, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

T = TypeVar("T")
Seed = int | str
LONGEST_SEED = 200


def fresh_seed() -> int:
    """Make a seed that nobody chose: 128 bits, so that nobody can try them all."""
    return secrets.randbits(128)


def check_seed(seed: object) -> Seed:
    """Check a seed from outside: a whole number or a short text."""
    if not _can_seed(seed):
        raise ChanceError(
            _(
                "A seed is a whole number or a text of at most {most} characters, not {seed}.",
                most=LONGEST_SEED,
                seed=shown(seed),
            )
        )
    assert isinstance(seed, int | str)
    return seed


def _can_seed(seed: object) -> bool:
    if isinstance(seed, int):
        return not isinstance(seed, bool) and abs(seed) < 10**LONGEST_SEED
    # A lone half of a letter beyond the basic plane cannot be encoded, so it cannot be hashed or saved.
    return (
        isinstance(seed, str)
        and len(seed) <= LONGEST_SEED
        and not any("\ud800" <= letter <= "\udfff" for letter in seed)
    )


def stream(seed: Seed, *labels: object) -> Random:
    """Open a stream of numbers of its own, named by labels.

    Only its `random()` may be used where results must be the same everywhere: that sequence is promised to stay
    across Python versions, those of `randrange`, `shuffle` and `choice` are not.
    """
    name = "/".join(str(part) for part in (seed, *labels))
    return Random(int.from_bytes(sha256(name.encode()).digest()))  # noqa: S311 games, not secrets


def bot_luck(seed: Seed, seat: int, ply: int) -> Random:
    """Open the random source of a bot for one action: the same in a match and in a study of the same seed."""
    return stream(seed, "bot", seat, ply)


def shuffled(items: Iterable[T], draw: Callable[[], float]) -> list[T]:
    """Give the items in a new order, every order as likely as the others, by numbers from 0 to 1."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(draw() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


class Chance:
    """Seeded luck. Each label draws from its own stream."""

    __slots__ = ("_streams", "_used", "seed")

    def __init__(self, seed: Seed | None = None) -> None:
        self.seed: Seed = fresh_seed() if seed is None else check_seed(seed)
        self._streams: dict[str, Callable[[], float]] = {}
        self._used: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"Chance({self.seed!r})"

    def die(self, label: str, sides: int) -> int:
        """Roll a die: 1 to `sides`."""
        return self._below(label, sides) + 1

    def pick(self, label: str, items: Sequence[T]) -> T:
        """Pick one of the items, each as likely as the others."""
        return items[self._below(label, len(items))]

    def shuffle(self, label: str, items: Iterable[T]) -> list[T]:
        """Give the items in a new order, every order as likely as the others."""
        return shuffled(items, lambda: self._draw(label))

    def mark(self) -> Mapping[str, int]:
        """Remember how far each stream has run."""
        return dict(self._used)

    def rewind(self, mark: Mapping[str, int]) -> None:
        """Go back to a mark, so that the same luck comes again."""
        for label in [label for label, used in self._used.items() if used != mark.get(label, 0)]:
            used = mark.get(label, 0)
            draw = stream(self.seed, label).random
            for _skipped in range(used):
                draw()
            self._streams[label], self._used[label] = draw, used

    def _below(self, label: str, size: int) -> int:
        if size < 1:
            raise ChanceError(_("There is nothing to choose from for “{label}”.", label=label))
        return int(self._draw(label) * size)

    def _draw(self, label: str) -> float:
        draw = self._streams.get(label)
        if draw is None:
            draw = self._streams[label] = stream(self.seed, label).random
            self._used[label] = 0
        self._used[label] += 1
        return draw()


class Script(Chance):
    """Luck written down beforehand: (label, outcome) in the order in which the game will ask.

    A shuffle may name only the first items; the others follow as they lie. A wrong label, an impossible outcome
    and an outcome that is left over are errors.
    """

    __slots__ = ("_next", "outcomes")

    def __init__(self, outcomes: Iterable[Sequence[object]]) -> None:
        super().__init__(0)
        self.outcomes: list[tuple[str, object]] = [_outcome(entry) for entry in outcomes]
        self._next = 0

    def __repr__(self) -> str:
        return f"Script({self.outcomes!r})"

    def die(self, label: str, sides: int) -> int:
        """Roll the scripted number."""
        rolled = self._take(label)
        if isinstance(rolled, bool) or not isinstance(rolled, int) or not 1 <= rolled <= sides:
            raise ChanceError(
                _(
                    "“{label}” rolls 1 to {sides}, not {outcome}.",
                    label=label,
                    sides=sides,
                    outcome=repr(rolled),
                )
            )
        return rolled

    def pick(self, label: str, items: Sequence[T]) -> T:
        """Pick the scripted item."""
        wanted = self._take(label)
        for item in items:
            if item == wanted:
                return item
        raise ChanceError(
            _(
                "“{label}” cannot pick {outcome}: it is not among {items}.",
                label=label,
                outcome=repr(wanted),
                items=Several(items),
            )
        )

    def shuffle(self, label: str, items: Iterable[T]) -> list[T]:
        """Put the scripted items first; the others keep their order."""
        rest = list(items)
        first = self._take(label)
        if not isinstance(first, list | tuple):
            raise ChanceError(
                _(
                    "“{label}” is a shuffle: its outcome is a list, not {outcome}.",
                    label=label,
                    outcome=repr(first),
                )
            )
        top: list[T] = []
        for wanted in first:
            if wanted not in rest:
                raise ChanceError(
                    _(
                        "“{label}” cannot deal {outcome}: it is not there (any more).",
                        label=label,
                        outcome=repr(wanted),
                    )
                )
            top.append(rest.pop(rest.index(wanted)))
        return top + rest

    def mark(self) -> Mapping[str, int]:
        """Remember how far the script has run."""
        return {"": self._next}

    def rewind(self, mark: Mapping[str, int]) -> None:
        """Go back to a mark."""
        self._next = mark[""]

    def add(self, outcomes: Iterable[Sequence[object]]) -> None:
        """Write more outcomes at the end."""
        self.outcomes += [_outcome(entry) for entry in outcomes]

    def finish(self) -> None:
        """Check that every outcome was used."""
        left = self.outcomes[self._next :]
        if left:
            raise ChanceError(
                _(
                    "The script has outcomes that were never asked for: {left}.",
                    left=Several(f"{label} {outcome}" for label, outcome in left),
                )
            )

    def _take(self, label: str) -> object:
        if self._next >= len(self.outcomes):
            raise ChanceError(_("The script has ended, but the game asks for “{label}”.", label=label))
        wanted, outcome = self.outcomes[self._next]
        if wanted != label:
            raise ChanceError(
                _(
                    "The script has “{wanted}” next, but the game asks for “{label}”.",
                    wanted=wanted,
                    label=label,
                )
            )
        self._next += 1
        return outcome


def _outcome(entry: object) -> tuple[str, object]:
    if not isinstance(entry, list | tuple) or len(entry) != 2 or not isinstance(entry[0], str):  # noqa: PLR2004
        raise ChanceError(_("A scripted outcome is a pair of label and outcome, not {entry}.", entry=repr(entry)))
    return entry[0], entry[1]
