"""Checks of plain play: games end, copies are independent, notation goes both ways, refusals agree, parts stay."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from tidebook.bots.random import pick
from tidebook.core.chance import Chance
from tidebook.core.errors import NotationError, PositionError, RulesError
from tidebook.core.text import Several, _
from tidebook.testing.samples import altered, at_place, exchanged, finding, some

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tidebook.core.game import Action, Event, Part, State
    from tidebook.testing.samples import Played, Sample, Tally

AHEAD = 12  # actions played on a copy
SPOILED = 40  # spoiled positions tried
ELSEWHERE = 10  # actions tried at every state of the games, beside the legal ones


def games_end(sample: Sample, tally: Tally) -> None:
    """Play to the end or the stated cap; by the published rules most games end by themselves."""
    where = sample.setting
    tally.games += len(sample.games)
    tally.states += len(sample.states)
    capped = [game for game in sample.games if game.capped]
    tally.capped += len(capped)
    if not where.game.rules.to_dict() and 2 * len(capped) > len(sample.games):
        raise finding(
            _("{where}: {count} of {games} games ran into the cap.", where=where, count=len(capped),
              games=len(sample.games))
        )  # fmt: skip
    for game in sample.games:
        if len(game.actions) > where.game.max_actions:
            raise finding(_("{where}: a game is longer than its cap.", where=where))
        if not game.capped and game.final.legal():
            raise finding(_("{where}: the game is over, but there are legal actions.", where=where))
    for state in sample.states:
        winners = state.winners()
        if not set(winners) <= set(range(where.players)) or (winners and state.to_move is not None):
            raise finding(_("{where}: the winners are {winners}.", where=where, winners=Several(winners)))


def copies_are_independent(sample: Sample, _tally: Tally) -> None:
    """Play on with a copy: the original stays as it was, and the other way round."""
    random = sample.random("copies")
    for state, _action in _replayed(sample, sample.games[0]):
        if state.copy().to_dict() != state.to_dict():
            raise finding(_("{where}: a copy differs from its original.", where=sample.setting))
    for state in sample.running:
        copy = state.copy()
        for moved, kept in ((copy, state), (state.copy(), copy.copy())):
            still = kept.to_dict()
            chance = Chance("copies")
            for _step in range(AHEAD):
                if moved.to_move is not None:
                    moved.apply(pick(moved.legal(), random), chance)
            if kept.to_dict() != still:
                raise finding(_("{where}: playing on with one changes the other.", where=sample.setting))


def notation_goes_both_ways(sample: Sample, _tally: Tally) -> None:
    """Every action is read back from its text, and from a pickle, as the same object; garbage is refused."""
    game = sample.setting.game
    universe = game.actions(sample.setting.players)
    for action in universe:
        if game.parse(str(action)) is not action or game.read(f"  {str(action).upper()} ") is not action:
            raise finding(_("{where}: “{text}” is not read back as itself.", where=sample.setting, text=str(action)))
    for action in universe[:: max(1, len(universe) // 50)]:
        if pickle.loads(pickle.dumps(action)) is not action:  # noqa: S301 our own, made a moment ago
            raise finding(_("{where}: “{text}” does not survive pickling.", where=sample.setting, text=str(action)))
    if len({str(action) for action in universe}) != len(universe):
        raise finding(_("{where}: two actions have the same text.", where=sample.setting))
    for text in ("", " ", "xyzzy", "end end", "\x00", "²", "☃" * 500, str(universe[0]) + " !"):
        try:
            read = game.read(text)
        except NotationError:
            continue
        except Exception as error:
            raise finding(
                _("{where}: reading “{text}” fails with {error}.", where=sample.setting, text=text[:20],
                  error=repr(error))
            ) from error  # fmt: skip
        raise finding(
            _("{where}: “{text}” is read as “{action}”.", where=sample.setting, text=text[:20], action=str(read))
        )


def refusals_agree(sample: Sample, _tally: Tally) -> None:
    """Every action at the states that were kept, some all through the games: refused exactly when it is not legal."""
    random = sample.random("refusals")
    game = sample.setting.game
    universe = game.actions(sample.setting.players)
    guide = game.guide()
    clauses: set[str] = set()
    known = set(universe)
    kept = ((state, universe) for state in sample.states)
    elsewhere = (
        (state, [*([action] if action else []), *some(universe, ELSEWHERE, random)])
        for played in sample.games
        for state, action in _replayed(sample, played)
    )
    for state, actions in chain(kept, elsewhere):
        listed = state.legal()
        legal = set(listed)
        if len(legal) != len(listed) or not legal <= known:
            raise finding(_("{where}: legal() lists an action twice, or one that is not there.", where=sample.setting))
        for action in dict.fromkeys((*listed, *actions)):
            refusal = state.why_not(action)
            if (refusal is None) != (action in legal):
                raise finding(
                    _("{where}: “{action}” is {legal}, but why_not says: {refusal}", where=sample.setting,
                      action=str(action), legal=_("legal") if action in legal else _("not legal"),
                      refusal=refusal.text if refusal else None)
                )  # fmt: skip
            if refusal is None:
                continue
            if not refusal.text.message:
                raise finding(
                    _("{where}: “{action}” is refused without a word.", where=sample.setting, action=str(action))
                )
            if refusal.clause not in clauses:
                if refusal.clause not in guide:
                    raise finding(
                        _("{where}: “{action}” is refused by {clause}, which is not in the guide.",
                          where=sample.setting, action=str(action), clause=refusal.clause or "-")
                    )  # fmt: skip
                clauses.add(refusal.clause)


def parts_are_conserved(sample: Sample, _tally: Tally) -> None:
    """The parts never change, each lies in a place of its own, and the place is where it says."""
    random = sample.random("parts")
    names: Counter[str] | None = None
    seats = {None, *range(sample.setting.players)}
    for state in sample.states:
        parts = list(state.parts())
        found = _names(state)
        if sum(found.values()) == 0:
            raise finding(_("{where}: the game has no parts.", where=sample.setting))
        if names is not None and found != names:
            odd = sorted((found - names) + (names - found))
            raise finding(_("{where}: the parts have changed: {odd}.", where=sample.setting, odd=Several(odd[:5])))
        names = found
        if len({part.place for part in parts}) != len(parts):
            raise finding(_("{where}: two parts lie in one place.", where=sample.setting))
        for part in parts:
            if not part.seats <= seats:
                raise finding(_("{where}: {part} is known to seats that do not exist.", where=sample.setting,
                                part=part.name))  # fmt: skip
            try:
                at_place(state, part.place)
            except (LookupError, ValueError, TypeError):
                raise finding(
                    _("{where}: there is no place {place} in the position.", where=sample.setting, place=part.place)
                ) from None
        _check_places(sample, state, parts, random)


def _check_places(sample: Sample, state: State, parts: list[Part], random: Random) -> None:
    """Exchange what lies at two places: where the data is taken as it is, the two parts have changed places."""
    one = parts[int(random.random() * len(parts))]
    others = [part for part in parts if part.back == one.back and part.name != one.name]
    if not others:
        return
    other = others[int(random.random() * len(others))]
    try:
        twin = exchanged(state, one.place, other.place)
    except PositionError:
        return  # such a position cannot exist
    taken = at_place(twin, one.place), at_place(twin, other.place)
    names = {part.place: part.name for part in twin.parts()}
    if taken != (at_place(state, other.place), at_place(state, one.place)):
        return  # the game keeps an order of its own there
    if (names.get(one.place), names.get(other.place)) != (other.name, one.name):
        raise finding(
            _("{where}: {part} does not lie at {place}.", where=sample.setting, part=one.name, place=one.place)
        )


def scores_are_sums(sample: Sample, _tally: Tally) -> None:
    """Totals are the sums of their lines; each line has a reason, a clause of the guide, and parts that exist."""
    guide = sample.setting.game.guide()
    for state in sample.states:
        sheets = state.scores()
        if [sheet.seat for sheet in sheets] != list(range(sample.setting.players)):
            raise finding(_("{where}: there must be a score sheet for each seat.", where=sample.setting))
        names = {part.name for part in state.parts()}
        for sheet in sheets:
            if sheet.total != sum(line.points for line in sheet.lines):
                raise finding(_("{where}: a total is not the sum of its lines.", where=sample.setting))
            for line in sheet.lines:
                if not str(line.what) or line.clause not in guide or not set(line.parts) <= names:
                    raise finding(
                        _("{where}: the score line “{line}” has no reason, no clause ({clause}) or odd parts.",
                          where=sample.setting, line=line.what, clause=line.clause)
                    )  # fmt: skip


def positions_go_both_ways(sample: Sample, _tally: Tally) -> None:
    """A state read back from its data is the same; spoiled data is refused with a sentence."""
    random = sample.random("positions")
    for state in sample.states:
        data = json.loads(json.dumps(state.to_dict()))
        again = state.game.position(data)
        if again.to_dict() != state.to_dict() or _shown(again) != _shown(state):
            raise finding(_("{where}: a position is not read back as itself.", where=sample.setting))
        if pickle.loads(pickle.dumps(state)) != state:  # noqa: S301 our own, made a moment ago
            raise finding(_("{where}: a state does not survive pickling.", where=sample.setting))
    for _each in range(SPOILED):
        state = sample.states[int(random.random() * len(sample.states))]
        data = altered(state.to_dict(), random)
        odd = Several(f"{key} = {value}"[:60] for key, value in data.items() if value != state.to_dict()[key])
        try:
            again = state.game.position(data)
            state.game.position(again.to_dict())
            _shown(again)
        except (PositionError, RulesError):
            continue
        except Exception as error:
            raise finding(
                _("{where}: a position with {odd} fails with {error}.", where=sample.setting, odd=odd,
                  error=repr(error))
            ) from error  # fmt: skip
        if again.players == state.players and _names(again) != _names(state):
            raise finding(
                _("{where}: a position with {odd} is accepted, but has other parts.", where=sample.setting, odd=odd)
            )


def _shown(state: State) -> object:
    """Give what a state shows and allows."""
    views = [state.view(seat).json() for seat in (None, *range(state.players))]
    return views, state.legal(), state.scores(), state.winners()


def _names(state: State) -> Counter[str]:
    return Counter(part.name for part in state.parts())


def words_for_everybody(sample: Sample, _tally: Tally) -> None:
    """Everything that happens can be said to every seat and to a spectator, and follows from a clause."""
    guide = sample.setting.game.guide()
    for game in sample.games[:1]:
        for event in _events(sample, game):
            if event.clause not in guide:
                raise finding(_("{where}: “{kind}” follows from {clause}, which is not in the guide.",
                                where=sample.setting, kind=event.kind, clause=event.clause or "-"))  # fmt: skip
            for seat in (None, *range(sample.setting.players)):
                names = [f"Player {number}" for number in range(sample.setting.players)]
                if not str(sample.setting.game.words(event.seen_by(seat), seat, names)):
                    raise finding(_("{where}: there are no words for “{kind}”.", where=sample.setting, kind=event.kind))


def guide_and_scenes(sample: Sample, tally: Tally) -> None:
    """Every dial and ruling names a clause of the guide, and every scene goes as it says."""
    if tally.guided:
        return
    tally.guided = True
    guide = sample.setting.game.guide()
    for field in sample.setting.game.rules.fields():
        if field.clause not in guide:
            raise finding(_("{field} belongs to {clause}, which is not in the guide.", field=field.name,
                            clause=field.clause))  # fmt: skip
    for scene in sample.setting.game.scenes():
        scene.run()
        for clause in scene.clauses:
            if clause not in guide:
                raise finding(_("Scene {scene} is about {clause}, which is not in the guide.", scene=scene.id,
                                clause=clause))  # fmt: skip


def _replayed(sample: Sample, game: Played) -> Iterator[tuple[State, Action | None]]:
    """Play a game again; give each state on the way, itself and not a copy, and what was done in it."""
    chance = Chance(game.seed)
    state = sample.setting.game.start(sample.setting.players, chance)
    for action in game.actions:
        yield state, action
        state.apply(action, chance)
    yield state, None


def _events(sample: Sample, game: Played) -> list[Event]:
    events: list[Event] = []
    chance = Chance(game.seed)
    state = sample.setting.game.start(sample.setting.players, chance, events.append)
    for action in game.actions:
        state.apply(action, chance, events.append)
    return events
