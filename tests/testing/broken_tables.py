"""Broken games: faults of drawn tables and of advice."""

# ruff: noqa: D102, D106 the docstring of each game says what is wrong with it; its methods are that fault

from __future__ import annotations

import dataclasses
from itertools import count
from math import nan
from typing import TYPE_CHECKING

from tests.example.four_shells.game import FourShells
from tests.example.four_shells.play import ShellsState
from tests.testing.broken import Broken
from tests.testing.broken_secrets import SmugglingView, smuggled
from tidebook.core.player import Decision
from tidebook.core.table import Drawing, Table
from tidebook.core.text import Text, _
from tidebook.draw import picture
from tidebook.draw.svg import escape, part, rect, tag

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.example.four_shells.play import ShellsView
    from tests.example.four_shells.rules import ShellsRules
    from tidebook.core.game import Action, Refusal
    from tidebook.core.text import Language, Name

TOUCHED = "tables show what can be touched"
FOLLOWED = "advice can be followed"
SECRETS = "secrets are kept"
_counter = count()


def added(table: Table, svg: str) -> Table:
    """Draw something more on the board."""
    return dataclasses.replace(table, board=dataclasses.replace(table.board, svg=table.board.svg + svg))


class Smuggles(ShellsState):
    """A table whose views hold the whole truth, where `to_dict` does not look."""

    def view(self, seat: int | None) -> ShellsView:
        return smuggled(self, seat)


def truth(view: ShellsView) -> ShellsState:
    """Look where nobody should."""
    assert isinstance(view, SmugglingView)
    return view.truth


# What can be touched.


class TouchesNothing(Broken, fails=TOUCHED, says="“end” touches nothing"):
    """There is nothing to point at for the end of a turn."""

    def touches(self, view: ShellsView, action: Action) -> tuple[str, ...]:
        return () if action is self.end else super().touches(view, action)


class TouchesWhatIsNotDrawn(Broken, fails=TOUCHED, says="touches the bell, which is not drawn"):
    """The end of a turn is rung by a bell that nobody sees."""

    def touches(self, view: ShellsView, action: Action) -> tuple[str, ...]:
        return (*super().touches(view, action), *(("the bell",) if action is self.end else ()))


class DrawsAPartTwice(Broken, fails=TOUCHED, says="deck is drawn 2 times"):
    """There is a second deck, elsewhere on the table."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        deck = Drawing("spare", part("deck", "The deck", rect(0, 0, 40, 60)), 40, 60, "The deck")
        return dataclasses.replace(super().table(view, language, names), market=(deck,))


# What a drawing is like.


class UsesAKeyTwice(Broken, fails=TOUCHED, says="two drawings have the key seat 0"):
    """Everybody's drawing has the same key."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        table = super().table(view, language, names)
        rivals = tuple(dataclasses.replace(drawing, key="seat 0") for drawing in table.rivals)
        return dataclasses.replace(table, rivals=rivals)


class DrawsOnNothing(Broken, fails=TOUCHED, says="board is 0 wide and nan high"):
    """The board has no size."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        table = super().table(view, language, names)
        return dataclasses.replace(table, board=dataclasses.replace(table.board, width=0, height=nan))

    def svg(
        self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = (), theme: str = "auto"
    ) -> str:
        return picture(super().table(view, language, names), theme)


class HasNoLabel(Broken, fails=TOUCHED, says="board has no label"):
    """Who does not see the board is told nothing of it."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        table = super().table(view, language, names)
        return dataclasses.replace(table, board=dataclasses.replace(table.board, label=" "))


class DoesNotSayHowItStands(Broken, fails=TOUCHED, says="does not say how the game stands"):
    """When the game is over, the table is silent."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        table = super().table(view, language, names)
        return dataclasses.replace(table, status=table.status if view.to_move is not None else "")


class LeavesAnElementOpen(Broken, fails=TOUCHED, says="board is not well-formed: mismatched tag"):
    """A group is opened in one drawing and closed in another: together they look fine."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        table = added(super().table(view, language, names), "<g>")
        last = Drawing("last", "</g>", 1, 1, "Nothing")
        return dataclasses.replace(table, tray=(*table.tray, last))


class BreaksInTheDark(Broken, fails=TOUCHED, says="svg() is not well-formed"):
    """The picture is broken in one theme only."""

    def svg(
        self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = (), theme: str = "auto"
    ) -> str:
        return super().svg(view, language, names, theme) + ("</svg>" if theme == "dark" else "")


class DrawsNoPicture(Broken, fails=TOUCHED, says="table() draws it, but svg() does not"):
    """There are zones, but no picture."""

    def svg(
        self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = (), theme: str = "auto"
    ) -> str:
        del view, language, names, theme
        return None  # type: ignore[return-value]  # that is the fault


class NeverDrawsTheSame(Broken, fails=TOUCHED, says="looks different when it is drawn again", also=(SECRETS,)):
    """Something is numbered anew in each drawing; two drawings of what a seat may not tell apart are different, too."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        return added(super().table(view, language, names), rect(0, 0, 1, 1, id=f"mine-{next(_counter)}"))


class UsesWhatIsNotThere(Broken, fails=TOUCHED, says="refers to #wave, but does not have it"):
    """A sign is used that no picture defines, so that nothing is seen."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        return added(super().table(view, language, names), tag("use", href="#wave", width=9, height=9))


# Names of people.


class WritesNamesAsTheyAre(Broken, fails=TOUCHED, says="the names of people are not escaped, and become"):
    """Names are put into the drawing as they are."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        table = super().table(view, language, names)
        return added(table, tag("text", str(names[0]))) if names else table


class EscapesNamesByHalf(Broken, fails=TOUCHED, says="with odd names: board is not well-formed"):
    """Only the angles are escaped, in what goes into an attribute."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        table = super().table(view, language, names)
        name = str(names[0]).replace("<", "&lt;").replace(">", "&gt;") if names else ""
        return added(table, f'<rect aria-label="{name}"/>')


class HidesNamesInCdata(Broken, fails=TOUCHED, says="it has <! or <? in it"):
    """Names are escaped in a way that XML understands, but not every page."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        table = super().table(view, language, names)
        return added(table, f"<title><![CDATA[{table.status}]]></title>")


class EscapesTwice(Broken, fails=TOUCHED, says="the names of people are escaped twice"):
    """Names are escaped before they are drawn, and again when they are."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        return super().table(view, language, [escape(str(name)) for name in names])


class NamesItsDrawings(Broken, fails=TOUCHED, says="the keys of drawings change with the names"):
    """A drawing has the name of a person for its key."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        table = super().table(view, language, names)
        board = dataclasses.replace(table.board, key=f"board of {names[0] if names else 'all'}")
        return dataclasses.replace(table, board=board)


# What reaches outside.


class LinksOutside(Broken, fails=TOUCHED, says="board runs something or reaches outside: href to 'https://example.org"):
    """The board is a link."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        return added(super().table(view, language, names), '<a href="https://example.org/"><rect/></a>')


class RunsAScript(Broken, fails=TOUCHED, says="reaches outside: the element script"):
    """There is a program in the drawing."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        return added(super().table(view, language, names), "<script>alert(1)</script>")


class HandlesClicks(Broken, fails=TOUCHED, says="reaches outside: the attribute onclick"):
    """There is a program in an attribute."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        return added(super().table(view, language, names), '<rect onClick="alert(1)"/>')


class FetchesAFont(Broken, fails=TOUCHED, says="svg() runs something or reaches outside: a style with"):
    """Only the picture as a whole fetches something, by its style."""

    def svg(
        self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = (), theme: str = "auto"
    ) -> str:
        style = "<style>@font-face{font-family:F;src:url('//example.org/f')}</style>"
        return super().svg(view, language, names, theme).replace("<defs", f"{style}<defs", 1)


class BringsAnotherLanguage(Broken, fails=TOUCHED, says="reaches outside: the element img"):
    """There is an element of a page in the drawing."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        foreign = '<img xmlns="http://www.w3.org/1999/xhtml" alt="nothing"/>'
        return added(super().table(view, language, names), foreign)


# Secrets.


class DrawsTheTruth(Broken, fails=SECRETS, says="changes its table"):
    """The table shows something that is in the view object, but not among its fields."""

    def table(self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
        return added(super().table(view, language, names), f"<text>{truth(view).hands}</text>")

    State = Smuggles


class PaintsTheTruthInOnePicture(Broken, fails=SECRETS, says="changes its drawing"):
    """The zones keep the secret, the picture does not."""

    def svg(
        self, view: ShellsView, language: Language | None = None, names: Sequence[Name] = (), theme: str = "auto"
    ) -> str:
        table = added(self.table(view, language, names), f"<text>{truth(view).deck[:1]}</text>")
        return picture(table, theme)

    State = Smuggles


class PointsAtTheTruth(Broken, fails=SECRETS, says="changes its touches"):
    """What an action touches depends on the shell that will be drawn."""

    def touches(self, view: ShellsView, action: Action) -> tuple[str, ...]:
        touched = super().touches(view, action)
        return touched[::-1] if sum(truth(view).deck[:1]) % 2 else touched

    State = Smuggles


class AdvisesByTheTruth(Broken, fails=SECRETS, says="changes its advice"):
    """Advice knows what will be drawn."""

    def advise(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        return Decision(legal[0], _("The next shell is {shell}.", shell=truth(view).deck[:1]))

    State = Smuggles


class HintsAtTheTruth(Broken, fails=SECRETS, says="changes its hint"):
    """Advice keeps the secret, but a hint looks at what will be drawn."""

    def hint(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        hands = truth(view).hands
        best = self.keep if hands[view.to_move or 0] == max(hands) else self.swap
        return Decision(best if best in legal else legal[0], _("You will see."))

    State = Smuggles


# Advice.


class AdvisesTheIllegal(Broken, fails=FOLLOWED, says="the advice is “swap”, which is not legal"):
    """Advice does not look at what is legal."""

    def advise(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        del view, legal
        return Decision(self.swap, _("Why not?"))


class HintsAtTheIllegal(Broken, fails=FOLLOWED, says="the advice is “peek”, which is not legal"):
    """Advice is fine, but a hint does not look at what is legal."""

    def hint(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        return super().hint(view, legal) if self.keep in legal else Decision(self.peek, _("Why not?"))


class AdvisesWithoutAReason(Broken, fails=FOLLOWED, says="has no reason"):
    """Advice says what, but not why."""

    def advise(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        del view
        return Decision(legal[-1], Text(""))


class AdvisesByHeart(Broken, fails=FOLLOWED, says="advice must be a Decision, not <keep>", also=("bots do not peek",)):
    """Advice is an action, and nothing else; a bot that follows it crashes."""

    def advise(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        del view, legal
        return self.keep  # type: ignore[return-value]  # that is the fault


class AdvisesAnotherGame(Broken, fails=FOLLOWED, says="goes on with “end”, which is no action here"):
    """Advice goes on with an action of a game by other rules."""

    def advise(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        del view
        return Decision(legal[-1], _("Then you are done."), then=(FourShells.of({"rounds": 4}).end,))


class AdvisesAtWhim(Broken, fails=FOLLOWED, says="asked again, the advice is another", also=(SECRETS,)):
    """Advice is another each time; two that a seat may not tell apart are different, too."""

    def advise(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        del view
        return Decision(legal[0], _("This is my advice number {number}.", number=next(_counter)))


class AdvisesInCircles(Broken, fails=FOLLOWED, says="whoever follows the advice does not come to an end in"):
    """Whoever follows the advice changes the mark for ever; at random a game ends."""

    def __init__(self, rules: ShellsRules) -> None:
        super().__init__(rules)
        self.max_actions = 200

    def advise(self, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
        del view
        marks = [action for action in legal if action.kind == "mark"]
        return Decision((marks or legal)[0], _("Think again."))

    class State(ShellsState):
        def why_not(self, action: Action) -> Refusal | None:
            return None if action.kind == "mark" and self.to_move is not None else super().why_not(action)
