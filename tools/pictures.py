"""Draws the pictures of the documentation, docs/pictures/*.svg.

    .venv/bin/python tools/pictures.py [--check]

With --check nothing is written: the exit code is 1 if a picture is not as it would be drawn now.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

import tidebook
from tidebook.core.table import Drawing
from tidebook.draw import alone, sheet
from tidebook.draw.colour import grey
from tidebook.games.shifting_stones.chart import chart
from tidebook.games.shifting_stones.difficulty import judge
from tidebook.games.shifting_stones.faces import STONE, card_drawing, card_words, cell, deck_sheet, stone
from tidebook.games.shifting_stones.parts import FACES, NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.match import Match
    from tidebook.games.shifting_stones.game import ShiftingStones
    from tidebook.games.shifting_stones.play import StonesView

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PEOPLE = ("Marit", "Teo", "Ines")
SIZES = (24, 36, 48)
SOME = 4  # scored cards in the middle of a game
ONE_OF_EACH = (17, 42, 64, 68)  # values 1, 2, 3 and 5


def start() -> Match:
    """Set up a game of two, as the README begins it."""
    return tidebook.new("shifting_stones", players=2, seed=21, names=PEOPLE)


def midgame() -> Match:
    """Play a game of three to its middle: it is Marit's turn, and she has scored four cards."""
    match = tidebook.new("shifting_stones", players=3, seed=24, names=PEOPLE, bots=dict.fromkeys(range(3), "greedy"))
    while not (match.to_move == 0 and not _seen(match).acted and len(_seen(match).scored[0]) == SOME):
        if not match.step():
            raise SystemExit("The game ended before its middle: choose another seed.")
    return match


def solo() -> Match:
    """Play a solo game to its middle."""
    match = tidebook.new("shifting_stones", players=1, seed=4, names=PEOPLE[:1], bots={0: "greedy"})
    while len(_seen(match).scored[0]) < SOME and match.step():
        pass
    return match


def signs() -> str:
    """Draw the eight faces, as stones and as small as they ever get."""
    drawings = []
    for number, face in enumerate(FACES):
        small, x = "", 0.0
        for size in SIZES:
            small += cell(face, x, STONE + 16 + (SIZES[-1] - size) / 2, size)
            x += size + 6
        drawings.append(Drawing(face, stone(face, number) + small, STONE, STONE + 16 + SIZES[-1], str(NAMES[face])))
    sizes = ", ".join(map(str, SIZES))
    return sheet(drawings, "The eight faces", len(FACES), "light", f"as stones, and on cards at {sizes} pixels")


def pictures() -> dict[str, str]:
    """Draw everything, by the name of its file."""
    game = cast("ShiftingStones", tidebook.game("shifting_stones"))
    middle = midgame()
    light = _drawn(middle, 0, "light")
    cards = [card_drawing(game.cards[number], str(card_words(game.cards[number]))) for number in ONE_OF_EACH]
    return {
        "start.svg": _drawn(start(), 0, "light"),
        "midgame.svg": light,
        "midgame-dark.svg": _drawn(middle, 0, "dark"),
        "midgame-grey.svg": grey(light),
        "spectator.svg": _drawn(middle, None, "light"),
        "solo.svg": _drawn(solo(), 0, "light"),
        "card-values.svg": sheet(cards, "A card of each value", len(cards), "light"),
        "deck.svg": deck_sheet(game.cards, theme="light"),
        "deck-grey.svg": grey(deck_sheet(game.cards, theme="light")),
        "judgement.svg": alone(chart(judge(game)), "light"),
        "signs.svg": signs(),
        "signs-grey.svg": grey(signs()),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pictures, or see whether they are as they should be."""
    parser = argparse.ArgumentParser(description="Draws the pictures of the documentation.")
    parser.add_argument("--check", action="store_true", help="write nothing, say which pictures are out of date")
    options = parser.parse_args(arguments)
    made = {name: svg + "\n" for name, svg in pictures().items()}
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    wrong = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
    if options.check:
        for name in wrong:
            print(f"docs/pictures/{name} is out of date: make pictures")
        return 1 if wrong else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in wrong:
        if name in made:
            (FOLDER / name).write_text(made[name], encoding="utf-8")
        else:
            (FOLDER / name).unlink()
        print(f"docs/pictures/{name}")
    return 0


def _seen(match: Match) -> StonesView:
    return cast("StonesView", match.view(0))


def _drawn(match: Match, seat: int | None, theme: str) -> str:
    svg = match.svg(seat, theme=theme)
    if svg is None:
        raise SystemExit("This game is not drawn.")
    return svg


if __name__ == "__main__":
    sys.exit(main())
