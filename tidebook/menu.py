"""The menu: what may be done now, numbered, and what somebody may have meant who typed something else.

It knows no game: all it goes by is the notation of the actions.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from tidebook.core.chance import Chance, stream
from tidebook.core.data import shown
from tidebook.core.errors import NotationError, TidebookError
from tidebook.core.game import LONGEST_NOTATION, by_kind
from tidebook.core.text import Several, Text, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tidebook.core.game import Action
    from tidebook.core.match import Match

FEW = 8  # a kind with more actions is shown as a range of numbers
EXAMPLES = 3
LONGEST_NUMBER = 9  # in digits
LONGEST_QUOTE = 40
_NUMBER = re.compile(r"#? ?([-\N{MINUS SIGN}]?\d+) ?[.):]?")
_WORD = re.compile(r"[^\W_]+")


class Menu:
    """What the person to move may do in one position. Kinds with few actions come first, numbers start at 1."""

    def __init__(self, match: Match) -> None:
        self.match = match
        kinds = by_kind(match.legal(match.to_move))
        self.kinds = {kind: kinds[kind] for kind in sorted(kinds, key=lambda kind: len(kinds[kind]) > FEW)}
        self.actions = [action for actions in self.kinds.values() for action in actions]
        self._numbers = {action: number for number, action in enumerate(self.actions, 1)}

    def number(self, action: Action) -> int:
        """Give the number of an action."""
        return self._numbers[action]

    def few(self) -> list[Text]:
        """Name every action of the kinds that have few, with its number; say which cannot be taken back."""
        told = []
        for actions in self.kinds.values():
            for action in actions if len(actions) <= FEW else ():
                values = {"number": self.number(action), "action": action.text}
                final = self.final([action])
                told.append(_("{number} {action} (no undo)", **values) if final else _("{number} {action}", **values))
        return told

    def many(self) -> list[Text]:
        """Give the numbers of the kinds that have many actions, and an example of each."""
        told = []
        for kind, actions in self.kinds.items():
            if len(actions) > FEW:
                first, last = self.number(actions[0]), self.number(actions[-1])
                values = {"first": first, "last": last, "action": actions[0].text, "kind": kind}
                if self.final(actions):
                    text = _("{first}–{last} {kind}, such as “{action}” (no undo; “legal {kind}” lists them)", **values)
                else:
                    text = _("{first}–{last} {kind}, such as “{action}” (“legal {kind}” lists them)", **values)
                told.append(text)
        return told

    def final(self, actions: Iterable[Action]) -> Text | None:
        """Say why none of these could be taken back; None if one could."""
        match, seat = self.match, self.match.to_move
        if match.open or seat is None:
            return None
        # A guess of what the mover does not know tells whose turn comes next, and gives nothing away.
        guess = match.game.guess(match.view(seat), stream("what if"))
        why = None
        for action in actions:
            after = guess.copy()
            after.apply(action, Chance("what if"))
            why = match.reveals(action, seat)
            if why is None and after.to_move not in (seat, None):
                why = _("It passes the turn on, so it cannot be taken back.")
            if why is None:
                return None
        return why

    # What somebody typed.

    def read(self, typed: str) -> tuple[Action, bool]:
        """Read what was typed: a number, the notation, or so much of it that only one action fits.

        Also tells whether it was cut short: then the person should see what it was taken for.
        """
        number = self._numbered(typed)
        if number is not None:
            return number, True
        try:
            return self.match.game.read(typed), False
        except NotationError:
            fitting = self.fitting(typed)
            if len(fitting) != 1:
                raise
        if _words(typed) != _words(fitting[0].text) and self.final(fitting):
            raise TidebookError(
                _(
                    "“{text}” could be “{action}”. Type that in full, since it cannot be taken back.",
                    text=shown(typed, LONGEST_QUOTE),
                    action=fitting[0].text,
                )
            )
        return fitting[0], True

    def _numbered(self, typed: str) -> Action | None:
        found = _NUMBER.fullmatch(typed)
        if not found:
            return None
        digits = found[1].replace("\N{MINUS SIGN}", "-")
        number = int(digits) if len(digits) <= LONGEST_NUMBER else 0
        if 1 <= number <= len(self.actions):
            return self.actions[number - 1]
        if not self.actions:
            raise TidebookError(_("The game is over; there is nothing to do."))
        raise TidebookError(
            ngettext(
                "There is no number {asked}; the only one is 1.",
                "There is no number {asked}; the numbers are 1 to {n}. “legal” shows what they stand for.",
                len(self.actions),
                asked=shown(digits, LONGEST_QUOTE),
            )
        )

    def fitting(self, typed: str) -> list[Action]:
        """Give the actions in which the typed words come one after the other; words may be cut short."""
        wanted = _words(typed)
        return [action for action in self.actions if wanted and _come(wanted, _words(action.text))]

    def completed(self, typed: str) -> dict[str, Action]:
        """Take what was typed for a beginning: give the endings of legal actions that make an action of it."""
        if len(typed) > LONGEST_NOTATION:
            return {}
        game, count = self.match.game, len(_words(typed))
        known = {action.text: action for action in game.actions(self.match.start.players)}
        texts = [(action.text, list(_WORD.finditer(action.text))) for action in self.actions]
        for left in range(count, 0, -1):  # other ways of writing may have words more than the notation
            endings = [text[words[left].start() :] for text, words in texts if left < len(words)]
            wholes = {ending: game.synonym(" ".join(f"{typed.lower()} {ending}".split())) for ending in endings}
            found = {ending: known[whole] for ending, whole in wholes.items() if whole in known}
            if found:
                return found
        return {}

    def near(self, typed: str, commands: Iterable[str] = ()) -> Text:
        """Answer what is no action with what may be done that is like it, or with a command that is."""
        said = {"text": shown(typed, LONGEST_QUOTE), "game": self.match.game.title}
        endings = {ending: action for ending, action in self.completed(typed).items() if action in self._numbers}
        if endings:
            missing, first = next(iter(endings.items()))
            return _(
                "Something is missing after “{text}”, such as “{missing}”. You may do {some}, for instance;"
                " “legal {words}” lists them all.",
                **said,
                missing=missing,
                some=_quoted(list(endings.values())[:EXAMPLES]),
                words=" ".join(_words(typed)) if self.fitting(typed) else first.kind,
            )
        command = self._command(typed.lower()[:LONGEST_NOTATION], commands)
        if command:
            return _("“{text}” is not an action of {game}. Did you mean “{command}”?", **said, command=command)
        if not self.actions:
            return _(
                "“{text}” is not an action of {game}, and the game is over. “help” lists what you can type.", **said
            )
        return _(
            "“{text}” is not an action of {game}. You may do {some}, for instance. “legal” shows what you may do,"
            " “help” what else you can type.",
            **said,
            some=_quoted(self._alike(typed)[:EXAMPLES] or [actions[0] for actions in self.kinds.values()]),
        )

    def _command(self, typed: str, commands: Iterable[str]) -> str:
        """Find the command that was meant, by all that was typed or by its first word; none that begins an action."""
        begin = {action.text.partition(" ")[0] for action in self.match.game.actions(self.match.start.players)}
        known = [word for word in commands if word not in begin]
        near = get_close_matches(typed, known, n=1) or get_close_matches(typed.partition(" ")[0], known, n=1)
        return near[0] if near else ""

    def _alike(self, typed: str) -> list[Action]:
        """Give the actions that have most of the typed words; if none has one, those with much the same letters."""
        fitting = self.fitting(typed)
        if fitting:
            return fitting
        words = set(_words(typed))
        common = {action.text: len(words.intersection(_words(action.text))) for action in self.actions}
        most = max(common.values())
        texts = [text for text, count in common.items() if count == most]
        best = get_close_matches(typed.lower()[:LONGEST_NOTATION], texts, EXAMPLES, cutoff=0.0 if most else 0.6)
        return [self.match.game.parse(text) for text in best]


def _words(text: str) -> list[str]:
    return _WORD.findall(text[:LONGEST_NOTATION].lower())


def _come(wanted: Iterable[str], words: Iterable[str]) -> bool:
    """Whether the wanted words come in this order; letters may be cut short, numbers not."""
    left = iter(words)
    return all(any(word == one or (one.isalpha() and word.startswith(one)) for word in left) for one in wanted)


def _quoted(actions: Iterable[Action]) -> Several:
    return Several(f"“{action.text}”" for action in actions)
