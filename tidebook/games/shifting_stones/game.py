"""Shifting Stones with one set of rules: menus of actions and tables of patterns, worked out once."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from tidebook.core.errors import PartsError, RulesError
from tidebook.core.game import Event, Game
from tidebook.core.text import Text, _, ngettext
from tidebook.draw import picture
from tidebook.games.shifting_stones import advice, lines, positions, table, words
from tidebook.games.shifting_stones.parts import CELLS, PLACES, SOLO, Deck, packed, read_cards, read_stones
from tidebook.games.shifting_stones.rules import StonesRules
from tidebook.games.shifting_stones.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from tidebook.core.chance import Chance
    from tidebook.core.game import Action, Brush
    from tidebook.core.player import Decision
    from tidebook.core.table import Table
    from tidebook.core.text import Language, Name
    from tidebook.games.shifting_stones.play import StonesState, StonesView

NO_CAP = 1_000  # more cards than there can be
_SHIFT = re.compile(r"(?:shift|swap) ([abc][123])(?: ?- ?| | and )([abc][123])(?:,? (?:with |using )?(?:card )?(\d+))")
_FLIP = re.compile(r"(?:flip|turn) ([abc][123])(?:,? (?:with |using )?(?:card )?(\d+))")
_SCORE = re.compile(r"(?:score )?(?:card )?(\d+)")


class ShiftingStones(Game):
    """The game with one set of rules."""

    name: ClassVar[str] = "shifting_stones"
    title: ClassVar[str] = "Shifting Stones"
    credits: ClassVar[Text] = _("Designed by J. Evan Raitt, published by Gamewright (2020).")
    version: ClassVar[int] = 1
    rules_class = StonesRules
    folder: ClassVar[Path] = Path(__file__).parent

    rules: StonesRules
    max_actions = 20_000

    def __init__(self, rules: StonesRules) -> None:
        super().__init__(rules)
        tables = rules.tables()
        self.stones = read_stones(tables)
        self.cards = Deck(rules.deck, read_cards(tables, rules.deck, self.stones))
        self.solo_size = sum(rules.quotas.values())
        self.triggers = {players: rules.trigger(players) for players in (2, 3, 4, 5)}
        self.skip_below = rules.hand_cap if rules.skip_cap else NO_CAP
        self.players = tuple(players for players in (1, 2, 3, 4, 5) if self._enough(players))
        if not self.players:
            raise PartsError(
                ngettext(
                    "Deck {deck} has {n} card: two players need {needed}.",
                    "Deck {deck} has {n} cards: two players need {needed}.",
                    len(self.cards),
                    deck=rules.deck,
                    needed=self._needed(2),
                )
            )
        self._solver: Solver | None = None
        self._make_actions()
        self._make_tables()

    def check_players(self, players: object) -> int:
        """Check a number of players; say what a solo game misses."""
        if players == SOLO and SOLO not in self.players:
            values = [card.value for card in self.cards.values()]
            for value, quota in self.rules.quotas.items():
                if values.count(value) < quota:
                    raise RulesError(
                        _(
                            "Deck {deck} has too few cards of value {value} for a solo game: {found}, not {quota}.",
                            deck=self.rules.deck,
                            value=value,
                            found=values.count(value),
                            quota=quota,
                        )
                    )
        return super().check_players(players)

    def _needed(self, players: int) -> int:
        """Count the cards with which somebody can always reach the trigger, and everybody gets a hand."""
        return max(players * self.rules.hand_size, players * (self.triggers[players] - 1) + 1)

    def _enough(self, players: int) -> bool:
        if players != SOLO:
            return len(self.cards) >= self._needed(players)
        values = [card.value for card in self.cards.values()]
        return self.solo_size > 0 and all(values.count(value) >= quota for value, quota in self.rules.quotas.items())

    def _make_actions(self) -> None:
        """Make every action there is; `moves` holds for each card the shifts and flips it can pay for."""
        self.end = self.action("end", (), "end")
        self.skip = self.action("skip", (), "skip")
        self.moves: dict[int, list[Action]] = {}
        self.scores: dict[int, Action] = {}
        self.discards: dict[int, Action] = {}
        pairs = [
            (one, other, f"shift {CELLS[one // 3]}-{CELLS[other // 3]} with", _touch(one // 3, other // 3))
            for one, other in combinations(PLACES, 2)
        ]
        flips = [(place, f"flip {CELLS[place // 3]} with") for place in PLACES]
        for card in self.cards:
            moves = self.moves[card] = []
            for one, other, text, touch in pairs:
                action = self.action("shift", (card, one, other, 1 << one | 1 << other), f"{text} {card}")
                if touch:
                    moves.append(action)
            moves += [self.action("flip", (card, place, 1 << place), f"{text} {card}") for place, text in flips]
            self.scores[card] = self.action("score", (card,), f"score {card}")
            self.discards[card] = self.action("discard", (card,), f"discard {card}")
        self.sound_moves = frozenset(action for moves in self.moves.values() for action in moves)

    def _make_tables(self) -> None:
        """Work out what `State.legal` looks up.

        Each placement of each card is one bit; a card's `pattern` holds its bits. For each row of the grid and
        all it can show, a table holds the placements that this row allows; a placement is on the grid when all
        three rows allow it. The menu of a card is its pattern, its moves, and its moves with scoring it.
        """
        patterns = dict.fromkeys(self.cards, 0)
        wanted: list[dict[tuple[int, int], int]] = [{}, {}, {}]  # for each row: (mask, faces) -> placements
        bit = 1
        for number, card in self.cards.items():
            for placement in card.placements():
                patterns[number] |= bit
                for row in range(3):
                    places = {place - 9 * row: face for place, face in placement.items() if place // 9 == row}
                    mask = sum(7 << place for place in places)
                    faces = sum(face << place for place, face in places.items())
                    wanted[row][mask, faces] = wanted[row].get((mask, faces), 0) | bit
                bit <<= 1
        top, middle, bottom = (
            [sum(bits for (mask, faces), bits in allowed.items() if shown & mask == faces) for shown in range(512)]
            for allowed in wanted
        )
        menus: list[tuple[int, tuple[Action, ...], tuple[Action, ...]]] = [(0, (), ())] * (max(self.cards) + 1)
        for number, moves in self.moves.items():
            menus[number] = patterns[number], tuple(moves), (*moves, self.scores[number])
        self.tables = menus, top, middle, bottom

    def shows(self, grid: int, card: int) -> bool:
        """Whether the grid shows the pattern of a card."""
        menus, top, middle, bottom = self.tables
        return bool(top[grid & 511] & middle[grid >> 9 & 511] & bottom[grid >> 18] & menus[card][0])

    @property
    def solver(self) -> Solver:
        """The fewest moves to any card, made when somebody asks."""
        if self._solver is None:  # a cached_property would make every look at this game slower (CPython 3.11)
            self._solver = Solver(self)
        return self._solver

    def start(self, players: int, chance: Chance, tell: Callable[[Event], None] | None = None) -> StonesState:
        """Lay the stones out at random, faces too (SS-18), shuffle and deal. Seat 0 plays first."""
        self.check_players(players)
        stones = [family for family, count in self.stones.items() for _each in range(count)]
        faces = [chance.pick("faces", family) for family in chance.shuffle("stones", stones)]
        deck = chance.shuffle("deck", self.cards)
        box: list[int] = []
        if players == SOLO:
            deck, box = self._solo_deck(deck)
            deck = chance.shuffle("solo", deck)  # the common values were found first
        size = self.rules.hand_size
        hands = [deck[size * seat : size * (seat + 1)] for seat in range(players)]
        state = positions.fresh(self, players)
        state.grid = packed(faces)
        state.hands = hands
        state.deck = deck[size * players :][::-1]
        state.box = box
        if tell:
            for seat, hand in enumerate(hands):
                secret = {"cards": tuple(hand)}
                tell(
                    Event(
                        "deal",
                        seat,
                        "SS.setup.deal",
                        {"count": len(hand)},
                        ("deck",),
                        secret,
                        frozenset((seat,)),
                    )
                )
        return state

    def _solo_deck(self, shuffled: list[int]) -> tuple[list[int], list[int]]:
        """Take the first cards of each value, as many as the quotas say (SS-22); the others are out."""
        left = dict(self.rules.quotas)
        deck, box = [], []
        for card in shuffled:
            value = self.cards[card].value
            if left.get(value, 0):
                left[value] -= 1
                deck.append(card)
            else:
                box.append(card)
        return deck, box

    def position(self, data: Mapping[str, Any]) -> StonesState:
        """Set up any situation, checked."""
        return positions.position(self, data)

    def guess(self, view: StonesView, random: Random) -> StonesState:
        """Make a full state that fits a view."""
        return positions.guess(self, view, random)

    def actions(self, players: int) -> tuple[Action, ...]:
        """Give everything that could ever be done; the same for any number of players."""
        self.check_players(players)
        return tuple(self._by_text.values())

    def words(self, event: Event, eyes: int | None, names: Sequence[Name]) -> Text:
        """Say what happened."""
        return words.words(event, eyes, names)

    def picture(
        self, view: StonesView, language: Language | None = None, names: Sequence[Name] = (), brush: Brush | None = None
    ) -> str:
        """Show a view as lines of text."""
        return lines.text(self, view, language, names, brush)

    def table(self, view: StonesView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        """Draw a view in zones."""
        return table.zones(view, language, names)

    def svg(
        self, view: StonesView, language: Language | None = None, names: Sequence[Name] = (), theme: str = "auto"
    ) -> str:
        """Draw a view as one picture."""
        return picture(table.zones(view, language, names), theme)

    def touches(self, view: StonesView, action: Action) -> tuple[str, ...]:
        """Name the parts that an action touches."""
        del view  # the same in every view
        return table.touches(action)

    def advise(self, view: StonesView, legal: Sequence[Action]) -> Decision | None:
        """Say what is good to do, and why: quickly, from what each card costs."""
        return advice.advise(self, view, legal) if legal else None

    def hint(self, view: StonesView, legal: Sequence[Action]) -> Decision | None:
        """Say what is best to do, and why: the best whole turn."""
        return advice.hint(self, view, legal) if legal else None

    def synonym(self, text: str) -> str:
        """Read other ways to write an action: cells in either order, "swap", "turn", "pass", a bare number."""
        if match := _SHIFT.fullmatch(text):
            one, other = sorted((match[1], match[2]), key=CELLS.index)
            return f"shift {one}-{other} with {int(match[3])}"
        if match := _FLIP.fullmatch(text):
            return f"flip {match[1]} with {int(match[2])}"
        if match := _SCORE.fullmatch(text):
            return f"score {int(match[1])}"
        return {"pass": "end", "done": "end", "end turn": "end", "skip turn": "skip"}.get(text, text)


def _touch(one: int, other: int) -> bool:
    """Whether two cells, 0 to 8, share an edge."""
    return abs(one // 3 - other // 3) + abs(one % 3 - other % 3) == 1
