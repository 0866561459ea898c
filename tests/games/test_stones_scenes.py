"""The scenes of Shifting Stones: each is a lesson, and what it states must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tidebook.games.shifting_stones import ShiftingStones

if TYPE_CHECKING:
    from tidebook.core.scene import Scene

GAME = ShiftingStones.of()
SCENES = {scene.id: scene for scene in GAME.scenes()}
LONGEST_SAY = 300

each_scene = pytest.mark.parametrize("scene", GAME.scenes(), ids=lambda scene: scene.id)


@each_scene
def test_a_scene_plays_as_it_is_written(scene: Scene) -> None:
    match = scene.run()
    assert [ply.action.text for ply in match.history] == [step.play for step in scene.steps if step.play]


@each_scene
def test_a_scene_can_be_told_from_the_learners_eyes(scene: Scene) -> None:
    told = scene.tell()
    assert told.startswith(str(scene.title))
    assert [step.say for step in scene.steps if not step.say] == []
    assert [str(step.say) for step in scene.steps if str(step.say) not in told] == []


@each_scene
def test_what_a_scene_says_is_short(scene: Scene) -> None:
    said = [str(text) for step in scene.steps for text in (step.say, step.ask) if text]
    assert [text for text in said if len(text) >= LONGEST_SAY] == []


@each_scene
def test_every_clause_that_a_scene_names_is_in_the_guide(scene: Scene) -> None:
    named = {*scene.clauses, *(step.clause for step in scene.steps if step.attempt)}
    assert scene.clauses
    assert [clause for clause in sorted(named) if clause not in GAME.guide()] == []


@each_scene
def test_a_scene_states_what_must_hold_after_its_last_action(scene: Scene) -> None:
    last = [step for step in scene.steps if step.play or step.then][-1]
    assert last.then


@each_scene
def test_a_scene_asks_only_for_what_it_then_plays(scene: Scene) -> None:
    assert [str(step.ask) for step in scene.steps if step.ask and not step.play] == []


def test_no_two_scenes_have_the_same_id() -> None:
    assert len(SCENES) == len(GAME.scenes())


@pytest.mark.parametrize(
    ("lesson", "clause"),
    [
        ("T01", "SS.score.match"),
        ("T02", "SS.score.match"),
        ("T03", "SS.score.match"),
        ("T04", "SS.score.grey"),
        ("T05", "SS.score.grey"),
        ("T06", "SS.score.grey"),
        ("shift", "SS.turn.shift"),
        ("flip", "SS.turn.flip"),
        ("score", "SS.turn.score"),
        ("T28", "SS.turn.score"),
        ("end", "SS.turn.end"),
        ("skip", "SS.turn.skip"),
        ("skip-twice", "SS.turn.skip"),
        ("reshuffle", "SS.turn.reshuffle"),
        ("last-round", "SS.end.trigger"),
        ("last-seat", "SS.end.trigger"),
        ("T26", "SS.end.bonus"),
        ("bonus-tie", "SS.end.bonus"),
        ("solo-strike", "SS.solo.strike"),
        ("solo-win", "SS.solo.end"),
        ("discard-down", "SS.turn.end"),
    ],
)
def test_there_is_a_scene_for_each_lesson(lesson: str, clause: str) -> None:
    assert clause in SCENES[lesson].clauses


@pytest.mark.parametrize(
    ("picture", "grid", "pattern"),
    [
        ("T01", "BHO/EST/EBH", "BH"),
        ("T02", "BHO/FSE/TEH", "FT"),
        ("T03", "BHO/FSE/TEH", "F/T"),
        ("T04", "SHB/TEE/HBO", ".HB"),
        ("T05", "HBS/TEE/HBO", ".HB"),
        ("T06", "SHB/EFE/HEO", ".../.F./..."),
    ],
)
def test_the_rulebooks_pictures_have_their_grids_and_patterns(picture: str, grid: str, pattern: str) -> None:
    scene = SCENES[picture]
    assert scene.position["grid"] == grid
    card = ShiftingStones.of(scene.rules).cards[scene.position["hands"][0][0]]
    assert (card.pattern, card.value) == (pattern, 1)


def test_every_kind_of_action_is_played_in_a_scene() -> None:
    played = {step.play.split()[0] for scene in SCENES.values() for step in scene.steps if step.play}
    assert played == {action.kind for action in GAME.actions(2)}


def test_every_ruling_is_switched_in_a_scene() -> None:
    switched = {name for scene in SCENES.values() for name in scene.rules if name != "parts"}
    assert switched >= {"skip_cap", "discard_down_to_4", "bonus_needs_one", "solo_skip_strike"}


def test_scenes_ask_the_learner_and_show_refused_tries() -> None:
    steps = [step for scene in SCENES.values() for step in scene.steps]
    assert sum(1 for step in steps if step.ask) >= 10
    assert {step.clause for step in steps if step.attempt} >= {
        "SS.turn.shift",
        "SS.turn.flip",
        "SS.turn.score",
        "SS.turn.end",
        "SS.turn.skip",
        "SS.score.match",
        "SS.end.winner",
    }
