"""The options that several commands share: which rules, how many players, which bots, which seed."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tidebook.core.errors import RulesError
from tidebook.core.rules import Choice
from tidebook.core.text import Several, _

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tidebook.core.chance import Seed
    from tidebook.core.game import Game
    from tidebook.core.rules import Rules, Value

USUAL_BOT = "random"


def add_rules_options(command: argparse.ArgumentParser) -> None:
    """Let a command take rules: single settings, and a variant file below them."""
    command.add_argument(
        "--set",
        metavar="DIAL=VALUE",
        action="append",
        default=[],
        help=str(_("change a rule, such as hand_size=5; may be given several times")),
    )
    command.add_argument("--variant", metavar="FILE", help=str(_("take the rules and parts of a variant file")))


def add_seed_option(command: argparse.ArgumentParser) -> None:
    """Let a command take a seed."""
    command.add_argument("--seed", metavar="S", help=str(_("a number or a word: the same seed deals the same cards")))


def chosen_rules(rules: type[Rules], variant: str | None, settings: Sequence[str]) -> Rules:
    """Lay single settings over a variant file, or over the published rules."""
    fields = {field.name: field for field in rules.fields()}
    values = rules.of(Path(variant)).to_dict() if variant is not None else {}
    for setting in settings:
        name, equals, text = (part.strip() for part in setting.partition("="))
        if not equals or not name or not text:
            raise RulesError(
                _("“{text}” is not of the form dial=value; the dials are {known}.", text=setting, known=Several(fields))
            )
        values[name] = text if isinstance(fields.get(name), Choice) else _value(text)
    return rules.of(values)


def _value(text: str) -> Value:
    """Read a value as it is typed: a switch, a number or a word."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        return int(text)
    if re.fullmatch(r"[+-]?[0-9]{0,18}\.[0-9]{1,18}", text):
        return float(text)
    return text


def chosen_seed(text: str | None) -> Seed | None:
    """Read a seed as it is typed: a number or a word; None if there is none."""
    return int(text) if text is not None and re.fullmatch(r"-?[0-9]{1,40}", text) else text


def chosen_bots(text: str | None) -> list[str] | None:
    """Read names of bots as they are typed, such as random,random; None if nothing was said."""
    return None if text is None else [bot.strip() for bot in text.split(",")]


def usual_players(game: Game) -> int:
    """Give the number of players if nobody says it: the smallest above one that the rules allow."""
    return min((count for count in game.players if count > 1), default=game.players[0])


def program() -> str:
    """Give what to type to start this command again."""
    called = sys.argv[0] if sys.argv else ""
    known = shutil.which("tidebook") or not Path(called).name.startswith("tidebook")
    return "tidebook" if known else called
