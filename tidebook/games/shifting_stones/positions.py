"""Any situation on the table: set up from data, checked; and guesses of what a seat cannot see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tidebook.core.chance import shuffled
from tidebook.core.data import shown
from tidebook.core.errors import PositionError
from tidebook.core.text import Several, _, ngettext
from tidebook.games.shifting_stones.parts import SOLO, read_grid
from tidebook.games.shifting_stones.play import StonesState, StonesView

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from tidebook.games.shifting_stones.game import ShiftingStones

FIELDS = frozenset(
    (
        "players",
        "to_move",
        "grid",
        "hands",
        "scored",
        "deck",
        "discard",
        "box",
        "reshuffled",
        "skipped",
        "acted",
        "scored_now",
        "shedding",
        "ending",
        "strikes",
    )
)


def fresh(game: ShiftingStones, players: int) -> StonesState:
    """Give a table with nothing on it yet, seat 0 to move."""
    state = StonesState()
    state.game = game
    state.players = players
    state.to_move = 0
    state.grid = 0
    state.hands = [[] for _seat in range(players)]
    state.scored = [[] for _seat in range(players)]
    state.deck = []
    state.discard = []
    state.box = []
    state.reshuffled = ()
    state.skipped = (False,) * players
    state.acted = state.scored_now = state.shedding = state.ending = False
    state.strikes = 0
    return state


def position(game: ShiftingStones, data: Mapping[str, Any]) -> StonesState:
    """Set up a situation. Left out: empty hands and rows, all other cards in the deck in order, seat 0 to move."""
    if not isinstance(data, Mapping):
        raise PositionError(_("A position is a table, not {data}.", data=shown(data)))
    extra = sorted(set(map(str, data)) - FIELDS)
    if extra:
        raise PositionError(
            _(
                "A position has no {extra}; it has {known}.",
                extra=shown(extra[0]),
                known=Several(sorted(FIELDS)),
            )
        )
    if "players" not in data and "hands" not in data:
        raise PositionError(_("A position says how many play: by players, or by hands."))
    players = game.check_players(data.get("players", len(_list(data, "hands", ()))))
    state = fresh(game, players)
    state.grid = read_grid(data.get("grid"), game.stones)
    state.to_move = _seat(data, players)
    state.hands = _rows(game, data, "hands", players)
    state.scored = _rows(game, data, "scored", players)
    state.discard = _cards(game, data, "discard")
    state.reshuffled = tuple(tuple(_known(game, pack, "reshuffled")) for pack in _list(data, "reshuffled", ()))
    _lay_deck(state, data)
    state.skipped = tuple(_flags(data, players))
    for name in ("acted", "scored_now", "shedding"):
        setattr(state, name, _flag(data.get(name, False), name))
    state.strikes = _strikes(data)
    state.ending = _ending(state)
    if _flag(data.get("ending", state.ending), "ending") != state.ending:
        raise PositionError(_("ending is true exactly when somebody has ended a turn of this round at the trigger."))
    _check_packs(state)
    _check_turn(state)
    return state


def guess(game: ShiftingStones, view: StonesView, random: Random) -> StonesState:
    """Deal the cards that a seat does not see at random into the places that it does not see.

    Each pack is dealt for itself: everybody saw which cards were shuffled, and who drew from which pack.
    """
    state = fresh(game, view.players)
    pools = [shuffled(pool, random.random) for pool in view.unseen]
    if view.players == SOLO:
        state.box = _boxed(game, view, pools[0])
        left = [card for card in pools[0] if card not in state.box]
        pools[0] = shuffled(left, random.random)  # the common values were found first
    else:
        state.box = list(view.box)
    state.hands = [
        list(view.hand) if seat == view.seat else [pools[pack].pop() for pack in packs]
        for seat, packs in enumerate(view.held)
    ]
    state.deck = pools[-1]
    state.grid = view.packed
    state.to_move = view.to_move
    state.scored = [list(row) for row in view.scored]
    state.discard = list(view.discard)
    state.reshuffled = _packs(view)
    state.skipped = view.skipped
    state.acted, state.scored_now = view.acted, view.scored_now
    state.shedding, state.ending, state.strikes = view.shedding, view.ending, view.strikes
    return state


def _packs(view: StonesView) -> tuple[tuple[int, ...], ...]:
    """Give the later packs again: what is unseen of them, and what is in the own hand."""
    packs = [set(pool) for pool in view.unseen]
    own = view.held[view.seat] if view.seat is not None else ()
    for card, pack in zip(view.hand, own, strict=True):
        packs[pack].add(card)
    return tuple(tuple(sorted(pack)) for pack in packs[1:])


def _boxed(game: ShiftingStones, view: StonesView, pool: Iterable[int]) -> list[int]:
    """Choose which unseen cards are out of a solo game: what the quotas have no more room for."""
    left = dict(game.rules.quotas)
    later = [card for unseen in view.unseen[1:] for card in unseen]
    for card in (*view.hand, *view.discard, *view.scored[0], *later):
        left[game.cards[card].value] -= 1
    boxed = []
    for card in pool:
        value = game.cards[card].value
        if left.get(value, 0):
            left[value] -= 1
        else:
            boxed.append(card)
    return boxed


def _lay_deck(state: StonesState, data: Mapping[str, Any]) -> None:
    """Put every card that is not named into the deck or the box; no card may be in two places."""
    game = state.game
    deck = _cards(game, data, "deck") if "deck" in data else None
    box = _cards(game, data, "box") if "box" in data else None
    named = [card for row in (*state.hands, *state.scored, state.discard, deck or (), box or ()) for card in row]
    counts = Counter(named)
    twice = sorted(card for card, count in counts.items() if count > 1)
    if twice:
        raise PositionError(_("Card {card} is in two places.", card=twice[0]))
    rest = [card for card in game.cards if card not in counts]
    if state.players == SOLO:
        deck, rest = _fill_solo(game, [card for card in named if card not in (box or ())], deck, rest)
    elif deck is None:
        deck, rest = rest, []
    if box is not None and rest:
        raise PositionError(_("Card {card} is nowhere.", card=rest[0]))
    state.deck = deck[::-1]
    state.box = sorted(rest) if box is None else box


def _fill_solo(
    game: ShiftingStones, named: list[int], deck: list[int] | None, rest: list[int]
) -> tuple[list[int], list[int]]:
    """Fill the deck of a solo game up to the quotas, if it is not given; in any case check them."""
    left = dict(game.rules.quotas)
    for card in named:
        value = game.cards[card].value
        left[value] = left.get(value, 0) - 1
    filled = []
    for card in rest if deck is None else ():
        value = game.cards[card].value
        if left.get(value, 0) > 0:
            left[value] -= 1
            filled.append(card)
    for value, missing in left.items():
        if missing:
            quota = game.rules.quotas.get(value, 0)
            raise PositionError(
                ngettext(
                    "A solo game has {n} card of value {value}, not {found}.",
                    "A solo game has {n} cards of value {value}, not {found}.",
                    quota,
                    value=value,
                    found=quota - missing,
                )
            )
    return (filled if deck is None else deck), [card for card in rest if card not in filled]


def _ending(state: StonesState) -> bool:
    """Whether this round is the last: somebody who has ended a turn in it is at the trigger."""
    if state.players == SOLO:
        return False
    trigger = state.game.triggers[state.players]
    there = [seat for seat, row in enumerate(state.scored) if len(row) >= trigger and seat != state.to_move]
    if state.to_move is not None and any(seat > state.to_move for seat in there):
        raise PositionError(
            _("Seat {seat} reached the trigger in an earlier round, so the game must be over.", seat=there[-1])
        )
    return bool(there)


def _check_packs(state: StonesState) -> None:
    known = [card for pack in state.reshuffled for card in pack]
    if len(set(known)) != len(known) or any(list(pack) != sorted(pack) for pack in state.reshuffled):
        raise PositionError(_("reshuffled must hold sorted lists of cards, each card once."))
    if state.reshuffled and not set(state.deck) <= set(state.reshuffled[-1]):
        raise PositionError(_("After a reshuffle the deck holds only cards of that reshuffle."))
    if set(state.box) & set(known):
        raise PositionError(_("A card that is out of the game cannot have been reshuffled."))


def _check_turn(state: StonesState) -> None:
    """Check that the game is over exactly when it must be, and that the turn can be what it says."""
    rules = state.game.rules
    if state.players == SOLO:
        over = state.strikes >= rules.solo_strikes or len(state.scored[0]) == state.game.solo_size
        if state.strikes > rules.solo_strikes or over != (state.to_move is None):
            raise PositionError(
                ngettext(
                    "to_move must be null exactly when the game is won or lost; {n} strike loses it.",
                    "to_move must be null exactly when the game is won or lost; {n} strikes lose it.",
                    rules.solo_strikes,
                )
            )
    elif state.strikes:
        raise PositionError(_("There are strikes in a solo game only."))
    elif state.to_move is None and not state.ending:
        raise PositionError(_("The game cannot be over: nobody has reached the trigger."))
    if state.scored_now and not (state.acted and state.scored[state.to_move or 0]):
        raise PositionError(_("scored_now needs acted and a scored card."))
    if state.shedding:
        held = 0 if state.to_move is None else len(state.hands[state.to_move])
        if not rules.discard_down_to_4 or held <= rules.hand_size:
            raise PositionError(_("shedding needs the ruling discard_down_to_4 and too many cards in hand."))


def _list(data: Mapping[str, Any], name: str, default: Iterable[Any]) -> list[Any]:
    value = data.get(name, default)
    if not isinstance(value, list | tuple):
        raise PositionError(_("{name} must be a list.", name=name))
    return list(value)


def _known(game: ShiftingStones, cards: object, name: str) -> list[int]:
    if not isinstance(cards, list | tuple):
        raise PositionError(_("{name} must be a list.", name=name))
    for card in cards:
        if type(card) is not int or card not in game.cards:
            raise PositionError(_("{name}: there is no card {card}.", name=name, card=shown(card)))
    return list(cards)


def _cards(game: ShiftingStones, data: Mapping[str, Any], name: str) -> list[int]:
    return _known(game, data.get(name, ()), name)


def _rows(game: ShiftingStones, data: Mapping[str, Any], name: str, players: int) -> list[list[int]]:
    rows = _list(data, name, [()] * players)
    if len(rows) != players:
        raise PositionError(_("{name} must hold {players} lists, one a seat.", name=name, players=players))
    return [_known(game, row, name) for row in rows]


def _seat(data: Mapping[str, Any], players: int) -> int | None:
    seat = data.get("to_move", 0)
    if seat is None or (type(seat) is int and 0 <= seat < players):
        return seat
    raise PositionError(_("to_move must be a seat from 0 to {last}, or null.", last=players - 1))


def _flag(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return value
    raise PositionError(_("{name} must be true or false.", name=name))


def _flags(data: Mapping[str, Any], players: int) -> list[bool]:
    flags = [_flag(value, "skipped") for value in _list(data, "skipped", [False] * players)]
    if len(flags) != players:
        raise PositionError(_("skipped must hold {players} switches, one a seat.", players=players))
    return flags


def _strikes(data: Mapping[str, Any]) -> int:
    strikes = data.get("strikes", 0)
    if type(strikes) is int and strikes >= 0:
        return strikes
    raise PositionError(_("strikes must be a number from 0."))
