"""Scripted situations, read from a game's `scenes.toml`, run both as lessons and as tests.

A scene has an id, a title, a position and steps. A step may `say` something, `play` an action (the learner may be
`ask`ed to find it), or `try` one that the rules refuse, naming the `clause`. `chance` lists the outcomes that the
step uses. `then` states what must hold afterwards: paths into `State.to_dict()`, or one of

    scores = [18, 19]   winners = [1]   to_move = 0   over = true
    can = ["score 17"]  cannot = ["skip"]  legal = ["end"]
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from tidebook.core.chance import Script
from tidebook.core.data import canonical, holder, plain
from tidebook.core.errors import SceneError, TidebookError
from tidebook.core.match import Match, Start
from tidebook.core.text import Text, _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tidebook.core.game import Game, State
    from tidebook.core.text import Language


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a scene."""

    say: Text | None = None
    play: str = ""
    attempt: str = ""
    clause: str = ""
    ask: Text | None = None
    chance: tuple[Any, ...] = ()
    then: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scene:
    """A situation, and what happens in it step by step."""

    game: type[Game]
    id: str
    title: Text
    clauses: tuple[str, ...]
    position: Mapping[str, Any]
    rules: Mapping[str, Any]
    steps: tuple[Step, ...]
    names: tuple[str, ...] = ()
    seat: int | None = 0  # whose eyes we look through

    def match(self) -> Match:
        """Set the scene up, in open analysis."""
        game = self.game.of(self.rules)
        start = Start(game.position(self.position).players, self.position)
        match = Match(game, start, Script([]), names=self.names)
        match.open_up()
        return match

    def run(self) -> Match:
        """Play the scene through and check every word of it."""
        match = self.match()
        for number, step in enumerate(self.steps, 1):
            try:
                self.do(match, step)
                for name, wanted in step.then.items():
                    _hold(match, name, wanted)
            except TidebookError as error:
                raise SceneError(
                    _("Scene {scene}, step {number}: {why}", scene=self.id, number=number, why=error.text)
                ) from error
        return match

    def do(self, match: Match, step: Step) -> None:
        """Do one step of the scene."""
        assert isinstance(match.chance, Script)
        match.chance.add(step.chance)
        if step.play:
            match.play(step.play)
        if step.attempt:
            refusal = match.why_not(step.attempt)
            if refusal is None:
                raise SceneError(_("“{action}” is allowed.", action=step.attempt))
            if refusal.clause != step.clause:
                raise SceneError(
                    _(
                        "“{action}” is refused by {clause}, not by {wanted}.",
                        action=step.attempt,
                        clause=refusal.clause,
                        wanted=step.clause,
                    )
                )
        match.chance.finish()

    def tell(self, language: Language | None = None) -> str:
        """Tell the scene as text: the table, then for each step the question, what is done, and what it shows."""
        match = self.match()
        lines = [f"{self.title.say(language)} [{', '.join(self.clauses)}]"]
        lines.append(match.picture(self.seat, language))
        for step in self.steps:
            self.do(match, step)
            lines += [step.ask.say(language)] if step.ask else []
            if step.play:
                lines += [f"  > {step.play}", *match.words(self.seat, len(match.history) - 1, language)]
            if step.attempt:
                refusal = match.why_not(step.attempt)
                lines += [f"  > {step.attempt}", f"{refusal.text.say(language) if refusal else ''} [{step.clause}]"]
            lines += [step.say.say(language)] if step.say else []
        if match.history:
            lines.append(match.picture(self.seat, language))
        return "\n".join(lines)


def _hold(match: Match, name: str, wanted: Any) -> None:
    """Hold the match against what a scene states."""
    if name in ("can", "cannot"):
        if not isinstance(wanted, list):
            raise SceneError(_("{name} must be a list of actions.", name=name))
        for action in wanted:
            allowed = match.why_not(action) is None
            if allowed and name == "cannot":
                raise SceneError(_("“{action}” should not be allowed.", action=action))
            if not allowed and name == "can":
                raise SceneError(_("“{action}” should be allowed.", action=action))
        return
    found = canonical(plain(_found(match, name)))
    if found != canonical(plain(wanted)):
        raise SceneError(
            _("{name} should be {wanted}, but is {found}.", name=name, wanted=canonical(wanted), found=found)
        )


def _found(match: Match, name: str) -> object:
    asked: dict[str, Callable[[], object]] = {
        "scores": lambda: [sheet.total for sheet in match.scores()],
        "winners": match.winners,
        "to_move": lambda: match.to_move,
        "over": lambda: match.over,
        "legal": lambda: [action.text for action in match.legal()],
    }
    return asked[name]() if name in asked else at_path(match.state, name)


def at_path(state: State, path: str) -> object:
    """Look a path such as "hands.0" up in `State.to_dict()`."""
    try:
        found, key = holder(state.to_dict(), path)
    except (LookupError, ValueError, TypeError):
        raise SceneError(_("There is no {path} in the position.", path=path)) from None
    return found[key]


@cache
def read_scenes(game: type[Game]) -> tuple[Scene, ...]:
    """Read the scenes of a game, from scenes.toml and scenes_*.toml; none if it has no such files."""
    entries = []
    for path in sorted(game.folder.glob("scenes*.toml")):
        try:
            entries += tomllib.loads(path.read_text("utf-8")).get("scene", [])
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SceneError(_("{path} is not TOML: {why}.", path=path.name, why=str(error))) from error
    scenes = tuple(_scene(game, entry) for entry in entries)
    ids = [scene.id for scene in scenes]
    for one in ids:
        if ids.count(one) > 1:
            raise SceneError(_("There are two scenes {scene}.", scene=one))
    return scenes


_SCENE_KEYS = {"id", "title", "clauses", "position", "rules", "parts", "step", "names", "seat"}
_STEP_KEYS = {"say", "play", "try", "clause", "ask", "chance", "then"}


def _scene(game: type[Game], entry: dict[str, Any]) -> Scene:
    name = str(entry.get("id", ""))
    _only(_SCENE_KEYS, entry, name)
    for key in ("id", "title", "clauses", "position", "step"):
        if key not in entry:
            raise SceneError(_("Scene {scene} has no {key}.", scene=name, key=key))
    rules = dict(entry.get("rules", {}))
    if "parts" in entry:
        rules["parts"] = entry["parts"]
    return Scene(
        game=game,
        id=name,
        title=Text(entry["title"]),
        clauses=tuple(entry["clauses"]),
        position=entry["position"],
        rules=rules,
        steps=tuple(_step(step, name) for step in entry["step"]),
        names=tuple(entry.get("names", ())),
        seat=entry.get("seat", 0),
    )


def _step(entry: dict[str, Any], scene: str) -> Step:
    _only(_STEP_KEYS, entry, scene)
    if ("clause" in entry) != ("try" in entry):
        raise SceneError(
            _("Scene {scene}: a try names the clause that refuses it, and nothing else does.", scene=scene)
        )
    return Step(
        say=Text(entry["say"]) if "say" in entry else None,
        play=entry.get("play", ""),
        attempt=entry.get("try", ""),
        clause=entry.get("clause", ""),
        ask=Text(entry["ask"]) if "ask" in entry else None,
        chance=tuple(entry.get("chance", ())),
        then=entry.get("then", {}),
    )


def _only(known: set[str], entry: Mapping[str, Any], scene: str) -> None:
    extra = sorted(set(entry) - known)
    if extra:
        raise SceneError(_("Scene {scene} has {extra}, which scenes do not have.", scene=scene, extra=extra[0]))
