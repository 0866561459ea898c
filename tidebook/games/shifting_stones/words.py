"""What happened, in words, for the seat that looks on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tidebook.core.text import Several, Text, _, ngettext
from tidebook.games.shifting_stones.parts import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tidebook.core.game import Event
    from tidebook.core.text import Name


@dataclass(frozen=True, slots=True)
class Told:
    """What a sentence is made from: the facts, whether it was the seat that looks on, and names."""

    facts: Mapping[str, Any]
    mine: bool
    who: Name
    names: Sequence[Name]
    eyes: int | None


def words(event: Event, eyes: int | None, names: Sequence[Name]) -> Text:
    """Say what happened; the event is as the seat that looks on saw it."""
    mine = event.seat is not None and event.seat == eyes
    who = names[event.seat] if event.seat is not None else ""
    return _SENTENCES[event.kind](Told(event.facts, mine, who, names, eyes))


def _deal(told: Told) -> Text:
    if told.mine and "cards" in told.facts:
        return ngettext(
            "You are dealt card {cards}.",
            "You are dealt cards {cards}.",
            told.facts["count"],
            cards=Several(told.facts["cards"]),
        )
    return ngettext("{who} is dealt {n} card.", "{who} is dealt {n} cards.", told.facts["count"], who=told.who)


def _shift(told: Told) -> Text:
    one, other = told.facts["faces"]
    values = {
        "one": NAMES[one],
        "a": told.facts["cells"][0],
        "other": NAMES[other],
        "b": told.facts["cells"][1],
        "card": told.facts["card"],
        "who": told.who,
    }
    if told.mine:
        return _("You shift the {one} on {a} and the {other} on {b}, discarding card {card}.", **values)
    return _("{who} shifts the {one} on {a} and the {other} on {b}, discarding card {card}.", **values)


def _flip(told: Told) -> Text:
    values = {
        "was": NAMES[told.facts["was"]],
        "now": NAMES[told.facts["now"]],
        "cell": told.facts["cell"],
        "card": told.facts["card"],
        "who": told.who,
    }
    if told.mine:
        return _("You flip the {was} on {cell}: it is a {now} now. Card {card} is discarded.", **values)
    return _("{who} flips the {was} on {cell}: it is a {now} now. Card {card} is discarded.", **values)


def _score(told: Told) -> Text:
    facts = told.facts
    values = {"card": facts["card"], "pattern": facts["pattern"], "cells": Several(facts["cells"][0]), "who": told.who}
    if "done" in facts:
        values |= {"done": facts["done"], "all": facts["all"]}
        if told.mine:
            return _("You score card {card} ({pattern}, seen on {cells}): {done} of {all} are done.", **values)
        return _("{who} scores card {card} ({pattern}, seen on {cells}): {done} of {all} are done.", **values)
    if told.mine:
        return ngettext(
            "You score card {card} ({pattern}, seen on {cells}) for {n} point.",
            "You score card {card} ({pattern}, seen on {cells}) for {n} points.",
            facts["value"],
            **values,
        )
    return ngettext(
        "{who} scores card {card} ({pattern}, seen on {cells}) for {n} point.",
        "{who} scores card {card} ({pattern}, seen on {cells}) for {n} points.",
        facts["value"],
        **values,
    )


def _surplus(told: Told) -> Text:
    values = {"holds": told.facts["holds"], "size": told.facts["size"], "who": told.who}
    if told.mine:
        return _("You end your turn holding {holds} cards: now discard down to {size}.", **values)
    return _("{who} ends the turn holding {holds} cards, and discards down to {size}.", **values)


def _end(told: Told) -> Text:
    if not told.facts["count"]:
        if told.mine:
            return _("You end your turn and draw nothing; you hold {holds}.", holds=told.facts["holds"])
        return _(
            "{who} ends the turn and draws nothing; the hand holds {holds}.", who=told.who, holds=told.facts["holds"]
        )
    if told.mine and "cards" in told.facts:
        return ngettext(
            "You end your turn and draw card {cards}.",
            "You end your turn and draw cards {cards}.",
            told.facts["count"],
            cards=Several(told.facts["cards"]),
        )
    return ngettext(
        "{who} ends the turn and draws {n} card.",
        "{who} ends the turn and draws {n} cards.",
        told.facts["count"],
        who=told.who,
    )


def _skip(told: Told) -> Text:
    if not told.facts["count"]:
        if told.mine:
            return _("You skip your turn, but there is nothing to draw.")
        return _("{who} skips the turn, but there is nothing to draw.", who=told.who)
    if told.mine and "cards" in told.facts:
        return ngettext(
            "You skip your turn and draw card {cards}.",
            "You skip your turn and draw cards {cards}.",
            told.facts["count"],
            cards=Several(told.facts["cards"]),
        )
    return ngettext(
        "{who} skips the turn and draws {n} card.",
        "{who} skips the turn and draws {n} cards.",
        told.facts["count"],
        who=told.who,
    )


def _discard(told: Told) -> Text:
    if told.mine:
        return _("You discard card {card} to get down to a hand.", card=told.facts["card"])
    return _("{who} discards card {card} to get down to a hand.", who=told.who, card=told.facts["card"])


def _reshuffle(told: Told) -> Text:
    return ngettext(
        "The deck is empty: the discard pile of {n} card becomes the new deck.",
        "The deck is empty: the {n} discarded cards are shuffled into a new deck.",
        told.facts["count"],
    )


def _strike(told: Told) -> Text:
    values = {"number": told.facts["number"], "most": told.facts["most"], "who": told.who}
    if told.facts["skipped"]:
        if told.mine:
            return _("You skip, and a turn without a score costs a strike: {number} of {most}.", **values)
        return _("{who} skips, and a turn without a score costs a strike: {number} of {most}.", **values)
    if told.mine:
        return _("You scored nothing this turn: strike {number} of {most}.", **values)
    return _("{who} scored nothing this turn: strike {number} of {most}.", **values)


def _last_round(told: Told) -> Text:
    count = told.facts["count"]
    if told.mine:
        return ngettext(
            "You have scored {n} card: this round is the last.",
            "You have scored {n} cards: this round is the last.",
            count,
        )
    return ngettext(
        "{who} has scored {n} card: this round is the last.",
        "{who} has scored {n} cards: this round is the last.",
        count,
        who=told.who,
    )


def _over(told: Told) -> Text:
    winners, totals = told.facts["winners"], told.facts["totals"]
    if told.facts["solo"]:
        if winners:
            return _("Every card is scored: the game is won.")
        return ngettext(
            "That was the last strike: the game is lost, with {n} card scored.",
            "That was the last strike: the game is lost, with {n} cards scored.",
            totals[0],
        )
    values = {"points": Several(totals), "who": Several(told.names[seat] for seat in winners)}
    if len(winners) > 1 and told.eyes in winners:
        others = Several(told.names[seat] for seat in winners if seat != told.eyes)
        return _("The game is over, {points}: you share the victory with {who}.", **{**values, "who": others})
    if len(winners) > 1:
        return _("The game is over, {points}: {who} share the victory.", **values)
    if told.eyes in winners:
        return _("The game is over, {points}: you win.", **values)
    return _("The game is over, {points}: {who} wins.", **values)


_SENTENCES: dict[str, Callable[[Told], Text]] = {
    "deal": _deal,
    "shift": _shift,
    "flip": _flip,
    "score": _score,
    "surplus": _surplus,
    "end": _end,
    "skip": _skip,
    "discard": _discard,
    "reshuffle": _reshuffle,
    "strike": _strike,
    "last_round": _last_round,
    "over": _over,
}
