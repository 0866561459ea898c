from __future__ import annotations

from collections import Counter
from random import Random

import tidebook
from tidebook.bots.random import RandomBot, pick
from tidebook.core.chance import stream

# One card with a pattern that the stones show, one without: 42 moves, one score, end, skip.
POSITION = {"players": 2, "grid": "BHO/EST/EBH", "hands": [[3, 9], []]}


def test_kind_is_chosen_first_each_as_often_as_the_others() -> None:
    match = tidebook.new("shifting_stones", position=POSITION)
    random = stream(1, "test")
    games = 5000
    kinds = Counter(pick(match.legal(), random).kind for _each in range(games))
    assert set(kinds) == {"shift", "flip", "score", "end", "skip"}
    expected = games / len(kinds)
    # 4 degrees of freedom: 18.5 is exceeded once in a thousand seeds; choosing evenly among all actions
    # would give thousands.
    assert sum((count - expected) ** 2 / expected for count in kinds.values()) < 18.5


def test_every_action_of_a_kind_is_chosen_about_as_often() -> None:
    match = tidebook.new("shifting_stones", position=POSITION)
    legal = [action for action in match.legal() if action.kind == "flip"]
    random = stream(2, "test")
    games = 18 * 300
    flips = Counter(pick(legal, random) for _each in range(games))
    assert set(flips) == set(legal)
    assert len(legal) == 18
    # 17 degrees of freedom: 40.8 is exceeded once in a thousand seeds.
    assert sum((count - 300) ** 2 / 300 for count in flips.values()) < 40.8


def test_same_sight_and_source_give_the_same_choice() -> None:
    sight = tidebook.new("shifting_stones", 2, 7).sight()
    choices = [RandomBot().choose(sight, Random(seed)) for seed in range(40)]  # noqa: S311
    assert choices == [RandomBot().choose(sight, Random(seed)) for seed in range(40)]  # noqa: S311
    assert len({choice.action for choice in choices}) > 10


def test_choice_never_drifts() -> None:
    # Studies promise the same numbers everywhere: only random() of the source may be used.
    class Source(Random):
        """A source that has nothing but random()."""

        def getrandbits(self, k: int, /) -> int:
            raise AssertionError(k)

    sight = tidebook.new("shifting_stones", 2, 7).sight()
    source = Source(5)
    chosen = [str(RandomBot().choose(sight, source).action) for _each in range(6)]
    expected = Random(5)  # noqa: S311
    kinds = list(dict.fromkeys(action.kind for action in sight.legal))
    for text in chosen:
        kind = kinds[int(expected.random() * len(kinds))]
        same = [action for action in sight.legal if action.kind == kind]
        assert text == str(same[int(expected.random() * len(same))])


def test_only_action_left_is_chosen() -> None:
    match = tidebook.new("shifting_stones", position={"players": 2, "grid": "BHO/EST/EBH", "skipped": [True, False]})
    assert [str(action) for action in match.legal()] == ["end"]
    choice = RandomBot().choose(match.sight(), Random(1))  # noqa: S311
    assert str(choice.action) == "end"
    assert str(choice.reason) == "It was chosen at random."
