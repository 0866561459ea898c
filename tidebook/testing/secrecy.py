"""Checks of secrets: views show no more and no less than a seat may know, guesses are fair, bots do not peek."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from tidebook.bots.random import pick
from tidebook.core.chance import Chance, stream
from tidebook.core.errors import PositionError, TidebookError
from tidebook.core.match import Match, Start
from tidebook.core.text import _
from tidebook.testing.samples import exchanged, eyes, finding, some

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from random import Random

    from tidebook.core.chance import Seed
    from tidebook.core.game import Action, Event, Part, State
    from tidebook.core.player import Decision, Player
    from tidebook.core.score import ScoreSheet
    from tidebook.core.table import Table
    from tidebook.core.text import Text
    from tidebook.testing.samples import Sample, Tally

EXCHANGES = 3  # tried for each seat of each state
KNOWN = 2
GUESSED_STATES = 6  # with 64 guesses for each seat
GUESSES = 64
DEALS = 24
ASKED = 60  # actions whose refusals are compared
DRAWN = 20  # seats at states for which the table is drawn, with one exchange
ADVISED = 20  # states in which the mover asks for advice
HINTED = 8  # states in which it asks for a hint, which may take its time

T = TypeVar("T")


def secrets_are_kept(
    sample: Sample, tally: Tally, surfaces: Mapping[str, Callable[[State, int | None], str]] | None = None
) -> None:
    """Exchange two parts that a seat may not know: all that reaches the seat stays the same to the byte."""
    random = sample.random("secrets")
    _deals_are_kept(sample, random)
    seats = (None, *range(sample.setting.players))
    drawn = set(some([(state, seat) for state in range(len(sample.states)) for seat in seats], DRAWN, random))
    choices = [number for number, state in enumerate(sample.states) if len(state.legal()) > 1]
    advised = some(choices, ADVISED, random)
    for number, state in enumerate(sample.states):
        _no_seat_but_the_seats(sample, state)
        for seat in seats:
            here = _Reached(state, seat)
            for count, (one, other, twin) in enumerate(_hidden_exchanges(state, seat, random, tally)):
                there = _Reached(twin, seat)
                trouble = (
                    _difference(here, there, random, surfaces or {})
                    or ((number, seat) in drawn and not count and _difference_drawn(here, there))
                    or (number in advised and _difference_advised(here, there, hint=number in advised[:HINTED]))
                    or _difference_after(here, there, random)
                )
                if trouble:
                    raise finding(
                        _("{where}: {seat} may not know {one} and {other}, but exchanging them changes its {what}.",
                          where=sample.setting, seat=eyes(seat), one=_lying(one), other=_lying(other), what=trouble)
                    )  # fmt: skip


class _Reached:
    """What reaches a seat in one state: worked out when it is compared, and once."""

    def __init__(self, state: State, seat: int | None) -> None:
        self.state, self.seat, self.view = state, seat, state.view(seat)

    @cached_property
    def json(self) -> str:
        return self.view.json()

    @cached_property
    def picture(self) -> str:
        return self.state.game.picture(self.view)

    @cached_property
    def scores(self) -> list[ScoreSheet]:
        return self.state.scores()

    @cached_property
    def legal(self) -> list[Action]:
        return self.state.legal()

    @cached_property
    def reveals(self) -> list[Text | None]:
        return [self.state.reveals(action) for action in self.legal]

    @cached_property
    def touches(self) -> list[tuple[str, ...]]:
        return [self.state.game.touches(self.view, action) for action in self.legal]

    @cached_property
    def table(self) -> Table | None:
        return self.state.game.table(self.view)

    @cached_property
    def svg(self) -> str | None:
        return self.state.game.svg(self.view)

    @cached_property
    def advice(self) -> Decision | None:
        return self.state.game.advise(self.view, self.legal)

    @cached_property
    def hint(self) -> Decision | None:
        return self.state.game.hint(self.view, self.legal)


def _no_seat_but_the_seats(sample: Sample, state: State) -> None:
    """Ask for the views of seats that do not exist: -1 would be the last seat's hand."""
    for seat in (-1, state.players):
        try:
            state.view(seat)
        except TidebookError:
            continue
        except Exception as error:
            raise finding(
                _("{where}: there is no seat {seat}, but view() fails with {error} and not with a sentence.",
                  where=sample.setting, seat=seat, error=repr(error))
            ) from error  # fmt: skip
        raise finding(_("{where}: there is no seat {seat}, but view() shows it something.", where=sample.setting,
                        seat=seat))  # fmt: skip


class _Crossed(Chance):
    """Luck as it is, but in each shuffle what lies at two places is exchanged."""

    __slots__ = ("places",)

    def __init__(self, seed: Seed, one: int, other: int) -> None:
        super().__init__(seed)
        self.places = one, other

    def shuffle(self, label: str, items: Iterable[T]) -> list[T]:
        mixed = super().shuffle(label, items)
        one, other = self.places
        if max(one, other) < len(mixed):
            mixed[one], mixed[other] = mixed[other], mixed[one]
        return mixed


def _deals_are_kept(sample: Sample, random: Random) -> None:
    """Exchange two parts in the shuffle before the deal: a seat that sees no difference is told of none."""
    game, players = sample.setting.game, sample.setting.players
    most = max(1, sum(1 for _part in sample.states[0].parts()))
    for number in range(DEALS):
        one, other = (int(random.random() * most) for _each in range(2))
        events: tuple[list[Event], list[Event]] = [], []
        luck = Chance(f"deal {number}"), _Crossed(f"deal {number}", one, other)
        states = [game.start(players, chance, told.append) for chance, told in zip(luck, events, strict=True)]
        for seat in (None, *range(players)):
            state, twin = (_told(each, told, seat) for each, told in zip(states, events, strict=True))
            if state[0] == twin[0] and state != twin:
                raise finding(
                    _("{where}: two deals look the same to {seat}, but are not told to it in the same way.",
                      where=sample.setting, seat=eyes(seat))
                )  # fmt: skip


def _told(state: State, events: list[Event], seat: int | None) -> tuple[str, list[str], list[Event]]:
    """Give what a seat sees, and what it was told: in words, and as events."""
    names = [f"Player {number}" for number in range(state.players)]
    seen = [event.seen_by(seat) for event in events]
    return state.view(seat).json(), [str(state.game.words(event, seat, names)) for event in seen], seen


def knowledge_is_shown(sample: Sample, _tally: Tally) -> None:
    """Exchange a part that a seat knows for a different one: its view changes.

    For a part that everybody may know, such as a stone of a board, the other may lie in the same zone. What is known
    to some seats only is not exchanged within a zone that they know: a hand need not show its order.
    """
    random = sample.random("knowledge")
    for state in sample.states:
        parts = list(state.parts())
        for seat in (None, *range(sample.setting.players)):
            known = [part for part in parts if seat in part.seats]
            for one in some(known, KNOWN, random):
                others = [
                    part
                    for part in parts
                    if part.back == one.back
                    and part.name != one.name
                    and (None in one.seats or seat not in part.seats or _zone(part) != _zone(one))
                ]
                for other in some(others, 1, random):
                    try:
                        twin = exchanged(state, one.place, other.place)
                    except PositionError:
                        continue
                    if twin != state and twin.view(seat).json() == state.view(seat).json():
                        raise finding(
                            _("{where}: {seat} knows {one}, but its view is the same with {other} in its place.",
                              where=sample.setting, seat=eyes(seat), one=_lying(one), other=_lying(other))
                        )  # fmt: skip


def guesses_are_fair(sample: Sample, tally: Tally) -> None:
    """A guess fits the view it was made from; over 64 of them whatever could be different was different."""
    random = sample.random("guesses")
    game = sample.setting.game
    for state in some(sample.states, GUESSED_STATES, random):
        for seat in (None, *range(sample.setting.players)):
            view = state.view(seat)
            text = view.json()
            parts = sorted(part.name for part in state.parts())
            places: dict[str, set[str]] = {}
            for _each in range(GUESSES):
                guess = game.guess(view, random)
                tally.guesses += 1
                if guess.view(seat).json() != text:
                    raise finding(
                        _("{where}: a guess does not fit the view of {seat}.", where=sample.setting, seat=eyes(seat))
                    )
                guessed = list(guess.parts())
                if sorted(part.name for part in guessed) != parts:
                    raise finding(
                        _("{where}: a guess of {seat} has other parts.", where=sample.setting, seat=eyes(seat))
                    )
                for part in guessed:
                    places.setdefault(part.place, set()).add(part.name)
            _can_be(sample, guess, seat)
            stuck = {place for place, names in places.items() if len(names) == 1}
            for one, other, _twin in _possible(state, seat, stuck):
                raise finding(
                    _("{where}: {seat} cannot know {one}, {other} is as likely, but 64 guesses all say the same.",
                      where=sample.setting, seat=eyes(seat), one=_lying(one), other=other.name)
                )  # fmt: skip


def _can_be(sample: Sample, guess: State, seat: int | None) -> None:
    """A what-if line starts from a guess, so it must be a position that can be."""
    try:
        again = guess.game.position(guess.to_dict())
    except PositionError as error:
        raise finding(
            _(
                "{where}: a guess of {seat} is no position: {why}",
                where=sample.setting,
                seat=eyes(seat),
                why=error.text,
            )
        ) from error
    if again != guess:
        raise finding(_("{where}: a guess of {seat} is read back as another state.", where=sample.setting,
                        seat=eyes(seat)))  # fmt: skip


def bots_do_not_peek(sample: Sample, tally: Tally, bots: Sequence[Callable[[], Player]] = ()) -> None:
    """Exchange parts that the mover may not know: with the same random source a bot chooses the same."""
    random = sample.random("bots")
    for number, state in enumerate(sample.running[::2]):
        for _one, _other, twin in _hidden_exchanges(state, state.to_move, random, tally):
            for make in bots:
                choices = []
                for truth in (state, twin):
                    start = Start(truth.players, truth.to_dict())
                    match = Match(truth.game, start, Chance("bots"))
                    choices.append(make().choose(match.sight(), stream("bots", number)).action)
                if choices[0] is not choices[1]:
                    raise finding(
                        _("{where}: the bot {bot} chooses differently when only what it may not know is different.",
                          where=sample.setting, bot=make().name)
                    )  # fmt: skip


def _hidden_exchanges(
    state: State, seat: int | None, random: Random, tally: Tally
) -> Iterator[tuple[Part, Part, State]]:
    """Exchange parts that a seat may not know and cannot tell apart from behind."""
    hidden = [part for part in state.parts() if seat not in part.seats]
    tally.hidden += len({part.name for part in hidden}) > 1
    for one in some(hidden, EXCHANGES, random):
        others = [part for part in hidden if part.back == one.back and part.name != one.name]
        for other in some(others, 1, random):
            try:
                twin = exchanged(state, one.place, other.place)
            except PositionError:
                continue  # such a position cannot exist
            tally.exchanges += 1
            yield one, other, twin


def _possible(state: State, seat: int | None, places: set[str]) -> Iterator[tuple[Part, Part, State]]:
    """Look for an exchange at one of these places that is possible and that the seat cannot see."""
    hidden = [part for part in state.parts() if seat not in part.seats]
    text = state.view(seat).json()
    for one in hidden:
        if one.place not in places:
            continue
        for other in hidden:
            if other.back != one.back or other.name == one.name:
                continue
            try:
                twin = exchanged(state, one.place, other.place)
            except PositionError:
                continue
            if twin.view(seat).json() == text:
                yield one, other, twin


def _difference(
    here: _Reached,
    there: _Reached,
    random: Random,
    surfaces: Mapping[str, Callable[[State, int | None], str]],
) -> Text | str | None:
    """Name the first thing that reaches a seat and differs between two states; None if nothing does."""
    state, twin, seat = here.state, there.state, here.seat
    if there.json != here.json:
        return _("view")
    if there.picture != here.picture:
        return _("picture")
    if there.scores != here.scores:
        return _("scores")
    for name, show in surfaces.items():
        if show(twin, seat) != show(state, seat):
            return name
    if seat is None or seat != state.to_move:
        return None
    if there.legal != here.legal:
        return _("legal actions")
    asked = some(state.game.actions(state.players), ASKED, random)
    if [state.why_not(action) for action in asked] != [twin.why_not(action) for action in asked]:
        return _("refusals")
    if there.reveals != here.reveals:
        return _("reveals")
    return _("touches") if there.touches != here.touches else None


def _difference_drawn(here: _Reached, there: _Reached) -> Text | None:
    """Compare what is drawn for a seat."""
    if there.table != here.table:
        return _("table")
    return _("drawing") if there.svg != here.svg else None


def _difference_advised(here: _Reached, there: _Reached, *, hint: bool) -> Text | None:
    """Compare what the mover is advised to do."""
    if here.seat is None or here.seat != here.state.to_move:
        return None
    if there.advice != here.advice:
        return _("advice")
    return _("hint") if hint and there.hint != here.hint else None


def _difference_after(here: _Reached, there: _Reached, random: Random) -> Text | None:
    """Play an action that is legal in both: where the seat's views stay the same, so do the words."""
    both = set(there.legal)
    shared = [action for action in here.legal if action in both]
    if not shared:
        return None
    action = pick(shared, random)
    told = []
    for truth in (here.state.copy(), there.state.copy()):
        events: list[Event] = []
        truth.apply(action, Chance("after"), events.append)
        told.append(_told(truth, events, here.seat))
    (view, words, seen), (twin_view, twin_words, twin_seen) = told
    if view != twin_view:
        return None
    return _("words") if words != twin_words else _("events") if seen != twin_seen else None


def _zone(part: Part) -> str:
    return part.place.rpartition(".")[0]


def _lying(part: Part) -> Text:
    return _("{part} at {place}", part=part.name, place=part.place)
