"""The best whole turn: exact, over all that the cards in hand can pay for. And the last turns of a solo game.

A turn shifts, flips and scores. The cards it scores are kept until they are shown, and its moves are paid with
others. So a set of cards can be scored exactly when some path over the grids shows each of them once, and has no
more moves than there are other cards. The best turn, in this order:

1. scores the most points (in a solo game: the most cards; in the last round also the bonus, as it then stands),
2. spends the fewest cards,
3. spends those that are worth least to keep: the ones that need the most moves on the grid after the turn, of these
   the ones with the fewest points, of these the ones with the highest numbers.

The first two are exact; the third holds among the sets, with one shortest path for each. Sets are tried from the
most points down. A set costs no less than any part of it: what the solver knows of single cards, and searches of two
or three, rule out nearly all sets. Very large hands would still take long, so only so many grids are looked at. A
turn that was found before the search was done is not `proven`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from tidebook.games.shifting_stones.parts import SOLO
from tidebook.games.shifting_stones.scoring import BONUS_VALUE
from tidebook.games.shifting_stones.solver import MOVES, NUMBER, moved

if TYPE_CHECKING:
    from collections.abc import Collection

    from tidebook.core.game import Action
    from tidebook.games.shifting_stones.game import ShiftingStones
    from tidebook.games.shifting_stones.play import StonesView

MOST_GRIDS = 60_000  # looked at for one turn: some tenths of a second
MOST_CARDS = 12  # that sets are made of; of a larger hand the nearest ones
MOST_ORDERED = 5  # cards at the end of a solo game

Cards = tuple[int, ...]
Path = tuple[tuple[int, ...], ...]  # moves, one after the other


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: what to do up to its last score, its points, the cards it scores and spends, the grid after it.

    `proven` is False where something better may have been missed.
    """

    actions: tuple[Action, ...]
    points: int
    scored: Cards
    spent: Cards
    grid: int
    proven: bool


@dataclass(frozen=True, slots=True)
class Finish:
    """An order in which the last cards of a solo game can be scored, and the strikes that it costs from here."""

    order: Cards
    strikes: int


class _Ranked(NamedTuple):
    """A way to score some cards, by the order at the top of this file: the best is the least."""

    loss: int  # points, below zero
    moves: int
    spent: list[tuple[int, int, int, int]]
    cards: Cards
    path: Path

    @property
    def points(self) -> int:
        """What it scores."""
        return -self.loss


class _EnoughError(Exception):
    """As many grids were looked at as may be."""


def best_turn(game: ShiftingStones, view: StonesView, most_grids: int = MOST_GRIDS) -> Turn:
    """Find the best turn for the seat of a view, which is to move."""
    return _Search(game, view, most_grids).best()


def by_worth(game: ShiftingStones, grid: int, cards: Collection[int]) -> list[int]:
    """Sort cards by what they are worth to keep, the least first."""
    return [card for *_worth, card in sorted(_worths(game, grid, cards))]


def _worths(game: ShiftingStones, grid: int, cards: Collection[int]) -> list[tuple[int, int, int, int]]:
    costs = game.solver.costs(grid, cards)
    return [(-cost, game.cards[card].value, -card, card) for card, cost in zip(cards, costs, strict=True)]


def paid(game: ShiftingStones, move: tuple[int, ...], card: int) -> Action:
    """Give the action: this move, paid with that card."""
    return game.moves[card][NUMBER[move]]


def finish(game: ShiftingStones, view: StonesView) -> Finish | None:
    """Find an order with few strikes for the last cards of a solo game; None before its end.

    When the cards that are left fit into a hand, all that are spent come back at the end of the turn (SS-23). A turn
    with r cards then has r - 1 moves and scores a card, or has r moves and costs a strike. What a turn has left over
    goes into the next card. Each card is reached by a cheapest way from the one before, which need not be the best.
    """
    cards = (*view.hand, *view.discard)
    if view.players != SOLO or view.deck or len(cards) > min(game.rules.hand_size, MOST_ORDERED):
        return None
    best: tuple[int, int, Cards] | None = None
    for order in permutations(sorted(cards)):
        grid, moves = view.packed, []
        for card in order:
            way = game.solver.way(grid, card)
            grid = way.grid
            moves.append(len(way.moves))
        found = _strikes(view, order, moves), sum(moves), order
        best = min(best or found, found)
    return Finish(best[2], best[0]) if best else None


def _strikes(view: StonesView, order: Cards, moves: list[int]) -> int:
    """Count the strikes of an order whose cards are so many moves apart."""
    needed = iter(moves)
    need, strikes, left = next(needed), 0, len(order)
    held, scored = len(view.hand), view.scored_now  # of this turn; later ones begin with all cards
    can_score = order[0] in view.hand
    while left:
        if not scored and can_score and need < held:
            need = max(0, next(needed, 0) - (held - 1 - need))
            left -= 1
        else:
            strikes += not scored
            need = max(0, need - held)
        held, scored, can_score = left, False, True
    return strikes


class _Search:
    """A search: the hand, and what is known so far of sets of its cards."""

    def __init__(self, game: ShiftingStones, view: StonesView, most_grids: int) -> None:
        self.game = game
        self.view = view
        self.grid = view.packed
        self.hand = view.hand
        self.costs = dict(zip(view.hand, game.solver.costs(self.grid, view.hand), strict=True))
        self.left = most_grids
        self.paths: dict[Cards, Path] = {}  # the shortest, by the cards they show
        self.at_least: dict[Cards, int] = {}  # moves, where no path was found yet

    def best(self) -> Turn:
        """Try sets from the most points down, until no other can score as much."""
        near = sorted(
            (card for card in self.hand if self.costs[card] < len(self.hand)),
            key=lambda card: (self.costs[card], -self.points((card,)), card),
        )
        proven = len(near) <= MOST_CARDS
        best = min(self._ranked(*self._one_by_one(thrifty=thrifty)) for thrifty in (False, True))
        try:
            for points, cards in self._sets(near[:MOST_CARDS]):
                if points < best.points:
                    break
                most = len(self.hand) - len(cards)
                path = self._path(cards, min(most, best.moves) if points == best.points else most)
                if path is not None:
                    best = min(best, self._ranked(cards, path))
        except _EnoughError:
            proven = False
        return self._turn(best.cards, best.path, proven=proven)

    def points(self, cards: Cards) -> int:
        """Give what scoring these cards brings."""
        game, view = self.game, self.view
        if view.players == SOLO:
            return len(cards)
        points = sum(game.cards[card].value for card in cards)
        if view.ending and game.rules.bonus:
            points += game.rules.bonus * (self._ahead(cards) - self._ahead(()))
        return points

    def _ahead(self, cards: Cards) -> bool:
        """Whether the seat gets the bonus, with these cards scored."""
        ones = [sum(self.game.cards[card].value == BONUS_VALUE for card in row) for row in self.view.scored]
        assert self.view.seat is not None
        ones[self.view.seat] += sum(self.game.cards[card].value == BONUS_VALUE for card in cards)
        return ones[self.view.seat] == max(ones) and (max(ones) > 0 or not self.game.rules.bonus_needs_one)

    def _sets(self, cards: list[int]) -> list[tuple[int, Cards]]:
        """List the sets that single cards do not rule out, from the most points down."""
        found = []
        for size in range(1, len(cards) + 1):
            near = sorted(card for card in cards if self.costs[card] <= len(self.hand) - size)
            found += [(self.points(chosen), chosen) for chosen in combinations(near, size)]
        return sorted(found, key=lambda entry: (-entry[0], len(entry[1]), entry[1]))

    def _one_by_one(self, *, thrifty: bool) -> tuple[Cards, Path]:
        """Go for the best card that can be scored, again and again: a first turn, to be outdone.

        The best has the most points, or to be thrifty the most for each card that is used up, itself included.
        """
        grid = self.grid
        scored: list[int] = []
        path: list[tuple[int, ...]] = []
        while True:
            others = [card for card in self.hand if card not in scored]
            costs = self.game.solver.costs(grid, others)
            spare = len(others) - len(path) - 1
            near = [
                (self.points((card,)) / (cost + 1 if thrifty else 1), -cost, card)
                for card, cost in zip(others, costs, strict=True)
                if cost <= spare
            ]
            if not near:
                return tuple(sorted(scored)), tuple(path)
            card = max(near)[2]
            way = self.game.solver.way(grid, card)
            scored.append(card)
            path += way.moves
            grid = way.grid

    def _path(self, cards: Cards, most: int) -> Path | None:
        """Give a shortest path that shows each of the cards once, if it has at most so many moves."""
        if cards in self.paths:
            return self.paths[cards] if len(self.paths[cards]) <= most else None
        if len(cards) == 1:
            self.paths[cards] = self.game.solver.way(self.grid, cards[0]).moves
            return self._path(cards, most)
        low = self.at_least.get(cards, 0)
        for part in combinations(cards, len(cards) - 1):
            if low > most:
                return None
            path = self._path(part, most)
            low = max(low, most + 1 if path is None else len(path))
        for moves in range(low, most + 1):
            path = self._look(cards, moves)
            if path is not None:
                self.paths[cards] = path
                return path
            self.at_least[cards] = moves + 1
        return None

    def _look(self, cards: Cards, most: int) -> Path | None:
        """Look for a path of so many moves: through grids from which each card that is left is near enough."""
        start = self.grid, tuple(card for card in cards if self.costs[card])
        if not start[1]:
            return ()
        seen = {start}
        layer: dict[tuple[int, Cards], Path] = {start: ()}
        for left in range(most - 1, -1, -1):
            layer, before = {}, layer
            for (grid, rest), path in before.items():
                for move in MOVES:
                    after = moved(grid, move)
                    if (after, rest) in seen:
                        continue
                    seen.add((after, rest))
                    self.left -= 1
                    costs = self.game.solver.costs(after, rest)
                    if max(costs) > left:
                        continue
                    still = tuple(card for card, cost in zip(rest, costs, strict=True) if cost)
                    if not still:
                        return (*path, move)
                    layer.setdefault((after, still), (*path, move))
                if self.left < 0:
                    raise _EnoughError
        return None

    def _ranked(self, cards: Cards, path: Path) -> _Ranked:
        others = [card for card in self.hand if card not in cards]
        spent = sorted(_worths(self.game, self._after(path), others))[: len(path)]
        return _Ranked(-self.points(cards), len(path), spent, cards, path)

    def _after(self, path: Path) -> int:
        grid = self.grid
        for move in path:
            grid = moved(grid, move)
        return grid

    def _turn(self, cards: Cards, path: Path, *, proven: bool) -> Turn:
        """Write a turn down: whatever is shown is scored at once, the worst cards pay first."""
        game, grid = self.game, self.grid
        spent = by_worth(game, self._after(path), [card for card in self.hand if card not in cards])[: len(path)]
        due = sorted(cards, key=lambda card: (-game.cards[card].value, card))
        actions: list[Action] = []
        for number in range(len(path) + 1):
            shown = [card for card in due if game.shows(grid, card)]
            actions += [game.scores[card] for card in shown]
            due = [card for card in due if card not in shown]
            if number < len(path):
                actions.append(paid(game, path[number], spent[number]))
                grid = moved(grid, path[number])
        scored = tuple(action.args[0] for action in actions if action.kind == "score")
        return Turn(tuple(actions), self.points(cards), scored, tuple(spent), grid, proven)
