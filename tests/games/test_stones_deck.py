"""The deck and the stones: counts, profile, exact chances, set-up; and a designer's own deck, checked card by card."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from math import factorial
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tidebook.core.chance import Chance
from tidebook.core.errors import PartsError, RulesError
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.games.shifting_stones.parts import FACES, FAMILIES, PLACES, Card, packed
from tidebook.games.shifting_stones.rules import StonesRules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

GRIDS = 2_580_480
GAME = ShiftingStones.of()
CARDS = list(GAME.cards.values())
VALUES = (1, 2, 3, 5)


def variant(cards: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """Give rules with a deck of these cards, and nothing else in it unless it says so."""
    return {"deck": "mine", "parts": {"decks": {"mine": {"cards": dict(cards), **more}}}}


def fault(rules: Mapping[str, Any]) -> str:
    """Give the sentence with which a set of parts is refused."""
    with pytest.raises(PartsError) as caught:
        ShiftingStones.of(rules)
    return str(caught.value)


# The published profile.


def test_T34_seventy_two_different_cards() -> None:
    """SS-27 and SS-30: our own list, with the profile of the published one."""
    assert len(CARDS) == 72
    assert Counter(card.value for card in CARDS) == {1: 28, 2: 26, 3: 13, 5: 5}
    assert len({card.pattern for card in CARDS}) == 72


SHAPES = {
    1: {"XX": 12, "X/X": 12, "X./.X": 1, ".X/X.": 1, ".../.X./...": 2},
    2: {
        "XX": 3,
        "X/X": 3,
        "X.X": 4,
        "X/./X": 2,
        ".XX": 1,
        "XX.": 1,
        "X./.X": 1,
        ".X/X.": 1,
        "X../.../..X": 2,
        "..X/.../X..": 2,
        "X..": 1,
        "..X": 1,
        "X/./.": 1,
        "././X": 1,
        "X../.../...": 1,
        ".../.../..X": 1,
    },
    3: {
        "XXX": 4,
        "X/X/X": 3,
        "X.X": 1,
        "X/./X": 1,
        ".X/XX": 1,
        "X./XX": 1,
        ".X./.../X.X": 1,
        "X.X/.../.X.": 1,
    },
    5: {".X./X.X/.X.": 2, "X.X/.../X.X": 1, "X../.X./..X": 1, ".X./.../X.X": 1},
}
WANTED = {
    1: {"HH": 6, "EE": 6, "HE": 6, "FH": 4, "FE": 4, "F": 2},
    2: {"S": 6, "SH": 2, "SE": 2, "FF": 2, "FH": 4, "FE": 4, "HH": 3, "EE": 3},
    3: {"HHH": 3, "EEE": 3, "FHE": 3, "FF": 2, "SHH": 1, "SEE": 1},
    5: {"FFHE": 1, "SHHE": 1, "HHEE": 1, "SFF": 2},
}


@pytest.mark.parametrize("value", VALUES)
def test_the_deck_has_the_shapes_of_the_published_one(value: int) -> None:
    shapes = Counter("".join("X" if letter in FACES else letter for letter in card.pattern) for card in of_value(value))

    assert shapes == SHAPES[value]


@pytest.mark.parametrize("value", VALUES)
def test_the_deck_wants_the_stones_of_the_published_one(value: int) -> None:
    families = {face: family[0] for family in FAMILIES for face in family}  # S, F, H and E, in this order
    wanted = Counter(
        "".join(sorted((families[face] for face in card.pattern if face in FACES), key="SFHE".index))
        for card in of_value(value)
    )

    assert wanted == WANTED[value]


def of_value(value: int) -> list[Card]:
    """Give the cards of one value."""
    return [card for card in CARDS if card.value == value]


# Grids.


def arrangements() -> set[str]:
    """Give every way to lay the nine stones, by their first faces."""
    laid = {""}
    for _place in PLACES:
        laid = {
            row + family[0] for row in laid for family, count in GAME.stones.items() if row.count(family[0]) < count
        }
    return laid


def test_T35_grids_and_manipulations() -> None:
    assert len(arrangements()) * 2**9 == GRIDS

    match = tidebook.new("shifting_stones", position={"grid": "BHO/EST/EBH", "hands": [[17], []]})
    kinds = Counter(action.kind for action in match.legal())
    assert (kinds["shift"], kinds["flip"]) == (12, 9)


def test_T35_every_manipulation_leads_to_another_grid_and_back() -> None:
    for moved in GAME.moves[17]:
        state = GAME.position({"grid": "SHB/EFT/OTH", "hands": [[17], []]})
        before = state.grid
        state.apply(moved, Chance(1))
        state.hands[0] = [17]
        there = state.grid
        state.apply(moved, Chance(1))

        assert there != before
        assert state.grid == before


def grids_showing(card: Card) -> int:
    """Count the grids that show a card, exactly: placements added and taken away by inclusion and exclusion."""
    placements = card.placements()
    some = chain.from_iterable(combinations(placements, size) for size in range(1, len(placements) + 1))
    return sum((-1) ** (len(chosen) + 1) * grids_with(chosen) for chosen in some)


def grids_with(chosen: tuple[dict[int, int], ...]) -> int:
    """Count the grids that show all of these placements at once."""
    wanted: dict[int, int] = {}
    for place, face in chain.from_iterable(placement.items() for placement in chosen):
        if wanted.setdefault(place, face) != face:
            return 0
    left = [count - sum(face // 2 == family for face in wanted.values()) for family, count in enumerate(counts())]
    if min(left) < 0:
        return 0
    ways = factorial(sum(left))
    for count in left:
        ways //= factorial(count)
    return ways << sum(left)  # two faces for each of the others


def counts() -> tuple[int, ...]:
    """Give how many stones there are of each family."""
    return tuple(GAME.stones.values())


@pytest.mark.parametrize(("value", "percent", "digits"), [(1, 12.9, 1), (2, 7.1, 1), (3, 0.88, 2), (5, 0.050, 3)])
def test_the_chance_that_a_random_grid_already_shows_a_card(value: int, percent: float, digits: int) -> None:
    cards = of_value(value)
    chance = 100 * sum(map(grids_showing, cards)) / (GRIDS * len(cards))

    assert round(chance, digits) == percent


def test_the_tables_agree_with_the_placements_on_random_grids() -> None:
    for seed in range(400):
        grid = GAME.start(2, Chance(seed)).grid
        assert [GAME.shows(grid, card.number) for card in CARDS] == [bool(card.matches(grid)) for card in CARDS]


@pytest.mark.soak
def test_the_tables_agree_with_the_exact_count_over_all_grids() -> None:
    menus, top, middle, bottom = GAME.tables
    shown = Counter(top[grid & 511] & middle[grid >> 9 & 511] & bottom[grid >> 18] for grid in all_grids())

    assert shown.total() == GRIDS
    for card in CARDS:
        pattern = menus[card.number][0]
        assert sum(count for bits, count in shown.items() if bits & pattern) == grids_showing(card), card


def all_grids() -> Iterator[int]:
    """Give every grid there is."""
    faces = [sum(1 << place for bit, place in enumerate(PLACES) if which >> bit & 1) for which in range(512)]
    for laid in arrangements():
        grid = packed(laid)
        for turned in faces:
            yield grid ^ turned


# The set-up.


def test_SS_18_stones_and_faces_are_random_at_the_start() -> None:
    seen = {
        (cell, face) for seed in range(300) for cell, face in enumerate(GAME.start(2, Chance(seed)).to_dict()["grid"])
    }

    assert len(seen) == 9 * 8


def solo_deal(seed: int) -> list[int]:
    """Give the values of the cards of a solo game: the hand, then the deck from the top."""
    data = GAME.start(1, Chance(seed)).to_dict()
    return [GAME.cards[card].value for card in (*data["hands"][0], *data["deck"])]


def test_SS_22_a_solo_deck_is_random_within_the_quotas() -> None:
    boxes = [set(GAME.start(1, Chance(seed)).box) for seed in range(200)]

    assert all(Counter(solo_deal(seed)) == {1: 8, 2: 4, 3: 3, 5: 1} for seed in range(50))
    assert set.union(*boxes) == set(GAME.cards)
    assert set.intersection(*boxes) == set()


def test_SS_22_a_solo_deck_is_shuffled_after_it_is_put_together() -> None:
    """Each of the sixteen cards is as likely as the others to be dealt first, or to lie at the bottom."""
    games = 2000
    deals = [solo_deal(seed) for seed in range(games)]

    for place in (0, -1):
        found = Counter(deal[place] for deal in deals)
        assert {value: count / games for value, count in found.items()} == pytest.approx(
            {1: 8 / 16, 2: 4 / 16, 3: 3 / 16, 5: 1 / 16}, abs=0.04
        )


# A designer's deck.

GOOD = {"value": 1, "pattern": "HO"}
NO_STONE = "which is no stone; stones are S, M, F, B, H, O, E and T"


@pytest.mark.parametrize(
    ("number", "card", "sentence"),
    [
        ("7", {"value": 1, "pattern": "HO"}, "card 7: its pattern HO is that of card 3 too"),
        ("7", {"value": 1, "pattern": "HX"}, f"card 7: its pattern HX shows X, {NO_STONE}"),
        ("7", {"value": 1, "pattern": "ho"}, f"card 7: its pattern ho shows h, {NO_STONE}"),
        (
            "7",
            {"value": 1, "pattern": "FB/.F"},
            "card 7: its pattern FB/.F asks for 3 of the stones FB, there are only 2",
        ),
        (
            "7",
            {"value": 1, "pattern": "S./.M"},
            "card 7: its pattern S./.M asks for 2 of the stones SM, there is only 1",
        ),
        ("7", {"value": 1, "pattern": "...."}, "card 7: its pattern .... does not fit on 3 x 3 stones"),
        ("7", {"value": 1, "pattern": "H/././."}, "card 7: its pattern H/././. does not fit on 3 x 3 stones"),
        ("7", {"value": 1, "pattern": "HO/H"}, "card 7: the rows of its pattern HO/H must be of one length"),
        ("7", {"value": 1, "pattern": ""}, "card 7: its pattern names no stone"),
        ("7", {"value": 1, "pattern": "../.."}, "card 7: its pattern names no stone"),
        ("7", {"value": 1, "pattern": ["HO"]}, "card 7: its pattern must be a text such as HO or H/./H"),
        ("7", {"value": 0, "pattern": "SH"}, "card 7: its value must be 1 to 9, not 0"),
        ("7", {"value": 10, "pattern": "SH"}, "card 7: its value must be 1 to 9, not 10"),
        ("7", {"value": True, "pattern": "SH"}, "card 7: its value must be 1 to 9, not true"),
        ("7", {"value": "2", "pattern": "SH"}, "card 7: its value must be 1 to 9, not 2"),
        ("7", {"value": 1}, "card 7: it must have a value and a pattern, and nothing else"),
        ("7", {**GOOD, "name": "x"}, "card 7: it must have a value and a pattern, and nothing else"),
        ("7", "HO", "card 7: it must have a value and a pattern, and nothing else"),
        ("0", GOOD, "card 0: its number must be 1 to 999"),
        ("1000", GOOD, "card 1000: its number must be 1 to 999"),
        ("07", GOOD, "card 07: its number must be 1 to 999"),
        ("-7", GOOD, "card -7: its number must be 1 to 999"),
        ("seven", GOOD, "card seven: its number must be 1 to 999"),
        ("٧", GOOD, "card ٧: its number must be 1 to 999"),
    ],
)  # fmt: skip
def test_a_bad_card_is_named_with_its_fault(number: str, card: object, sentence: str) -> None:
    rules = variant({number: card}, **{"from": "standard"})

    assert fault(rules) == f"Deck mine, {sentence}."


def test_a_number_of_thousands_of_digits_is_a_bad_number() -> None:
    assert fault(variant({"1" * 5000: GOOD})) == f"Deck mine, card {'1' * 19}…: its number must be 1 to 999."


def test_too_few_cards() -> None:
    few = {str(card.number): {"value": card.value, "pattern": card.pattern} for card in CARDS[:18]}

    assert fault(variant(few)) == "Deck mine has 18 cards: two players need 19."
    assert fault(variant({})) == "Deck mine has 0 cards: two players need 19."


def test_just_enough_cards_are_a_game_for_two() -> None:
    few = {str(card.number): {"value": card.value, "pattern": card.pattern} for card in CARDS[:19]}

    game = ShiftingStones.of(variant(few))
    assert game.players == (2,)


def test_fewer_cards_are_for_fewer_players() -> None:
    game = ShiftingStones.of({"deck": "first_steps", "trigger_5": 14, "trigger_4": 14})

    assert game.players == (2, 3, 4)
    with pytest.raises(RulesError) as caught:
        game.start(5, Chance(1))
    assert str(caught.value) == "Shifting Stones is for 2, 3 and 4 players by these rules, not 5."


@pytest.mark.parametrize(
    ("decks", "sentence"),
    [
        ({"mine": {"from": "mine"}}, "Deck mine is made from itself."),
        ({"mine": {"from": "other"}, "other": {"from": "mine"}}, "Deck other is made from itself."),
        ({"mine": {"from": "nowhere"}}, "There is no deck nowhere with a table of cards."),
        ({"mine": {"from": "standard", "values": 2}}, "Deck mine: values must be a list of numbers."),
        ({"mine": {"cards": []}}, "There is no deck mine with a table of cards."),
        ({"mine": "standard"}, "There is no deck mine with a table of cards."),
        (
            {"mine": {"from": "standard", "size": 3, "colour": "red"}},
            "Deck mine has colour and size; a deck has cards, from and values only.",
        ),
    ],
)
def test_a_bad_deck_is_named_with_its_fault(decks: dict[str, Any], sentence: str) -> None:
    assert fault({"deck": "mine", "parts": {"decks": decks}}) == sentence


@pytest.mark.parametrize("decks", [5, "standard", ["standard"]])
def test_decks_that_are_no_table_are_refused_in_a_sentence(decks: object) -> None:
    assert fault({"parts": {"decks": decks}}) == f"parts.decks must be a table, not {decks}."


def test_decks_made_from_decks_end_somewhere() -> None:
    chain_of_decks = {f"deck{number}": {"from": f"deck{number + 1}"} for number in range(20)}

    assert fault({"deck": "deck0", "parts": {"decks": chain_of_decks}}) == (
        "Deck deck0 is made from a deck made from a deck, and so on too often."
    )


@pytest.mark.parametrize(
    ("stones", "sentence"),
    [
        (5, "parts.stones must be a table, not 5."),
        ({"XY": 1}, "stones: XY = 1 is not right; the stones are SM, FB, HO and ET, each 0 to 9."),
        ({"SM": -1}, "stones: SM = -1 is not right; the stones are SM, FB, HO and ET, each 0 to 9."),
        ({"SM": True}, "stones: SM = true is not right; the stones are SM, FB, HO and ET, each 0 to 9."),
        ({"SM": 2}, "There must be nine stones, not 10."),
        ({"SM": 2, "HO": 2}, "Deck standard, card 57: its pattern HOO asks for 3 of the stones HO, there are only 2."),
    ],
)
def test_bad_stones_are_named(stones: object, sentence: str) -> None:
    assert fault({"parts": {"stones": stones}}) == sentence


def test_other_stones_lie_on_the_table() -> None:
    parts = {"stones": {"SM": 0, "HO": 4}, "decks": {"two": {"cards": {"1": GOOD, "2": {"value": 1, "pattern": "OH"}}}}}
    game = ShiftingStones.of({"deck": "two", "trigger_2": 1, "hand_size": 1, "parts": parts})

    grid = game.start(2, Chance(1)).to_dict()["grid"]

    assert sum(face in "HO" for face in grid) == 4
    assert not set(grid) & set("SM")


# Decks made from decks, and variant files.


def test_first_steps_has_the_cards_of_value_1_and_2() -> None:
    game = ShiftingStones.of({"deck": "first_steps"})

    assert list(game.cards.values()) == [card for card in CARDS if card.value < 3]
    assert game.players == (2, 3, 4, 5)


def test_a_deck_takes_some_values_of_another_and_adds_its_own() -> None:
    mine = {"from": "standard", "values": [1], "cards": {"7": {"value": 9, "pattern": "SH"}}}
    game = ShiftingStones.of({"deck": "mine", "parts": {"decks": {"mine": mine}}})

    assert [*game.cards] == list(range(1, 29))
    assert game.cards[7] == Card(7, 9, "SH")


def test_one_card_replaced_is_played_with() -> None:
    rules = {"parts": {"decks": {"standard": {"cards": {"13": {"value": 9, "pattern": "BH"}}}}}}
    match = tidebook.new("shifting_stones", rules=rules, position={"grid": "BHO/EST/EBH", "hands": [[13], []]})

    match.play("score 13")

    assert match.scores()[0].total == 9


def test_a_deck_may_have_values_that_the_published_one_has_not() -> None:
    game = ShiftingStones.of({"parts": {"decks": {"standard": {"cards": {"73": {"value": 4, "pattern": "S/H"}}}}}})

    assert 73 in game.start(1, Chance(1)).box


def test_one_number_of_a_card_may_be_replaced() -> None:
    game = ShiftingStones.of({"parts": {"decks": {"standard": {"cards": {"7": {"value": 9}}}}}})

    assert game.cards[7] == Card(7, 9, "EE")


def test_a_variant_file_goes_both_ways(tmp_path: Path) -> None:
    mine = {"from": "standard", "values": [1, 2, 3], "cards": {"99": {"value": 4, "pattern": "S./.H"}}}
    rules = StonesRules.of({"deck": "mine", "hand_size": 3, "skip_cap": False, "parts": {"decks": {"mine": mine}}})
    file = tmp_path / "variant.toml"

    file.write_text(rules.to_toml(), "utf-8")

    assert StonesRules.of(file) == rules
    assert tidebook.game("shifting_stones", file) is ShiftingStones.of(rules)


def test_a_variant_file_is_read_as_a_designer_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "sunless.toml"
    file.write_text(
        """
        game = "shifting_stones"
        [rules]
        deck = "quick"
        trigger_2 = 5
        [parts.decks.quick]
        from = "standard"
        values = [1]
        [parts.decks.quick.cards]
        80 = { value = 3, pattern = "S./.H" }
        """,
        "utf-8",
    )

    game = tidebook.game("shifting_stones", file)

    assert isinstance(game, ShiftingStones)
    assert [*game.cards] == [*range(1, 29), 80]
    assert game.rules.changed() == {"deck": "quick", "trigger_2": 5}


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"deks": {}}, "parts has deks; the parts of this game are stones and decks."),
        ({"decks": {"standard": {"values": [1]}}}, "Deck standard has values, but no deck that it is made from."),
    ],
)
def test_a_slip_in_a_deck_file_is_named_and_not_passed_over(parts: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PartsError) as caught:
        StonesRules.of({"parts": parts})

    assert str(caught.value) == sentence


def test_a_deck_may_have_any_name() -> None:
    rules = StonesRules.of({"deck": "🐚 v1.0", "parts": {"decks": {"🐚 v1.0": {"from": "standard"}}}})

    assert StonesRules.from_toml(rules.to_toml()) == rules


# The dials, refused.


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"hand_size": 0}, "hand_size must be 1 to 8, not 0."),
        ({"bonus": 11}, "bonus must be 0 to 10, not 11."),
        ({"skip_cap": "yes"}, "skip_cap must be one of true and false, not yes."),
        ({"deck": "mine"}, "deck must be one of standard and first_steps, not mine."),
        ({"skip_cup": False}, "shifting_stones has no dial or ruling skip_cup; near it are skip_cap and skip_draw."),
    ],
)
def test_a_bad_dial_names_the_field_the_value_and_what_is_allowed(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        ShiftingStones.of(rules)

    assert str(caught.value) == sentence
