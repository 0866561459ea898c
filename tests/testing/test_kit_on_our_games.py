"""The whole kit holds for every game of ours, in every setting."""

from __future__ import annotations

import pytest

from tidebook.games import OURS, find
from tidebook.testing import check, settings

SLICES = 7  # so that workers can share the load


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("name", OURS)
def test_kit_holds_for(name: str, part: int) -> None:
    report = check(name, among=settings(find(name))[part::SLICES])
    assert report.ok, str(report)
    assert report.tally.drawings > 1000
    assert report.tally.advice > 100
