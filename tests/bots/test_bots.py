from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tidebook
from tidebook.bots import BOTS, bots, make_bot
from tidebook.bots.random import RandomBot
from tidebook.core.errors import UnknownBotError
from tidebook.core.player import Decision
from tidebook.core.text import Several, Text, _

if TYPE_CHECKING:
    from random import Random

    from tidebook.core.player import Sight


def test_bots_are_listed_by_name_in_order() -> None:
    assert "random" in bots()
    assert list(bots()) == sorted(BOTS)
    assert tidebook.bots() == bots()


@pytest.mark.parametrize("name", bots())
def test_bot_is_made_by_its_name_and_knows_it(name: str) -> None:
    bot = make_bot(name)
    assert bot.name == name
    assert make_bot(name) is not bot  # each seat has its own


def test_bot_itself_is_given_back_as_it_is() -> None:
    bot = RandomBot()
    assert make_bot(bot) is bot


def test_unknown_bot_names_those_there_are() -> None:
    with pytest.raises(UnknownBotError) as caught:
        make_bot("robot" * 20)
    assert str(caught.value) == f"There is no bot {'robot' * 8}; there are {Several(bots()).say()}."


class LastBot:
    """Always does the last thing it may."""

    name = "last"

    def choose(self, sight: Sight, random: Random) -> Decision:  # noqa: ARG002 its source of luck is not needed
        """Choose the last action."""
        return Decision(sight.legal[-1], _("It is the last."))


def test_anybody_s_bot_can_take_a_seat() -> None:
    match = tidebook.new("shifting_stones", 2, 7, bots={0: LastBot()})
    legal = match.legal(0)
    choice = match.step()
    assert choice is not None
    assert choice.action is legal[-1]
    assert str(choice.reason) == "It is the last."


@pytest.mark.parametrize("name", bots())
def test_bot_plays_legal_actions_to_the_end_and_says_why(name: str) -> None:
    match = tidebook.new("shifting_stones", 2, 7, bots={0: name, 1: name}, rules={"trigger_2": 2})
    legal = match.legal(0)
    choice = match.step()
    assert choice is not None
    assert choice.action in legal
    assert isinstance(choice.reason, Text)
    match.advance()
    assert match.over
