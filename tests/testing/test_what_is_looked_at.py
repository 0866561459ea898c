"""What the kit looks at: the rules it is asked about, every choice of parts, and classes wherever they are defined."""

from __future__ import annotations

import dataclasses
import gettext
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from tests.example.four_shells.game import FourShells
from tests.example.four_shells.play import ShellsState
from tests.example.four_shells.rules import ShellsRules
from tests.testing import broken_tables
from tests.testing.broken import CASES
from tests.testing.broken_secrets import ShowsAllToTheSpectator
from tidebook.core.game import Game
from tidebook.core.rules import choice
from tidebook.core.text import Language, Text, _
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.testing import Setting, check, settings
from tidebook.testing.kit import ELSEWHERE, PLAYED
from tidebook.testing.samples import FindingError, Tally, sample
from tidebook.testing.secrecy import secrets_are_kept
from tidebook.testing.tables import ODD_NAMES, tables_show_what_can_be_touched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.example.four_shells.play import ShellsView
    from tidebook.core.game import Action
    from tidebook.core.player import Decision
    from tidebook.core.text import Name

assert broken_tables  # it fills CASES as well

ROOT = Path(__file__).resolve().parents[2]


# The rules it is asked about.


class StuckState(ShellsState):
    """A table of seven shells, or on rock, is one at which nobody can move."""

    __slots__ = ()

    def legal(self) -> list[Any]:
        """List nothing where the fault is."""
        rules = self.game.rules
        return [] if rules.shells == 7 or getattr(rules, "beach", "sand") == "rock" else super().legal()


class BreaksWithSevenShells(FourShells):
    """A fault that only a variant has: no dial is ever turned to 7 by the kit itself."""

    state_class: ClassVar[type[ShellsState]] = StuckState


def test_variant_is_checked_by_its_own_rules() -> None:
    assert check(BreaksWithSevenShells).ok
    report = check(BreaksWithSevenShells.of({"shells": 7}))
    assert report.failed == (PLAYED,)
    assert "four_shells, 2 players, shells=7: nobody can move" in report.failures[0].sentence


def test_only_the_rules_of_the_variant_are_looked_at() -> None:
    seen: list[str] = []
    report = check(FourShells.of({"shells": 7}), tell=seen.append)
    assert report.ok, str(report)
    assert seen == ["1/2 four_shells, 2 players, shells=7", "2/2 four_shells, 3 players, shells=7"]


def test_guide_and_scenes_of_a_variant_are_looked_at() -> None:
    report = check(CASES["LiesInAScene"].game.of({"shells": 7}))
    assert report.failed == ("guide and scenes",)


def test_setting_names_its_players_and_its_rules() -> None:
    stones = ShiftingStones.of({"parts": {"decks": {"standard": {"cards": {"72": {"value": 4}}}}}})
    assert str(Setting(ShiftingStones.of(), 1)) == "shifting_stones, 1 player, published rules"
    assert str(Setting(stones, 2)) == "shifting_stones, 2 players, other parts"


# Every choice of parts.


@dataclasses.dataclass(frozen=True)
class BeachRules(ShellsRules):
    """There are two beaches to choose from."""

    beach: str = choice("sand", table="beaches", clause="FS.setup", help=_("Where it is played."))

    def tables(self) -> dict[str, Any]:
        """Give the beaches."""
        return {"beaches": {"sand": {}, "rock": {}}}


class BreaksOnRock(FourShells):
    """A fault with a table of parts that is not the usual one."""

    rules_class = BeachRules
    state_class: ClassVar[type[ShellsState]] = StuckState


def test_every_choice_is_tried() -> None:
    report = check(BreaksOnRock)
    assert report.failed == (PLAYED,)
    assert "beach=rock" in report.failures[0].sentence


def test_both_decks_of_shifting_stones_are_tried() -> None:
    rules = [setting.game.rules.changed() for setting in settings(ShiftingStones)]
    assert {"deck": "first_steps"} in rules


# Drawings and advice.


class SaysItInText(FourShells):
    """Four Shells without a drawing and without advice: games need neither."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Any:
        """Draw nothing."""
        return Game.table(self, view, language, names)

    def svg(
        self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = (), theme: str = "auto"
    ) -> Any:
        """Draw nothing."""
        return Game.svg(self, view, language, names, theme)

    def touches(self, view: ShellsView, action: Action) -> tuple[str, ...]:
        """Touch nothing."""
        return Game.touches(self, view, action)

    def advise(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        """Keep silent."""
        return Game.advise(self, view, legal)


def test_game_without_drawing_and_advice_passes_and_nothing_is_counted() -> None:
    report = check(SaysItInText, quick=True)
    assert report.ok, str(report)
    assert "0 drawings, 0 pieces of advice" in str(report)


def test_every_seat_and_a_spectator_are_drawn_with_every_odd_name() -> None:
    seen: set[tuple[int | None, str, str]] = set()

    class Listening(FourShells):
        """Four Shells that keeps in mind what is drawn, for whom and with which names."""

        def svg(
            self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = (), theme: str = "auto"
        ) -> str:
            seen.update((view.seat, str(name), theme) for name in names)
            return super().svg(view, language, names, theme)

    for players in (2, 3):
        tables_show_what_can_be_touched(sample(Setting(Listening.of(), players)), Tally())
    assert {seat for seat, _name, _theme in seen} == {None, 0, 1, 2}
    assert {name for _seat, name, _theme in seen} >= set(ODD_NAMES)
    assert {theme for _seat, _name, theme in seen} == {"auto", "light", "dark"}


def test_tables_of_a_game_that_is_over_are_looked_at() -> None:
    report = check(CASES["DoesNotSayHowItStands"].game.of({"shells": 7}))
    assert report.failed == ("tables show what can be touched",)


# Classes wherever they are defined.


class Shelf:
    """Something that a game is defined in."""

    class Inside(FourShells):
        """Four Shells, inside another class."""


def test_class_inside_a_class_is_found_by_other_processes() -> None:
    report = check(Shelf.Inside.of())
    assert report.ok, str(report)


def test_class_inside_a_function_must_be_importable() -> None:
    class Local(FourShells):
        """Four Shells, inside a function: nobody else can import it."""

    report = check(Local.of())
    sentence = next(failure.sentence for failure in report.failures if failure.check == ELSEWHERE)
    assert "the class of a game must be importable" in sentence
    assert "Traceback" not in str(report)


PROGRAM = """
from tests.example.four_shells.game import FourShells
from tidebook.testing import check
class Mine(FourShells):
    pass
print(check(Mine.of()))
"""


def test_class_in_the_program_that_is_run_must_be_importable() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(  # noqa: S603 our own words
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert "FAILED same seed, same game in other processes: Another process cannot import Mine from __main__: the" in (
        done.stdout
    )
    assert done.stdout.endswith("1 check does not hold.\n")
    assert "Traceback" not in done.stdout


class CrashesElsewhere(FourShells):
    """A game that another process cannot play."""

    def __init__(self, rules: ShellsRules) -> None:
        super().__init__(rules)
        if os.environ.get("PYTHONHASHSEED") == "4711":
            raise RuntimeError("Not here.")


def test_crash_in_another_process_is_told_in_a_line() -> None:
    report = check(CrashesElsewhere.of())
    assert report.failed == (ELSEWHERE,)
    assert report.failures[0].sentence == "Another process cannot play the game: RuntimeError: Not here."


# Sentences.


class Marking(gettext.NullTranslations):
    """A catalogue that shows which words went through it."""

    def gettext(self, message: str) -> str:
        """Mark the message."""
        return f"<{message}>"


def test_every_word_of_a_finding_can_be_translated() -> None:
    language = Language()
    language.catalogue = Marking()
    with pytest.raises(FindingError) as caught:
        secrets_are_kept(sample(Setting(ShowsAllToTheSpectator.of(), 2)), Tally())
    assert isinstance(caught.value.text, Text)
    said = caught.value.text.say(language)
    assert "<a spectator>" in said
    assert said.endswith("changes its <view>.>")
