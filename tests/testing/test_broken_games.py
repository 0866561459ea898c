"""The kit catches every game that is broken on purpose: each fault by the check that is there for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.example.four_shells.game import FourShells
from tests.example.four_shells.play import ShellsState
from tests.testing import broken_records, broken_secrets, broken_tables
from tests.testing.broken import ALL, CASES, Broken
from tidebook.testing import Setting, check

if TYPE_CHECKING:
    from tidebook.core.game import State


assert broken_records  # these three fill CASES as well
assert broken_secrets
assert broken_tables


@pytest.mark.parametrize("name", CASES)
def test_broken_game_is_caught(name: str) -> None:
    case = CASES[name]
    among, bots = [Setting(case.game.of(), 2)], None
    if issubclass(case.game, Broken):
        among.append(Setting(case.game.of({"shells": 9}), 3))
        bots = case.game.bots
    report = check(case.game, among=among, bots=bots)
    assert case.fails in report.failed, str(report)
    assert set(report.failed) <= {case.fails, *case.also}, str(report)
    sentence = next(failure.sentence for failure in report.failures if failure.check == case.fails)
    assert case.says in sentence
    assert not report.ok


def test_every_check_catches_something() -> None:
    assert {case.fails for case in CASES.values()} == set(ALL)


def test_surface_that_leaks_is_caught() -> None:
    def page(state: State, seat: int | None) -> str:
        assert isinstance(state, ShellsState)
        return f"<p>seat {seat}, next {state.deck[:1]}</p>"

    report = check(FourShells, quick=True, surfaces={"page": page})
    assert report.failed == ("secrets are kept",)
    assert "exchanging them changes its page" in report.failures[0].sentence


def test_surface_that_keeps_secrets_passes() -> None:
    report = check(FourShells, quick=True, surfaces={"page": lambda state, seat: state.view(seat).json()})
    assert report.ok, str(report)


def test_report_names_what_failed_and_where() -> None:
    report = check(CASES["DrawsUnflagged"].game, quick=True)
    assert not report.ok
    assert "FAILED undo is safe: four_shells, 2 players, published rules: “swap”" in str(report)
    assert str(report).endswith("1 check does not hold.")


def test_report_of_nothing_is_not_ok() -> None:
    assert not check(FourShells, among=[]).ok
