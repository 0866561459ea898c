"""The fewest moves until the grid shows a card, and the moves themselves. Exact, for any deck and any stones.

A move is a shift or a flip, and costs one card. Shifts turn no stone over and flips move none, so a card costs the
shifts that bring stones of the right families to its squares, and a flip for each of these stones that lies on the
wrong face. A `Route` is one choice of these stones. Where the families lie decides which routes there are; the
faces decide which of them is the cheapest.

    >>> import tidebook
    >>> from tidebook.games.shifting_stones.parts import packed
    >>> game = tidebook.game("shifting_stones")
    >>> grid = packed("BHOESTEBH")
    >>> game.cards[18].pattern, game.solver.cost(grid, 18)  # seeds on a2 and a3
    ('E/E', 0)
    >>> game.cards[7].pattern, game.solver.way(grid, 7).cells  # the tree on c2 is turned over
    ('EE', (('c2',), ('a2', 'b2')))
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product, repeat
from math import factorial, prod
from typing import TYPE_CHECKING

from tidebook.games.shifting_stones.parts import CELLS, PLACES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tidebook.games.shifting_stones.game import ShiftingStones
    from tidebook.games.shifting_stones.parts import Card

# The shifts it takes; the bits of the faces of its stones; the faces they must show; the layout (see `_Pattern`).
Route = tuple[int, int, int, bytes]

SHIFTS = tuple(
    (PLACES[one], PLACES[other])
    for one, other in combinations(range(9), 2)
    if abs(one // 3 - other // 3) + abs(one % 3 - other % 3) == 1
)
FLIPS = tuple((place,) for place in PLACES)
MOVES: tuple[tuple[int, ...], ...] = (*SHIFTS, *FLIPS)  # in the order of `game.moves` of a card
NUMBER = {move: number for number, move in enumerate(MOVES)}
MOST_KEPT = 100_000  # routes and lists of routes that a solver remembers: 30 MB at most
MOST_LAYOUTS = 3024  # of a pattern with a table of its own: four stones of different faces have so many
ALL = bytes(range(9))


def moved(grid: int, move: tuple[int, ...]) -> int:
    """Give the grid after a shift of two places or a flip of one."""
    if len(move) == 1:
        return grid ^ 1 << move[0]
    one, other = move
    return grid ^ ((grid >> one ^ grid >> other) & 7) * (1 << one | 1 << other)


@dataclass(frozen=True, slots=True)
class Way:
    """A cheapest way to a card: its moves, each the place of a flip or the two of a shift, and the grid after them."""

    moves: tuple[tuple[int, ...], ...]
    grid: int

    @property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The moves as cells."""
        return tuple(tuple(CELLS[place // 3] for place in move) for move in self.moves)


class Solver:
    """Answers for one game: what each of its cards costs on any grid. It remembers routes, up to a limit."""

    def __init__(self, game: ShiftingStones) -> None:
        self._patterns = {number: _Pattern(card) for number, card in game.cards.items()}
        self._kept = 0

    def cost(self, grid: int, card: int) -> int:
        """Give the fewest moves until the grid shows a card."""
        return self.costs(grid, (card,))[0]

    def costs(self, grid: int, cards: Iterable[int]) -> list[int]:
        """Give the fewest moves for each of these cards."""
        spots = _TOP[grid & 511] | _MIDDLE[grid >> 9 & 511] | _BOTTOM[grid >> 18]
        found = []
        for card in cards:
            pattern = self._patterns[card]
            key = spots & pattern.named
            routes = pattern.routes.get(key) or self._find(pattern, key)
            found.append(min([shifts + ((grid ^ want) & mask).bit_count() for shifts, mask, want, _cells in routes]))
        return found

    def way(self, grid: int, card: int) -> Way:
        """Give a cheapest way to a card, always the same: first its flips, then its shifts."""
        spots = _TOP[grid & 511] | _MIDDLE[grid >> 9 & 511] | _BOTTOM[grid >> 18]
        pattern = self._patterns[card]
        key = spots & pattern.named
        routes = pattern.routes.get(key) or self._find(pattern, key)
        route = min(routes, key=lambda route: route[0] + ((grid ^ route[2]) & route[1]).bit_count())
        left, mask, want, layout = route
        moves = [flip for flip in FLIPS if (grid ^ want) & mask & 1 << flip[0]] + pattern.shifts(layout, left)
        for move in moves:
            grid = moved(grid, move)
        return Way(tuple(moves), grid)

    def _find(self, pattern: _Pattern, key: int) -> tuple[Route, ...]:
        """Work out the routes of a pattern for stones that lie so, and remember them."""
        if self._kept > MOST_KEPT:
            for other in self._patterns.values():
                other.routes.clear()
                other.known.clear()
            self._kept = 0
        before = len(pattern.known)
        routes = pattern.routes[key] = pattern.find(key)
        self._kept += 1 + len(pattern.known) - before
        return routes


class _Pattern:
    """What is worked out for the pattern of one card.

    A layout is the bytes of nine labels, one a cell. Stones that are wanted on the same face share a label, and so do
    all that are not wanted: 0. With few layouts a table has the shifts for each of them. With more, every stone is
    labelled with the cell that it goes to, and there is one table for all orders of nine labels.
    """

    __slots__ = ("by_cell", "groups", "known", "named", "routes", "targets")

    def __init__(self, card: Card) -> None:
        placements = card.placements()
        labels = {face: label for label, face in enumerate(dict.fromkeys(placements[0].values()), 1)}
        self.targets = tuple(
            bytes(labels[placement[place]] if place in placement else 0 for place in PLACES) for placement in placements
        )
        # For each family how many stones must show its first and its second face, and the labels of these.
        self.groups = [
            (family, [(self.targets[0].count(labels.get(face, 10)), labels.get(face, 0)) for face in faces])
            for family, faces in enumerate(((0, 1), (2, 3), (4, 5), (6, 7)))
            if not labels.keys().isdisjoint(faces)
        ]
        self.named = sum(511 << 9 * family for family, _wanted in self.groups)
        layouts = factorial(9) // prod(factorial(self.targets[0].count(label)) for label in range(9))
        self.by_cell = layouts > MOST_LAYOUTS
        self.routes: dict[int, tuple[Route, ...]] = {}  # by where the stones of the named families lie
        self.known: dict[Route, Route] = {}  # the same route is on many lists

    def find(self, spots: int) -> tuple[Route, ...]:
        """List the routes that can be the cheapest for some faces, those with the fewest shifts first."""
        kept: list[Route] = []
        for route in sorted(map(self._route, product(*(_choices(spots, *group) for group in self.groups)))):
            shifts, mask, want, _layout = route
            # Another route costs at most so much more: its own stones lie wrong, and common ones where they differ.
            if not any(
                other + (others & ~mask | (faces ^ want) & others & mask).bit_count() <= shifts
                for other, others, faces, _labels in kept
            ):
                kept.append(self.known.setdefault(route, route))
        return tuple(kept)

    def shifts(self, layout: bytes, left: int) -> list[tuple[int, ...]]:
        """Give the shifts of a layout that is so far away."""
        found: list[tuple[int, ...]] = []
        while left:
            left -= 1
            shift, layout = next(
                (shift, after)
                for shift in SHIFTS
                if self._far(after := exchanged(layout, shift[0] // 3, shift[1] // 3)) == left
            )
            found.append(shift)
        return found

    def _far(self, layout: bytes) -> int:
        return _far(layout) if self.by_cell else _near(self.targets)[layout]

    def _route(self, chosen: tuple[tuple[int, int, dict[int, int]], ...]) -> Route:
        """Make a route from the stones chosen of each family."""
        labels = {cell: label for _mask, _want, some in chosen for cell, label in some.items()}
        layout = bytes([labels.get(cell, 0) for cell in ALL])
        if self.by_cell:
            layout = self._going(layout)
        return self._far(layout), sum(mask for mask, *_ in chosen), sum(want for _mask, want, _ in chosen), layout

    def _going(self, layout: bytes) -> bytes:
        """Say for each stone where it goes; of all ways to do so a cheapest."""
        cells = [[cell for cell in ALL if layout[cell] == label] for label in sorted(set(layout))]
        order = [cell for some in cells for cell in some]
        back = [order.index(cell) for cell in ALL]
        every = []
        for target in self.targets:
            goals = [[cell for cell in ALL if target[cell] == label] for label in sorted(set(layout))]
            for goal in product(*map(permutations, goals)):
                flat = [cell for some in goal for cell in some]
                every.append(bytes([flat[place] for place in back]))
        return min(every, key=_far)


def _choices(spots: int, family: int, wanted: list[tuple[int, int]]) -> list[tuple[int, int, dict[int, int]]]:
    """Choose stones of a family for its two faces: the bits of their faces, what these show, and their labels."""
    cells = [cell for cell in ALL if spots >> 9 * family + cell & 1]
    (ones, one), (others, other) = wanted
    return [
        (
            sum(1 << 3 * cell for cell in first + second),
            sum(1 << 3 * cell for cell in second),
            {**dict.fromkeys(first, one), **dict.fromkeys(second, other)},
        )
        for first in combinations(cells, ones)
        for second in combinations([cell for cell in cells if cell not in first], others)
    ]


def exchanged(layout: bytes, one: int, other: int) -> bytes:
    """Give the layout after a shift of two cells."""
    mixed = bytearray(layout)
    mixed[one], mixed[other] = mixed[other], mixed[one]
    return bytes(mixed)


def _layers(start: Iterable[bytes], around: Callable[[set[bytes]], set[bytes]]) -> Iterator[set[bytes]]:
    """Give the layouts that are 0, 1, 2 ... shifts away from these."""
    before: set[bytes] = set()
    layer = set(start)
    while layer:
        yield layer
        before, layer = layer, around(layer) - layer - before


@lru_cache(maxsize=64)  # a table is for all cards of one shape, and takes 400 kB at most
def _near(targets: tuple[bytes, ...]) -> dict[bytes, int]:
    """Make the table of shifts from each layout to the nearest placement."""
    cells = [(one // 3, other // 3) for one, other in SHIFTS]
    layers = _layers(targets, lambda layer: {exchanged(layout, *pair) for layout in layer for pair in cells})
    return {layout: shifts for shifts, layer in enumerate(layers) for layout in layer}


@lru_cache(maxsize=1)
def _orders() -> tuple[dict[bytes, int], dict[bytes, int], bytearray]:
    """Make the table of shifts for all orders of nine labels; two indexes say where an order is in it.

    An order and its inverse are equally far away, so labels are exchanged here instead of cells, which is faster.
    """
    swaps = [bytes.maketrans(bytes((a // 3, b // 3)), bytes((b // 3, a // 3))) for a, b in SHIFTS]
    head = {bytes(first): 24 * number for number, first in enumerate(permutations(ALL, 5))}
    tail = {bytes(order): number for last in combinations(ALL, 4) for number, order in enumerate(permutations(last))}
    table = bytearray(24 * len(head))
    layers = _layers((ALL,), lambda layer: set().union(*(map(bytes.translate, layer, repeat(swap)) for swap in swaps)))
    for shifts, layer in enumerate(layers):
        for order in layer:
            table[head[order[:5]] + tail[order[5:]]] = shifts
    return head, tail, table


def _far(order: bytes) -> int:
    """Give the shifts until every stone lies on the cell that is its label."""
    head, tail, table = _orders()
    return table[head[order[:5]] + tail[order[5:]]]


def _spots(row: int) -> list[int]:
    """For all that a row of the grid can show: a bit for each stone, nine bits a family."""
    return [sum(1 << 9 * (shown >> 3 * c + 1 & 3) + 3 * row + c for c in range(3)) for shown in range(512)]


_TOP, _MIDDLE, _BOTTOM = map(_spots, range(3))
