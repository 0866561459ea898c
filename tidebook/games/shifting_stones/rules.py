"""The dials and rulings of Shifting Stones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from tidebook.core.errors import PartsError
from tidebook.core.rules import Rules, choice, dial, ruling
from tidebook.core.text import _
from tidebook.games.shifting_stones.parts import read_cards, read_stones

if TYPE_CHECKING:
    from collections.abc import Mapping

CARDS = _("cards")
POINTS = _("points")


@dataclass(frozen=True)
class StonesRules(Rules):
    """The published rules, unless a dial or ruling says otherwise."""

    game: ClassVar[str] = "shifting_stones"
    package: ClassVar[str] = "tidebook.games.shifting_stones"

    deck: str = choice(
        "standard",
        table="decks",
        clause="SS.parts.cards",
        help=_("The deck of pattern cards that is played with."),
    )
    hand_size: int = dial(
        4,
        low=1,
        high=8,
        unit=CARDS,
        clause="SS.turn.end",
        help=_("Cards dealt to each player, and the hand that ending a turn draws up to."),
    )
    skip_draw: int = dial(
        2, low=1, high=4, unit=CARDS, clause="SS.turn.skip", help=_("Cards drawn by skipping a turn.")
    )
    hand_cap: int = dial(
        6,
        low=2,
        high=12,
        unit=CARDS,
        clause="SS.turn.skip",
        help=_("Skipping a turn never brings a hand above this many cards."),
    )
    trigger_2: int = dial(
        10,
        low=1,
        high=14,
        unit=CARDS,
        clause="SS.end.trigger",
        help=_("Scored cards that make the round the last one, with two players."),
    )
    trigger_3: int = dial(
        9,
        low=1,
        high=14,
        unit=CARDS,
        clause="SS.end.trigger",
        help=_("Scored cards that make the round the last one, with three players."),
    )
    trigger_4: int = dial(
        8,
        low=1,
        high=14,
        unit=CARDS,
        clause="SS.end.trigger",
        help=_("Scored cards that make the round the last one, with four players."),
    )
    trigger_5: int = dial(
        7,
        low=1,
        high=14,
        unit=CARDS,
        clause="SS.end.trigger",
        help=_("Scored cards that make the round the last one, with five players."),
    )
    bonus: int = dial(
        3,
        low=0,
        high=10,
        unit=POINTS,
        clause="SS.end.bonus",
        help=_("Points for whoever has the most cards of value 1."),
    )
    solo_strikes: int = dial(
        4,
        low=1,
        high=10,
        unit=_("strikes"),
        clause="SS.solo.strike",
        help=_("Strikes that lose a solo game."),
    )
    solo_ones: int = dial(
        8, low=0, high=20, unit=CARDS, clause="SS.solo.deck", help=_("Cards of value 1 in a solo deck.")
    )
    solo_twos: int = dial(
        4, low=0, high=20, unit=CARDS, clause="SS.solo.deck", help=_("Cards of value 2 in a solo deck.")
    )
    solo_threes: int = dial(
        3, low=0, high=10, unit=CARDS, clause="SS.solo.deck", help=_("Cards of value 3 in a solo deck.")
    )
    solo_fives: int = dial(
        1, low=0, high=5, unit=CARDS, clause="SS.solo.deck", help=_("Cards of value 5 in a solo deck.")
    )
    skip_cap: bool = ruling(
        default=True,
        id="SS-05",
        clause="SS.turn.skip",
        question=_("You hold five cards and skip: do you end with six cards or with seven?"),
        readings={
            True: _("Six: skipping draws up to the cap and no further."),
            False: _("Seven: skipping always draws its two cards, whatever you hold."),
        },
        why=_("The rulebook names six cards as the result of skipping."),
    )
    discard_down_to_4: bool = ruling(
        default=False,
        id="SS-06",
        clause="SS.turn.end",
        question=_("You end your turn with more cards than a hand: do you keep them?"),
        readings={
            False: _("Keep them, and draw none."),
            True: _("Choose cards to discard until you hold a normal hand."),
        },
        why=_("Ending a turn is only ever said to fill a hand up, never to cut it down."),
    )
    bonus_needs_one: bool = ruling(
        default=True,
        id="SS-12",
        clause="SS.end.bonus",
        question=_("Nobody has scored a card of value 1: does everybody get the bonus?"),
        readings={
            True: _("Nobody gets it: the bonus needs at least one such card."),
            False: _("Everybody gets it: all are tied for the most, with none."),
        },
        why=_("The bonus rewards collecting these cards, so there must be one."),
    )
    solo_skip_strike: bool = ruling(
        default=True,
        id="SS-20",
        clause="SS.solo.strike",
        question=_("Does a skipped turn give a strike in a solo game?"),
        readings={
            True: _("Yes: it is a turn that ended without a scored card."),
            False: _("No: only turns that were really played count."),
        },
        why=_("A skipped turn is a turn that ended without a scored card."),
    )

    def check(self, tables: Mapping[str, Any]) -> None:
        """Check the stones and the deck, card by card."""
        for extra in sorted(set(tables) - {"stones", "decks"}):
            raise PartsError(_("parts has {extra}; the parts of this game are stones and decks.", extra=extra))
        read_cards(tables, self.deck, read_stones(tables))

    def trigger(self, players: int) -> int:
        """How many scored cards make the round the last one."""
        by_players: dict[int, int] = {
            2: self.trigger_2,
            3: self.trigger_3,
            4: self.trigger_4,
            5: self.trigger_5,
        }
        return by_players[players]

    @property
    def quotas(self) -> dict[int, int]:
        """How many cards of each value make a solo deck."""
        return {1: self.solo_ones, 2: self.solo_twos, 3: self.solo_threes, 5: self.solo_fives}
