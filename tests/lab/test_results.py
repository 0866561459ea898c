"""Results of a study: what is counted, and how it is told."""

from __future__ import annotations

import json

import pytest

from tests.lab.players import Scorer
from tidebook.lab import GameResult, Study, StudyResult

GAMES = [
    GameResult(0, "7/0", (0, 1), 10, capped=False, winners=(0,), totals=(5, 3)),
    GameResult(1, "7/1", (1, 0), 20, capped=False, winners=(0, 1), totals=(4, 4)),
    GameResult(2, "7/2", (0, 1), 30, capped=True, winners=(), totals=(1, 2)),
    GameResult(3, "7/3", (1, 0), 40, capped=False, winners=(1,), totals=(2, 9)),
]
RESULT = StudyResult(("scorer", "random"), GAMES)


def test_wins_are_counted_by_bot_and_by_seat() -> None:
    assert [RESULT.wins(bot).value for bot in (0, 1)] == [2.5 / 4, 0.5 / 4]
    assert [RESULT.seat_wins(seat).value for seat in (0, 1)] == [1.5 / 4, 1.5 / 4]


def test_scores_follow_the_bot_wherever_it_sat() -> None:
    assert RESULT.score(0).value == (5 + 4 + 1 + 9) / 4
    assert RESULT.score(1).value == (3 + 4 + 2 + 2) / 4


def test_shared_victories_and_games_at_the_cap_are_counted() -> None:
    assert RESULT.shared().value == 1 / 4
    assert RESULT.capped == 1


def test_results_are_told_as_sentences_and_a_table() -> None:
    assert str(RESULT).splitlines() == [
        "4 games, 1 cut at the cap of their length.",
        "Actions in a game: 25.00 (12.35 to 37.65)",
        "Games with several winners: 25.0 % (4.6 to 69.9 %)",
        "",
        "         wins                      mean score",
        "scorer   62.5 % (21.9 to 90.8 %)   4.75 (1.51 to 7.99)",
        "random   12.5 % (1.3 to 60.4 %)    2.75 (1.81 to 3.69)",
        "seat 1   37.5 % (9.2 to 78.1 %)",
        "seat 2   37.5 % (9.2 to 78.1 %)",
    ]


def test_a_solo_game_has_no_seats_to_compare() -> None:
    alone = StudyResult(("random",), [GameResult(0, "7/0", (0,), 10, capped=False, winners=(0,), totals=(5,))])
    assert str(alone).splitlines() == [
        "1 game, 0 cut at the cap of its length.",
        "Actions in a game: 10.00 (one game gives no interval)",
        "",
        "         wins                        mean score",
        "random   100.0 % (20.7 to 100.0 %)   5.00 (one game gives no interval)",
    ]


def test_bots_that_share_a_name_are_numbered() -> None:
    assert StudyResult(("random", "scorer", "random")).labels == ("random 1", "scorer", "random 3")


def test_results_become_plain_data() -> None:
    data = json.loads(json.dumps(RESULT.summary(), allow_nan=False))
    assert (data["games"], data["capped"], data["length"]["value"]) == (4, 1, 25.0)
    assert [entry["bot"] for entry in data["bots"]] == ["scorer", "random"]
    assert data["bots"][0]["wins"] == RESULT.wins(0).to_dict()
    assert data["seats"][1] == {"seat": 1, "wins": RESULT.seat_wins(1).to_dict()}
    assert json.loads(json.dumps(GAMES[1].to_dict())) == {
        "number": 1, "seed": "7/1", "bots": [1, 0], "actions": 20, "capped": False, "winners": [0, 1],
        "totals": [4, 4],
    }  # fmt: skip


def test_stronger_bot_wins_more_wherever_it_sits() -> None:
    result = Study("shifting_stones", bots=(Scorer(), "random"), games=60, seed=1).run()
    assert result.wins(0).low > 0.5
    assert result.wins(0).value + result.wins(1).value == pytest.approx(1)
    assert result.seat_wins(0).value + result.seat_wins(1).value == pytest.approx(1)
