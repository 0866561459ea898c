from __future__ import annotations

import io
import re
import string
from functools import cache
from gettext import NullTranslations
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import tidebook
from tidebook.bots.random import pick
from tidebook.core.chance import Script
from tidebook.core.errors import PartsError
from tidebook.core.match import Match, Start
from tidebook.core.rules import Choice, Dial, Ruling
from tidebook.core.text import Language, Text
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.games.shifting_stones.parts import NAMES
from tidebook.games.shifting_stones.rules import StonesRules
from tools.words import collect, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tidebook.core.game import State

# The pseudo-language: every sentence of the extracted template in ⟦brackets⟧ and in wide letters. A word in plain
# letters that it lets through escaped translation, unless it is a value: a name, a number, notation.

GRID = "BHO/EST/EBH"  # of the rulebook's first picture
WIDE = str.maketrans({letter: chr(ord(letter) + 0xFEE0) for letter in string.ascii_letters})
PLACE = re.compile(r"(\{\w*\})")
WORD = re.compile(r"[A-Za-z_]*[a-z]{2,}[A-Za-z_]*")


def pseudo(message: str) -> str:
    """Say a message in the pseudo-language."""
    pieces = [piece if PLACE.fullmatch(piece) else piece.translate(WIDE) for piece in PLACE.split(message)]
    return f"⟦{''.join(pieces)}⟧"


class Listening(NullTranslations):
    """A catalogue that remembers which of its messages were said."""

    def __init__(self, inner: NullTranslations) -> None:
        super().__init__()
        self.inner = inner
        self.heard: set[str] = set()

    def gettext(self, message: str) -> str:
        """Say a message."""
        self.heard.add(message)
        return self.inner.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Say a message that depends on a number."""
        self.heard.add(msgid1)
        return self.inner.ngettext(msgid1, msgid2, n)


@cache
def template() -> Catalog:
    """Extract the template of all sentences, as `make words` does."""
    return read_po(io.BytesIO(written(collect()).encode()))


def pseudo_language(folder: Path) -> Language:
    """Compile the pseudo-language and listen to it."""
    bracketed = Catalog()
    for message in template():
        if message.id:
            said = pseudo(message.id) if isinstance(message.id, str) else tuple(map(pseudo, message.id))
            bracketed.add(message.id, said)
    (folder / "qps" / "LC_MESSAGES").mkdir(parents=True)
    with (folder / "qps" / "LC_MESSAGES" / "tidebook.mo").open("wb") as file:
        write_mo(file, bracketed)
    made = Language("qps", [folder])
    made.catalogue = Listening(made.catalogue)
    return made


@pytest.fixture
def language(tmp_path: Path) -> Language:
    """Give the pseudo-language."""
    return pseudo_language(tmp_path / "locale")


def unheard(language: Language, *files: str) -> set[str]:
    """Give the messages of some files, by their singular, that were never said."""
    found = {
        message.id if isinstance(message.id, str) else message.id[0]
        for message in template()
        if any(re.fullmatch(f"tidebook/{file}", name) for name, _line in message.locations for file in files)
    }
    assert found, files
    assert isinstance(language.catalogue, Listening)
    return found - language.catalogue.heard


def escaped(said: str, values: str = "") -> list[str]:
    """Give what escaped translation: text outside of brackets, and plain words that are no values."""
    depth, outside = 0, ""
    for letter in said:
        depth += (letter == "⟦") - (letter == "⟧")
        outside += letter if depth == 0 and letter != "⟧" else ""
    assert depth == 0, said
    return [*([outside] if outside else []), *(word for word in WORD.findall(said) if word not in values.split())]


def spoken(text: object, language: Language, values: str = "") -> str:
    """Say a text in the pseudo-language and check that nothing escaped."""
    assert isinstance(text, Text), text
    said = text.say(language)
    assert escaped(said, values) == [], said
    return said


def test_checks_of_this_file_see_what_escapes() -> None:
    assert escaped("⟦ａ 17 ⟦ｂ⟧⟧") == []
    assert escaped("⟦ａ⟧ b") == [" b"]
    assert escaped("⟦ａ draws⟧", "skip") == ["draws"]
    assert escaped("⟦ａ skip⟧", "skip") == []


def test_every_message_of_the_template_is_said_in_the_pseudo_language(language: Language) -> None:
    count = 0
    for message in template():
        if not message.id:
            continue
        count += 1
        one, many = (message.id, "") if isinstance(message.id, str) else message.id
        places = set(re.findall(r"\{(\w+)\}", one + many))
        for number in (1, 2):
            said = Text(one, dict.fromkeys(places, 7), many, number).say(language)
            assert escaped(said) == [], one
    assert count > 150


# Situations in which things happen that hardly ever happen in random games.
RARE: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    # One card in the discard pile becomes the deck; skipping with nothing to draw; ending with nothing to draw.
    ({}, {"players": 2, "grid": GRID, "hands": [[1, 2], []], "discard": [3], "deck": []}, ["skip", "skip"]),
    ({}, {"players": 2, "grid": GRID, "hands": [[1, 2, 4, 5], []], "deck": []}, ["end", "end"]),
    # A tie.
    (
        {"trigger_2": 1},
        {"players": 2, "grid": GRID, "scored": [[3], [4]], "to_move": 1, "hands": [[], [1, 2, 5, 6]]},
        ["end"],
    ),
    # Discarding down to a hand, seen by both.
    (
        {"discard_down_to_4": True},
        {"players": 2, "grid": GRID, "hands": [[1, 2, 3, 4, 5, 6], []]},
        ["end", "discard 2", "discard 4"],
    ),
    # A solo game that is won.
    (
        {"solo_ones": 1, "solo_twos": 0, "solo_threes": 0, "solo_fives": 0},
        {"players": 1, "grid": GRID, "hands": [[3]], "deck": []},
        ["flip a1 with 3", "end", "score 3"],
    ),
]


def rare_matches() -> Iterator[Match]:
    """Play the rare situations; whatever is reshuffled keeps its order."""
    for rules, position, actions in RARE:
        start = Start(position["players"], position)
        match = Match(ShiftingStones.of(rules), start, Script([("reshuffle", [])] * 9), names=["①", "②"])
        for action in actions:
            match.play(action)
        yield match


def played_matches() -> Iterator[Match]:
    """Play whole games at random, every number of players, published rules and others."""
    for number, (players, rules) in enumerate(
        product((1, 2, 3, 4, 5), ({}, {"discard_down_to_4": True, "hand_size": 2, "skip_cap": False}))
    ):
        names = ["①", "②", "③", "④", "⑤"][:players]
        match = tidebook.new("shifting_stones", players, number, rules=rules, names=names)
        random = Random(number)  # noqa: S311
        while match.to_move is not None:
            match.play(pick(match.legal(), random))
        yield match


def test_every_event_of_shifting_stones_is_said_in_the_pseudo_language(language: Language) -> None:
    for match in (*played_matches(), *rare_matches()):
        for seat in (None, *range(match.start.players)):
            for line in match.log(seat, language):
                assert escaped(line) == [], line
    faces = {NAMES[face].message for face in NAMES}
    assert unheard(language, r"games/shifting_stones/words\.py") == set()
    assert isinstance(language.catalogue, Listening)
    assert faces <= language.catalogue.heard


def test_players_without_names_are_named_in_the_reader_s_language(language: Language) -> None:
    match = tidebook.new("shifting_stones", 2, 7)
    match.play("end")
    assert [word for line in match.log(None, language) for word in escaped(line)] == []


def test_every_refusal_of_shifting_stones_is_said_in_the_pseudo_language(language: Language) -> None:
    random = Random(5)  # noqa: S311
    crowded = {"players": 2, "grid": GRID, "hands": [[1, 2, 3, 4, 5, 6], []]}
    bare = {"players": 2, "grid": GRID, "hands": [[], []]}
    states: list[State] = [
        ShiftingStones.of().position(crowded),
        ShiftingStones.of().position(bare),
        ShiftingStones.of({"discard_down_to_4": True}).position({**crowded, "shedding": True}),
    ]
    for match in played_matches():
        states += [state for state in match.positions() if random.random() < 0.1 or state.to_move is None]
    for state in states:
        actions = state.game.actions(state.players)
        for action in {actions[int(random.random() * len(actions))] for _each in range(30)} | set(actions[:2]):
            refusal = state.why_not(action)
            if refusal:
                spoken(refusal.text, language)
    assert unheard(language, r"games/shifting_stones/refusals\.py") == set()


def test_what_an_action_reveals_is_said_in_the_pseudo_language(language: Language) -> None:
    match = tidebook.new("shifting_stones", 2, 7)
    spoken(match.reveals("skip"), language)
    assert unheard(language, r"games/shifting_stones/play\.py") == set()


def test_every_score_line_of_shifting_stones_is_said_in_the_pseudo_language(language: Language) -> None:
    lines = 0
    for match in played_matches():
        for sheet in match.scores():
            for line in sheet.lines:
                lines += 1
                spoken(line.what, language)
            for row in sheet.say(language).splitlines()[:-1]:
                assert escaped(row[row.index("⟦") : row.rindex("⟧") + 1]) == []
    assert lines > 50
    assert unheard(language, r"games/shifting_stones/scoring\.py") == set()


def test_every_dial_and_ruling_of_shifting_stones_is_said_in_the_pseudo_language(language: Language) -> None:
    for field in StonesRules.fields():
        texts: dict[type[object], Callable[[Any], list[Text]]] = {
            Dial: lambda one: [one.unit, one.help],
            Ruling: lambda one: [one.question, one.why, *one.readings.values()],
            Choice: lambda one: [one.help],
        }
        for text in texts[type(field)](field):
            spoken(text, language)
    with pytest.raises(PartsError) as caught:
        StonesRules.of({"parts": {"hats": {}}})
    spoken(caught.value.text, language, "hats")
    assert unheard(language, r"games/shifting_stones/rules\.py") == set()


def test_the_reason_of_a_bot_is_said_in_the_pseudo_language(language: Language) -> None:
    match = tidebook.new("shifting_stones", 2, 7, bots={0: "random"})
    choice = match.step()
    assert choice is not None
    spoken(choice.reason, language)
    assert unheard(language, r"bots/random\.py") == set()


def test_every_picture_of_shifting_stones_is_said_in_the_pseudo_language(language: Language) -> None:
    for match in (*played_matches(), *rare_matches()):
        for seat in (None, *range(match.start.players)):
            assert WORD.findall(match.picture(seat, language)) == []
        assert WORD.findall(match.game.picture(match.view(None), language)) == []  # without names
    assert unheard(language, r"games/shifting_stones/lines\.py") == set()


def test_every_scene_of_shifting_stones_is_said_in_the_pseudo_language(language: Language) -> None:
    scenes = ShiftingStones.of().scenes()
    assert scenes
    for scene in scenes:
        spoken(scene.title, language)
        for step in scene.steps:
            for text in (step.say, step.ask):
                if text:
                    spoken(text, language)
        told = [line for line in scene.tell(language).splitlines() if not line.startswith("  > ")]
        words = [word for line in told for word in WORD.findall(re.sub(r"\[[\w., -]*\]$", "", line))]
        assert [word for word in words if word not in scene.names] == []
    assert unheard(language, r"games/shifting_stones/scenes\.toml") == set()
