"""The guide of Shifting Stones: complete, in step with the code, and honest about what is ours."""

from __future__ import annotations

import re

import pytest

from tidebook.core.rules import Choice, Dial, Ruling
from tidebook.games.shifting_stones import ShiftingStones

GAME = ShiftingStones.of()
GUIDE = GAME.guide()
TEXT = (GAME.folder / "guide.en.md").read_text("utf-8")
ROWS = [f"SS-{number:02}" for number in range(1, 41)]  # of the table of open questions
FIELDS = GAME.rules.fields()


def named_clauses() -> list[str]:
    """Give every clause that the code names, and those it puts together from the kind of an action."""
    code = "".join(path.read_text("utf-8") for path in GAME.folder.glob("*.py"))
    made = {f"SS.turn.{kind}" for kind in ("shift", "flip", "score", "end", "skip")}
    return sorted({*re.findall(r"SS(?:\.[a-z]+)+", code), *made, *(field.clause for field in FIELDS)})


@pytest.mark.parametrize("clause", named_clauses())
def test_every_clause_that_the_code_names_is_in_the_guide(clause: str) -> None:
    assert GUIDE[clause].text


@pytest.mark.parametrize(
    "clause",
    [
        *("SS.parts.stones", "SS.parts.cards", "SS.setup.grid", "SS.setup.deal", "SS.setup.first", "SS.secret"),
        *("SS.notation", "SS.turn", "SS.turn.shift", "SS.turn.flip", "SS.turn.score", "SS.turn.end"),
        *("SS.turn.skip", "SS.turn.reshuffle", "SS.score.match", "SS.score.grey", "SS.score.points"),
        *("SS.end.trigger", "SS.end.bonus", "SS.end.winner", "SS.solo.deck", "SS.solo.strike", "SS.solo.end"),
    ],
)
def test_every_rule_of_the_game_has_its_clause(clause: str) -> None:
    assert GUIDE[clause].text


def test_every_open_question_is_answered_once() -> None:
    answered = re.findall(r"\((SS-\d\d)[,)]", TEXT)
    assert sorted(answered) == ROWS


@pytest.mark.parametrize("row", ROWS)
def test_every_answer_says_whether_it_is_ours_or_the_books(row: str) -> None:
    assert re.search(rf"^- (?:By the book|House decision) \({row}[,)].*?: \S", TEXT, re.MULTILINE)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_dial_and_ruling_stands_in_its_own_clause(field: Dial | Ruling | Choice) -> None:
    text = GUIDE[field.clause].text
    match field:
        case Ruling():
            assert f"({field.id}, can be switched: `{field.name}`)" in text
        case Dial():
            assert f"`{field.name} = {field.default}`" in text
        case Choice():
            assert f'`{field.name} = "{field.default}"`' in text


def test_only_rulings_are_said_to_be_switchable() -> None:
    switched = re.findall(r"\((SS-\d\d), can be switched: `(\w+)`\)", TEXT)
    assert sorted(switched) == sorted((field.id, field.name) for field in FIELDS if isinstance(field, Ruling))


def test_the_notation_in_the_guide_is_the_notation_of_the_game() -> None:
    shown = re.findall(r"^- `([^`]+)`", GUIDE["SS.notation"].text, re.MULTILINE)
    actions = [GAME.parse(text) for text in shown]
    assert [action.text for action in actions] == shown
    assert {action.kind for action in actions} == {action.kind for action in GAME.actions(2)}


def test_links_in_the_guide_lead_to_clauses() -> None:
    links = re.findall(r"\]\(#([^)]*)\)", TEXT)
    assert links
    assert [link for link in links if link not in GUIDE] == []


def test_every_heading_but_the_title_carries_a_clause() -> None:
    headings = re.findall(r"^#+ .*$", TEXT, re.MULTILINE)
    assert headings[0] == f"# {GUIDE.title}" == f"# {GAME.title}"
    assert [heading for heading in headings[1:] if not re.search(r"\{#SS(?:\.[a-z]+)+\}$", heading)] == []


def test_the_deck_is_counted_right_in_the_guide() -> None:
    values = [card.value for card in GAME.cards.values()]
    one, two, three, five = (values.count(value) for value in (1, 2, 3, 5))
    counted = f"{one} cards of value 1, {two} of value 2, {three} of value 3 and {five} of value 5"
    assert counted in GUIDE["SS.parts.cards"].text
    assert f"There are {len(values)} of them" in GUIDE["SS.parts.cards"].text


def test_the_cap_of_a_games_length_is_said_in_the_guide() -> None:
    assert f"{GAME.max_actions:,} actions" in GUIDE["SS.end.cap"].text


def test_designer_illustrator_and_publisher_are_credited() -> None:
    for name in ("J. Evan Raitt", "Kwanchai Moriya", "Gamewright"):
        assert name in TEXT
