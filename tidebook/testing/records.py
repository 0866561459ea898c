"""Checks of records and seeds: the same seed gives the same game everywhere, and bad records are answered well."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from typing import TYPE_CHECKING

from tidebook.core import record
from tidebook.core.chance import Chance
from tidebook.core.errors import RecordError
from tidebook.core.match import Match, Start
from tidebook.core.text import _
from tidebook.testing.samples import altered, finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from tidebook.core.game import Game
    from tidebook.testing.samples import FindingError, Sample, Tally

LONGEST = 300  # actions of a recorded game
SPOILED = 30
HASH_SEEDS = ("0", "4711")
NOT_THERE = 3  # what another process answers if it cannot import the game
_ELSEWHERE = f"""
import json, sys
from importlib import import_module
from operator import attrgetter
from tidebook.testing.records import trail
for module, name, rules, players, seed, actions in json.load(sys.stdin):
    try:
        of = attrgetter(name + ".of")(import_module(module))
    except Exception:
        sys.exit({NOT_THERE})
    print(trail(of(rules), players, seed, actions))
"""


def trail(game: Game, players: int, seed: str, actions: Sequence[str]) -> str:
    """Play a game again; give a hash of what was legal all the way, in its order, and of the state at the end."""
    chance = Chance(seed)
    state = game.start(players, chance)
    menus = sha256()
    for text in actions:
        menus.update(repr(state.legal()).encode())
        state.apply(game.parse(text), chance)
    return f"{menus.hexdigest()} {state.fingerprint()}"


def same_seed_same_game(sample: Sample, _tally: Tally) -> None:
    """Play a game again from its seed and actions: it ends in the same state."""
    for game in sample.games:
        chance = Chance(game.seed)
        state = sample.setting.game.start(sample.setting.players, chance)
        for action in game.actions:
            state.apply(action, chance)
        if state.fingerprint() != game.final.fingerprint():
            raise finding(_("{where}: seed “{seed}” gave two games.", where=sample.setting, seed=game.seed))


def same_seed_elsewhere(samples: Sequence[Sample]) -> None:
    """Play the games again in other processes, with other hash seeds: the same menus, the same states."""
    jobs, wanted = [], []
    for sample in samples:
        game, played = sample.setting.game, sample.games[0]
        texts = [str(action) for action in played.actions]
        kind, rules = type(game), game.rules.to_dict()
        if kind.__module__ == "__main__":
            raise _not_importable(kind)
        jobs.append((kind.__module__, kind.__qualname__, rules, sample.setting.players, played.seed, texts))
        wanted.append(trail(game, sample.setting.players, played.seed, texts))
    for hash_seed in HASH_SEEDS:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run(  # noqa: S603 this Python, with a program of our own
            [sys.executable, "-c", _ELSEWHERE],
            input=json.dumps(jobs),
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        if done.returncode == NOT_THERE:
            raise _not_importable(type(samples[0].setting.game))
        if done.returncode:
            last = done.stderr.strip().rpartition("\n")[2]
            raise finding(_("Another process cannot play the game: {error}", error=last[-300:]))
        for sample, found, expected in zip(samples, done.stdout.splitlines(), wanted, strict=True):
            if found != expected:
                raise finding(
                    _("{where}: another process plays seed “{seed}” differently.", where=sample.setting,
                      seed=sample.games[0].seed)
                )  # fmt: skip


def _not_importable(kind: type[Game]) -> FindingError:
    return finding(
        _("Another process cannot import {kind} from {module}: the class of a game must be importable, so define it"
          " in a module on the path, not in a function and not in the program that is run.",
          kind=kind.__qualname__, module=kind.__module__)
    )  # fmt: skip


def records_load_again(sample: Sample, _tally: Tally) -> None:
    """Save and load: the identical state; from a position, too."""
    for match in _matches(sample):
        loaded = _loads(sample, record.dumps(match))
        if loaded.state.to_dict() != match.state.to_dict() or record.dumps(loaded) != record.dumps(match):
            raise finding(_("{where}: a saved game loads as another.", where=sample.setting))


def bad_records_are_answered(sample: Sample, _tally: Tally) -> None:
    """A record that is cut, altered, too large or foreign: a sentence, and what fits is kept; never anything else."""
    random = sample.random("records")
    match = next(_matches(sample))
    text = record.dumps(match)
    actions = [str(ply.action) for ply in match.history]
    for bad, kept in _spoiled(text, actions, random):
        try:
            _loads(sample, bad)
        except RecordError as error:
            have = None if error.kept is None else [str(ply.action) for ply in error.kept.history]
            if kept is not None and have != kept:
                raise finding(
                    _("{where}: of a bad record {have} actions are kept, not {kept}: {error}", where=sample.setting,
                      have=_("no") if have is None else len(have), kept=len(kept), error=str(error))
                ) from error  # fmt: skip
        except Exception as error:
            raise finding(
                _("{where}: a bad record fails with {error}.", where=sample.setting, error=repr(error))
            ) from error
        else:
            if kept is not None:
                raise finding(_("{where}: a bad record loads as if nothing were wrong.", where=sample.setting))


def _matches(sample: Sample) -> Iterator[Match]:
    """Give a match that was dealt, and one from a position in the middle of it."""
    game = sample.games[0]
    match = Match(sample.setting.game, Start(sample.setting.players), Chance(game.seed), names=["Ann <&>", "Bo"])
    for action in game.actions[:LONGEST]:
        match.play(action)
    yield match
    half = match.at(len(match.history) // 2)
    again = Match(match.game, Start(match.start.players, half.to_dict()), Chance("position"))
    if again.to_move is not None:
        again.play(again.legal()[-1])
    yield again


def _spoiled(text: str, actions: list[str], random: Random) -> Iterator[tuple[str, list[str] | None]]:
    """Give bad records, each with the actions that must be kept; None: anything but a crash will do."""
    start = text.index('"actions"')
    for _each in range(4):
        cut = text[: start + int(random.random() * (len(text) - start - 3))]
        lines = [line.strip() for line in cut.splitlines()]
        whole = [line for line in actions if f'"{line}",' in lines]
        yield cut, actions[: _kept(cut, actions)] if whole else None
    data = json.loads(text)
    number = int(random.random() * len(actions))
    strange = [*actions[:number], "no such thing", *actions[number + 1 :]]
    yield json.dumps({**data, "actions": strange}), actions[:number]
    yield json.dumps({**data, "hash": "0" * 64}), actions
    yield json.dumps({**data, "format": record.FORMAT + 1}), None
    yield json.dumps({**data, "game": "no_such_game"}), None
    for foreign in ("", "[]", "null", "{}", "7", '"x"', "{'a'}", "[" * 5000, '{"format": 1}', "\x00", " " * 100):
        yield foreign, None
    yield " " * (record.BIGGEST + 1), None
    for _each in range(SPOILED):
        yield json.dumps(altered(data, random)), None


def _kept(cut: str, actions: list[str]) -> int:
    """Count the actions whose lines stand whole before the cut."""
    body = cut.partition('"actions": [')[2]
    count = 0
    for line in body.splitlines():
        word = line.strip().removesuffix(",")
        if word and count < len(actions) and word == json.dumps(actions[count], ensure_ascii=False):
            count += 1
    return count


def _loads(sample: Sample, text: str) -> Match:
    kind = type(sample.setting.game)

    def find(name: str) -> type:
        if name != kind.name:
            raise RecordError(_("There is no game {name}.", name=name))
        return kind

    return record.loads(text, find)
