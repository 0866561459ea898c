"""Estimates: intervals that tell the truth, in numbers and in words."""

from __future__ import annotations

import json
import math

import pytest

from tidebook.core.chance import stream
from tidebook.lab import mean, wilson


def test_wilson_gives_the_known_intervals() -> None:
    half = wilson(10, 20)
    assert (round(half.value, 4), round(half.low, 4), round(half.high, 4), half.games) == (0.5, 0.2993, 0.7007, 20)
    none = wilson(0, 10)
    assert none.low == 0.0
    assert round(none.high, 4) == 0.2775
    every = wilson(10, 10)
    assert round(every.low, 4) == 0.7225
    assert every.high == 1.0


def test_wilson_of_no_games_knows_nothing() -> None:
    unknown = wilson(0, 0)
    assert math.isnan(unknown.value)
    assert (unknown.low, unknown.high, unknown.games) == (0.0, 1.0, 0)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.5, 0.9])
def test_wilson_covers_the_truth_about_95_times_in_100(share: float) -> None:
    random = stream("coverage", share)
    covered = 0
    for _repeat in range(1000):
        found = wilson(sum(random.random() < share for _game in range(60)), 60)
        covered += found.low <= share <= found.high
    assert 920 <= covered <= 985


def test_mean_gives_the_interval_of_the_normal_distribution() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    reach = 1.959963984540054 * math.sqrt(5 / 3) / 2
    assert found.value == 2.5
    assert math.isclose(found.high - found.value, reach)
    assert math.isclose(found.value - found.low, reach)


def test_mean_of_one_value_or_none_has_no_interval() -> None:
    assert (mean([3.0]).low, mean([3.0]).high) == (-math.inf, math.inf)
    assert mean([]).games == 0


def test_estimates_are_said_with_their_intervals() -> None:
    assert str(wilson(10, 20).percent()) == "50.0 % (29.9 to 70.1 %)"
    assert str(mean([1.0, 2.0, 3.0, 4.0]).number()) == "2.50 (1.23 to 3.77)"
    assert str(mean([3.0]).number()) == "3.00 (one game gives no interval)"
    assert str(wilson(0, 0).percent()) == str(mean([]).number()) == "unknown"


def test_estimates_become_plain_data_that_json_can_hold() -> None:
    assert wilson(0, 10).to_dict() == {"value": 0.0, "low": 0.0, "high": wilson(0, 10).high, "games": 10}
    assert mean([3.0]).to_dict() == {"value": 3.0, "low": None, "high": None, "games": 1}
    assert json.dumps(mean([]).to_dict(), allow_nan=False) == '{"value": null, "low": null, "high": null, "games": 0}'
