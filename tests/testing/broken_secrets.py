"""Broken games: faults of views, guesses, words and bots, and some in a game that is not tiny."""

# ruff: noqa: D101, D102, D106 the docstring of each game says what is wrong with it; its methods are that fault

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

from tests.example.four_shells.play import ShellsState, ShellsView
from tests.testing.broken import CASES, IN_A_MATCH, Broken, Case
from tidebook.core.data import canonical
from tidebook.core.errors import PositionError
from tidebook.core.game import Refusal
from tidebook.core.player import Decision
from tidebook.core.text import _
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.games.shifting_stones.parts import FACES
from tidebook.games.shifting_stones.play import StonesState
from tidebook.testing.kit import EXCHANGED, REVEALS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from random import Random

    from tidebook.core.chance import Chance
    from tidebook.core.game import Action, Brush, Event, Part
    from tidebook.core.player import Player, Sight
    from tidebook.core.score import ScoreSheet
    from tidebook.core.text import Language, Name, Text

# Secrets.


class HidesNothing(Broken, fails="secrets are kept", says="changes its view", also=(REVEALS, "bots do not peek")):
    """A view that hides nothing; then nothing can be revealed any more, and bots know all."""

    class State(ShellsState):
        def view(self, seat: int | None) -> ShellsView:
            return dataclasses.replace(super().view(seat), hands=tuple(self.hands), top=(*self.deck, None)[0])


class ShowsAllToTheSpectator(Broken, fails="secrets are kept", says="a spectator may not know"):
    """Whoever only looks on sees all the hands."""

    class State(ShellsState):
        def view(self, seat: int | None) -> ShellsView:
            view = super().view(seat)
            return dataclasses.replace(view, hands=tuple(self.hands)) if seat is None else view


class ShowsSeatsThatAreNotThere(Broken, fails="secrets are kept", says="there is no seat -1, but view() shows it"):
    """Any number will do for a seat, and Python takes -1 for the last."""

    class State(ShellsState):
        def check_seat(self, seat: object, *, or_spectator: bool = False) -> None:
            """Take any."""

        def view(self, seat: int | None) -> ShellsView:
            return super().view(range(self.players)[seat] if seat and seat < self.players else seat)


class CrashesWithoutASeat(
    Broken, fails="secrets are kept", says="there is no seat 2, but view() fails with IndexError"
):
    """A seat after the last is a crash."""

    class State(ShellsState):
        def view(self, seat: int | None) -> ShellsView:
            if seat is not None and seat >= 0:
                assert self.hands[seat]
            return super().view(seat)


class RefusesByWhatIsHidden(Broken, fails="secrets are kept", says="changes its refusals"):
    """A refusal gives a hidden shell away."""

    class State(ShellsState):
        def why_not(self, action: Action) -> Refusal | None:
            refusal = super().why_not(action)
            if refusal and action.kind == "peek" and self.deck:
                return Refusal(refusal.clause, _("No. And it is only shell {shell}.", shell=self.deck[0]))
            return refusal


def blurted(event: Event) -> Event:
    """Put what only some seats saw among what everybody saw."""
    return dataclasses.replace(event, facts={**event.facts, **event.secret})


class Blurts(Broken, fails="secrets are kept", says="changes its words"):
    """What somebody draws is said to everybody."""

    class State(ShellsState):
        def apply(self, action: Action, chance: Chance, tell: Callable[[Event], None] | None = None) -> None:
            super().apply(action, chance, (lambda event: tell(blurted(event))) if tell else None)


class BlurtsAtTheDeal(Broken, fails="secrets are kept", says="two deals look the same to"):
    """What somebody is dealt is said to everybody."""

    def start(self, players: int, chance: Chance, tell: Callable[[Event], None] | None = None) -> ShellsState:
        return super().start(players, chance, (lambda event: tell(blurted(event))) if tell else None)


class PointsAtTheShell(Broken, fails="secrets are kept", says="changes its events"):
    """The words keep the secret, but the parts that light up for everybody do not."""

    class State(ShellsState):
        def apply(self, action: Action, chance: Chance, tell: Callable[[Event], None] | None = None) -> None:
            def point(event: Event) -> None:
                assert tell is not None
                drawn = tuple(f"shell {shell}" for shell in event.secret.values())
                tell(dataclasses.replace(event, parts=(*event.parts, *drawn)))

            super().apply(action, chance, point if tell else None)


class ScoresTooEarly(Broken, fails="secrets are kept", says="changes its scores"):
    """Points as they stand give away what everybody holds."""

    class State(ShellsState):
        def scores(self) -> list[ScoreSheet]:
            over = self.copy()
            over.to_move = None
            return ShellsState.scores(over)


class SmugglingView(ShellsView):
    """A view with the whole truth in it, where `to_dict` does not look."""

    truth: ShellsState


def smuggled(state: ShellsState, seat: int | None) -> SmugglingView:
    """Make a view with the truth in it."""
    view = SmugglingView(**vars(ShellsState.view(state, seat)))
    object.__setattr__(view, "truth", state)
    return view


class PaintsTheTruth(Broken, fails="secrets are kept", says="changes its picture"):
    """The picture shows something that is in the view object, but not among its fields."""

    def picture(
        self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = (), brush: Brush | None = None
    ) -> str:
        assert isinstance(view, SmugglingView)
        return super().picture(view, language, names, brush) + f"\n  (psst: {view.truth.hands})"

    class State(ShellsState):
        def view(self, seat: int | None) -> ShellsView:
            return smuggled(self, seat)


class PeekingBot:
    """Swaps exactly when it is worth it."""

    name = "peeking"

    def choose(self, sight: Sight, random: Random) -> Decision:  # noqa: ARG002 it leaves nothing to chance
        """Look where it should not."""
        assert isinstance(sight.view, SmugglingView)
        truth = sight.view.truth
        for action in sight.legal:
            if action.kind == "swap" and truth.deck[0] > truth.hands[sight.view.to_move or 0]:
                return Decision(action, _("It is worth it."))
        return Decision(sight.legal[0], _("It is not worth it."))


class LetsBotsPeek(Broken, fails="bots do not peek", says="the bot peeking chooses differently"):
    """A bot finds something in the view object that is not among its fields."""

    bots: ClassVar[Sequence[Callable[[], Player]] | None] = (PeekingBot,)

    class State(ShellsState):
        def view(self, seat: int | None) -> ShellsView:
            return smuggled(self, seat)


class ForgetsWhatItSaw(Broken, fails="knowledge is shown", says="but its view is the same"):
    """A view that shows too little: a shell that was peeked at is forgotten as soon as somebody draws it."""

    class State(ShellsState):
        def view(self, seat: int | None) -> ShellsView:
            view = super().view(seat)
            own = [shell if owner == seat or self.to_move is None else None for owner, shell in enumerate(self.hands)]
            return dataclasses.replace(view, hands=tuple(own))


class ForgetsTheOwnShell(
    Broken, fails="knowledge is shown", says="but its view is the same", also=("undo is safe", "secrets are kept")
):
    """A view that shows not even the own shell; the game's words and a swap show it after all, and that is noticed."""

    class State(ShellsState):
        def view(self, seat: int | None) -> ShellsView:
            view = super().view(seat)
            others = [None if owner == seat else shell for owner, shell in enumerate(view.hands)]
            return view if self.to_move is None else dataclasses.replace(view, hands=tuple(others))


class CopiesTheTruth(Broken, fails="guesses are fair", says="64 guesses all say the same", also=(REVEALS,)):
    """A guess that knows the truth; then no guess ever shows that something was revealed."""

    def guess(self, view: ShellsView, random: Random) -> ShellsState:  # noqa: ARG002 that is the fault
        assert isinstance(view, SmugglingView)
        return view.truth.copy()

    class State(ShellsState):
        def view(self, seat: int | None) -> ShellsView:
            return smuggled(self, seat)


class NeverVariesOnePlace(Broken, fails="guesses are fair", says="64 guesses all say the same"):
    """In every guess the bottom of the deck is the lowest shell that it can be."""

    def guess(self, view: ShellsView, random: Random) -> ShellsState:
        state = super().guess(view, random)
        places = [(state.hands, seat) for seat, shell in enumerate(view.hands) if shell is None]
        places += [(state.deck, number) for number in range(view.top is not None, len(state.deck))]
        zone, lowest = min(places, key=lambda place: place[0][place[1]], default=([0], 0))
        if view.deck:
            zone[lowest], state.deck[-1] = state.deck[-1], zone[lowest]
        return state


class GuessesWhatDoesNotFit(Broken, fails="guesses are fair", says="does not fit the view"):
    """A guess has the open shells in another order."""

    def guess(self, view: ShellsView, random: Random) -> ShellsState:
        state = super().guess(view, random)
        state.discard.sort()
        return state


class GuessesAShellTwice(Broken, fails="guesses are fair", says="has other parts"):
    """A guess draws with replacement, so that a shell may be in two places."""

    def guess(self, view: ShellsView, random: Random) -> ShellsState:
        state = super().guess(view, random)
        if len(state.deck) > 1:
            state.deck[1:] = [state.deck[-1]] * (len(state.deck) - 1)
        return state


class GuessesTheImpossible(Broken, fails="guesses are fair", says="is no position: Who made this up?"):
    """A guess has something in it that `position` refuses: no what-if line could start from it."""

    def position(self, data: Mapping[str, Any]) -> ShellsState:
        if data.get("made_up"):
            raise PositionError(_("Who made this up?"))
        return super().position({key: value for key, value in data.items() if key != "made_up"})

    def guess(self, view: ShellsView, random: Random) -> ShellsState:
        state = super().guess(view, random)
        assert isinstance(state, GuessesTheImpossible.State)
        state.made_up = True
        return state

    class State(ShellsState):
        made_up = False

        def to_dict(self) -> dict[str, Any]:
            return {**super().to_dict(), "made_up": self.made_up}


class SealsItsPositions(Broken, fails=EXCHANGED, says="No two hidden parts could be exchanged"):
    """A position carries a seal of what lies where, so that every exchange is refused, and nothing is looked at."""

    def position(self, data: Mapping[str, Any]) -> ShellsState:
        state = super().position({key: value for key, value in data.items() if key != "seal"})
        if data.get("seal", (seal := state.to_dict()["seal"])) != seal:
            raise PositionError(_("Somebody has been at this position."))
        return state

    class State(ShellsState):
        def to_dict(self) -> dict[str, Any]:
            data = super().to_dict()
            return {**data, "seal": canonical(data)}


class MarksItsBacks(Broken, fails=EXCHANGED, says="No two hidden parts could be exchanged"):
    """Every shell has a back of its own, so that none can be exchanged, and nothing is looked at."""

    class State(ShellsState):
        def parts(self) -> Iterator[Part]:
            return (part._replace(back=part.name) for part in super().parts())


# A game that is not tiny.


class BrokenStones(ShiftingStones):
    """Shifting Stones with a fault in its state."""

    fault: ClassVar[type[StonesState]]

    def __init_subclass__(cls, fails: str, says: str, also: tuple[str, ...] = ()) -> None:
        super().__init_subclass__()
        CASES[cls.__name__] = Case(cls, fails, says, also)

    def start(self, players: int, chance: Chance, tell: Callable[[Event], None] | None = None) -> StonesState:
        return self._spoiled(super().start(players, chance, tell))

    def position(self, data: Mapping[str, Any]) -> StonesState:
        return self._spoiled(super().position(data))

    def guess(self, view: Any, random: Random) -> StonesState:
        return self._spoiled(super().guess(view, random))

    def _spoiled(self, state: StonesState) -> StonesState:
        state.__class__ = type(self).fault
        return state


class QuietSkip(StonesState):
    __slots__ = ()

    def reveals(self, action: Action) -> Text | None:
        return None if action.kind == "skip" else super().reveals(action)


class SkipsUnflagged(BrokenStones, fails="undo is safe", says="“skip” is not called revealing"):
    """Skipping a turn draws cards, and says nothing of it."""

    fault = QuietSkip


class TellingDeck(StonesState):
    __slots__ = ()

    def view(self, seat: int | None) -> Any:
        return dataclasses.replace(super().view(seat), deck=sum(self.deck))


class WeighsTheDeck(
    BrokenStones, fails="secrets are kept", says="changes its view", also=("undo is safe", "guesses are fair")
):
    """A view shows a number that is made of hidden cards; no guess can fit that."""

    fault = TellingDeck


class StrictState(StonesState):
    __slots__ = ()

    def why_not(self, action: Action) -> Refusal | None:
        hand = self.hands[self.to_move or 0]
        if action.kind == "end" and self.to_move is not None and not hand and FACES[self.grid & 7] == "M":
            return Refusal("SS.turn.end", _("Not under this moon."))
        return super().why_not(action)


class RefusesUnderTheMoon(
    BrokenStones, fails="legal and why_not agree", says="“end” is legal, but why_not says: Not", also=IN_A_MATCH
):
    """An action is refused in a situation so rare that none of the 50 states has it; a match may run into it, too."""

    fault = StrictState


class LenientState(StonesState):
    __slots__ = ()

    def why_not(self, action: Action) -> Refusal | None:
        rare = self.to_move is not None and not self.hands[self.to_move] and FACES[self.grid & 7] == "M"
        return None if rare and action.kind == "flip" else super().why_not(action)


class AllowsUnderTheMoon(BrokenStones, fails="legal and why_not agree", says="is not legal, but why_not says: None"):
    """What is not legal is not refused, in a situation so rare that none of the 50 states has it."""

    fault = LenientState


class BlindState(StonesState):
    __slots__ = ()

    def view(self, seat: int | None) -> Any:
        return dataclasses.replace(super().view(seat), grid="SFB/HHO/EET")


class HidesTheStones(
    BrokenStones,
    fails="knowledge is shown",
    says="but its view is the same",
    also=("undo is safe", "advice can be followed"),
):
    """All views have the same stones; what may be scored depends on the real ones, and advice is wrong."""

    fault = BlindState
