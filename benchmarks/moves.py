"""Uniform random moves a second: Shifting Stones beside OpenSpiel's games, in one run.

    .venv-bench/bin/python benchmarks/moves.py [--rounds N] [--seconds S] [--json FILE]

Exits with 1 when a stated target is missed. README.md beside this file says what is measured and how.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

# tidebook is measured from the source tree, without being installed.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bots import BotGames, Pictures
from benchmarks.measure import Spread, quotients, rates, spread
from benchmarks.ours import GAME, Ours
from benchmarks.peers import Peer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.measure import Task

SEED = 7
TIC_TAC_TOE = "python_tic_tac_toe"
LIARS_POKER = "python_liars_poker, deals counted as moves"
LIARS_POKER_MOVES = "python_liars_poker"
CONNECT_FOUR = "connect_four"
BOTS = {name: f"{GAME}, bot {name}" for name in ("random", "greedy")}
PICTURES = f"{GAME}, pictures"
PEERS = (TIC_TAC_TOE, LIARS_POKER, LIARS_POKER_MOVES, CONNECT_FOUR)

# Times as many moves as the peer. A move is what a player decides: neither the deals of python_liars_poker nor
# the draws of Shifting Stones count, but their time does. The ratio with deals counted is shown beside it.
TARGETS = {TIC_TAC_TOE: 10.0, LIARS_POKER_MOVES: 10.0, CONNECT_FOUR: 0.5}
# These two are rates, not ratios: on a machine that is much slower than ours they say little.
RATES = {BOTS["greedy"]: 100.0, PICTURES: 200.0}


class Row(NamedTuple):
    """A line of the table: what, in which unit, and its figure over all rounds."""

    what: str
    unit: str
    figure: Spread


def contest() -> dict[str, Task]:
    """Set up everything that takes turns, by name."""
    ours = Ours(SEED)
    peers = {
        TIC_TAC_TOE: Peer("python_tic_tac_toe", SEED, deals=True),
        LIARS_POKER: Peer("python_liars_poker", SEED, deals=True),
        LIARS_POKER_MOVES: Peer("python_liars_poker", SEED, deals=False),
        CONNECT_FOUR: Peer("connect_four", SEED, deals=True),
    }
    tasks: dict[str, Task] = {GAME: ours.moves, _copies(GAME): ours.copies}
    for name, peer in peers.items():
        tasks[name] = peer.moves
        if name != LIARS_POKER_MOVES:
            tasks[_copies(name)] = peer.copies
    for name, task in BOTS.items():
        tasks[task] = BotGames(name, SEED).games
    tasks[PICTURES] = Pictures(SEED).drawn
    return tasks


def rows(found: Mapping[str, Sequence[float]]) -> list[Row]:
    """Make the table: rates, then ratios round by round."""
    ours = found[GAME]
    table = [Row(name, "moves/s", spread(found[name])) for name in (GAME, *PEERS)]
    table += [Row(task, "games/s", spread(found[task])) for task in BOTS.values()]
    table.append(Row(PICTURES, "pictures/s", spread(found[PICTURES])))
    table += [Row(f"{GAME} / {name}", "x", spread(quotients(ours, found[name]))) for name in PEERS]
    for name in (GAME, *PEERS):
        if _copies(name) in found:
            # Seconds a copy over seconds a move.
            cost = quotients(found[name], found[_copies(name)])
            table.append(Row(f"a copy in {name}", "of a move", spread(cost)))
    return table


def misses(table: Sequence[Row]) -> list[str]:
    """Say in a sentence each which targets the median ratios miss."""
    medians = {row.what: row.figure.median for row in table}
    ratios = [
        f"{GAME} plays {medians[f'{GAME} / {peer}']:.2f} times the moves of {peer}; the target is {target:g}."
        for peer, target in TARGETS.items()
        if medians[f"{GAME} / {peer}"] < target
    ]
    slow = [
        f"{what}: {medians[what]:.3g} a second; the target is {target:g}."
        for what, target in RATES.items()
        if medians[what] < target
    ]
    return ratios + slow


def setting(rounds: int, seconds: float, load: Sequence[Sequence[float]]) -> dict[str, object]:
    """Describe under which circumstances the figures were taken."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "open_spiel": version("open_spiel"),
        "numpy": version("numpy"),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "rounds": rounds,
        "seconds a slice": seconds,
        "load average before and after": [[round(figure, 2) for figure in loads] for loads in load],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, write, judge."""
    options = _options(arguments)
    before = os.getloadavg()
    found = rates(contest(), options.rounds, options.seconds)
    about = setting(options.rounds, options.seconds, (before, os.getloadavg()))
    table = rows(found)
    missed = misses(table)
    print(_page(table, about))
    for sentence in missed:
        print(f"Missed: {sentence}")
    if not missed:
        print("All targets are met.")
    if options.json:
        figures = [{"what": row.what, "unit": row.unit, **row.figure._asdict()} for row in table]
        result = {"setting": about, "figures": figures, "targets": {**TARGETS, **RATES}, "missed": missed}
        options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 1 if missed else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Random moves a second, ours and OpenSpiel's, in one run.")
    parser.add_argument("--rounds", type=_rounds, default=60, help="how often everybody has a turn (60)")
    parser.add_argument("--seconds", type=_seconds, default=0.05, help="CPU seconds of a turn, about (0.05)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file, too")
    return parser.parse_args(arguments)


def _rounds(text: str) -> int:
    rounds = int(text)
    if rounds < 1:
        raise argparse.ArgumentTypeError(f"rounds must be 1 or more, not {rounds}")
    return rounds


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0.001 <= seconds <= 60:  # noqa: PLR2004
        raise argparse.ArgumentTypeError(f"seconds must be 0.001 to 60, not {seconds}")
    return seconds


def _copies(name: str) -> str:
    return f"{name}, copies"


def _page(table: Sequence[Row], about: Mapping[str, object]) -> str:
    wide = max(len(row.what) for row in table)
    lines = [f"{'':{wide}}  {'median':>12} {'quartiles':>26}"]
    for what, unit, figure in table:
        low, median, high = map(_number, figure)
        lines.append(f"{what:{wide}}  {median:>12} {low:>12} .. {high:>10}  {unit}")
    lines += ["", *(f"{key}: {value}" for key, value in about.items()), ""]
    return "\n".join(lines)


def _number(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 1000 else f"{figure:.3g}"  # noqa: PLR2004


if __name__ == "__main__":
    sys.exit(main())
