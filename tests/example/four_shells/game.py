"""Four Shells with one set of rules: its actions, the deal, any situation, guesses, words, pictures and advice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from tidebook.core.chance import shuffled
from tidebook.core.errors import PositionError
from tidebook.core.game import Action, Event, Game
from tidebook.core.text import Several, Text, _, ngettext
from tidebook.draw import picture

from . import advice, table
from .play import OPEN, TOP, ShellsState, ShellsView
from .rules import ShellsRules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from tidebook.core.chance import Chance
    from tidebook.core.game import Brush
    from tidebook.core.player import Decision
    from tidebook.core.table import Table
    from tidebook.core.text import Language, Name

FIELDS = ("hands", "deck", "discard", "peeks", "marks", "turn", "moved")
SENTENCES = {
    "deal": _("{who} is dealt a shell."),
    "keep": _("{who} keeps the shell."),
    "swap": _("{who} lays shell {old} open and draws another."),
    "peek": _("{who} peeks at the top of the deck."),
    "mark": _("{who} marks place {place}."),
    "end": _("{who} ends the turn."),
}
SENTENCES_FOR_WHO_SAW = {
    "deal": _("{who} is dealt shell {shell}."),
    "swap": _("{who} lays shell {old} open and draws shell {shell}."),
    "peek": _("{who} peeks at the top of the deck: shell {shell}."),
}


class FourShells(Game):
    """The game with one set of rules."""

    name: ClassVar[str] = "four_shells"
    title: ClassVar[str] = "Four Shells"
    credits: ClassVar[Text] = _("Made up for Tidebook, as an example.")
    version: ClassVar[int] = 1
    rules_class = ShellsRules
    state_class: ClassVar[type[ShellsState]] = ShellsState
    folder: ClassVar[Path] = Path(__file__).parent

    rules: ShellsRules

    def __init__(self, rules: ShellsRules) -> None:
        super().__init__(rules)
        self.shells = range(1, rules.shells + 1)
        self.players = tuple(players for players in (2, 3) if players < rules.shells)
        most = max(self.players)
        self.max_actions = 2 * self.turns(most) + most  # a move and its end for each turn, a mark for each player
        self.keep = self.action("keep", (), "keep")
        self.swap = self.action("swap", (), "swap")
        self.peek = self.action("peek", (), "peek")
        self.end = self.action("end", (), "end")
        self.marks = [self.action("mark", (place,), f"mark {place}") for place in range(1, most + 1)]

    def turns(self, players: int) -> int:
        """Count the turns of a whole game."""
        return players * self.rules.rounds

    def start(self, players: int, chance: Chance, tell: Callable[[Event], None] | None = None) -> ShellsState:
        """Shuffle the shells and deal everybody one. Seat 0 plays first."""
        self.check_players(players)
        deck = chance.shuffle("deck", self.shells)
        if tell:
            for seat, shell in enumerate(deck[:players]):
                tell(Event("deal", seat, "FS.setup", {}, ("deck",), {"shell": shell}, frozenset((seat,))))
        return self.state_class(self, deck[:players], deck[players:])

    def position(self, data: Mapping[str, Any]) -> ShellsState:
        """Set up any situation, checked. Left out: all other shells are in the deck, and nothing was done yet."""
        for name in data:
            _one("A field of a position", name, FIELDS)
        hands = _list(data, "hands", (), self.shells)
        discard = _list(data, "discard", (), self.shells)
        deck = _list(data, "deck", [shell for shell in self.shells if shell not in (*hands, *discard)], self.shells)
        players = self.check_players(len(hands))
        if sorted((*hands, *deck, *discard)) != list(self.shells):
            raise PositionError(_("hands, deck and discard must together hold every shell once."))
        places = [
            "",
            *(f"hands.{seat}" for seat in range(players)),
            *([TOP] if deck else []),
            *([OPEN] if discard else []),
        ]
        state = self.state_class(self, hands, deck)
        state.discard = discard
        state.peeks = _list(data, "peeks", state.peeks, places)
        state.marks = _list(data, "marks", state.marks, range(players + 1))
        if not len(state.peeks) == len(state.marks) == players:
            raise PositionError(_("peeks and marks must have an entry for each of {players} seats.", players=players))
        state.begin(_one("turn", data.get("turn", 0), range(self.turns(players) + 1)))
        state.moved = _one("moved", data.get("moved", False), (False, True) if state.to_move is not None else (False,))
        return state

    def guess(self, view: ShellsView, random: Random) -> ShellsState:
        """Deal the shells that a seat has not looked at into the places that it has not looked at."""
        seen = {*view.hands, *view.discard, view.top}
        unseen = shuffled((shell for shell in self.shells if shell not in seen), random.random)
        hands = [unseen.pop() if shell is None else shell for shell in view.hands]
        state = self.state_class(self, hands, unseen if view.top is None else [view.top, *unseen])
        state.discard, state.peeks, state.marks = list(view.discard), list(view.peeks), list(view.marks)
        state.begin(view.turn)
        state.moved = view.moved
        return state

    def actions(self, players: int) -> tuple[Action, ...]:
        """Give everything that could ever be done; there are as many places to mark as players."""
        return (self.keep, self.swap, self.peek, *self.marks[:players], self.end)

    def words(self, event: Event, eyes: int | None, names: Sequence[Name]) -> Text:  # noqa: ARG002 everybody is named
        """Say what happened, as far as the seat that looks on saw it."""
        if event.kind == "over":
            winners = [names[seat] for seat in event.facts["winners"]]
            values = {"shells": Several(event.facts["hands"]), "who": Several(winners)}
            if not winners:
                return _("The shells are turned over, {shells}: nobody wins.", **values)
            return ngettext(
                "The shells are turned over, {shells}: {who} wins.",
                "The shells are turned over, {shells}: {who} share the victory.",
                len(winners),
                **values,
            )
        assert event.seat is not None
        sentences = SENTENCES_FOR_WHO_SAW if "shell" in event.facts else SENTENCES
        return Text(sentences[event.kind].message, {"who": names[event.seat], **event.facts})

    def picture(
        self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = (), brush: Brush | None = None
    ) -> str:
        """Show a view as lines of text, without colour."""
        del brush
        lines = [
            _("{who}: shell {shell}, marked {mark}", who=who, shell=shell or "?", mark=mark or "-")
            for who, shell, mark in zip(names or range(1, view.players + 1), view.hands, view.marks, strict=True)
        ]
        lines.append(_("deck: {count} shells, on top {top}", count=view.deck, top=view.top or "?"))
        lines.append(_("open: {shells}", shells=Several(view.discard)))
        return "\n".join(f"  {line.say(language)}" for line in lines)

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        """Draw a view in zones."""
        return table.zones(view, self.title, language, names)

    def svg(
        self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = (), theme: str = "auto"
    ) -> str:
        """Draw a view as one picture."""
        return picture(self.table(view, language, names), theme)

    def touches(self, view: ShellsView, action: Action) -> tuple[str, ...]:
        """Name the parts that an action touches."""
        return table.touches(view, action)

    def advise(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        """Say what is good to do, and why."""
        return advice.advise(self, view, legal)


def _list(data: Mapping[str, Any], name: str, usual: Sequence[Any], allowed: Sequence[Any]) -> list[Any]:
    values = data.get(name, usual)
    if not isinstance(values, list | tuple):
        raise PositionError(_("{name} must be a list.", name=name))
    return [_one(name, value, allowed) for value in values]


def _one(name: str, value: Any, allowed: Sequence[Any]) -> Any:
    if any(value == one and type(value) is type(one) for one in allowed):
        return value
    raise PositionError(
        _("{name} may be {known}, not {value}.", name=name, known=Several(allowed), value=repr(value)[:40])
    )
