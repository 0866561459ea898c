"""Games that are broken on purpose, at least one for each check of the kit: checks must be able to fail.

Each is Four Shells (the game in `tests/example`) with one fault, and says by which check it is caught and in which
words. Where one fault is bound to trip more than one check, `also` names the others, and the docstring says why.
This file has the faults in plain play; `broken_records.py` has luck, records and undo, `broken_secrets.py` the secrets,
`broken_tables.py` drawings and advice.
"""

# ruff: noqa: D102, D106 the docstring of each game says what is wrong with it; its methods are that fault

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tests.example.four_shells.game import FourShells
from tests.example.four_shells.play import OPEN, TOP, ShellsState
from tests.example.four_shells.rules import ShellsRules
from tidebook.core.errors import PositionError
from tidebook.core.game import Action, Event, Part, Refusal
from tidebook.core.rules import dial
from tidebook.core.scene import read_scenes
from tidebook.core.score import ScoreLine, ScoreSheet
from tidebook.core.text import Text, _
from tidebook.testing import CHECKS
from tidebook.testing.kit import ELSEWHERE, EXCHANGED, PLAYED, REVEALS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tidebook.core.chance import Chance
    from tidebook.core.game import Game
    from tidebook.core.player import Player
    from tidebook.core.scene import Scene
    from tidebook.core.text import Name

ALL = (*CHECKS, PLAYED, ELSEWHERE, REVEALS, EXCHANGED)
IN_A_MATCH = ("records load again", "bad records are answered", "undo and redo return")
EXCHANGING = ("secrets are kept", "knowledge is shown")


@dataclasses.dataclass(frozen=True)
class Case:
    """A broken game: the check that must catch it, in which words, and those that it may trip as well."""

    game: type[Game]
    fails: str
    says: str
    also: tuple[str, ...] = ()


CASES: dict[str, Case] = {}


class Broken(FourShells):
    """Four Shells with a fault: in the game itself, or in a class `State` inside it."""

    bots: ClassVar[Sequence[Callable[[], Player]] | None] = None

    def __init_subclass__(cls, fails: str, says: str, also: tuple[str, ...] = ()) -> None:
        super().__init_subclass__()
        cls.state_class = cls.__dict__.get("State", ShellsState)
        CASES[cls.__name__] = Case(cls, fails, says, also)

    def scenes(self) -> tuple[Scene, ...]:
        """Give none: most faults would show in them, too, and it is not the scenes that should find them."""
        return ()


# Plain play.


class GetsStuck(Broken, fails=PLAYED, says="nobody can move after"):
    """Nothing is legal in the second turn."""

    class State(ShellsState):
        def why_not(self, action: Action) -> Refusal | None:
            return Refusal("FS.turn", _("Sorry.")) if self.turn == 1 else super().why_not(action)


class NeverEnds(Broken, fails="games end", says="ran into the cap", also=("advice can be followed",)):
    """There is always another turn; good advice does not help."""

    def __init__(self, rules: ShellsRules) -> None:
        super().__init__(rules)
        self.max_actions = 40

    def turns(self, players: int) -> int:
        return 1000 * players


class CrownsTooEarly(Broken, fails="games end", says="the winners are"):
    """Somebody has won while the game is still running."""

    class State(ShellsState):
        def winners(self) -> tuple[int, ...]:
            return super().winners() or (0,)


class SharesAList(
    Broken,
    fails="copies are independent",
    says="changes the other",
    also=("same seed, same game", "undo and redo return", "secrets are kept"),
):
    """A copy writes its marks on the slate of the original: whatever keeps states is spoiled as well."""

    class State(ShellsState):
        def copy(self) -> Self:
            new = super().copy()
            new.marks = self.marks
            return new


class CopiesWrong(Broken, fails="copies are independent", says="differs from its original", also=IN_A_MATCH):
    """A copy forgets what was done in this turn; a match plays on with copies, so that it cannot be played there."""

    class State(ShellsState):
        def copy(self) -> Self:
            new = super().copy()
            new.moved = False
            return new


class SpeaksInCapitals(Broken, fails="notation goes both ways", says="is not an action"):
    """An action has capital letters in its text, and what people type is read in small ones."""

    def __init__(self, rules: ShellsRules) -> None:
        super().__init__(rules)
        del self._by_text["keep"]
        self.keep = self.action("keep", (), "Keep")


class HasTwins(Broken, fails="notation goes both ways", says="is not read back as itself"):
    """Two actions have one text."""

    def __init__(self, rules: ShellsRules) -> None:
        super().__init__(rules)
        self._twin = Action(self, "mark", (9,), "mark 1")

    def actions(self, players: int) -> tuple[Action, ...]:
        return (*super().actions(players), self._twin)


class CannotReadGarbage(Broken, fails="notation goes both ways", says="fails with KeyError"):
    """Whatever is not a known synonym is a crash."""

    def synonym(self, text: str) -> str:
        return {"pass": "keep"}[text]


class ReadsGarbage(Broken, fails="notation goes both ways", says="is read as"):
    """Whatever it does not understand, it takes for the most harmless action."""

    def synonym(self, text: str) -> str:
        return "keep" if len(text) < 10 else text


class AllowsInSecret(Broken, fails="legal and why_not agree", says="is not legal, but why_not says: None"):
    """`legal` leaves out what `why_not` allows."""

    class State(ShellsState):
        def legal(self) -> list[Action]:
            return [action for action in super().legal() if action.text != "mark 1"]


class RefusesInSecret(Broken, fails="legal and why_not agree", says="is legal, but why_not says", also=IN_A_MATCH):
    """`why_not` refuses what `legal` lists; a match asks `why_not`, so that it cannot be played there."""

    class State(ShellsState):
        def legal(self) -> list[Action]:
            return [action for action in self.game.actions(self.players) if ShellsState.why_not(self, action) is None]

        def why_not(self, action: Action) -> Refusal | None:
            forbidden = action is self.game.keep and self.turn == 1
            return Refusal("FS.turn.keep", _("Not now.")) if forbidden else super().why_not(action)


class RefusesWithoutClause(Broken, fails="legal and why_not agree", says="which is not in the guide"):
    """A refusal names a clause that the guide does not have."""

    class State(ShellsState):
        def why_not(self, action: Action) -> Refusal | None:
            return super().why_not(action) if self.to_move is not None else Refusal("FS.over", _("It is over."))


class RefusesWithoutWords(Broken, fails="legal and why_not agree", says="without a word"):
    """One of the refusals of a clause is an empty sentence."""

    class State(ShellsState):
        def why_not(self, action: Action) -> Refusal | None:
            refusal = super().why_not(action)
            return Refusal(refusal.clause, Text("")) if refusal and action is self.game.peek and self.deck else refusal


class ForgetsTheDiscards(Broken, fails="parts are conserved", says="the parts have changed"):
    """A shell that lies open is not listed any more."""

    class State(ShellsState):
        def parts(self) -> Iterator[Part]:
            return (part for part in super().parts() if not part.place.startswith(OPEN))


# A shell that is lost or doubled makes positions that nobody would accept and counts that cannot be right: much fails.
class LosesAShell(Broken, fails="parts are conserved", says="the parts have changed", also=ALL):
    """Swapping throws the own shell away."""

    class State(ShellsState):
        def apply(self, action: Action, chance: Chance, tell: Callable[[Event], None] | None = None) -> None:
            super().apply(action, chance, tell)
            self.discard.clear()


class DoublesAShell(Broken, fails="parts are conserved", says="the parts have changed", also=ALL):
    """The shell that was drawn stays in the deck as well."""

    class State(ShellsState):
        def apply(self, action: Action, chance: Chance, tell: Callable[[Event], None] | None = None) -> None:
            top = self.deck[:1]
            super().apply(action, chance, tell)
            if action.kind == "swap":
                self.deck += top


class PilesUp(Broken, fails="parts are conserved", says="two parts lie in one place", also=EXCHANGING):
    """All shells of the deck are said to be on top, so that an exchange of two parts exchanges others."""

    class State(ShellsState):
        def parts(self) -> Iterator[Part]:
            for part in super().parts():
                yield part._replace(place=TOP) if part.place.startswith("deck") else part


class LiesNowhere(Broken, fails="parts are conserved", says="there is no place beach.0", also=EXCHANGING):
    """Discards are said to be where the position has nothing, so that an exchange with one of them is a crash."""

    class State(ShellsState):
        def parts(self) -> Iterator[Part]:
            for part in super().parts():
                yield part._replace(place=part.place.replace(OPEN, "beach"))


class LiesElsewhere(Broken, fails="parts are conserved", says="does not lie at", also=("guesses are fair",)):
    """The deck is listed from the bottom, but its places count from the top; then no count of guesses is right."""

    class State(ShellsState):
        def parts(self) -> Iterator[Part]:
            parts = list(super().parts())
            deck = [part for part in parts if part.place.startswith("deck")]
            names = {part.place: other.name for part, other in zip(deck, reversed(deck), strict=True)}
            return iter([part._replace(name=names.get(part.place, part.name)) for part in parts])


class GenerousSheet(ScoreSheet):
    """A sheet whose total is a point more than its lines."""

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines) + 1


class AddsWrong(Broken, fails="scores are sums of their lines", says="a total is not the sum of its lines"):
    """A total has a point that no line explains."""

    class State(ShellsState):
        def scores(self) -> list[ScoreSheet]:
            return [GenerousSheet(sheet.seat, sheet.lines) for sheet in super().scores()]


class ScoresWithoutClause(Broken, fails="scores are sums of their lines", says="has no reason, no clause"):
    """A line of a score sheet follows from no rule."""

    class State(ShellsState):
        def scores(self) -> list[ScoreSheet]:
            gift = ScoreLine(_("For a nice smile"), 1, "FS.smile")
            return [ScoreSheet(sheet.seat, (*sheet.lines, gift)) for sheet in super().scores()]


class ForgetsASheet(Broken, fails="scores are sums of their lines", says="a score sheet for each seat"):
    """The last seat has no score sheet."""

    class State(ShellsState):
        def scores(self) -> list[ScoreSheet]:
            return super().scores()[:-1]


class CrashesOnGarbage(Broken, fails="positions go both ways", says="fails with"):
    """`position` reckons before it has checked."""

    def position(self, data: Mapping[str, Any]) -> ShellsState:
        return super().position({**data, "turn": data.get("turn", 0) + 0})


class CrashesOnGarbageInside(Broken, fails="positions go both ways", says="fails with"):
    """`position` checks its lists, but not what is in them."""

    def position(self, data: Mapping[str, Any]) -> ShellsState:
        marks = data.get("marks", [])
        if isinstance(marks, list) and len(marks) in self.players and sum(marks) > 1000 * len(marks):
            raise PositionError(_("These marks are too high."))
        return super().position(data)


class AcceptsAnything(Broken, fails="positions go both ways", says="is accepted, but"):
    """`position` does not mind shells that are missing."""

    def position(self, data: Mapping[str, Any]) -> ShellsState:
        state = super().position({key: value for key, value in data.items() if key != "deck"})
        state.deck = list(data.get("deck", state.deck)) if isinstance(data.get("deck"), list) else state.deck
        return state


class ForgetsAField(Broken, fails="positions go both ways", says="is not read back as itself", also=EXCHANGING):
    """`to_dict` leaves out what was done in this turn: what is made from it lacks it, too."""

    class State(ShellsState):
        def to_dict(self) -> dict[str, Any]:
            data = super().to_dict()
            del data["moved"]
            return data


class HasNoWords(Broken, fails="words for everybody", says="there are no words for “keep”"):
    """Keeping a shell is passed over in silence."""

    def words(self, event: Event, eyes: int | None, names: Sequence[Name]) -> Text:
        return Text("") if event.kind == "keep" else super().words(event, eyes, names)


class FollowsFromNothing(Broken, fails="words for everybody", says="“keep” follows from FS.whim"):
    """An event names a clause that the guide does not have."""

    class State(ShellsState):
        def apply(self, action: Action, chance: Chance, tell: Callable[[Event], None] | None = None) -> None:
            def whim(event: Event) -> None:
                assert tell is not None
                tell(dataclasses.replace(event, clause="FS.whim") if event.kind == "keep" else event)

            super().apply(action, chance, whim if tell else None)


# Guide and scenes.


class LiesInAScene(Broken, fails="guide and scenes", says="Scene swap, step 3: discard should be [9], but is [1]"):
    """A scene says what does not happen."""

    def scenes(self) -> tuple[Scene, ...]:
        scene = read_scenes(FourShells)[0]
        steps = (*scene.steps[:-1], dataclasses.replace(scene.steps[-1], then={"discard": [9]}))
        return (dataclasses.replace(scene, game=type(self), steps=steps),)


class ShowsWhatIsNoRule(Broken, fails="guide and scenes", says="is about FS.turn.dance"):
    """A scene is about a clause that the guide does not have."""

    def scenes(self) -> tuple[Scene, ...]:
        return (dataclasses.replace(read_scenes(FourShells)[0], clauses=("FS.turn.dance",)),)


@dataclasses.dataclass(frozen=True)
class WindyRules(ShellsRules):
    """A dial too many, which belongs to no clause of the guide."""

    wind: int = dial(1, low=0, high=3, unit=_("knots"), clause="FS.wind", help=_("How hard it blows."))


class HasALooseDial(Broken, fails="guide and scenes", says="wind belongs to FS.wind"):
    """A dial belongs to a clause that the guide does not have."""

    rules_class = WindyRules
