"""Any situation can be set up, checked, and read back; a guess fits what a seat may know."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tidebook
from tidebook.core.chance import Chance
from tidebook.core.errors import PositionError, RulesError
from tidebook.core.scene import at_path
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.games.shifting_stones.positions import FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tidebook.games.shifting_stones.play import StonesState

GRID = "BHO/EST/EBH"
GAME = ShiftingStones.of()
DOWN = ShiftingStones.of({"discard_down_to_4": True})
ONES = {"deck": "ones", "parts": {"decks": {"ones": {"from": "standard", "values": [1]}}}}
FOURS = ShiftingStones.of({"parts": {"decks": {"standard": {"cards": {"73": {"value": 4, "pattern": "S/H"}}}}}})
TEN = list(range(1, 11))
SOLO = {"hands": [[3, 5, 38, 57]]}
SOLO_ROW = [1, 2, 3, 4, 5, 6, 7, 8, 29, 30, 31, 32, 55, 56, 57, 68]  # all sixteen


def wander(game: ShiftingStones, players: int, seed: int, actions: int) -> Iterator[StonesState]:
    """Give the states of a game in which everybody picks a kind of action, then an action, at random."""
    chance, random = Chance(seed), Random(seed)  # noqa: S311 a game
    state = game.start(players, chance)
    for _action in range(actions):
        yield state.copy()
        if state.to_move is None:
            return
        legal = state.legal()
        kind = random.choice(sorted({action.kind for action in legal}))
        state.apply(random.choice([action for action in legal if action.kind == kind]), chance)


def refused(data: dict[str, Any], game: ShiftingStones = GAME) -> str:
    """Give the sentence with which a position is refused."""
    with pytest.raises(PositionError) as caught:
        game.position({"grid": GRID, "hands": [[], []], **data})
    return str(caught.value)


# There and back.


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("rules", [{}, {"discard_down_to_4": True, "skip_cap": False}])
def test_every_state_of_a_game_reads_back(players: int, rules: dict[str, Any]) -> None:
    game = ShiftingStones.of(rules)

    for state in wander(game, players, seed=players, actions=400):
        again = game.position(state.to_dict())
        assert again.to_dict() == state.to_dict()
        assert again.legal() == state.legal()
        assert [again.view(seat) for seat in (*range(players), None)] == [
            state.view(seat) for seat in (*range(players), None)
        ]


@pytest.mark.parametrize("players", [2, 3])
def test_states_after_reshuffles_read_back(players: int) -> None:
    game = ShiftingStones.of(ONES)
    states = list(wander(game, players, seed=5, actions=600))

    assert max(len(state.reshuffled) for state in states) > 1
    for state in states:
        again = game.position(state.to_dict())
        assert again == state
        assert [again.view(seat) for seat in (0, 1, None)] == [state.view(seat) for seat in (0, 1, None)]


def test_what_is_left_out_is_filled_in() -> None:
    data = GAME.position({"grid": GRID, "hands": [[7], [9]]}).to_dict()

    assert data == {
        "players": 2,
        "to_move": 0,
        "grid": list("BHOESTEBH"),
        "hands": [[7], [9]],
        "scored": [[], []],
        "deck": [card for card in GAME.cards if card not in (7, 9)],
        "discard": [],
        "box": [],
        "reshuffled": [],
        "skipped": [False, False],
        "acted": False,
        "scored_now": False,
        "shedding": False,
        "ending": False,
        "strikes": 0,
    }


def test_a_deck_that_is_given_leaves_the_other_cards_in_the_box() -> None:
    data = GAME.position({"grid": GRID, "hands": [[7], [9]], "deck": [4, 3]}).to_dict()

    assert data["deck"] == [4, 3]
    assert data["box"] == [card for card in GAME.cards if card not in (3, 4, 7, 9)]


def test_a_box_that_is_given_leaves_the_other_cards_in_the_deck() -> None:
    data = GAME.position({"grid": GRID, "hands": [[], []], "box": [9, 7]}).to_dict()

    assert data["box"] == [9, 7]
    assert data["deck"] == [card for card in GAME.cards if card not in (7, 9)]


def test_a_solo_deck_is_filled_up_to_the_quotas() -> None:
    data = GAME.position({"grid": GRID, **SOLO}).to_dict()

    assert data["deck"] == [1, 2, 4, 6, 7, 8, 29, 30, 31, 55, 56, 68]
    assert len(data["box"]) == 56


def test_a_solo_box_that_is_given_stays_out() -> None:
    dealt = GAME.position({"grid": GRID, **SOLO}).to_dict()

    again = GAME.position({"grid": GRID, **SOLO, "box": dealt["box"]})

    assert again.to_dict() == dealt


def test_a_grid_may_be_a_list_of_letters() -> None:
    assert GAME.position({"grid": list("BHOESTEBH"), "hands": [[], []]}).to_dict()["grid"] == list("BHOESTEBH")


def test_a_finished_game_may_be_set_up() -> None:
    lost = GAME.position({"grid": GRID, **SOLO, "to_move": None, "strikes": 4})
    won = GAME.position({"grid": GRID, "hands": [[]], "scored": [SOLO_ROW], "to_move": None})
    played = GAME.position({"grid": GRID, "hands": [[], []], "scored": [TEN, []], "to_move": None})

    assert [state.winners() for state in (lost, won, played)] == [(), (0,), (0,)]


def test_a_position_in_the_middle_of_discarding_down() -> None:
    state = DOWN.position({"grid": GRID, "hands": [[1, 2, 3, 4, 5], []], "shedding": True})

    assert [str(action) for action in state.legal()] == [f"discard {card}" for card in (1, 2, 3, 4, 5)]


# What cannot be.

NINE = "A grid is nine letters such as BHO/EST/EBH, not"
ENDING = "ending is true exactly when somebody has ended a turn of this round at the trigger."
LISTS = "must be a list."
ROWS = "must hold 2 lists, one a seat."
FLAG = "must be true or false."
PACKS = "reshuffled must hold sorted lists of cards, each card once."
NULL = "to_move must be null exactly when the game is won or lost; 4 strikes lose it."
SHED = "shedding needs the ruling discard_down_to_4 and too many cards in hand."
OTHERS = [card for card in GAME.cards if card not in TEN]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"grid": None}, f"{NINE} null."),
        ({"grid": "BHO/EST/EB"}, f"{NINE} BHO/EST/EB."),
        ({"grid": "BHO/EST/EBX"}, f"{NINE} BHO/EST/EBX."),
        ({"grid": ["BH", "", *"OESTEBH"]}, f"{NINE} ['BH', '', 'O', 'E', 'S', 'T', 'E', 'B', 'H']."),
        ({"grid": [*"BHOESTEB", 1]}, f"{NINE} ['B', 'H', 'O', 'E', 'S', 'T', 'E', 'B', 1]."),
        ({"grid": "BHO/ESS/EBH"}, "There is 1 stone with the faces SM, not 2."),
        ({"hands": 5}, f"hands {LISTS}"),
        ({"hands": [5, []]}, f"hands {LISTS}"),
        ({"scored": {}}, f"scored {LISTS}"),
        ({"discard": "3"}, f"discard {LISTS}"),
        ({"deck": None}, f"deck {LISTS}"),
        ({"box": 0}, f"box {LISTS}"),
        ({"reshuffled": 1}, f"reshuffled {LISTS}"),
        ({"reshuffled": [1]}, f"reshuffled {LISTS}"),
        ({"skipped": True}, f"skipped {LISTS}"),
        ({"hands": [[99], []]}, "hands: there is no card 99."),
        ({"hands": [[True], []]}, "hands: there is no card true."),
        ({"scored": [[], ["3"]]}, "scored: there is no card 3."),
        ({"discard": [0]}, "discard: there is no card 0."),
        ({"players": 2, "hands": [[]]}, f"hands {ROWS}"),
        ({"scored": [[], [], []]}, f"scored {ROWS}"),
        ({"to_move": 2}, "to_move must be a seat from 0 to 1, or null."),
        ({"to_move": True}, "to_move must be a seat from 0 to 1, or null."),
        ({"acted": 1}, f"acted {FLAG}"),
        ({"scored_now": None}, f"scored_now {FLAG}"),
        ({"shedding": "no"}, f"shedding {FLAG}"),
        ({"skipped": [False, 0]}, f"skipped {FLAG}"),
        ({"ending": 0}, f"ending {FLAG}"),
        ({"strikes": -1}, "strikes must be a number from 0."),
        ({"strikes": True}, "strikes must be a number from 0."),
        ({"strikes": 1}, "There are strikes in a solo game only."),
        ({"ending": True}, ENDING),
        ({"scored": [TEN, []], "to_move": 1, "ending": False}, ENDING),
        ({"hands": [[7], [7]]}, "Card 7 is in two places."),
        ({"scored": [[9, 8], []], "deck": [8, 9]}, "Card 8 is in two places."),
        ({"box": OTHERS[1:], "deck": TEN}, "Card 11 is nowhere."),
        ({**SOLO, "box": [1]}, "Card 10 is nowhere."),
        ({**SOLO, "deck": [1]}, "A solo game has 8 cards of value 1, not 3."),
        ({"hands": [[68, 69]]}, "A solo game has 1 card of value 5, not 2."),
        ({"hands": [[]], "box": list(range(1, 23))}, "A solo game has 8 cards of value 1, not 6."),
        ({"reshuffled": [[2, 1]]}, PACKS),
        ({"reshuffled": [[1], [1]]}, PACKS),
        ({"reshuffled": [[1, 2]]}, "After a reshuffle the deck holds only cards of that reshuffle."),
        ({"deck": [1], "reshuffled": [[1, 2]]}, "A card that is out of the game cannot have been reshuffled."),
        ({**SOLO, "strikes": 4}, NULL),
        ({**SOLO, "strikes": 5, "to_move": None}, NULL),
        ({**SOLO, "to_move": None}, NULL),
        ({"hands": [[]], "scored": [SOLO_ROW]}, NULL),
        ({"to_move": None}, "The game cannot be over: nobody has reached the trigger."),
        ({"scored_now": True, "scored": [[1], []]}, "scored_now needs acted and a scored card."),
        ({"scored_now": True, "acted": True, "scored": [[], [1]]}, "scored_now needs acted and a scored card."),
        ({"shedding": True, "hands": [[1, 2, 3, 4, 5], []]}, SHED),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_in_a_sentence(data: dict[str, Any], sentence: str) -> None:
    assert refused(data) == sentence


def test_an_unknown_field_is_named_with_those_there_are() -> None:
    assert refused({"turn": 1}) == (
        "A position has no turn; it has acted, box, deck, discard, ending, grid, hands, players, reshuffled, scored,"
        " scored_now, shedding, skipped, strikes and to_move."
    )


def test_skipped_needs_one_answer_a_seat() -> None:
    assert refused({"skipped": [False]}).startswith("skipped must hold 2 ")


@pytest.mark.parametrize("data", [{"hands": [[1, 2, 3, 4], []]}, {"scored": [TEN, []], "to_move": None}])
def test_discarding_down_needs_too_many_cards(data: dict[str, Any]) -> None:
    assert refused({"shedding": True, **data}, DOWN) == SHED


@pytest.mark.parametrize("players", [0, 6, "2", 2.0, None, True])
def test_a_number_of_players_that_cannot_play(players: object) -> None:
    with pytest.raises(RulesError, match="Shifting Stones is for 1, 2, 3, 4 and 5 players by these rules, not "):
        GAME.position({"grid": GRID, "hands": [[], []], "players": players})


@pytest.mark.parametrize(("to_move", "seat"), [(0, 1), (0, 2), (1, 2)])
def test_SS_16_a_round_that_was_the_last_is_over(to_move: int, seat: int) -> None:
    """Once a seat at or after the mover's has ended a turn at the trigger, the mover gets no further turn."""
    scored: list[list[int]] = [[], [], []]
    scored[seat] = TEN

    sentence = refused({"hands": [[], [], []], "scored": scored, "to_move": to_move})

    assert sentence == f"Seat {seat} reached the trigger in an earlier round, so the game must be over."


@pytest.mark.parametrize(
    ("data", "written"),
    [(None, "null"), (5, "5"), (True, "true"), ([], "[]"), ("grid", "grid"), ([["a", 1]], "[['a', 1]]")],
)
def test_a_position_that_is_no_table_is_refused_in_a_sentence(data: Any, written: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.position(data)

    assert str(caught.value) == f"A position is a table, not {written}."


def test_a_number_of_thousands_of_digits_is_no_card() -> None:
    assert refused({"hands": [[10**5000], []]}) == "hands: there is no card …."


ATOMS = st.none() | st.booleans() | st.integers(-2, 80) | st.integers() | st.floats() | st.text(max_size=12)
JUNK = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
NEAR: st.SearchStrategy[Any] = st.sampled_from(
    [GRID, [[], []], [[1], [2]], [[3, 5, 38, 57]], [], [1, 2], [[1, 2]], 0, 1, None, True, False]
)
FIELD = st.sampled_from(sorted(FIELDS))


def checked(data: dict[str, Any], game: ShiftingStones) -> None:
    """Check that a position is refused in a sentence, or reads back as it is."""
    try:
        state = game.position(data)
    except (PositionError, RulesError):
        return
    assert game.position(state.to_dict()).to_dict() == state.to_dict()
    assert state.to_move is None or state.legal()


@settings(deadline=None)
@given(st.dictionaries(FIELD | st.text(max_size=8), JUNK | NEAR, max_size=6))
def test_junk_is_refused_in_a_sentence(data: dict[str, Any]) -> None:
    checked(data, GAME)


@settings(deadline=None, max_examples=300)
@given(st.dictionaries(FIELD, JUNK | NEAR, max_size=4), st.sampled_from([GAME, DOWN]))
def test_a_good_position_with_junk_in_it_is_refused_or_reads_back(junk: dict[str, Any], game: ShiftingStones) -> None:
    checked({"grid": GRID, "hands": [[1, 2, 3, 4, 5], [6]], **junk}, game)
    checked({"grid": GRID, **SOLO, **junk}, game)


@settings(deadline=None)
@given(
    st.permutations(SOLO_ROW + list(range(40, 55))),
    st.lists(st.integers(0, 12), min_size=6, max_size=6),
    st.sampled_from([0, 1, None]),
    st.lists(st.booleans(), min_size=3, max_size=3),
)
def test_cards_in_any_places_are_refused_or_read_back(
    cards: list[int], cuts: list[int], to_move: int | None, flags: list[bool]
) -> None:
    piles = []
    for size in cuts:
        piles.append(cards[:size])
        cards = cards[size:]
    data: dict[str, Any] = {"grid": GRID, "hands": piles[:2], "scored": piles[2:4], "discard": piles[4]}
    data |= {"deck": piles[5]} if flags[2] else {}
    data |= {"to_move": to_move, "acted": flags[0], "scored_now": flags[1]}

    checked(data, GAME)


def test_a_value_without_a_quota_has_no_place_in_a_solo_game() -> None:
    assert refused({"hands": [[73]]}, FOURS) == "A solo game has 0 cards of value 4, not 1."
    assert 73 in FOURS.position({"grid": GRID, **SOLO}).box


# What a seat may know, and guesses of the rest.


def test_SS_04_everybody_looks_at_the_grid_from_the_same_side() -> None:
    state = GAME.position({"grid": GRID, "hands": [[], [], []]})

    assert {state.view(seat).grid for seat in (0, 1, 2, None)} == {GRID}


def test_SS_17_the_whole_discard_pile_is_open() -> None:
    state = GAME.position({"grid": GRID, "hands": [[], []], "discard": [30, 31, 32]})

    assert {state.view(seat).discard for seat in (0, 1, None)} == {(30, 31, 32)}


def test_a_seat_sees_its_own_hand_only() -> None:
    state = GAME.position({"grid": GRID, "hands": [[1, 2], [3]], "deck": [4, 5]})

    assert [state.view(seat).hand for seat in (0, 1, None)] == [(1, 2), (3,), ()]
    assert [state.view(seat).unseen for seat in (0, 1, None)] == [((3, 4, 5),), ((1, 2, 4, 5),), ((1, 2, 3, 4, 5),)]


def test_after_a_reshuffle_everybody_knows_which_cards_went_into_the_deck() -> None:
    state = GAME.position({"grid": GRID, "hands": [[1], [2]], "deck": [], "discard": [7, 8, 9, 10]})
    state.apply(GAME.end, Chance(1))

    mine, other = state.view(0), state.view(1)

    assert len(state.deck) == 1
    assert other.held == ((0, 1, 1, 1), (0,))
    assert other.unseen == ((1,), (7, 8, 9, 10))
    assert mine.unseen == ((2,), tuple(state.deck))


def test_the_box_of_a_solo_game_is_hidden() -> None:
    state = GAME.position({"grid": GRID, **SOLO})

    assert state.view(0).box == ()
    assert len(state.view(0).unseen[0]) == 68


EIGHT = {"solo_ones": 8, "solo_twos": 0, "solo_threes": 0, "solo_fives": 0, "solo_strikes": 10}


@pytest.mark.parametrize(
    ("rules", "players", "reshuffles"),
    [({}, 1, 0), ({}, 2, 0), ({}, 5, 0), (ONES, 2, 2), (ONES, 3, 2), (EIGHT, 1, 1), (FOURS.rules.to_dict(), 1, 0)],
)
def test_a_guess_fits_the_view_it_was_made_from(rules: dict[str, Any], players: int, reshuffles: int) -> None:
    game = ShiftingStones.of(rules)
    random = Random(1)  # noqa: S311 a game
    states = list(wander(game, players, seed=9, actions=500))

    assert max(len(state.reshuffled) for state in states) >= reshuffles
    for state in states:
        for seat in (*range(players), None):
            view = state.view(seat)
            guess = game.guess(view, random)
            assert guess.view(seat) == view
            assert game.position(guess.to_dict()) == guess


def test_guesses_differ_in_what_a_seat_cannot_see() -> None:
    state = GAME.position({"grid": GRID, "hands": [[1, 2], [3, 4]]})
    random = Random(1)  # noqa: S311 a game
    guesses = [GAME.guess(state.view(0), random) for _guess in range(50)]

    assert {tuple(guess.hands[0]) for guess in guesses} == {(1, 2)}
    assert len({tuple(guess.hands[1]) for guess in guesses}) > 40
    assert len({tuple(guess.deck) for guess in guesses}) == 50


@pytest.mark.parametrize("place", [0, -1])
def test_guesses_of_a_solo_deck_are_fair(place: int) -> None:
    """Twelve cards are left, 6 x 1, 3 x 2, 2 x 3 and 1 x 5; each is as likely as the others anywhere."""
    view = GAME.position({"grid": GRID, **SOLO}).view(0)
    random = Random(1)  # noqa: S311 a game
    found = Counter(GAME.cards[GAME.guess(view, random).deck[place]].value for _guess in range(2000))

    assert {value: count / 2000 for value, count in found.items()} == pytest.approx(
        {1: 6 / 12, 2: 3 / 12, 3: 2 / 12, 5: 1 / 12}, abs=0.04
    )


def test_every_part_is_where_it_says() -> None:
    for players in (1, 3):
        for state in wander(GAME, players, seed=2, actions=60):
            cards = [part for part in state.parts() if part.name.startswith("card")]
            assert sorted(part.name for part in cards) == sorted(f"card {card}" for card in GAME.cards)
            assert all(at_path(state, part.place) == int(part.name.split()[1]) for part in cards)
            stones = Counter(part.name for part in state.parts() if part.name.startswith("stone"))
            assert stones == {"stone SM": 1, "stone FB": 2, "stone HO": 3, "stone ET": 3}


def test_parts_say_who_may_know_them() -> None:
    state = GAME.position({"grid": GRID, "hands": [[1], [2]], "scored": [[3], []], "deck": [4], "discard": [5]})
    known = {part.name: part.seats for part in state.parts()}

    assert known["card 1"] == {0}
    assert known["card 4"] == set()
    assert known["card 3"] == known["card 5"] == known["card 6"] == known["stone SM"] == {0, 1, None}


def test_the_box_of_a_solo_game_is_known_to_nobody() -> None:
    match = tidebook.new("shifting_stones", players=1, seed=1)

    assert {part.seats for part in match.state.parts() if part.place.startswith("box")} == {frozenset()}
