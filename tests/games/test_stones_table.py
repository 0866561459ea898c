"""The drawn table of Shifting Stones: what is shown, to whom, and what can be pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

import tidebook
from tidebook.core.chance import Chance
from tidebook.games.shifting_stones.faces import pattern_words
from tidebook.games.shifting_stones.parts import Card

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tidebook.core.match import Match
    from tidebook.core.table import Drawing, Table

GAME = "shifting_stones"
CELLS = {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}
SVG = "{http://www.w3.org/2000/svg}"
# Marit can score 57 (horse, boat, boat in the middle row) and 31 (the moon above two stones).
POSITION: dict[str, Any] = {
    "players": 3,
    "to_move": 0,
    "grid": "MFF/HOO/ETE",
    "hands": [[57, 31, 40], [1, 2, 3, 4, 5], [6, 7]],
    "scored": [[8, 9, 64], [10], []],
    "discard": [41, 42],
}

MANY = list(range(8, 17))  # nine cards of value 1 bring on the last round of three players
OTHERS = list(range(17, 26))


def sat(names: Iterable[str] = ("Marit", "Teo", "Ines"), **changes: Any) -> Match:
    return tidebook.new(GAME, position={**POSITION, **changes}, names=tuple(names))


def drawn(match: Match, seat: int | None) -> Table:
    made = match.game.table(match.view(seat), names=match.who)
    assert made is not None
    return made


def parts(drawings: Iterable[Drawing]) -> list[str]:
    """Give the parts that can be pointed at."""
    whole = ET.fromstring(f"<svg>{''.join(drawing.svg for drawing in drawings)}</svg>")
    return [one.attrib["data-part"] for one in whole.iter() if "data-part" in one.attrib]


def words(drawing: Drawing) -> list[str]:
    """Give every text that is written on a drawing, the tips left out."""
    return [one.text or "" for one in ET.fromstring(f"<svg>{drawing.svg}</svg>").iter("text")]


def by_key(drawings: Iterable[Drawing]) -> dict[str, Drawing]:
    return {drawing.key: drawing for drawing in drawings}


def test_the_mover_can_point_at_stones_own_cards_deck_and_discards() -> None:
    table = drawn(sat(), 0)
    assert parts([table.board]) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    hand = [drawing for drawing in table.tray if drawing.key != "seat 0"]
    assert parts(hand) == ["card 57", "card 31", "card 40"]
    assert parts(table.market) == ["deck", "discard"]
    assert parts([by_key(table.tray)["seat 0"]]) == ["card 8", "card 9", "card 64"]


def test_every_action_touches_what_is_drawn_and_says_which_card() -> None:
    match = sat()
    shown = set(parts(drawn(match, 0).drawings))
    for action in match.legal():
        touched = match.game.touches(match.view(0), action)
        assert touched
        assert set(touched) <= shown, action
    touches = {str(action): match.game.touches(match.view(0), action) for action in match.legal()}
    assert touches["shift a1-b1 with 40"] == ("a1", "b1", "card 40")
    assert touches["flip c3 with 57"] == ("c3", "card 57")
    assert touches["score 57"] == ("card 57",)
    assert touches["end"] == touches["skip"] == ("deck",)


def test_discarding_down_touches_the_card() -> None:
    rules = {"discard_down_to_4": True}
    match = tidebook.new(GAME, rules=rules, position={**POSITION, "hands": [[57, 31, 40, 43, 44], [1], [6]]})
    match.play("end")
    assert {match.game.touches(match.view(0), action) for action in match.legal()} == {
        (f"card {card}",) for card in (57, 31, 40, 43, 44)
    }


def test_cards_that_the_stones_show_say_so() -> None:
    hand = by_key(drawn(sat(), 0).tray)
    assert "on the board" in words(hand["card 57"])
    assert "on the board" in words(hand["card 31"])
    assert "on the board" not in words(hand["card 40"])


def test_a_card_shows_its_points_and_its_number() -> None:
    card = by_key(drawn(sat(), 0).tray)["card 40"]
    assert words(card) == ["2", "40"]
    assert card.label == "Card 40, 2 points, from top to bottom: bird and fish"


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("H", "horse"),
        ("HO", "side by side: horse and boat"),
        ("M/./.", "from top to bottom: moon, any and any"),
        (".M/OO", "upper row: any and moon; lower row: boat and boat"),
        (".S./.../B.B", "top row: any, sun and any; middle row: any, any and any; bottom row: bird, any and bird"),
    ],
)
def test_a_pattern_is_said_in_words(pattern: str, said: str) -> None:
    assert str(pattern_words(Card(1, 1, pattern))) == said


def test_stones_are_named_with_their_backs() -> None:
    board = drawn(sat(), 0).board
    tips = [one.text for one in ET.fromstring(f"<svg>{board.svg}</svg>").iter("title")]
    assert tips[0] == "moon on a1, sun on its back"
    assert tips[8] == "seed on c3, tree on its back"


def test_hands_of_others_are_counted_not_shown() -> None:
    match = sat()
    for seat in (None, 1, 2):
        shown = parts(drawn(match, seat).drawings)
        assert "card 57" not in shown
        assert shown.count("deck") == 1
    rivals = by_key(drawn(match, 0).rivals)
    assert "holds 5 cards" in words(rivals["seat 1"])
    assert rivals["seat 1"].svg.count('fill="#0a6f80"') == 5  # backs
    assert list(rivals) == ["seat 1", "seat 2"]
    assert [drawing.key for drawing in drawn(match, None).rivals] == ["seat 0", "seat 1", "seat 2"]
    assert drawn(match, None).tray == ()


def test_the_seat_to_move_is_marked_in_words() -> None:
    match = sat()
    assert drawn(match, 0).status == "Your turn"
    assert drawn(match, 1).status == "Marit is to move"
    assert "to move" in words(by_key(drawn(match, 0).tray)["seat 0"])
    assert "to move" not in words(by_key(drawn(match, 0).rivals)["seat 1"])
    assert drawn(sat(to_move=1, ending=True, scored=[MANY, [], []]), 1).status == "Your turn, last round"


def test_points_are_those_of_the_score_sheets_with_the_bonus() -> None:
    match = sat()
    table = drawn(match, 0)
    for sheet in match.scores():
        plate = by_key((*table.tray, *table.rivals))[f"seat {sheet.seat}"]
        assert str(sheet.total) in words(plate)
    assert "holds 3, bonus +3" in words(by_key(table.tray)["seat 0"])


def test_the_end_names_the_winners() -> None:
    match = sat(to_move=None, ending=True, scored=[MANY, [26], []])
    assert drawn(match, 0).status == "The game is over: you win"
    assert drawn(match, 1).status == "The game is over: Marit wins"
    shared = sat(to_move=None, ending=True, scored=[MANY, OTHERS, []])
    assert drawn(shared, 2).status == "The game is over: Marit and Teo win"


def test_a_solo_game_shows_strikes_and_how_far_it_is() -> None:
    match = tidebook.new(GAME, players=1, seed=1)
    match.play("end")
    table = drawn(match, 0)
    assert table.rivals == ()
    assert "strikes: 1 of 4" in words(by_key(table.tray)["seat 0"])
    assert "won at 16" in words(by_key(table.market)["gauge"])
    assert table.tray[0].svg.count("#tb-ui-close") == 1


def test_an_empty_deck_is_an_empty_place() -> None:
    full, empty = (by_key(drawn(sat(deck=deck), 0).market)["deck"] for deck in ([68, 69], []))
    assert "#0a6f80" in full.svg
    assert "#0a6f80" not in empty.svg
    assert words(empty) == ["0 in the deck"]


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x onerror=y>', "Tom & Jerry", "a\x00b\ud800"]
)
def test_names_are_text_and_nothing_else(name: str) -> None:
    game = tidebook.game(GAME)
    view = sat().view(None)
    svg = game.svg(view, names=[name, "Teo", "Ines"])
    assert svg is not None
    plain = game.svg(view, names=["Marit", "Teo", "Ines"])
    assert plain is not None
    shown = ET.fromstring(svg)
    assert sorted(one.tag for one in shown.iter()) == sorted(one.tag for one in ET.fromstring(plain).iter())
    assert "<script" not in svg
    assert "<img" not in svg


def test_a_long_name_is_shortened_where_it_stands_and_whole_in_its_label() -> None:
    name = "Maximiliane von und zu Hohenlohe-Waldau"
    plate = by_key(drawn(sat((name, "Teo", "Ines")), None).rivals)["seat 0"]
    assert any(text.endswith("…") for text in words(plate))
    assert name in plate.label


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_every_picture_is_well_formed_all_through_a_game(players: int, theme: str) -> None:
    match = tidebook.new(GAME, players=players, seed=players, bots=dict.fromkeys(range(players), "random"))
    for count in range(60):
        if count % 20 == 0:
            for seat in (None, *range(players)):
                svg = match.svg(seat, theme=theme)
                assert svg is not None
                whole = ET.fromstring(svg)
                shown = [one.attrib["data-part"] for one in whole.iter() if "data-part" in one.attrib]
                assert len(shown) == len(set(shown))
                assert set(shown) >= CELLS
        match.step()


def test_a_notebook_shows_the_thing_itself() -> None:
    match = tidebook.new(GAME, players=2, seed=3, bots={1: "random"})
    game = match.game
    state = game.start(2, Chance(3))
    for thing in (match, state, match.view(0), state.view(None), game.cards[17], game.cards):  # type: ignore[attr-defined]
        svg = thing._repr_svg_()
        assert svg is not None
        assert ET.fromstring(svg).tag == f"{SVG}svg"


def test_a_match_is_shown_to_the_only_person_and_to_nobody_if_there_are_several() -> None:
    alone = tidebook.new(GAME, players=2, seed=3, bots={1: "random"})
    assert alone._repr_svg_() == alone.svg(0)
    together = tidebook.new(GAME, players=2, seed=3)
    assert together._repr_svg_() == together.svg(None)


def test_a_state_is_shown_to_whoever_is_to_move() -> None:
    state = tidebook.game(GAME).start(2, Chance(3))
    assert state._repr_svg_() == state.view(0)._repr_svg_()


def test_a_deck_shows_every_card_once() -> None:
    game = tidebook.game(GAME, rules={"deck": "first_steps"})
    svg = game.cards._repr_svg_()  # type: ignore[attr-defined]
    shown = [one.attrib["data-part"] for one in ET.fromstring(svg).iter() if "data-part" in one.attrib]
    assert sorted(shown) == sorted(f"card {number}" for number in game.cards)  # type: ignore[attr-defined]
    assert "54 cards: 28 of value 1 and 26 of value 2" in svg
    assert repr(game.cards) == "<Deck first_steps, 54 cards>"  # type: ignore[attr-defined]
