"""The portable game record: JSON, checked on load by playing it again.

A record holds the game and its rules version, the rules that differ from the published ones, seats, how it
started, the seed or script of its chance, the actions in notation, and a hash of the final state. Loading stops
at the first line that does not fit and says which and why; the game up to there is kept in the error.
"""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tidebook.core.chance import Chance, Script, check_seed
from tidebook.core.data import shown, too_deep
from tidebook.core.errors import RecordError, TidebookError, UnknownBotError
from tidebook.core.match import Match, Start
from tidebook.core.text import Text, _

if TYPE_CHECKING:
    from collections.abc import Callable

    from tidebook.core.game import Game
    from tidebook.core.player import Player

T = TypeVar("T")
FORMAT = 1
BIGGEST = 4_000_000  # characters; the longest game at its cap takes far fewer


def to_dict(match: Match) -> dict[str, Any]:
    """Give the record of a match as plain data."""
    script = match.chance.outcomes if isinstance(match.chance, Script) else None
    return {
        "format": FORMAT,
        "game": match.game.name,
        "version": match.game.version,
        "rules": match.game.rules.to_dict(),
        "seats": [
            {"name": name, **({"bot": match.bots[seat].name} if seat in match.bots else {})}
            for seat, name in enumerate(match.given)
        ],
        "start": {"players": match.start.players}
        if match.start.position is None
        else {"position": match.start.position},
        "chance": {"seed": match.chance.seed} if script is None else {"script": script},
        **({"open": True} if match.open and not match.over and not match.capped else {}),
        **({"fixed": match.fixed} if match.fixed else {}),
        "actions": [ply.action.text for ply in match.history],
        "hash": match.state.fingerprint(),
    }


def dumps(match: Match) -> str:
    """Write the record of a match: one action a line, so that a cut file can still be read up to the cut."""
    record = to_dict(match)
    actions = ",\n".join(f"  {json.dumps(text, ensure_ascii=False)}" for text in record.pop("actions"))
    end = record.pop("hash")
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in record.items()]
    lines += [f' "actions": [\n{actions}\n ]', f' "hash": "{end}"']
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(match: Match, path: Path | str) -> None:
    """Write a record to a file, whole or not at all."""
    draft: Path | None = None
    try:
        target = Path(path).resolve()  # a link stays a link
        draft = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}")
        with draft.open("x", encoding="utf-8") as file:
            file.write(dumps(match))
        draft.replace(target)
        draft = None
    except (OSError, ValueError) as error:  # a path with a NUL is a ValueError
        raise RecordError(
            _("The game could not be saved to {path}: {why}.", path=shown(Path(path).name), why=_reason(error))
        ) from error
    finally:
        if draft:
            draft.unlink(missing_ok=True)


def read(path: Path | str, find: Callable[[str], type[Game]], make_bot: Callable[[str], Player] | None = None) -> Match:
    """Read a record from a file."""
    source = Path(path)
    try:
        with source.open(encoding="utf-8-sig") as file:
            text = file.read(BIGGEST + 1)
    except UnicodeDecodeError as error:
        raise RecordError(_("{path} is not a game record: it is not text.", path=shown(source.name))) from error
    except (OSError, ValueError) as error:
        raise RecordError(_("{path} cannot be read: {why}.", path=shown(source.name), why=_reason(error))) from error
    if len(text) > BIGGEST:
        raise RecordError(_("{path} is too large for a game record.", path=shown(source.name)))
    return loads(text, find, make_bot)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def loads(text: str, find: Callable[[str], type[Game]], make_bot: Callable[[str], Player] | None = None) -> Match:
    """Read a record: play it again and hold every line against the rules."""
    if len(text) > BIGGEST:
        raise RecordError(_("This is too large for a game record."))
    data, cut = _parsed(text)
    if (
        not isinstance(data, dict)
        or "format" not in data
        or not isinstance(data.get("actions"), list)
        or too_deep(data)
    ):
        raise RecordError(_("This is not a game record of Tidebook."))
    made = data["format"]
    if isinstance(made, bool) or not isinstance(made, int) or made < 1:
        raise RecordError(_("The record's format must be a number from 1, not {format}.", format=shown(made)))
    if made > FORMAT:
        raise RecordError(
            _(
                "The record was made by a newer Tidebook (format {format}; this one reads up to {known}).",
                format=made,
                known=FORMAT,
            )
        )
    match = _opened(data, find, make_bot)
    older = _older(match, data.get("version"))
    _replay(match, data["actions"], older)
    if data.get("open") is True:
        match.open_up()
    if isinstance(data.get("fixed"), int):
        match.fix(data["fixed"])
    if cut:
        raise RecordError(
            _(
                "The record is cut off after action {count}; the game up to there is kept.",
                count=len(match.history),
            ),
            match,
        )
    if data.get("hash") != match.state.fingerprint():
        raise RecordError(
            older
            or _("The record was altered: all actions fit, but they do not lead to the position it was saved in."),
            match,
        )
    return match


def _parsed(text: str) -> tuple[Any, bool]:
    """Parse a record; of a text that is cut off, what stands whole before the cut."""
    try:
        return json.loads(text, parse_constant=_no_constant), False
    except (ValueError, RecursionError):
        pass
    data: dict[str, Any] = {}
    with suppress(ValueError, IndexError, RecursionError):  # here is the cut
        _salvage(text, data)
    if "actions" not in data:
        raise RecordError(_("This is not a game record of Tidebook, or it is cut off before its first action."))
    return data, True


def _salvage(text: str, data: dict[str, Any]) -> None:
    """Read a table entry by entry, and its actions one by one, for as long as that goes."""
    decoder = json.JSONDecoder(parse_constant=_no_constant)
    at = _after(text, "{", 0)
    while True:
        key, at = decoder.raw_decode(text, _skip(text, at))
        at = _after(text, ":", at)
        if key == "actions":
            at = _after(text, "[", at)
            data[key] = []
            while True:
                action, at = decoder.raw_decode(text, _skip(text, at))
                data[key].append(action)
                at = _after(text, ",", at)
        data[key], at = decoder.raw_decode(text, _skip(text, at))
        at = _after(text, ",", at)


def _skip(text: str, at: int) -> int:
    while text[at].isspace():
        at += 1
    return at


def _after(text: str, mark: str, at: int) -> int:
    at = _skip(text, at)
    if text[at] != mark:
        raise ValueError(mark)
    return at + 1


def _opened(data: dict[str, Any], find: Callable[[str], type[Game]], make_bot: Callable[[str], Player] | None) -> Match:
    """Set the game of a record up as it began."""
    name, rules = _field(data, "game", str), _field(data, "rules", dict)
    start, luck = _field(data, "start", dict), _field(data, "chance", dict)
    try:
        game = find(name).of(rules)
        position = _field(start, "position", dict) if "position" in start else None
        players = game.check_players(start.get("players")) if position is None else game.position(position).players
        chance = Script(_field(luck, "script", list)) if "script" in luck else Chance(check_seed(luck.get("seed")))
        names, bots, notices = _seats(_field(data, "seats", list), players, make_bot)
        match = Match(game, Start(players, position), chance, names=names, bots=bots)
    except RecordError:
        raise
    except TidebookError as error:
        raise RecordError(_("The record cannot be opened: {why}", why=error.text)) from error
    match.notices += notices
    return match


def _field(data: dict[str, Any], name: str, kind: type[T]) -> T:
    value = data.get(name)
    if isinstance(value, kind):
        return value
    raise RecordError(_("The record has no {field} that can be read.", field=name))


def _seats(
    seats: list[Any], players: int, make_bot: Callable[[str], Player] | None
) -> tuple[list[str], dict[int, Player], list[Text]]:
    names: list[str] = []
    bots: dict[int, Player] = {}
    notices: list[Text] = []
    if len(seats) != players:
        raise RecordError(_("The record names {seats} seats, but {players} play.", seats=len(seats), players=players))
    for seat, entry in enumerate(seats):
        if not isinstance(entry, dict):
            raise RecordError(_("The record has no {field} that can be read.", field="seats"))
        names.append(_field(entry, "name", str))
        bot = entry.get("bot")
        if bot is None or make_bot is None:
            continue
        try:
            bots[seat] = make_bot(shown(bot))
        except UnknownBotError as error:
            notices.append(_("{why} A person may take its seat.", why=error.text))
    return names, bots, notices


def _older(match: Match, version: object) -> Text | None:
    """Say that a record was made under another version of the game's rules."""
    if version == match.game.version:
        return None
    older = _(
        "The record was made under version {old} of the rules of {game}, this is version {new}: every position"
        " that still fits is shown.",
        old=shown(version),
        game=match.game.title,
        new=match.game.version,
    )
    match.notices.append(older)
    return older


def _replay(match: Match, actions: list[Any], older: Text | None) -> None:
    for number, text in enumerate(actions, 1):
        try:
            if not isinstance(text, str):
                raise RecordError(_("it is not a text."))
            match.play(match.game.parse(text), match.to_move)
        except TidebookError as error:
            sentence = _(
                "Action {number}, “{action}”, does not fit: {why}",
                number=number,
                action=shown(text),
                why=error.text,
            )
            if older:
                sentence = _("{older} {sentence}", older=older, sentence=sentence)
            raise RecordError(sentence, match) from error


def _no_constant(name: str) -> None:
    raise ValueError(name)
