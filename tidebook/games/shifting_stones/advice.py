"""What is good to do, and why: quickly for bots (`advise`), or with the best whole turn for people (`hint`).

Both see a view only. They

- score the most points this turn: `advise` looks from card to card, `hint` at every turn there is;
- pay with the card that is worth least to keep, which is the one furthest from being shown;
- skip, if nothing can be scored, where that leaves more cards for the nearest one; otherwise they spend all others
  on moves towards it, since ending the turn replaces them;
- plan the last cards of a solo game, which come back until they are scored, for few strikes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tidebook.core.player import Decision
from tidebook.core.text import Several, Text, _, ngettext
from tidebook.games.shifting_stones.parts import SOLO, unpacked, written
from tidebook.games.shifting_stones.solver import moved
from tidebook.games.shifting_stones.turns import best_turn, by_worth, finish, paid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.game import Action
    from tidebook.games.shifting_stones.game import ShiftingStones
    from tidebook.games.shifting_stones.play import StonesView
    from tidebook.games.shifting_stones.turns import Finish, Turn


def advise(game: ShiftingStones, view: StonesView, legal: Sequence[Action]) -> Decision:
    """Say what is good to do: a quick answer, from what each card costs."""
    if view.shedding:
        return _discard(game, view)
    last = finish(game, view)
    if last:
        return _finish(game, view, last)
    grid = view.packed
    costs = dict(zip(view.hand, game.solver.costs(grid, view.hand), strict=True))
    card, shown = _target(game, view, grid, costs)
    if shown:
        return Decision(game.scores[shown[0]], _is_shown(game, view, shown[0]))
    if card:
        return _step(game, view, card, _in_reach(game, card, costs[card]))
    return _idle(game, view, costs, may_skip=game.skip in legal)


def hint(game: ShiftingStones, view: StonesView, legal: Sequence[Action]) -> Decision:
    """Say what is best to do and how the turn goes on.

    Where nothing can be scored, or the search for the best turn was cut and found less, it is what `advise` says.
    """
    if not view.shedding and not finish(game, view):
        turn = best_turn(game, view)
        if turn.actions and (turn.proven or turn.points >= _scored(game, view, _rest(game, view))):
            after: StonesView | None = view
            for action in turn.actions:
                after = after and _after(game, after, action)
            return Decision(turn.actions[0], _whole_turn(game, view, turn), (*turn.actions[1:], *_rest(game, after)))
    first = advise(game, view, legal)
    return replace(first, then=_rest(game, _after(game, view, first.action)))


def _target(game: ShiftingStones, view: StonesView, grid: int, costs: dict[int, int]) -> tuple[int, list[int]]:
    """Choose the card to go for, 0 if none can be scored this turn, and the shown cards to score before.

    What counts are the points of this turn, a second card after the target included, then few moves. In a solo
    game hard cards come before that: they are not to be the last ones, when few cards are left to pay.
    """
    values = {card: 1 if view.players == SOLO else game.cards[card].value for card in costs}
    every = sorted((card for card, cost in costs.items() if not cost), key=lambda card: (-values[card], card))
    best: tuple[tuple[int, int, int, int], list[int]] = (0, 0, 0, 0), []
    for card, cost in costs.items():
        spare = len(costs) - 1 - cost
        if spare < 0:
            continue
        shown = [other for other in every if other != card][:spare]
        points = values[card] + sum(values[other] for other in shown)
        spare -= len(shown)
        if spare:
            rest = [other for other in costs if other != card and other not in shown]
            after = game.solver.costs(game.solver.way(grid, card).grid, rest)
            points += max((values[other] for other, moves in zip(rest, after, strict=True) if moves < spare), default=0)
        rank = points, game.cards[card].value if view.players == SOLO else 0, -cost, card
        if rank > best[0]:
            best = rank, [*shown, card] if not cost else shown
    return best[0][3], best[1]


def _step(game: ShiftingStones, view: StonesView, card: int, reason: Text) -> Decision:
    """Make the first move towards a card; of the others in hand the one that is worth least pays."""
    way = game.solver.way(view.packed, card)
    spent = by_worth(game, way.grid, [other for other in view.hand if other != card])[0]
    pays = _("Card {card} pays, the one worth least to keep.", card=spent)
    return Decision(paid(game, way.moves[0], spent), _both(reason, pays))


def _idle(game: ShiftingStones, view: StonesView, costs: dict[int, int], *, may_skip: bool) -> Decision:
    """Say what to do when no card in hand can be scored this turn (any more)."""
    nothing = (
        _("No card in hand can be scored any more this turn.")
        if view.acted
        else _("No card in hand can be scored this turn.")
    )
    if not view.ending:
        nearest = min(costs, key=lambda card: (costs[card], -game.cards[card].value, card), default=0)
        drawn = min(game.rules.skip_draw, game.skip_below - len(view.hand), view.deck + len(view.discard))
        if may_skip and drawn > 0 and _skipping_helps(game, view, drawn):
            gain = ngettext("Skipping draws {n} card.", "Skipping draws {n} cards.", drawn)
            return Decision(game.skip, _both(nothing, gain))
        if len(costs) > 1:
            return _step(game, view, nearest, _both(nothing, _nearer(nearest, costs[nearest])))
    return Decision(game.end, _both(nothing, _ending(game, view)))


def _skipping_helps(game: ShiftingStones, view: StonesView, drawn: int) -> bool:
    """Whether a skip brings the nearest card within reach better than moves towards it and new cards.

    Skipping adds cards. Otherwise all other cards are spent, each on a move, and the hand is filled up again.
    """
    rules, held = game.rules, len(view.hand)
    if view.players == SOLO and (not rules.solo_skip_strike or _last_strike(game, view)):
        return not rules.solo_skip_strike
    return held + drawn >= rules.hand_size + max(held - 1, 0)


def _last_strike(game: ShiftingStones, view: StonesView) -> bool:
    """Whether a solo game is lost when the turn ends now."""
    return view.players == SOLO and not view.scored_now and view.strikes + 1 >= game.rules.solo_strikes


def _finish(game: ShiftingStones, view: StonesView, last: Finish) -> Decision:
    """Go on in the order planned for the last cards of a solo game: a card a turn, all else into moves."""
    card, grid = last.order[0], view.packed
    cost = game.solver.cost(grid, card)
    plan = _planned(last)
    everything = len(view.hand) == len(last.order) and all(game.shows(grid, each) for each in view.hand)
    can_score = card in view.hand and not view.scored_now and cost < len(view.hand)
    if everything or (can_score and not cost):
        return Decision(game.scores[card], _both(_is_shown(game, view, card), *plan))
    if not cost or not view.hand:
        return Decision(game.end, _both(_ending(game, view), *plan))
    spent = max(view.hand, key=last.order.index)
    way = game.solver.way(grid, card)
    reason = _in_reach(game, card, cost) if can_score else _nearer(card, cost)
    return Decision(paid(game, way.moves[0], spent), _both(reason, *plan))


def _discard(game: ShiftingStones, view: StonesView) -> Decision:
    card = by_worth(game, view.packed, view.hand)[0]
    return Decision(game.discards[card], _("Card {card} is the one worth least to keep.", card=card))


def _after(game: ShiftingStones, view: StonesView, action: Action) -> StonesView | None:
    """Give the view after an own action that shows nothing new; None when the turn is over by it."""
    size = game.rules.hand_size
    if action is game.skip:
        return None
    if action is game.end:
        surplus = game.rules.discard_down_to_4 and len(view.hand) > size
        return replace(view, shedding=True) if surplus and not _last_strike(game, view) else None
    card = action.args[0]
    hand = tuple(other for other in view.hand if other != card)
    if action.kind == "score":
        assert view.seat is not None
        mine = (*view.scored[view.seat], card)
        scored = (*view.scored[: view.seat], mine, *view.scored[view.seat + 1 :])
        won = view.players == SOLO and len(mine) == game.solo_size
        return None if won else replace(view, hand=hand, scored=scored, acted=True, scored_now=True)
    after = replace(view, hand=hand, discard=(*view.discard, card), acted=True)
    if action.kind == "discard":
        return after if len(hand) > size else None
    return replace(after, grid=written(unpacked(moved(view.packed, action.args[1:-1]))))


def _rest(game: ShiftingStones, view: StonesView | None) -> tuple[Action, ...]:
    """Say how the turn goes on after what was said."""
    actions = []
    while view is not None:
        action = advise(game, view, ()).action
        actions.append(action)
        view = _after(game, view, action)
    return tuple(actions)


def _scored(game: ShiftingStones, view: StonesView, actions: Sequence[Action]) -> int:
    """Count the points of these actions; in a solo game the cards."""
    cards = [action.args[0] for action in actions if action.kind == "score"]
    return len(cards) if view.players == SOLO else sum(game.cards[card].value for card in cards)


# Reasons.


def _both(first: Text, *others: Text) -> Text:
    """Say sentences one after the other."""
    for other in others:
        first = _("{first} {next}", first=first, next=other)
    return first


def _is_shown(game: ShiftingStones, view: StonesView, card: int) -> Text:
    if view.players == SOLO:
        done = len(view.scored[0]) + 1
        return _(
            "The stones show card {card}: with it {done} of {all} are scored.", card=card, done=done, all=game.solo_size
        )
    return ngettext(
        "The stones show card {card}: it scores {n} point.",
        "The stones show card {card}: it scores {n} points.",
        game.cards[card].value,
        card=card,
    )


def _in_reach(game: ShiftingStones, card: int, cost: int) -> Text:
    return ngettext(
        "Card {card} (value {value}) can be scored after this move.",
        "Card {card} (value {value}) can be scored after {n} moves, of which this is the first.",
        cost,
        card=card,
        value=game.cards[card].value,
    )


def _nearer(card: int, cost: int) -> Text:
    return ngettext(
        "Card {card} needs {n} move, and this is it.",
        "Card {card} needs {n} moves, and this is the first of them.",
        cost,
        card=card,
    )


def _ending(game: ShiftingStones, view: StonesView) -> Text:
    """Say what ending the turn brings."""
    if view.players == SOLO and not view.scored_now:
        return _(
            "Without a score the turn costs strike {number} of {most}.",
            number=view.strikes + 1,
            most=game.rules.solo_strikes,
        )
    if view.ending:
        return _("This round is the last, so the turn is over.")
    drawn = max(0, min(game.rules.hand_size - len(view.hand), view.deck + len(view.discard)))
    if not drawn:
        return _("Ending the turn draws nothing.")
    return ngettext("Ending the turn draws {n} card.", "Ending the turn draws {n} cards.", drawn)


def _planned(last: Finish) -> tuple[Text, ...]:
    if len(last.order) == 1:
        return ()
    order = Several(last.order)
    if not last.strikes:
        return (_("The cards left can be scored in the order {order} without a strike.", order=order),)
    return (
        ngettext(
            "The cards left can be scored in the order {order} for {n} strike.",
            "The cards left can be scored in the order {order} for {n} strikes.",
            last.strikes,
            order=order,
        ),
    )


def _whole_turn(game: ShiftingStones, view: StonesView, turn: Turn) -> Text:
    """Say what the best turn scores, and how sure that is."""
    moves = len(turn.spent)
    if len(turn.scored) == 1:
        scores = _in_reach(game, turn.scored[0], moves) if moves else _is_shown(game, view, turn.scored[0])
    else:
        values = {"cards": Several(turn.scored), "points": sum(game.cards[card].value for card in turn.scored)}
        scores = ngettext(
            "Cards {cards} can be scored this turn, {points} points in all, with {n} move.",
            "Cards {cards} can be scored this turn, {points} points in all, with {n} moves.",
            moves,
            **values,
        )
        if not moves:
            scores = _("Cards {cards} are shown, {points} points in all.", **values)
    more = [] if turn.proven else [_("The hand is large: there may be a better turn.")]
    if view.players != SOLO and turn.points > sum(game.cards[card].value for card in turn.scored):
        more.append(_("Nobody then has more cards of value 1, which brings the bonus."))
    return _both(scores, *more)
