"""How hard each card is, exactly: the fewest moves to it from every way in which the stones can lie.

All stones shuffled, all faces random: the standard stones can lie in 5,040 x 512 ways, each as likely as the others.
A search that starts with all grids which show a card, and goes on move by move, counts from how many of them it
takes 0, 1, 2 ... moves. It looks at one card for itself, from a fresh grid: neither at the other cards in hand nor at
what other players do.

    >>> import tidebook
    >>> hard = difficulty(tidebook.game("shifting_stones"), 70)
    >>> hard.card.pattern, round(hard.mean, 2), hard.worst
    ('H.E/.../H.E', 5.23, 10)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import factorial, prod
from typing import TYPE_CHECKING

from tidebook.core.columns import padded, width
from tidebook.core.text import Several, Text, _, ngettext
from tidebook.draw import alone
from tidebook.games.shifting_stones.parts import FACES, FAMILIES, GREY, SIDE, Card
from tidebook.games.shifting_stones.solver import SHIFTS, exchanged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tidebook.core.text import Language
    from tidebook.games.shifting_stones.game import ShiftingStones

Rows = tuple[tuple[int, ...], ...]  # 0 is a grey square; 1 and 2 are the faces of the first family, and so on
GAP = "  "  # between two columns
MOST_PAIRS = 10  # shown of a deck; all are there to be asked


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a card is: from how many ways to lie the stones need 0, 1, 2 ... moves to show it."""

    card: Card
    counts: tuple[int, ...]

    @property
    def exact_mean(self) -> Fraction:
        """The mean of the fewest moves."""
        return Fraction(sum(moves * count for moves, count in enumerate(self.counts)), sum(self.counts))

    @property
    def mean(self) -> float:
        """The mean of the fewest moves, as a decimal number."""
        return float(self.exact_mean)

    @property
    def shown(self) -> float:
        """The share of ways to lie in which the stones show the card at once."""
        return self.within(0)

    @property
    def worst(self) -> int:
        """The most moves that it can take."""
        return len(self.counts) - 1

    def within(self, moves: int) -> float:
        """Give the share of ways to lie from which so many moves are enough."""
        return sum(self.counts[: max(0, moves + 1)]) / sum(self.counts)

    def say(self, language: Language | None = None) -> str:
        """Say how hard the card is: a sentence and a table."""
        about = _(
            "Card {card} ({pattern}, value {value}): {mean} moves on average, {worst} at most.",
            card=self.card.number,
            pattern=self.card.pattern,
            value=self.card.value,
            mean=f"{self.mean:.2f}",
            worst=self.worst,
        )
        rows: list[Sequence[Text | str]] = [(_("moves"), _("ways to lie"), _("share"), _("within"))]
        rows += [
            (str(moves), f"{count:,}", f"{count / sum(self.counts):.2%}", f"{self.within(moves):.2%}")
            for moves, count in enumerate(self.counts)
        ]
        return "\n".join((about.say(language), "", *_table(rows, language)))

    def __str__(self) -> str:
        return self.say()


@dataclass(frozen=True, slots=True)
class ValueClass:
    """All cards of a deck with the same points: how many, their mean moves, those of the easiest and the hardest."""

    value: int
    cards: int
    mean: float
    lowest: float
    highest: float


@dataclass(frozen=True, slots=True)
class JudgedCard:
    """A card beside its class: how many moves it is harder than the mean of its class, and the points that fit it.

    These are the points of the class whose mean is nearest to the card's.
    """

    difficulty: Difficulty
    off: float
    fits: int

    @property
    def card(self) -> Card:
        """The card."""
        return self.difficulty.card


@dataclass(frozen=True, slots=True, repr=False)
class DeckJudgement:
    """The cards of a deck by their numbers, and its classes by their points: whether points follow difficulty."""

    deck: str
    cards: tuple[JudgedCard, ...]
    classes: tuple[ValueClass, ...]
    payable: int  # moves that a full hand can pay for while it keeps one card

    @property
    def cheap(self) -> tuple[JudgedCard, ...]:
        """The cards that are as easy as cards with fewer points."""
        return tuple(judged for judged in self.cards if judged.fits < judged.card.value)

    @property
    def dear(self) -> tuple[JudgedCard, ...]:
        """The cards that are as hard as cards with more points."""
        return tuple(judged for judged in self.cards if judged.fits > judged.card.value)

    @property
    def crossed(self) -> tuple[tuple[JudgedCard, JudgedCard], ...]:
        """The pairs in which the first card has more points and is easier, those furthest apart first."""
        pairs = [
            (one, other)
            for one in self.cards
            for other in self.cards
            if one.card.value > other.card.value and one.difficulty.exact_mean < other.difficulty.exact_mean
        ]
        return tuple(sorted(pairs, key=lambda pair: pair[0].difficulty.exact_mean - pair[1].difficulty.exact_mean))

    def say(self, language: Language | None = None) -> str:
        """Say what was found: classes, cards that do not fit theirs, pairs the wrong way round, and every card."""
        parts = [
            [_("Deck {deck}: moves from a random grid, by points.", deck=self.deck).say(language)],
            _table(self._class_rows(), language),
            [text.say(language) for text in self.findings()],
            _table(self._card_rows(), language),
        ]
        return "\n\n".join("\n".join(lines) for lines in parts)

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"<DeckJudgement of {self.deck}, {len(self.cards)} cards>"

    def _repr_svg_(self) -> str:
        from tidebook.games.shifting_stones.chart import chart  # noqa: PLC0415 charts are made of judgements

        return alone(chart(self))

    def _class_rows(self) -> Iterator[Sequence[Text | str]]:
        yield _("points"), _("cards"), _("mean moves"), _("easiest"), _("hardest")
        for one in self.classes:
            yield str(one.value), str(one.cards), f"{one.mean:.2f}", f"{one.lowest:.2f}", f"{one.highest:.2f}"

    def findings(self) -> Iterator[Text]:
        """Say which cards and pairs do not fit their points."""
        yield _("Easy for their points: {cards}.", cards=Several(judged.card.number for judged in self.cheap))
        yield _("Hard for their points: {cards}.", cards=Several(judged.card.number for judged in self.dear))
        crossed = self.crossed
        yield ngettext(
            "In {n} pair of cards the one with more points is easier.",
            "In {n} pairs of cards the one with more points is easier.",
            len(crossed),
        )
        for one, other in crossed[:MOST_PAIRS]:
            yield _(
                "Card {one} for {value}: {mean} moves; card {other} for {less}: {more} moves.",
                one=one.card.number,
                value=one.card.value,
                mean=f"{one.difficulty.mean:.2f}",
                other=other.card.number,
                less=other.card.value,
                more=f"{other.difficulty.mean:.2f}",
            )

    def _card_rows(self) -> Iterator[Sequence[Text | str]]:
        within = _("within {moves}", moves=self.payable)
        yield (
            *(_("card"), _("points"), _("pattern"), _("mean moves"), _("beside its class"), _("points that fit")),
            *(_("shown"), within, _("worst")),
        )
        for judged in sorted(self.cards, key=lambda one: (one.card.value, one.difficulty.exact_mean, one.card.number)):
            card, hard = judged.card, judged.difficulty
            yield (
                *(str(card.number), str(card.value), card.pattern, f"{hard.mean:.2f}", f"{judged.off:+.2f}"),
                *(str(judged.fits), f"{hard.shown:.1%}", f"{hard.within(self.payable):.1%}", str(hard.worst)),
            )


def difficulty(game: ShiftingStones, card: int | Card) -> Difficulty:
    """Work out how hard a card is with the stones of a game: one of its deck by number, or any card."""
    asked = card if isinstance(card, Card) else game.cards[card]
    rows, stones = _likeness(game, asked)
    named = _counts(rows, stones)
    every = factorial(SIDE * SIDE) // prod(map(factorial, game.stones.values())) << SIDE * SIDE
    times = every // sum(named)  # the stones of families that are not named can change places among themselves
    return Difficulty(asked, tuple(times * count for count in named))


def judge(game: ShiftingStones) -> DeckJudgement:
    """Judge the deck of a game: every card beside its points."""
    hard = [difficulty(game, card) for card in sorted(game.cards)]
    means: dict[int, Fraction] = {}
    classes = []
    for value in sorted({one.card.value for one in hard}):
        some = [one.exact_mean for one in hard if one.card.value == value]
        means[value] = sum(some, Fraction()) / len(some)
        classes.append(ValueClass(value, len(some), float(means[value]), float(min(some)), float(max(some))))
    return DeckJudgement(
        game.rules.deck,
        tuple(_judged(one, means) for one in hard),
        tuple(classes),
        game.rules.hand_size - 1,
    )


def _judged(hard: Difficulty, means: dict[int, Fraction]) -> JudgedCard:
    own = hard.card.value
    fits = min(means, key=lambda value: (abs(means[value] - hard.exact_mean), value != own, value))
    return JudgedCard(hard, float(hard.exact_mean - means[own]), fits)


def _table(rows: Iterable[Sequence[Text | str]], language: Language | None) -> list[str]:
    """Put cells into columns."""
    said = [[cell.say(language) if isinstance(cell, Text) else cell for cell in row] for row in rows]
    wide = [max(map(width, column)) for column in zip(*said, strict=True)]
    return [GAP.join(padded(cell, places) for cell, places in zip(row, wide, strict=True)).rstrip() for row in said]


# Cards that are the same but for a turn or a mirror image of the grid, the names of families of which there are
# equally many, or the two faces of a family, are equally hard.


def _likeness(game: ShiftingStones, card: Card) -> tuple[Rows, tuple[int, ...]]:
    """Give the form that all such cards share: a pattern, and how many stones its families have."""
    pattern = tuple(tuple(row) for row in card.rows)
    forms = []
    for _quarter in range(4):
        pattern = tuple(zip(*pattern[::-1], strict=True))
        forms += [_renamed(game, pattern), _renamed(game, pattern[::-1])]
    return min(forms)


def _renamed(game: ShiftingStones, pattern: tuple[tuple[str, ...], ...]) -> tuple[Rows, tuple[int, ...]]:
    """Number families in the order in which they come, and the faces of each."""
    numbers: dict[str, int] = {GREY: 0}
    stones: list[int] = []
    for letter in (letter for row in pattern for letter in row):
        if letter not in numbers:
            face = FACES.index(letter)
            numbers |= {letter: 2 * len(stones) + 1, FACES[face ^ 1]: 2 * len(stones) + 2}
            stones.append(game.stones[FAMILIES[face // 2]])
    return tuple(tuple(numbers[letter] for letter in row) for row in pattern), tuple(stones)


# The search. For each arrangement of the named families one number of 512 bits says for which faces the card was
# reached: bit f stands for the faces whose own bits are those of f, one a cell.

_EVERY = (1 << 512) - 1
_UP = [sum(1 << faces for faces in range(512) if faces >> cell & 1) for cell in range(9)]
_DOWN = [_EVERY ^ up for up in _UP]


@lru_cache(maxsize=256)  # a few numbers each
def _counts(rows: Rows, stones: tuple[int, ...]) -> tuple[int, ...]:
    """Count the arrangements and faces from which it takes 0, 1, 2 ... moves."""
    arrangements, shifts = _arrangements(stones)
    layer = [_showing(rows, arrangement) for arrangement in arrangements]
    reached = layer.copy()
    counts = []
    while any(layer):
        counts.append(sum(faces.bit_count() for faces in layer))
        around = [0] * len(layer)
        for number, faces in enumerate(layer):
            if not faces:
                continue
            for cell, family in enumerate(arrangements[number]):
                if family:
                    around[number] |= (faces & _UP[cell]) >> (1 << cell) | (faces & _DOWN[cell]) << (1 << cell)
            for one, other, after in shifts[number]:
                # The two cells change faces, too: where they differ, the number of the faces changes by so much.
                far = (1 << other) - (1 << one)
                first, second = faces & _UP[one] & _DOWN[other], faces & _DOWN[one] & _UP[other]
                around[after] |= faces ^ first ^ second | first << far | second >> far
        layer = [found & ~known for found, known in zip(around, reached, strict=True)]
        reached = [found | known for found, known in zip(layer, reached, strict=True)]
    return tuple(counts)


def _showing(rows: Rows, arrangement: bytes) -> int:
    """Give the faces with which an arrangement shows a pattern somewhere."""
    shown = 0
    for down in range(SIDE + 1 - len(rows)):
        for right in range(SIDE + 1 - len(rows[0])):
            faces = _EVERY
            for r, row in enumerate(rows):
                for c, wanted in enumerate(row):
                    cell = SIDE * (down + r) + right + c
                    if wanted and arrangement[cell] != (wanted + 1) // 2:
                        faces = 0
                    elif wanted:
                        faces &= _DOWN[cell] if wanted % 2 else _UP[cell]
            shown |= faces
    return shown


@lru_cache(maxsize=2)  # some megabytes each
def _arrangements(stones: tuple[int, ...]) -> tuple[list[bytes], list[list[tuple[int, int, int]]]]:
    """List how families 1, 2 ... can lie among stones 0, and for each the shifts: two cells, what comes out."""
    found = [bytes(SIDE * SIDE)]
    for family, count in enumerate(stones, 1):
        found = [
            bytes(family if cell in chosen else other for cell, other in enumerate(before))
            for before in found
            for chosen in combinations([cell for cell, other in enumerate(before) if not other], count)
        ]
    numbers = {arrangement: number for number, arrangement in enumerate(found)}
    pairs = [(one // 3, other // 3) for one, other in SHIFTS]
    shifts = [
        [(one, other, numbers[exchanged(before, one, other)]) for one, other in pairs if before[one] or before[other]]
        for before in found
    ]
    return found, shifts
