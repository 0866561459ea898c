from __future__ import annotations

import pickle
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidebook.core import chance as chance_module
from tidebook.core.chance import Chance, Script, check_seed, fresh_seed, shuffled, stream
from tidebook.core.errors import ChanceError

if TYPE_CHECKING:
    from collections.abc import Callable

LUCKY = (1, 6, 6, 3)


def rolls(chance: Chance, label: str, count: int = 20) -> list[int]:
    """Roll a die with very many sides, so that equal rolls are no accident."""
    return [chance.die(label, 10**9) for _each in range(count)]


# Seeds.


@pytest.mark.parametrize("seed", [7, "tide", 0, -3, 2**128 - 1, ""])
def test_same_seed_gives_the_same_luck(seed: int | str) -> None:
    one, other = Chance(seed), Chance(seed)
    assert rolls(one, "attack") == rolls(other, "attack")
    assert one.shuffle("deck", range(50)) == other.shuffle("deck", range(50))
    assert [one.pick("bag", "SMFB") for _each in range(20)] == [other.pick("bag", "SMFB") for _each in range(20)]


def test_other_seed_gives_other_luck() -> None:
    assert rolls(Chance(7), "attack") != rolls(Chance(8), "attack")
    assert rolls(Chance("tide"), "attack") != rolls(Chance("tides"), "attack")


@pytest.mark.parametrize(
    ("seed", "labels", "numbers"),
    [
        (7, ("deck",), [0.7682937960916899, 0.10599035786361555, 0.08027828174224383]),
        ("tide", ("deck",), [0.09650824954205439, 0.8306687059556418, 0.3927702821513769]),
        (0, ("bot", 1, 12), [0.3964957153154859, 0.41826516088009535, 0.17241773631649493]),
        (2**127 + 1, ("faces",), [0.5502106756362921, 0.7788881777085719, 0.8116225368259132]),
    ],
)
def test_streams_never_drift(seed: int | str, labels: tuple[object, ...], numbers: list[float]) -> None:
    # Whatever changes these numbers changes every saved game and every study there is.
    draw = stream(seed, *labels).random
    assert [draw(), draw(), draw()] == numbers


def test_dice_picks_and_shuffles_never_drift() -> None:
    chance = Chance(7)
    assert [chance.die("attack", 6) for _each in range(12)] == [4, 1, 4, 2, 3, 1, 6, 4, 5, 5, 1, 6]
    assert "".join(chance.pick("faces", "SM") for _each in range(12)) == "SMMMMSSMSSMM"
    assert chance.shuffle("deck", range(1, 11)) == [3, 4, 5, 10, 2, 7, 6, 9, 1, 8]


def test_seeds_that_nobody_chose_have_128_bits() -> None:
    seeds = [fresh_seed() for _each in range(200)]
    assert len(set(seeds)) == 200
    assert 2**120 < max(seeds) < 2**128


def test_chance_without_a_seed_takes_a_fresh_one_and_can_be_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance_module, "fresh_seed", lambda: 12345)
    assert Chance().seed == 12345
    assert rolls(Chance(), "deck") == rolls(Chance(12345), "deck")


def test_seed_zero_is_a_seed_like_any_other() -> None:
    assert Chance(0).seed == 0
    assert repr(Chance(0)) == "Chance(0)"
    assert repr(Chance("tide")) == "Chance('tide')"


@pytest.mark.parametrize("seed", [0, -1, 2**128, "", "tide", "x" * 200, int("9" * 200), -int("9" * 200)])
def test_whole_numbers_and_short_texts_are_seeds(seed: int | str) -> None:
    assert check_seed(seed) == seed


@pytest.mark.parametrize(
    ("seed", "shown"),
    [
        (True, "true"),
        (None, "null"),
        (1.5, "1.5"),
        (b"tide", "b'tide'"),
        ([1], "[1]"),
        ("x" * 201, "x" * 59 + "…"),
        (10**200, "1" + "0" * 58 + "…"),
        (-(10**200), "-1" + "0" * 57 + "…"),
    ],
)
def test_anything_else_is_no_seed(seed: object, shown: str) -> None:
    with pytest.raises(ChanceError) as caught:
        check_seed(seed)
    assert str(caught.value) == f"A seed is a whole number or a text of at most 200 characters, not {shown}."


def test_number_too_long_to_be_written_is_no_seed() -> None:
    with pytest.raises(ChanceError):  # not Python's own ValueError about the digits of a number
        check_seed(10**5000)


def test_text_that_cannot_be_encoded_is_no_seed_or_one_that_works() -> None:
    # JSON can hold half of a surrogate pair; hashing it must not fail later, in the middle of a game.
    try:
        chance = Chance("\ud800")
    except ChanceError:
        return
    assert 1 <= chance.die("attack", 6) <= 6


# Labels.


def test_what_one_label_draws_does_not_move_another() -> None:
    alone, among = Chance(7), Chance(7)
    wanted = rolls(alone, "deck")
    seen = []
    for _each in range(20):
        among.shuffle("stones", range(9))
        among.pick("faces", "SM")
        seen += rolls(among, "deck", 1)
    assert seen == wanted


def test_labels_have_different_luck() -> None:
    chance = Chance(7)
    drawn = [number for label in ("deck", "decks", "stones", "") for number in rolls(chance, label)]
    assert len(set(drawn)) == len(drawn)


# What is drawn.


def test_die_shows_every_side_and_no_other() -> None:
    chance = Chance(1)
    assert {chance.die("attack", 6) for _each in range(200)} == {1, 2, 3, 4, 5, 6}
    assert {chance.die("coin", 1) for _each in range(20)} == {1}


def test_pick_takes_each_item_and_no_other() -> None:
    chance = Chance(1)
    assert {chance.pick("bag", "SMF") for _each in range(100)} == {"S", "M", "F"}


@settings(deadline=None)
@given(st.integers(), st.lists(st.integers(0, 5), max_size=12))
def test_shuffle_keeps_every_item_and_leaves_the_original_alone(seed: int, items: list[int]) -> None:
    before = items.copy()
    mixed = Chance(seed % 10**100).shuffle("deck", items)
    assert Counter(mixed) == Counter(before)
    assert items == before
    assert mixed is not items


def test_shuffle_makes_every_order_equally_often() -> None:
    chance = Chance(2024)
    games = 6000
    orders = Counter(tuple(chance.shuffle("deck", "abc")) for _each in range(games))
    expected = games / 6
    assert len(orders) == 6
    chi_square = sum((count - expected) ** 2 / expected for count in orders.values())
    # 5 degrees of freedom: 20.5 is exceeded once in a thousand seeds; a shuffle that also swaps with the items
    # already placed (the usual mistake) gives 70 here.
    assert chi_square < 20.5


def test_shuffle_uses_one_number_for_each_item_but_the_first() -> None:
    numbers = iter([0.99, 0.0, 0.4])
    assert shuffled("abcd", lambda: next(numbers)) == ["b", "c", "a", "d"]
    with pytest.raises(StopIteration):
        next(numbers)


@pytest.mark.parametrize("ask", [lambda one: one.pick("bag", []), lambda one: one.die("bag", 0)])
def test_nothing_to_choose_from_is_an_error(ask: Callable[[Chance], object]) -> None:
    with pytest.raises(ChanceError) as caught:
        ask(Chance(1))
    assert str(caught.value) == "There is nothing to choose from for “bag”."


# Marks.


def test_rewinding_to_a_mark_brings_the_same_luck_again() -> None:
    chance = Chance(7)
    rolls(chance, "attack", 3)
    mark = chance.mark()
    first = rolls(chance, "attack"), chance.shuffle("deck", range(30)), rolls(chance, "new")
    chance.rewind(mark)
    assert (rolls(chance, "attack"), chance.shuffle("deck", range(30)), rolls(chance, "new")) == first


def test_rewinding_goes_forward_too() -> None:
    chance = Chance(7)
    start = chance.mark()
    rolls(chance, "attack", 5)
    later = chance.mark()
    wanted = rolls(chance, "attack", 3)
    chance.rewind(start)
    chance.rewind(later)
    assert rolls(chance, "attack", 3) == wanted


def test_marks_do_not_change_with_what_is_drawn_later() -> None:
    chance = Chance(7)
    rolls(chance, "attack", 2)
    mark = chance.mark()
    rolls(chance, "attack", 2)
    assert mark == {"attack": 2}


ASKED = st.lists(st.tuples(st.sampled_from(["die", "pick", "shuffle"]), st.sampled_from("xyz")), max_size=8)


@settings(max_examples=50, deadline=None)
@given(ASKED, ASKED)
def test_mark_and_rewind_hold_for_any_order_of_questions(
    before: list[tuple[str, str]], after: list[tuple[str, str]]
) -> None:
    def ask(chance: Chance, questions: list[tuple[str, str]]) -> list[object]:
        kinds: dict[str, Callable[[str], object]] = {
            "die": lambda label: chance.die(label, 10**9),
            "pick": lambda label: chance.pick(label, range(10**9)),
            "shuffle": lambda label: chance.shuffle(label, range(9)),
        }
        return [kinds[kind](label) for kind, label in questions]

    chance = Chance(3)
    ask(chance, before)
    mark = chance.mark()
    told = ask(chance, after)
    chance.rewind(mark)
    assert ask(chance, after) == told


def test_chance_goes_on_where_it_was_after_pickling() -> None:
    chance = Chance(7)
    rolls(chance, "attack", 3)
    again = pickle.loads(pickle.dumps(chance))  # noqa: S301
    assert again.seed == 7
    assert again.mark() == chance.mark()
    assert rolls(again, "attack") == rolls(chance, "attack")


# Scripts.


def test_script_answers_what_is_written() -> None:
    script = Script([("attack", 6), ("bag", "M"), ("deck", [3, 1]), ["coin", 1]])
    assert script.die("attack", 6) == 6
    assert script.pick("bag", "SM") == "M"
    assert script.shuffle("deck", [1, 2, 3, 4]) == [3, 1, 2, 4]
    assert script.die("coin", 2) == 1
    script.finish()


def test_scripted_shuffle_leaves_the_original_alone_and_may_name_equal_items() -> None:
    items = [1, 2, 2, 3]
    assert Script([("deck", (2, 2))]).shuffle("deck", items) == [2, 2, 1, 3]
    assert items == [1, 2, 2, 3]
    assert Script([("deck", [])]).shuffle("deck", items) == items


ERRORS: list[tuple[list[Any], Callable[[Script], object], str]] = [
    ([("bag", 3)], lambda one: one.die("attack", 6), "The script has “bag” next, but the game asks for “attack”."),
    ([("bag", 3)], lambda one: one.pick("attack", [3]), "The script has “bag” next, but the game asks for “attack”."),
    ([("bag", 3)], lambda one: one.shuffle("x", [3]), "The script has “bag” next, but the game asks for “x”."),
    ([], lambda one: one.die("attack", 6), "The script has ended, but the game asks for “attack”."),
    ([], lambda one: one.shuffle("deck", [1]), "The script has ended, but the game asks for “deck”."),
    ([("attack", 7)], lambda one: one.die("attack", 6), "“attack” rolls 1 to 6, not 7."),
    ([("attack", 0)], lambda one: one.die("attack", 6), "“attack” rolls 1 to 6, not 0."),
    ([("attack", True)], lambda one: one.die("attack", 6), "“attack” rolls 1 to 6, not True."),
    ([("attack", "2")], lambda one: one.die("attack", 6), "“attack” rolls 1 to 6, not '2'."),
    ([("attack", 2.0)], lambda one: one.die("attack", 6), "“attack” rolls 1 to 6, not 2.0."),
    ([("bag", 9)], lambda one: one.pick("bag", [1, 2]), "“bag” cannot pick 9: it is not among 1 and 2."),
    ([("bag", 9)], lambda one: one.pick("bag", []), "“bag” cannot pick 9: it is not among nothing."),
    (
        [("deck", 3)],
        lambda one: one.shuffle("deck", [3]),
        "“deck” is a shuffle: its outcome is a list, not 3.",
    ),
    (
        [("deck", "3")],
        lambda one: one.shuffle("deck", ["3"]),
        "“deck” is a shuffle: its outcome is a list, not '3'.",
    ),
    (
        [("deck", [1, 1])],
        lambda one: one.shuffle("deck", [1, 2]),
        "“deck” cannot deal 1: it is not there (any more).",
    ),
]


@pytest.mark.parametrize(("outcomes", "ask", "sentence"), ERRORS)
def test_script_that_does_not_fit_is_an_error(
    outcomes: list[Any], ask: Callable[[Script], object], sentence: str
) -> None:
    with pytest.raises(ChanceError) as caught:
        ask(Script(outcomes))
    assert str(caught.value) == sentence


def test_outcomes_left_over_are_an_error() -> None:
    script = Script([("attack", 6), ("attack", 5), ("deck", [1])])
    script.die("attack", 6)
    with pytest.raises(ChanceError) as caught:
        script.finish()
    assert str(caught.value) == "The script has outcomes that were never asked for: attack 5 and deck [1]."


@pytest.mark.parametrize("entry", ["attack", ("attack",), ("attack", 1, 2), (1, 2), 7, None, {"attack": 1}])
def test_outcome_is_a_pair_of_label_and_outcome(entry: Any) -> None:
    sentence = f"A scripted outcome is a pair of label and outcome, not {entry!r}."
    with pytest.raises(ChanceError) as caught:
        Script([entry])
    assert str(caught.value) == sentence
    with pytest.raises(ChanceError) as caught:
        Script([]).add([entry])
    assert str(caught.value) == sentence


def test_script_goes_on_with_what_is_added() -> None:
    script = Script([("attack", 6)])
    script.add([("attack", 2)])
    assert [script.die("attack", 6), script.die("attack", 6)] == [6, 2]
    script.finish()


def test_script_can_be_rewound() -> None:
    script = Script([("attack", number) for number in LUCKY])
    script.die("attack", 6)
    mark = script.mark()
    assert [script.die("attack", 6) for _each in range(3)] == [6, 6, 3]
    script.rewind(mark)
    assert [script.die("attack", 6) for _each in range(3)] == [6, 6, 3]
    script.finish()


def test_script_has_a_seed_for_those_who_need_luck_beside_it() -> None:
    assert Script([]).seed == 0  # bots draw from it


def test_script_shows_its_outcomes() -> None:
    assert repr(Script([["attack", 6]])) == "Script([('attack', 6)])"
