from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tidebook.core.errors import IllegalActionError, SceneError, TidebookError
from tidebook.core.match import Match
from tidebook.core.scene import Scene, Step, at_path, read_scenes
from tidebook.core.text import _
from tidebook.games.shifting_stones import ShiftingStones

if TYPE_CHECKING:
    from pathlib import Path

# Card 3 is HO, which the top row shows; card 9 is HE, which no row shows.
POSITION: dict[str, Any] = {
    "players": 2,
    "grid": "BHO/EST/EBH",
    "hands": [[3, 9], [17]],
    "discard": [5],
    "deck": [],
}

FILE = """
[[scene]]
id = "one"
title = "A card is scored once"
clauses = ["SS.turn.score", "SS.turn.end"]
names = ["Ann", "Ben"]

[scene.position]
players = 2
grid = "BHO/EST/EBH"
hands = [[3, 9], [17]]
discard = [5]
deck = []

[[scene.step]]
say = "The top row shows a horse and a boat."
ask = "Which card can be scored?"
play = "score 3"
then = { "scored.0" = [3], scores = [4, 0], can = ["end"], cannot = ["skip", "score 9"], to_move = 0, over = false }

[[scene.step]]
try = "score 9"
clause = "SS.score.match"

[[scene.step]]
play = "end"
chance = [["reshuffle", [5]]]
then = { "hands.0" = [9, 5], to_move = 1, winners = [] }

[[scene]]
id = "two"
title = "House rules"
clauses = []
seat = 1
rules = { bonus = 0 }
parts = { decks = { spare = { from = "standard" } } }
position = { players = 2, grid = "BHO/EST/EBH" }
step = [{ say = "Nothing happens." }]
"""


def scene(*steps: Step, **changes: Any) -> Scene:
    """Make a scene of some steps."""
    return Scene(ShiftingStones, "S1", _("A scene"), ("SS.turn.score",), POSITION, {}, steps, **changes)


def from_file(folder: Path, text: str) -> tuple[Scene, ...]:
    """Read scenes from a file of their own."""

    class Here(ShiftingStones):
        """The game with its files elsewhere."""

    Here.folder = folder
    (folder / "scenes.toml").write_text(text, "utf-8")
    return read_scenes(Here)


def failure(*steps: Step) -> str:
    """Give the sentence with which a scene fails."""
    with pytest.raises(SceneError) as caught:
        scene(*steps).run()
    return str(caught.value)


# What goes as it says.


def test_scenes_are_read_and_run(tmp_path: Path) -> None:
    one, two = from_file(tmp_path, FILE)
    assert (one.id, str(one.title), one.clauses, one.names, one.seat) == (
        "one",
        "A card is scored once",
        ("SS.turn.score", "SS.turn.end"),
        ("Ann", "Ben"),
        0,
    )
    assert [step.play for step in one.steps] == ["score 3", "", "end"]
    assert str(one.steps[0].ask) == "Which card can be scored?"
    match = one.run()
    assert isinstance(match, Match)
    assert [ply.action.text for ply in match.history] == ["score 3", "end"]
    assert two.seat == 1
    assert two.match().game.rules.to_dict() == {"bonus": 0, "parts": {"decks": {"spare": {"from": "standard"}}}}
    two.run()


def test_game_without_a_file_has_no_scenes(tmp_path: Path) -> None:
    class Here(ShiftingStones):
        """A game without scenes."""

        folder = tmp_path

    assert read_scenes(Here) == ()
    assert Here.of().scenes() == ()


def test_scene_is_open_analysis() -> None:
    match = scene(Step(play="score 3")).run()
    assert match.open
    match.undo(1)
    assert match.history == []


def test_scene_can_be_run_again_and_again() -> None:
    once = scene(Step(play="end", chance=(["reshuffle", [5]],), then={"hands.0": [3, 9, 5]}))
    assert once.run().state == once.run().state


def test_scene_is_told_step_by_step(tmp_path: Path) -> None:
    one = from_file(tmp_path, FILE)[0]
    told = one.tell()
    assert told.splitlines()[0] == "A card is scored once [SS.turn.score, SS.turn.end]"
    assert one.match().picture(0) in told
    # The question comes before the answer, and the table as it is in the end comes last.
    asked = told.index("Which card can be scored?")
    steps = [
        "Which card can be scored?",
        "  > score 3",
        "You score card 3 (HO, seen on b1 and c1) for 1 point.",
        "The top row shows a horse and a boat.",
        "  > score 9",
        "The stones do not show the pattern HE of card 9 anywhere. [SS.score.match]",
        "  > end",
        "The deck is empty: the discard pile of 1 card becomes the new deck.",
        "You end your turn and draw card 5.",
    ]
    places = [told.index(step, asked) for step in steps]
    assert places == sorted(places)
    assert told.endswith(one.run().picture(0))


def test_scene_is_told_through_the_eyes_of_its_seat() -> None:
    step = Step(play="end", chance=(["reshuffle", [5]],))
    assert "\nYou end your turn and draw card 5.\n" in scene(step).tell()
    assert "\nPlayer 1 ends the turn and draws 1 card.\n" in scene(step, seat=1).tell()
    assert "\nAnn ends the turn and draws 1 card.\n" in scene(step, seat=None, names=("Ann",)).tell()


# What does not go as it says.


@pytest.mark.parametrize(
    ("then", "sentence"),
    [
        ({"scores": [4, 1]}, "scores should be [4,1], but is [4,0]."),
        ({"winners": [0]}, "winners should be [0], but is []."),
        ({"to_move": 1}, "to_move should be 1, but is 0."),
        ({"over": True}, "over should be true, but is false."),
        ({"legal": ["end"]}, None),
        ({"hands.0": [3, 9]}, "hands.0 should be [3,9], but is [9]."),
        ({"hands.0.0": 3}, "hands.0.0 should be 3, but is 9."),
        ({"acted": 1}, "acted should be 1, but is true."),
        ({"hats": 1}, "There is no hats in the position."),
        ({"hands.2": []}, "There is no hands.2 in the position."),
        ({"hands.x": []}, "There is no hands.x in the position."),
        ({"acted.x": 1}, "There is no acted.x in the position."),
        ({"can": ["score 9"]}, "“score 9” should be allowed."),
        ({"can": ["end", "skip"]}, "“skip” should be allowed."),
        ({"cannot": ["end"]}, "“end” should not be allowed."),
        ({"cannot": ["score 9", "end"]}, "“end” should not be allowed."),
        ({"can": "end"}, "can must be a list of actions."),
        ({"to_move": 0, "over": True}, "over should be true, but is false."),
    ],
)
def test_wrong_then_is_found(then: dict[str, Any], sentence: str | None) -> None:
    found = failure(Step(say=_("x")), Step(play="score 3", then=then))
    if sentence is None:
        assert found.startswith('Scene S1, step 2: legal should be ["end"], but is ["shift a1-b1 with 9",')
    else:
        assert found == f"Scene S1, step 2: {sentence}"


def test_right_then_is_not_found_wrong() -> None:
    then = {
        "scores": [4, 0],
        "winners": [],
        "to_move": 0,
        "over": False,
        "hands": [[9], [17]],
        "grid.0": "B",
        "can": ["end", "flip a1 with 9"],
        "cannot": ["skip", "score 9", "score 3"],
    }
    scene(Step(play="score 3", then=then)).run()
    scene(Step(play="score 3"), Step(play="flip a1 with 9", then={"legal": ["end"]})).run()


def test_mistyped_action_in_then_is_found() -> None:
    assert failure(Step(then={"cannot": ["jump"]})).startswith("Scene S1, step 1: “jump” is not an action of")


def test_attempt_that_is_allowed_is_found() -> None:
    assert failure(Step(attempt="score 3", clause="SS.score.match")) == "Scene S1, step 1: “score 3” is allowed."


def test_attempt_that_another_clause_refuses_is_found() -> None:
    assert failure(Step(attempt="score 9", clause="SS.turn.skip")) == (
        "Scene S1, step 1: “score 9” is refused by SS.score.match, not by SS.turn.skip."
    )


def test_attempt_changes_nothing() -> None:
    match = scene(Step(attempt="score 9", clause="SS.score.match")).run()
    assert match.history == []


def test_action_that_is_refused_is_found() -> None:
    found = failure(Step(play="score 9"))
    assert found == "Scene S1, step 1: The stones do not show the pattern HE of card 9 anywhere."
    with pytest.raises(SceneError) as caught:
        scene(Step(play="score 9")).run()
    assert isinstance(caught.value.__cause__, IllegalActionError)


def test_chance_that_is_left_over_is_found() -> None:
    assert failure(Step(play="score 3", chance=(["reshuffle", [5]],))) == (
        "Scene S1, step 1: The script has outcomes that were never asked for: reshuffle [5]."
    )


def test_chance_that_is_missing_or_does_not_fit_is_found() -> None:
    assert failure(Step(play="end")) == ("Scene S1, step 1: The script has ended, but the game asks for “reshuffle”.")
    assert failure(Step(play="end", chance=(["attack", 6],))) == (
        "Scene S1, step 1: The script has “attack” next, but the game asks for “reshuffle”."
    )
    assert failure(Step(play="end", chance=(["reshuffle", [6]],))) == (
        "Scene S1, step 1: “reshuffle” cannot deal 6: it is not there (any more)."
    )
    assert failure(Step(say=_("x"), chance=("reshuffle",))) == (
        "Scene S1, step 1: A scripted outcome is a pair of label and outcome, not 'reshuffle'."
    )


def test_position_that_cannot_be_is_found() -> None:
    wrong = Scene(ShiftingStones, "S1", _("x"), (), {"players": 2, "grid": "?"}, {}, ())
    with pytest.raises(TidebookError, match="A grid is nine letters"):
        wrong.run()


# Files that are not right.

WHOLE = '[[scene]]\nid = "one"\ntitle = "x"\nclauses = []\nposition = {}\nstep = [{ say = "x" }]\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (WHOLE + "hats = 3", "Scene one has hats, which scenes do not have."),
        (WHOLE.replace('say = "x"', 'says = "x"'), "Scene one has says, which scenes do not have."),
        (WHOLE.replace('title = "x"\n', ""), "Scene one has no title."),
        (WHOLE.replace('id = "one"\n', ""), "Scene  has no id."),
        (WHOLE.replace("position = {}\n", ""), "Scene one has no position."),
        (WHOLE.replace('step = [{ say = "x" }]\n', ""), "Scene one has no step."),
        (WHOLE.replace("clauses = []\n", ""), "Scene one has no clauses."),
        (
            WHOLE.replace('say = "x"', 'try = "end"'),
            "Scene one: a try names the clause that refuses it, and nothing else does.",
        ),
        (
            WHOLE.replace('say = "x"', 'play = "end", clause = "SS.turn.end"'),
            "Scene one: a try names the clause that refuses it, and nothing else does.",
        ),
        (WHOLE + WHOLE, "There are two scenes one."),
    ],
)
def test_scene_that_is_not_written_right_says_so(text: str, sentence: str, tmp_path: Path) -> None:
    from_file(tmp_path, WHOLE)
    with pytest.raises(SceneError) as caught:
        from_file(tmp_path, text)
    assert str(caught.value) == sentence


def test_file_that_is_not_toml_says_which(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"scenes\.toml"):
        from_file(tmp_path, "[[scene]")


# Paths.


def test_path_leads_into_the_position() -> None:
    state = ShiftingStones.of().position(POSITION)
    assert at_path(state, "hands") == [[3, 9], [17]]
    assert at_path(state, "hands.0.1") == 9
    assert at_path(state, "to_move") == 0
    with pytest.raises(SceneError) as caught:
        at_path(state, "hands.0.2")
    assert str(caught.value) == "There is no hands.0.2 in the position."


@pytest.mark.parametrize("one", ShiftingStones.of().scenes(), ids=lambda one: one.id)
def test_scenes_of_shifting_stones_go_as_they_say_and_can_be_told(one: Scene) -> None:
    one.run()
    assert str(one.title) in one.tell()
