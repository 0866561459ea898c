"""A third party's game: installed for real, found by its entry point, held against the whole kit; guesses are fair."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.example.four_shells.game import FourShells
from tests.example.four_shells.play import ShellsState
from tidebook.core.chance import Chance, stream
from tidebook.core.match import Match, Start
from tidebook.games import OURS
from tidebook.testing import check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tests.example.four_shells.play import ShellsView

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "tests" / "example"
GUESSES = 6_000

PLAY = """
import json, sys, tidebook
match = tidebook.new("four_shells", players=3, seed=7, rules={"rounds": 3}, bots={1: "random", 2: "random"})
hint = match.hint()
while match.to_move is not None:
    match.play(match.legal()[0])
    match.advance()
match.save(sys.argv[1])
again = tidebook.load(sys.argv[1])
print(json.dumps({
    "games": tidebook.games(),
    "file": sys.modules["four_shells"].__file__,
    "over": match.over,
    "totals": [sheet.total for sheet in match.scores()],
    "same": again.state == match.state,
    "log": match.log(),
    "hint": [hint.action.text, str(hint.reason)],
    "svg": match.svg(0),
    "scenes": [scene.run().game.title for scene in match.game.scenes()],
}))
"""


def run(*command: str | Path, folder: Path | None = None) -> str:
    """Run Python, with a folder of packages before our own; return what it prints."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, filter(None, (folder, ROOT))))}
    done = subprocess.run(  # noqa: S603 our own words
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the package of the example and install it into a folder."""
    folder = tmp_path_factory.mktemp("installed")
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet")
    run("-m", "pip", "install", *options, "--target", folder, EXAMPLE)
    return folder


# Installed, as a player would have it.


def test_installed_game_is_found_and_played(installed: Path, tmp_path: Path) -> None:
    played = json.loads(run("-c", PLAY, tmp_path / "game.json", folder=installed))
    assert played["games"] == sorted(["four_shells", *OURS])
    assert Path(played["file"]).is_relative_to(installed)
    assert played["over"]
    assert played["same"]
    assert all(total > 0 for total in played["totals"])
    assert len(played["scenes"]) == 4
    assert played["log"][-1].startswith("The shells are turned over")
    assert played["hint"] == ["swap", "Of the 3 shells that you have not seen, 2 are higher than yours."]
    assert "data-part" in played["svg"]


def test_installed_game_passes_tidebook_check(installed: Path) -> None:
    command = "import sys; from tidebook.cli import main; sys.exit(main(['check', 'four_shells']))"
    assert "Everything holds." in run("-c", command, folder=installed)


def test_installed_game_brings_all_its_files(installed: Path) -> None:
    files = {path.name for path in (EXAMPLE / "four_shells").iterdir() if path.name != "__pycache__"}
    assert {"guide.en.md", "scenes.toml", "py.typed", "table.py", "advice.py"} <= files
    assert files <= {path.name for path in (installed / "four_shells").iterdir()}


def test_game_is_not_there_before_it_is_installed() -> None:
    assert run("-c", "import tidebook; print(*tidebook.games())").split() == sorted(OURS)


# The whole kit, here.


def test_kit_holds_for_the_example() -> None:
    report = check(FourShells)
    assert report.ok, str(report)
    assert report.tally.exchanges > 1000
    assert report.tally.revealing == report.tally.differed == {"swap", "peek", "end"}
    assert report.tally.capped == 0
    assert report.tally.drawings > 1000
    assert report.tally.advice > 100


# What a seat knows.


def dealt(*hands: int, deck: tuple[int, ...], plays: str = "") -> Match:
    """Set Four Shells up and play some actions."""
    position = {"hands": list(hands), "deck": list(deck)}
    match = Match(FourShells.of(), Start(len(hands), position), Chance(1))
    for action in plays.split(", ") if plays else ():
        match.play(action)
    return match


def table(match: Match) -> ShellsState:
    """Give the table of a match of Four Shells."""
    assert isinstance(match.state, ShellsState)
    return match.state


def views(match: Match) -> list[ShellsView]:
    """Give what each seat sees, and a spectator last."""
    return [table(match).view(seat) for seat in (*range(match.start.players), None)]


def test_who_has_peeked_knows_the_shell_wherever_it_goes() -> None:
    match = dealt(2, 3, deck=(1, 4), plays="peek")
    assert [view.top for view in views(match)] == [1, None, None]
    match.play("end")
    match.play("swap")
    assert [view.hands for view in views(match)] == [(2, 1), (None, 1), (None, None)]


def test_words_tell_a_drawn_shell_to_whoever_may_know_it() -> None:
    match = dealt(2, 3, deck=(1, 4), plays="peek, end, swap")
    assert match.words(0, 2) == ["Player 2 lays shell 3 open and draws shell 1."]
    assert match.words(None, 2) == ["Player 2 lays shell 3 open and draws another."]


def test_drawing_what_one_has_peeked_at_can_be_taken_back() -> None:
    match = dealt(2, 3, deck=(1, 4), plays="peek, end, keep, end")
    assert match.reveals("swap") is None
    match.play("swap")
    assert str(match.undo()) == "swap"


def test_marking_can_be_taken_back_and_drawing_cannot() -> None:
    match = dealt(2, 3, deck=(1, 4), plays="mark 1")
    assert str(match.undo()) == "mark 1"
    match.play("swap")
    assert str(match.undo_refusal()) == "This showed you something new, so it cannot be taken back: “swap”."


def test_place_beyond_the_players_is_refused_when_typed() -> None:
    refusal = dealt(2, 3, deck=(1, 4)).why_not("mark 3")
    assert refusal is not None
    assert (refusal.clause, str(refusal)) == ("FS.turn.mark", "There are only 2 places.")


# What is drawn, and what is advised.


def drawn(match: Match, seat: int | None) -> list[str]:
    """Give the labels of what a seat sees on the table."""
    return [drawing.label for drawing in match.game.table(match.view(seat), None, match.who).drawings]  # type: ignore[union-attr]  # it draws


def test_table_shows_a_shell_to_whoever_knows_it() -> None:
    match = dealt(2, 3, deck=(1, 4), plays="peek")
    assert drawn(match, 0) == [
        "2 shells in the deck, on top shell 1; open: nothing",
        "Player 1 has shell 2",
        "Player 2 hides a shell",
    ]
    assert drawn(match, None) == [
        "2 shells in the deck; open: nothing",
        "Player 1 hides a shell",
        "Player 2 hides a shell",
    ]


def test_actions_touch_what_people_point_at() -> None:
    match = dealt(2, 3, deck=(1, 4))
    touched = {str(action): match.game.touches(match.view(0), action) for action in match.game.actions(2)}
    assert touched == {
        "keep": ("seat 0",),
        "swap": ("seat 0", "deck"),
        "peek": ("deck",),
        "mark 1": ("place 1",),
        "mark 2": ("place 2",),
        "end": ("seat 1",),
    }


ADVICE = [
    # hands, deck, what is played, what is advised, and why
    ((1, 3), (2, 4), "", "swap", "Of the 3 shells that you have not seen, 3 are higher than yours."),
    ((3, 1), (2, 4), "", "keep", "Of the 3 shells that you have not seen, 1 is higher than yours."),
    ((2, 3), (1, 4), "peek, end, keep, end", "keep", "You know that shell 1 is on top, and yours is 2."),
    ((2, 3), (4, 1), "peek, end, keep, end", "swap", "You know that shell 4 is on top, and yours is 2."),
    ((2, 3), (1, 4), "keep", "end", "Your move is made."),
    (
        (2, 3),
        (1, 4),
        "keep, end, keep, end, keep",
        "mark 2",
        "Place 2 is the most likely one, and being right is worth a point.",
    ),
    ((2, 3, 4), (1,), "swap, end", "keep", "The deck is empty."),
]


@pytest.mark.parametrize(("hands", "deck", "plays", "action", "reason"), ADVICE)
def test_advice_says_what_and_why(
    hands: tuple[int, ...], deck: tuple[int, ...], plays: str, action: str, reason: str
) -> None:
    hint = dealt(*hands, deck=deck, plays=plays).hint()
    assert hint is not None
    assert (str(hint.action), str(hint.reason)) == (action, reason)


# The fairness of guesses: all states that fit a view, counted one by one, are equally likely.


class ShufflesBadly(FourShells):
    """Four Shells whose guesses vary, but not evenly: each shell is exchanged with any other, as many people do it."""

    def guess(self, view: ShellsView, random: Random) -> ShellsState:
        """Exchange each hidden shell with any other hidden shell."""
        state = super().guess(view, random)
        places = list(hidden(state, view.seat))
        zones = {"hands": state.hands, "deck": state.deck}
        values = sorted(zones[zone][number] for zone, number in places)
        for here in range(len(values)):
            there = int(random.random() * len(values))
            values[here], values[there] = values[there], values[here]
        for (zone, number), value in zip(places, values, strict=True):
            zones[zone][number] = value
        return state


def hidden(state: ShellsState, seat: int | None) -> Iterator[tuple[str, int]]:
    """Give the places that a seat has not looked at."""
    for part in state.parts():
        zone, _dot, number = part.place.partition(".")
        if seat not in part.seats:
            yield zone, int(number)


def all_that_fit(game: FourShells, state: ShellsState, seat: int | None) -> set[str]:
    """Try every way in which the shells can lie, and keep those that look the same to a seat."""
    view = state.view(seat).json()
    ends = state.players, state.players + len(state.deck)
    found = set()
    for shells in permutations(game.shells):
        placed = {"hands": shells[: ends[0]], "deck": shells[ends[0] : ends[1]], "discard": shells[ends[1] :]}
        other = game.position({**state.to_dict(), **placed})
        if other.view(seat).json() == view:
            found.add(other.fingerprint())
    return found


def unevenness(game: FourShells, state: ShellsState, seat: int | None) -> tuple[float, float]:
    """Give chi-square of many guesses against all states that fit, and what it exceeds once in a thousand times."""
    fitting = all_that_fit(game, state, seat)
    random = stream("fairness", seat)
    counts = Counter(game.guess(state.view(seat), random).fingerprint() for _each in range(GUESSES))
    assert set(counts) <= fitting
    expected = GUESSES / len(fitting)
    square = sum((counts[each] - expected) ** 2 / expected for each in fitting)
    freedom = len(fitting) - 1
    if not freedom:
        return square, 1.0
    ninth = 2 / (9 * freedom)  # Wilson and Hilferty: the cube root of chi-square is nearly normal
    return square, freedom * (1 - ninth + 3.0902 * ninth**0.5) ** 3


VIEWS = [
    # hands, deck, what is played, whose view, how many states fit it
    ((2, 3), (1, 4), "", 0, 6),
    ((2, 3), (1, 4), "", None, 24),
    ((2, 3), (1, 4), "peek", 0, 2),
    ((2, 3), (1, 4), "peek", 1, 6),
    ((2, 3), (1, 4), "peek, end, swap", 0, 1),
    ((2, 3), (1, 4), "peek, end, swap", 1, 2),
    ((2, 3), (1, 4), "peek, end, swap", None, 6),
    ((2, 3), (1, 4), "keep, mark 1, end, peek", 0, 6),
    ((2, 3), (1, 4), "swap", None, 6),
    ((2, 3, 4), (1,), "peek, end, keep", 2, 6),
    ((2, 3, 4), (1,), "peek, end, swap, end", 0, 1),
    ((2, 3, 4), (1,), "peek, end, swap, end", 2, 2),
    ((2, 3), (1, 4), "keep, end, keep, end, keep, end, keep, end", None, 2),
]


@pytest.mark.parametrize(("hands", "deck", "plays", "seat", "fitting"), VIEWS)
def test_guesses_of_four_shells_are_fair(
    hands: tuple[int, ...], deck: tuple[int, ...], plays: str, seat: int | None, fitting: int
) -> None:
    state = table(dealt(*hands, deck=deck, plays=plays))
    assert len(all_that_fit(FourShells.of(), state, seat)) == fitting
    square, limit = unevenness(FourShells.of(), state, seat)
    assert square < limit


def test_guesses_that_are_not_fair_are_noticed() -> None:
    state = table(dealt(2, 3, deck=(1, 4)))
    square, limit = unevenness(ShufflesBadly.of(), state, None)
    assert square > 2 * limit
