"""Matches that several tests begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tidebook

if TYPE_CHECKING:
    from tidebook.core.game import State
    from tidebook.core.match import Match

BOTS = {0: "random", 1: "random"}


def new(seed: int = 7, **changes: Any) -> Match:
    """Start a game of two."""
    return tidebook.new("shifting_stones", changes.pop("players", 2), seed, names=["Ann", "Ben"], **changes)


def quiet(match: Match) -> str:
    """Give a legal action that reveals nothing and leaves the turn where it is."""
    return next(action.text for action in match.legal() if action.kind == "flip")


def finished(seed: int = 7) -> Match:
    """Play a short game of two bots to its end."""
    match = new(seed, bots=BOTS, rules={"trigger_2": 1})
    match.advance()
    assert match.over
    return match


def hands(state: State) -> Any:
    """Give the hands of a state."""
    return state.to_dict()["hands"]
