"""The rules of a game as values: dials (numbers) and rulings (questions the rulebook leaves open).

A game declares them once, as fields of a frozen dataclass; checks, TOML, command-line options, widgets and
documentation all come from that declaration. The tables of parts (decks, boards) belong to the rules too: a
designer's file may replace or add to them.

    >>> from tidebook.games.shifting_stones.rules import StonesRules
    >>> StonesRules(hand_size=5).changed()
    {'hand_size': 5}
    >>> StonesRules(hand_size=0)
    Traceback (most recent call last):
    ...
    tidebook.core.errors.RulesError: hand_size must be 1 to 8, not 0.
"""

from __future__ import annotations

import dataclasses
import json
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tidebook.core import toml
from tidebook.core.data import plain, shown, too_deep
from tidebook.core.errors import PartsError, RulesError
from tidebook.core.text import Several, Text, _

if TYPE_CHECKING:
    from random import Random

Value = int | float | bool | str
BIGGEST_FILE = 1_000_000
DEEPEST_PARTS = 16  # less than a record may hold, since records hold rules


@dataclasses.dataclass(frozen=True, slots=True)
class Dial:
    """A number that can be turned: its bounds, step and unit, and the clause it belongs to."""

    default: int | float
    low: int | float
    high: int | float
    step: int | float
    unit: Text
    help: Text
    clause: str
    name: str = ""

    def trouble(self, value: object) -> Text | None:
        """Say what is wrong with a value, None if nothing is."""
        whole = isinstance(self.default, int) and isinstance(self.step, int)
        kind = int if whole else (int, float)
        if isinstance(value, kind) and not isinstance(value, bool) and self.low <= value <= self.high:
            return None
        return _(
            "{name} must be {low} to {high}, not {value}.",
            name=self.name,
            low=self.low,
            high=self.high,
            value=shown(value),
        )

    def samples(self) -> list[Value]:
        """Give values worth trying: both ends, and one step either side of the default."""
        near = (self.default - self.step, self.default + self.step)
        return [value for value in dict.fromkeys((self.low, *near, self.high)) if self.trouble(value) is None]


@dataclasses.dataclass(frozen=True, slots=True)
class Ruling:
    """A question that the rulebook leaves open: the readings, which one we take, and why."""

    default: bool | str
    readings: Mapping[bool | str, Text]
    question: Text
    why: Text
    id: str
    clause: str
    name: str = ""

    def trouble(self, value: object) -> Text | None:
        """Say what is wrong with a value, None if nothing is."""
        if isinstance(value, bool | str) and value in self.readings:
            return None
        return _(
            "{name} must be one of {known}, not {value}.",
            name=self.name,
            known=Several(shown(reading) for reading in self.readings),
            value=shown(value),
        )

    def samples(self) -> list[Value]:
        """Give the readings other than the default."""
        return [reading for reading in self.readings if reading != self.default]


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """One of the named tables of parts, such as the deck that is played with."""

    default: str
    table: str
    help: Text
    clause: str
    name: str = ""

    def trouble(self, value: object) -> Text | None:
        """Say what is wrong with a value; which names there are is checked with the parts at hand."""
        if isinstance(value, str):
            return None
        return _("{name} must be a name, not {value}.", name=self.name, value=shown(value))

    def samples(self) -> list[Value]:
        """Give none: the names are known only with the parts at hand."""
        return []


Field = Dial | Ruling | Choice


def dial(default: float, *, low: float, high: float, unit: Text, help: Text, clause: str, step: float = 1) -> Any:
    """Declare a dial as a field of a game's rules."""
    return dataclasses.field(default=default, metadata={"field": Dial(default, low, high, step, unit, help, clause)})


def ruling(
    *,
    default: bool | str,
    id: str,
    question: Text,
    readings: Mapping[bool | str, Text],
    why: Text,
    clause: str,
) -> Any:
    """Declare a ruling as a field of a game's rules."""
    return dataclasses.field(default=default, metadata={"field": Ruling(default, readings, question, why, id, clause)})


def choice(default: str, *, table: str, help: Text, clause: str) -> Any:
    """Declare the choice of a named table of parts as a field of a game's rules."""
    return dataclasses.field(default=default, metadata={"field": Choice(default, table, help, clause)})


@dataclasses.dataclass(frozen=True)
class Rules:
    """One set of rules, checked. Subclasses add the dials and rulings of their game."""

    game: ClassVar[str] = ""
    package: ClassVar[str] = ""

    # Tables that replace or add to the game's own parts, as JSON, so that rules can be compared and hashed.
    parts: str = ""

    def __post_init__(self) -> None:
        for field in self.fields():
            trouble = field.trouble(getattr(self, field.name))
            if trouble:
                raise RulesError(trouble)
        tables = self.tables()
        for field in self.fields():
            if isinstance(field, Choice) and getattr(self, field.name) not in tables[field.table]:
                raise RulesError(
                    _(
                        "{name} must be one of {known}, not {value}.",
                        name=field.name,
                        known=Several(tables[field.table]),
                        value=shown(getattr(self, field.name)),
                    )
                )
        self.check(tables)

    def check(self, tables: Mapping[str, Any]) -> None:
        """Check what no field can check alone. A game's rules add their own."""

    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """Give the dials and rulings, in the order of their declaration."""
        return _fields(cls)  # type: ignore[arg-type]  # a class is hashable, whatever its objects are

    def tables(self) -> dict[str, Any]:
        """Give the game's parts, with what this set of rules replaces."""
        published = _published_parts(self.package)
        return _merged(published, json.loads(self.parts)) if self.parts else published

    def changed(self) -> dict[str, Value]:
        """Give the fields that differ from the published rules."""
        return {
            field.name: getattr(self, field.name)
            for field in self.fields()
            if getattr(self, field.name) != field.default
        }

    def to_dict(self) -> dict[str, Any]:
        """Give what differs from the published rules as plain data, replaced parts among it."""
        return {**self.changed(), **({"parts": json.loads(self.parts)} if self.parts else {})}

    @classmethod
    def of(cls, values: Self | Mapping[str, Any] | str | Path | None = None) -> Self:
        """Make rules from a mapping, the path of a variant file, or nothing (the published rules)."""
        if isinstance(values, cls):
            return values
        if isinstance(values, Rules):
            raise RulesError(_("These are rules of {other}, not of {game}.", other=values.game, game=cls.game))
        if isinstance(values, str | Path):
            return cls.from_toml(_read(Path(values)), Path(values).name)
        if values is not None and not isinstance(values, Mapping):
            raise RulesError(
                _("rules must be a table or the path of a variant file, not {value}.", value=shown(values))
            )
        given = dict(values or {})
        parts = given.pop("parts", None)
        known = [field.name for field in cls.fields()]
        for name in given:
            if name not in known:
                near = get_close_matches(str(name), known, n=3, cutoff=0.5) or known
                raise RulesError(
                    _(
                        "{game} has no dial or ruling {name}; near it are {near}.",
                        game=cls.game,
                        name=name,
                        near=Several(near),
                    )
                )
        if parts is not None and (not isinstance(parts, dict) or too_deep(parts, DEEPEST_PARTS)):
            raise PartsError(_("parts must be a table of tables, not {value}.", value=shown(parts, 40)))
        try:
            text = json.dumps(plain(parts), sort_keys=True, allow_nan=False) if parts else ""
        except (TypeError, ValueError) as error:
            raise PartsError(_("parts may hold texts, numbers, lists and tables only.")) from error
        return cls(parts=text, **given)

    @classmethod
    def from_toml(cls, text: str, source: str = "variant") -> Self:
        """Read a variant file: `game`, `[rules]` and `[parts]`."""
        try:
            data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # TOML's own error is a ValueError, numbers too long are others
            raise RulesError(_("{source} is not TOML: {why}.", source=source, why=str(error))) from error
        game = data.pop("game", cls.game)
        if game != cls.game:
            raise RulesError(
                _(
                    "{source} is a variant of {other}, not of {game}.",
                    source=source,
                    other=game,
                    game=cls.game,
                )
            )
        rules, parts = data.pop("rules", {}), data.pop("parts", None)
        if data:
            raise RulesError(
                _(
                    "{source} has {extra}; a variant has game, [rules] and [parts] only.",
                    source=source,
                    extra=Several(data),
                )
            )
        if not isinstance(rules, dict):
            raise RulesError(_("{source}: rules must be a table.", source=source))
        return cls.of({**rules, "parts": parts} if parts is not None else rules)

    def to_toml(self) -> str:
        """Write a variant file that gives these rules again."""
        data: dict[str, Any] = {"game": self.game, "rules": self.changed()}
        if self.parts:
            data["parts"] = json.loads(self.parts)
        return toml.dumps(data)

    @classmethod
    def sample(cls, random: Random) -> Self:
        """Turn two dials or rulings at random; what does not go together is tried again."""
        fields = [field for field in cls.fields() if field.samples()]
        for _try in range(100 if fields else 0):
            values: dict[str, Value] = {}
            for _twice in range(2):
                field = fields[int(random.random() * len(fields))]
                samples = field.samples()
                values[field.name] = samples[int(random.random() * len(samples))]
            try:
                return cls.of(values)
            except RulesError:
                continue
        return cls()


@cache
def _fields(cls: type[Rules]) -> tuple[Field, ...]:
    declared = [field for field in dataclasses.fields(cls) if "field" in field.metadata]
    return tuple(dataclasses.replace(field.metadata["field"], name=field.name) for field in declared)


@cache
def _published_parts(package: str) -> dict[str, Any]:
    file = resources.files(package).joinpath("parts.toml") if package else None
    return tomllib.loads(file.read_text("utf-8")) if file and file.is_file() else {}


def _merged(under: Mapping[str, Any], over: Mapping[str, Any], path: str = "parts") -> dict[str, Any]:
    """Lay one table over another: tables are merged, everything else is replaced."""
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        if isinstance(below, dict) and not isinstance(value, dict):
            raise PartsError(_("{path} must be a table, not {value}.", path=f"{path}.{key}", value=shown(value, 40)))
        merged[key] = _merged(below, value, f"{path}.{key}") if isinstance(below, dict) else value
    return merged


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(BIGGEST_FILE + 1)
    except UnicodeDecodeError as error:
        raise RulesError(_("{path} cannot be read: it is not UTF-8 text.", path=path.name)) from error
    except (OSError, ValueError) as error:  # a path with a NUL is a ValueError
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise RulesError(_("{path} cannot be read: {why}.", path=path.name, why=why)) from error
    if len(text) > BIGGEST_FILE:
        raise RulesError(_("{path} is too large for a variant file.", path=path.name))
    return text
