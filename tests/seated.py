"""What the tests of the terminal game and of the command share: people at a table, calls, a small catalogue."""

from __future__ import annotations

import io
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import tidebook
from tidebook import cli
from tidebook.core.chance import Chance
from tidebook.screen import Screen
from tidebook.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

    from tidebook.core.game import Action
    from tidebook.core.match import Match
    from tidebook.core.text import Language

GAME = "shifting_stones"
SHORT = {"trigger_2": 1}  # the first scored card makes the round the last


def table(match: Match, typed: str, kept: list[int] | None = None, language: Language | None = None) -> Terminal:
    """Seat people in front of a screen on which these lines will be typed."""
    seen = [] if kept is None else kept
    screen = Screen(io.StringIO(typed), io.StringIO(), io.StringIO(), language)
    return Terminal(match, screen, tidebook.load, lambda changed: seen.append(len(changed.history)))


def played(typed: str, match: Match | None = None, language: Language | None = None, **options: Any) -> str:
    """Play these lines and give all that was shown; by default against a bot."""
    usual: dict[str, Any] = {"seed": 7, "bots": {1: "random"}, "names": ["", "Random"]}
    seated = table(match or tidebook.new(GAME, **{**usual, **options}), typed, language=language)
    assert seated.run() == 0
    shown = seated.screen.stdout
    assert isinstance(shown, io.StringIO)
    return shown.getvalue()


def answer(typed: str, match: Match | None = None, **options: Any) -> str:
    """Give what the last of these lines was answered with."""
    return played(typed, match, **options).rpartition(f"> {typed.rpartition(chr(10))[2]}\n")[2]


@cache
def winning_turn() -> tuple[int, str, str]:
    """Find a deal that the first player wins in one turn, not without a flip: seed, flip and score."""
    for seed in range(1000):
        for flip in tidebook.new(GAME, seed=seed, rules=SHORT).legal():
            match = tidebook.new(GAME, seed=seed, rules=SHORT, bots={1: "random"})
            if any(action.kind == "score" for action in match.legal()):
                break
            match.play(flip)
            scores = [action for action in match.legal() if action.kind == "score"]
            if flip.kind == "flip" and scores:
                match.play(scores[0])
                match.play("end")
                match.advance()
                if match.winners() == (0,):
                    return seed, flip.text, scores[0].text
    pytest.fail("no deal can be won in one turn")


def planned(match: Match) -> list[str]:
    """Play the person's side of a game to its end: score, or make a score possible, or draw; give the actions."""
    played_now = []
    match.advance()
    while match.to_move is not None:
        legal = match.legal()
        kinds = {action.kind: action for action in legal}
        chosen = kinds.get("score") or next(filter(lambda one: _leads_to_score(match, one), legal), None)
        played_now.append(match.play(chosen or kinds.get("skip") or kinds["end"]).action.text)
        match.advance()
    return played_now


def _leads_to_score(match: Match, action: Action) -> bool:
    if action.kind not in ("shift", "flip"):
        return False
    after = match.at()
    after.apply(action, Chance("not needed"))
    return any(one.kind == "score" for one in after.legal())


class Result(NamedTuple):
    """What a call printed and gave."""

    code: int
    out: str
    err: str


def call(*arguments: str, typed: str = "") -> Result:
    """Call the command with these lines typed into it."""
    out, err = io.StringIO(), io.StringIO()
    code = cli.run(arguments, Screen(io.StringIO(typed), out, err))
    return Result(code, out.getvalue(), err.getvalue())


def process(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Call the command as a process of its own."""
    words = [sys.executable, "-m", "tidebook.cli", *arguments]
    given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(words, check=False, timeout=60, **given)  # type: ignore[call-overload,no-any-return] # noqa: S603


def spanish(folder: Path) -> Path:
    """Compile a small catalogue; give the folder for a Language."""
    catalogue = Catalog(locale="es")
    for english, said in {
        "Player {number}": "Jugador {number}",
        "Your turn, {who}. Type a number or the words:": "Te toca, {who}. Escribe un número o las palabras:",
        "{number} {action} (no undo)": "{number} {action} (sin vuelta)",
        "{who}: {total}": "{who}: {total} en total",
        "Seat {seat}: {who}": "Asiento {seat}: {who}",
        "{first} to {last}": "de {first} a {last}",
        "Pass the keyboard to {who}. {who}, press Enter. ": "Pasa el teclado a {who}. {who}, pulsa Intro. ",
        "Skipping for more cards": "Pasar para robar",
        "There is no game {name}; there are {near}.": "No hay juego {name}; hay {near}.",
    }.items():
        catalogue.add(english, said)
    catalogue.add(
        ("{name}: {title}, {players} player", "{name}: {title}, {players} players"),
        ("{name}: {title}, {players} jugador", "{name}: {title}, {players} jugadores"),
    )
    path = folder / "es" / "LC_MESSAGES" / "tidebook.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)
    return folder
