"""Golden games: whole games stored as text, played again and compared to the letter. Standard library only.

    python tests/golden/compare.py [FILE ...]          compare (all files by default)
    python tests/golden/compare.py --write [FILE ...]  write them anew from their first lines

The first line of a file is JSON: game, players, seed and rules. The rest follows from it: what the bot `random` did,
what happened in words as each seat saw it, the position now and then, and the scores with their reasons.
"""

from __future__ import annotations

import difflib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

import tidebook  # noqa: E402 the package may not be installed, under Pyodide

if TYPE_CHECKING:
    from collections.abc import Iterator

EVERY = 40  # actions between two pictures of the table


def playthrough(about: dict[str, Any]) -> str:
    """Play a game as its first line says, and write it all down."""
    return "\n".join([json.dumps(about), *_lines(about)]) + "\n"


def _lines(about: dict[str, Any]) -> Iterator[str]:
    players = about["players"]
    match = tidebook.new(
        about["game"],
        players=players,
        seed=about["seed"],
        rules=about["rules"],
        bots=dict.fromkeys(range(players), "random"),
    )
    yield match.game.picture(match.view(0))
    seats = (None, *range(players))
    for seat in seats:
        yield from _said(match.words(seat, -1), seat)
    while match.step():
        ply = len(match.history) - 1
        action = match.history[ply].action
        yield f"{ply + 1}. seat {match.history[ply].seat}: {action}"
        everybody = match.words(None, ply)
        yield from _said(everybody, None)
        for seat in seats[1:]:
            # Only what a seat saw or heard differently.
            yield from _said([line for line in match.words(seat, ply) if line not in everybody], seat)
        if (ply + 1) % EVERY == 0:
            yield match.game.picture(match.view(None))
            yield f"state {match.state.fingerprint()}"
    for sheet in match.scores():
        yield f"seat {sheet.seat}:"
        yield str(sheet)
    yield f"over {match.over}, winners {match.winners()}, state {match.state.fingerprint()}"


def _said(lines: list[str], seat: int | None) -> list[str]:
    eyes = "all" if seat is None else f"to {seat}"
    return [f"    ({eyes}) {line}" for line in lines]


def main(arguments: list[str]) -> int:
    """Compare (or write) the given files, or all of them; give the exit code."""
    write = "--write" in arguments
    named = [Path(name) for name in arguments if name != "--write"]
    files = named or sorted(HERE.glob("*.txt"))
    differ = 0
    for file in files:
        stored = file.read_text("utf-8")
        played = playthrough(json.loads(stored.partition("\n")[0]))
        if write:
            file.write_text(played, "utf-8", newline="\n")
        elif played != stored:
            differ += 1
            lines = difflib.unified_diff(stored.splitlines(), played.splitlines(), file.name, "played now", lineterm="")
            print(*list(lines)[:20], sep="\n")  # noqa: T201 run by hand, and under other Pythons
    print(f"{len(files)} games {'written' if write else 'compared'}" + (f", {differ} differ" if differ else ""))  # noqa: T201
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
