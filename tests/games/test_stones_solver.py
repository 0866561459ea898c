"""The solver's answers are exact: compared with a plain search, and by what must hold between neighbours."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

import tidebook
from tidebook.core.chance import Chance, shuffled, stream
from tidebook.games.shifting_stones import ShiftingStones, solver
from tidebook.games.shifting_stones.parts import FACES, packed, read_shown, unpacked, written
from tidebook.games.shifting_stones.solver import MOVES, Solver, moved

if TYPE_CHECKING:
    from random import Random

STANDARD = ShiftingStones.of()
# Patterns with five to nine stones, and the shapes of few placements.
LARGE = (
    "SF/HH/TE", "HOH/.E.", "HO./.ET/B..", "H.H/.S./E.E", "SFB/HOH", "HHO/EET", "HH/HE/EE", "S.F/HOE/.BT",
    "SFB/HOH/.TE", "SFB/.OH/ETE", "SFB/HOH/ETE", "EHE/HFH/EMB",
)  # fmt: skip


def with_cards(*patterns: str, **stones: int) -> ShiftingStones:
    """Give a game with these patterns among its cards, numbered from 901, and perhaps other stones."""
    cards = {str(number): {"value": 1, "pattern": pattern} for number, pattern in enumerate(patterns, 901)}
    families = {"SM": 0, "FB": 0, "HO": 0, "ET": 0, **stones}
    rules: dict[str, object] = {"hand_size": 1, "trigger_2": 1}
    if stones:
        # A deck for two needs two cards.
        letter = max(families, key=lambda family: families[family])[0]
        cards["999"] = {"value": 1, "pattern": f"{letter}../.../..."}
        rules |= {"deck": "own", "parts": {"stones": families, "decks": {"own": {"cards": cards}}}}
    else:
        rules["parts"] = {"decks": {"standard": {"cards": cards}}}
    return ShiftingStones.of(rules)


def any_grid(game: ShiftingStones, random: Random) -> int:
    """Lay the stones out at random."""
    stones = [family for family, count in game.stones.items() for _each in range(count)]
    return packed(family[random.random() < 0.5] for family in shuffled(stones, random.random))


def neighbours(letters: str) -> list[str]:
    """Give the grids after each flip and each shift, on nine letters: plainly."""
    after = []
    for cell in range(9):
        turned = FACES[FACES.index(letters[cell]) ^ 1]
        after.append(letters[:cell] + turned + letters[cell + 1 :])
    for one, other in combinations(range(9), 2):
        beside = other == one + 1 and other % 3 != 0
        if beside or other == one + 3:
            mixed = list(letters)
            mixed[one], mixed[other] = mixed[other], mixed[one]
            after.append("".join(mixed))
    return after


def within(game: ShiftingStones, grid: int, most: int) -> dict[int, int]:
    """Search move by move from a grid; give for each card that is shown in time after how many moves it first is."""
    found: dict[int, int] = {}
    layer = {"".join(unpacked(grid))}
    seen = set(layer)
    for moves in range(most + 1):
        for letters in layer:
            for number, card in game.cards.items():
                if number not in found and card.matches(packed(letters)):
                    found[number] = moves
        layer = {after for letters in layer for after in neighbours(letters)} - seen
        seen |= layer
    return found


def everywhere(game: ShiftingStones, number: int) -> dict[str, int]:
    """Search from every grid that shows a card, until all grids are reached: the fewest moves for each."""
    start = "".join(family[0] * count for family, count in game.stones.items())
    grids, new = {start}, {start}
    while new:
        new = {after for letters in new for after in neighbours(letters)} - grids
        grids |= new
    layer = {letters for letters in grids if game.cards[number].matches(packed(letters))}
    costs: dict[str, int] = {}
    while layer:
        costs |= dict.fromkeys(layer, max(costs.values(), default=-1) + 1)
        layer = {after for letters in layer for after in neighbours(letters)} - costs.keys()
    return costs


def test_moves_are_those_of_the_game_in_its_order() -> None:
    actions = STANDARD.moves[7]
    assert [action.args[1:-1] for action in actions] == list(MOVES)
    state = STANDARD.start(2, Chance(3))
    for action in STANDARD.moves[state.hands[0][0]]:
        after = state.copy()
        after.apply(action, Chance(1))
        assert moved(state.grid, action.args[1:-1]) == after.grid


def test_what_a_view_shows_is_read_back() -> None:
    random = stream(1, "read")
    for _each in range(50):
        grid = any_grid(STANDARD, random)
        assert read_shown(written(unpacked(grid))) == grid


def test_costs_are_those_of_a_plain_search() -> None:
    random = stream(2, "plain")
    pairs = 0
    for _each in range(45):
        grid = any_grid(STANDARD, random)
        found = within(STANDARD, grid, 2)
        for card, cost in zip(STANDARD.cards, STANDARD.solver.costs(grid, STANDARD.cards), strict=True):
            assert cost == found[card] if card in found else cost > 2, (written(unpacked(grid)), card)
            pairs += 1
    assert pairs == 45 * 72


@pytest.mark.parametrize(
    ("pattern", "stones"),
    [
        ("S", {"SM": 1, "HO": 8}),
        ("H.O", {"SM": 1, "HO": 8}),
        ("HOH/S.O", {"SM": 1, "HO": 8}),
        ("HO./OMO/.OH", {"SM": 1, "HO": 8}),
        ("HOH/OHO/HHS", {"SM": 1, "HO": 8}),
        ("HOH/OHO/HOO", {"HO": 9}),
        ("SM/HO", {"SM": 2, "HO": 7}),
        ("SHM/O.O/OHH", {"SM": 2, "HO": 7}),
        ("SHM/OHO/OHH", {"SM": 2, "HO": 7}),
        ("F.S/.H.", {"SM": 1, "FB": 1, "HO": 7}),
        ("FHS/OHO/HOO", {"SM": 1, "FB": 1, "HO": 7}),
    ],
)
def test_costs_are_right_for_every_grid_there_is(pattern: str, stones: dict[str, int]) -> None:
    game = with_cards(pattern, **stones)
    costs = everywhere(game, 901)
    assert len(costs) >= 512
    assert {letters: game.solver.cost(packed(letters), 901) for letters in costs} == costs


@pytest.mark.parametrize("game", [STANDARD, with_cards(*LARGE), with_cards(*LARGE[:5], SM=2, FB=2, HO=3, ET=2)])
def test_a_move_changes_a_cost_by_one_at_most_and_some_move_lowers_it(game: ShiftingStones) -> None:
    # Together with "nothing to do where the card is shown" this leaves only one answer: the exact one.
    random = stream(3, "neighbours")
    cards = [number for number in game.cards if number > 900] or list(game.cards)
    for _each in range(12):
        grid = any_grid(game, random)
        here = game.solver.costs(grid, cards)
        around = [game.solver.costs(moved(grid, move), cards) for move in MOVES]
        for card, cost, near in zip(cards, here, zip(*around, strict=True), strict=True):
            assert (cost == 0) == game.shows(grid, card)
            assert all(abs(other - cost) <= 1 for other in near)
            assert cost == 0 or min(near) == cost - 1


@pytest.mark.parametrize("game", [STANDARD, with_cards(*LARGE)])
def test_moves_of_a_way_lead_to_the_card(game: ShiftingStones) -> None:
    random = stream(4, "ways")
    for card in game.cards:
        for _each in range(4):
            grid = any_grid(game, random)
            way = game.solver.way(grid, card)
            assert len(way.moves) == len(way.cells) == game.solver.cost(grid, card)
            for move in way.moves:
                grid = moved(grid, move)
            assert grid == way.grid
            assert game.shows(grid, card)
            assert game.solver.way(grid, card).moves == ()


def test_moves_of_a_way_can_be_played() -> None:
    position = {"players": 2, "grid": "BHO/EST/EBH", "hands": [[7, 40, 41, 42], []]}
    match = tidebook.new("shifting_stones", position=position)
    way = STANDARD.solver.way(read_shown("BHO/EST/EBH"), 7)
    for card, cells in zip((40, 41), way.cells, strict=True):
        match.play(f"shift {'-'.join(cells)} with {card}" if len(cells) == 2 else f"flip {cells[0]} with {card}")
    assert "score 7" in map(str, match.legal())


def test_large_patterns_of_the_standard_stones_agree_with_a_plain_search() -> None:
    game = with_cards(*LARGE)
    random = stream(5, "large")
    for number in range(901, 901 + len(LARGE)):
        # From a grid that shows the card some moves away: then it costs no more, and a plain search can tell.
        grid = game.solver.way(any_grid(game, random), number).grid
        for _move in range(2):
            grid = moved(grid, MOVES[int(random.random() * len(MOVES))])
        assert game.solver.cost(grid, number) == within(game, grid, 2)[number]


def test_solver_belongs_to_its_game() -> None:
    assert STANDARD.solver is ShiftingStones.of().solver
    assert STANDARD.solver is not ShiftingStones.of({"bonus": 1}).solver


def test_solver_forgets_before_it_grows_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MOST_KEPT", 500)
    small = Solver(STANDARD)
    random = stream(6, "small")
    for _each in range(40):
        grid = any_grid(STANDARD, random)
        assert small.costs(grid, STANDARD.cards) == STANDARD.solver.costs(grid, STANDARD.cards)
        kept = sum(len(one.routes) + len(one.known) for one in small._patterns.values())
        assert kept <= 500 + 100
