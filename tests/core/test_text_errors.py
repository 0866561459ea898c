from __future__ import annotations

import json
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import pytest

import tidebook
from tests.core.test_text_translated import pseudo_language, spoken, unheard
from tidebook.bots import make_bot
from tidebook.core import record
from tidebook.core.chance import Chance, Script, check_seed
from tidebook.core.errors import TidebookError
from tidebook.core.guide import parse_guide, read_guide
from tidebook.core.match import Match, Start
from tidebook.core.rules import Rules
from tidebook.core.scene import Scene, Step, _scene, _step, read_scenes
from tidebook.core.text import Language, Several, _
from tidebook.games import find
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.games.shifting_stones.parts import NAMES
from tidebook.games.shifting_stones.rules import StonesRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GRID = "BHO/EST/EBH"

# Every error message, by what causes it. Beside it stand the values it names that are no words of ours. Whoever
# adds an error adds its cause here: the test at the end says which are missing.


def stones(**rules: object) -> StonesRules:
    """Give the rules with some changes."""
    return StonesRules.of(rules)


def deck(**entries: object) -> StonesRules:
    """Give rules with a deck of its own."""
    return stones(deck="own", parts={"decks": {"own": entries}})


def card(pattern: object, value: object = 1, number: str = "1", **entries: object) -> StonesRules:
    """Give rules with a deck of one card."""
    return deck(cards={number: {"value": value, "pattern": pattern, **entries}})


def chained() -> object:
    """Give rules with a deck made from a deck made from a deck."""
    return stones(deck="d0", parts={"decks": {f"d{number}": {"from": f"d{number + 1}"} for number in range(50)}})


def placed(**data: object) -> object:
    """Set up a position."""
    return ShiftingStones.of().position({"players": 2, "grid": GRID, **data})


def started(**changes: object) -> Match:
    """Start a game."""
    return tidebook.new("shifting_stones", 2, 7, names=["①", "②"], **changes)  # type: ignore[arg-type]


def loaded(**changes: object) -> object:
    """Load the record of a short game with some changes."""
    match = started()
    match.play("end")
    data = {**record.to_dict(match), **changes}
    return record.loads(json.dumps(data), find, make_bot)


def cut() -> object:
    """Load a record that is cut off."""
    return record.loads(record.dumps(started())[:-50], find, make_bot)


def older() -> object:
    """Load a record of older rules whose action does not fit."""
    return loaded(version=0, actions=["score 71"])


def scene(**step: Any) -> object:
    """Run a scene of one step."""
    position = {"players": 2, "grid": GRID, "hands": [[17], []]}
    return Scene(ShiftingStones, "S1", _("sun"), (), position, {}, (Step(**step),)).run()


def undone_by_other() -> object:
    """Take back what somebody else did."""
    match = started()
    match.play(match.legal()[0])
    return match.undo(1)


def redone_by_other() -> object:
    """Do again what somebody else did."""
    match = started()
    match.play(match.legal()[0])
    match.undo()
    return match.redo(1)


def undone_after_an_answer() -> object:
    """Take an action back that somebody answered, though the answer was taken back."""
    match = started()
    match.play("end")
    match.play("end")
    match.undo()
    return match.undo()


def undone_after_a_draw() -> object:
    """Take back what showed something."""
    match = started()
    match.play("skip")
    return match.undo()


def other_game() -> object:
    """Play an action of a game with other rules."""
    return started().play(ShiftingStones.of({"bonus": 1}).parse("end"))


def capped() -> object:
    """Play on after the cap."""
    match = Match(CutAtOnce.of(), Start(2), Chance(7))
    return match.play("end")


def written(path: Path, content: bytes) -> Path:
    """Write a file."""
    path.write_bytes(content)
    return path


class CutAtOnce(ShiftingStones):
    """A game whose cap is reached before the first action."""

    max_actions = 0


class OtherRules(Rules):
    """Rules of another game."""

    game = "other"


class BrokenEntry:
    """An installed game that cannot be loaded."""

    def load(self) -> object:
        """Fail."""
        raise ImportError("①")


def broken_game() -> object:
    """Ask for a game that is installed, but cannot be loaded."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("tidebook.games"), "entry_points", lambda **_asked: [BrokenEntry()])
        return find("robot")


POSITION = (
    "players to_move grid hands scored deck discard box reshuffled skipped acted scored_now shedding ending strikes"
)
ERRORS: list[tuple[Callable[[], object], str]] = [
    # Chance.
    (lambda: check_seed(True), "true"),  # noqa: FBT003
    (lambda: Chance(1).pick("bag", []), "bag"),
    (lambda: Script([("bag", 7)]).die("bag", 6), "bag"),
    (lambda: Script([("bag", 7)]).pick("bag", [1]), "bag"),
    (lambda: Script([("bag", 7)]).shuffle("bag", [1]), "bag"),
    (lambda: Script([("bag", [7])]).shuffle("bag", [1]), "bag"),
    (lambda: Script([("bag", 7)]).finish(), "bag"),
    (lambda: Script([]).die("bag", 6), "bag"),
    (lambda: Script([("bag", 7)]).die("attack", 6), "bag attack"),
    (lambda: Script([("bag",)]), "bag"),
    # Text and guide.
    (lambda: Language("quenya"), "quenya en"),
    (lambda: parse_guide("# ①\n\n## ② {#A.1}")["A.2"], ""),
    (lambda: parse_guide("## ① {#A.1}\n\n## ② {#A.1}"), ""),
    # Games, bots, rules.
    (lambda: find("moonshine"), "moonshine shifting_stones"),
    (broken_game, "robot ImportError"),
    (lambda: make_bot("robot"), "robot greedy random"),
    (lambda: ShiftingStones.of().parse("go"), "go Shifting Stones end skip shift with score discard flip"),
    (lambda: ShiftingStones.of().check_players(9), "Shifting Stones"),
    (lambda: stones(hand_size=0), "hand_size"),
    (lambda: stones(skip_cap="no"), "skip_cap true false no"),
    (lambda: stones(deck=7), "deck"),
    (lambda: stones(deck="blank"), "deck blank standard first_steps"),
    (lambda: stones(hand_sise=4), "shifting_stones hand_sise hand_size hand_cap"),
    (lambda: stones(parts=7), ""),
    (lambda: StonesRules.of(cast("Any", 7)), ""),
    (lambda: ShiftingStones.of({"deck": "first_steps"}).check_players(1), "first_steps"),
    (lambda: stones(parts={"x": {1, 2}}), ""),
    (lambda: StonesRules.of(cast("Any", OtherRules())), "other shifting_stones"),
    (lambda: StonesRules.from_toml('game = "other"', "①"), "other shifting_stones"),
    (lambda: StonesRules.from_toml("dials = 1", "①"), "dials"),
    (lambda: StonesRules.from_toml("rules = 1", "①"), ""),
    # Parts.
    (lambda: stones(parts={"stones": 9}), "parts stones"),
    (lambda: stones(parts={"hats": 9}), "parts hats stones decks"),
    (lambda: stones(parts={"stones": {"SM": 10}}), ""),
    (lambda: stones(parts={"stones": {"SM": 2}}), ""),
    (lambda: stones(deck="own", parts={"decks": {"own": 7}}), "own"),
    (lambda: deck(cards={key: {"value": 1, "pattern": "H"} for key in "12"}), "own"),
    (lambda: deck(ink=3), "own ink"),
    (lambda: deck(**{"from": "own"}), "own"),
    (lambda: deck(values=[1]), "own"),
    (chained, "d"),
    (lambda: deck(**{"from": "standard", "values": 3}), "own"),
    (lambda: card("H", number="0"), "own"),
    (lambda: card("H", art=""), "own"),
    (lambda: card("H", value=10), "own"),
    (lambda: card(7), "own"),
    (lambda: card("H/HH"), "own"),
    (lambda: card("HHHH"), "own"),
    (lambda: card("X"), "own"),
    (lambda: card("SS"), "own"),
    (lambda: card("."), "own"),
    (lambda: ShiftingStones.of(card("H")), "own"),
    # Positions.
    (lambda: placed(hats=1), f"hats {POSITION}"),
    (lambda: ShiftingStones.of().position(cast("Any", 7)), ""),
    (lambda: ShiftingStones.of().position({"grid": GRID}), ""),
    (lambda: placed(grid=7), ""),
    (lambda: placed(grid="SSS/SSS/SSS"), ""),
    (lambda: placed(ending=True), ""),
    (lambda: placed(discard=[1, 1]), ""),
    (lambda: placed(box=[1], deck=[2]), ""),
    (lambda: ShiftingStones.of().position({"players": 1, "grid": GRID, "deck": [1]}), ""),
    (lambda: placed(reshuffled=[[2, 1]]), ""),
    (lambda: placed(reshuffled=[[1, 2]]), ""),
    (lambda: placed(deck=[1], box=list(range(2, 73)), reshuffled=[[1, 2]]), ""),
    (lambda: ShiftingStones.of().position({"players": 1, "grid": GRID, "strikes": 9}), ""),
    (lambda: placed(strikes=1), ""),
    (lambda: placed(to_move=None), ""),
    (lambda: placed(scored=[[], list(range(1, 11))]), ""),
    (lambda: placed(scored_now=True), ""),
    (lambda: placed(shedding=True), ""),
    (lambda: placed(hands=7), "hands"),
    (lambda: placed(discard=7), "discard"),
    (lambda: placed(discard=[99]), "discard"),
    (lambda: placed(hands=[[]]), "hands"),
    (lambda: placed(skipped=[True]), "skipped"),
    (lambda: placed(to_move=2), ""),
    (lambda: placed(acted=1), "acted"),
    (lambda: placed(strikes=-1), ""),
    # Matches.
    (capped, ""),
    (lambda: started().play("end", 1), ""),
    (lambda: started().at(3), ""),
    (lambda: started().words(0, 3), ""),
    (lambda: started().undo(), ""),
    (undone_by_other, ""),
    (undone_after_an_answer, ""),
    (lambda: started(bots={0: "random"}).play("end"), ""),
    (lambda: started().play(cast("Any", 7)), ""),
    (lambda: Match(ShiftingStones.of(), Start(2), Chance(7), names="①"), ""),
    (undone_after_a_draw, "skip"),
    (lambda: started().redo(), ""),
    (redone_by_other, ""),
    (lambda: started().fork(), ""),
    (other_game, "end"),
    (lambda: started().agree(5), ""),
    # Records.
    (lambda: record.loads(" " * (record.BIGGEST + 1), find), ""),
    (lambda: record.loads("[]", find), ""),
    (lambda: record.loads("hello", find), ""),
    (cut, ""),
    (lambda: loaded(format=0), ""),
    (lambda: loaded(format=99), ""),
    (lambda: loaded(hash=""), ""),
    (lambda: loaded(rules={"bonus": 99}), "bonus"),
    (lambda: loaded(chance=7), "chance"),
    (lambda: loaded(seats=[]), ""),
    (lambda: loaded(seats=[7, 7]), "seats"),
    (lambda: loaded(actions=[7]), ""),
    (lambda: loaded(actions=["score 71"]), "score"),
    (older, "score Shifting Stones"),
    # Scenes.
    (lambda: scene(attempt="end"), "end"),
    (lambda: scene(attempt="score 1", clause="SS.x"), "score SS turn"),
    (lambda: scene(play="score 1"), ""),
    (lambda: scene(then={"can": ["score 1"]}), "score"),
    (lambda: scene(then={"can": "end"}), "can"),
    (lambda: scene(then={"cannot": ["end"]}), "end"),
    (lambda: scene(then={"over": True}), "over true false"),
    (lambda: scene(then={"hats": 1}), "hats"),
    (lambda: _scene(ShiftingStones, {"id": "S1", "hats": 1}), "hats"),
    (lambda: _scene(ShiftingStones, {"id": "S1"}), "title"),
    (lambda: _step({"clause": "SS.x"}, "S1"), ""),
]


ONE_SCENE = '[[scene]]\nid = "S1"\ntitle = ""\nclauses = []\nposition = {}\nstep = []\n'


def scenes_of(place: Path, text: str) -> object:
    """Read scenes from a file."""

    class Here(ShiftingStones):
        """The game with its files elsewhere."""

        folder = place

    place.mkdir()
    written(place / "scenes.toml", text.encode())
    return read_scenes(Here)


def file_errors(folder: Path) -> list[tuple[Callable[[], object], str]]:
    """Give the errors that need files."""
    missing, big, binary = folder / "①", folder / "②", written(folder / "③", b"\xff\xfe")
    written(big, b" " * (record.BIGGEST + 1))
    nowhere = "No such file or directory"  # the system's words
    return [
        (partial(tidebook.load, missing), nowhere),
        (partial(tidebook.load, big), ""),
        (partial(tidebook.load, binary), ""),
        (partial(started().save, missing / "④"), nowhere),
        (partial(read_guide, missing), "guide md en"),
        (partial(scenes_of, folder / "two", ONE_SCENE + ONE_SCENE), ""),
        (partial(scenes_of, folder / "none", "]"), "scenes toml Invalid statement at line column"),  # Python's words
        (partial(StonesRules.of, missing), nowhere),
        (partial(StonesRules.of, big), ""),
        (partial(StonesRules.of, binary), ""),
        (partial(StonesRules.from_toml, "]", "①"), "Invalid statement at line column"),  # Python's words
    ]


@contextmanager
def overheard(language: Language, values: str) -> Iterator[None]:
    """Expect an error and say it in the pseudo-language."""
    with pytest.raises(TidebookError) as caught:
        yield
    assert str(caught.value) == str(caught.value.text)
    spoken(caught.value.text, language, values)


def test_every_error_is_said_in_the_pseudo_language(tmp_path: Path) -> None:
    language = pseudo_language(tmp_path / "locale")
    escapes = []
    for cause, values in (*ERRORS, *file_errors(tmp_path)):
        try:
            with overheard(language, values):
                cause()
        except AssertionError as error:
            escapes.append(str(error).splitlines()[0])
    bot_gone = loaded(seats=[{"name": "①", "bot": "robot"}, {"name": "②"}])
    assert isinstance(bot_gone, Match)
    spoken(bot_gone.notices[0], language, "robot greedy random")
    Several([]).say(language)
    spoken(ShiftingStones.credits, language, "Evan Raitt Gamewright")
    spoken(tidebook.new("shifting_stones", 2).who[0], language)
    files = (
        r"core/\w+\.py",
        r"bots/__init__\.py",
        r"games/__init__\.py",
        r"games/shifting_stones/(game|parts|positions)\.py",
    )
    missing = unheard(language, *files) - {text.message for text in NAMES.values()}
    assert (escapes, missing) == ([], set())
