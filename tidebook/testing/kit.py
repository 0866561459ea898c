"""Runs the checks of the kit over a game and says what it found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from tidebook.bots import BOTS
from tidebook.core.errors import TidebookError
from tidebook.core.game import Game
from tidebook.core.text import _, ngettext
from tidebook.games import find
from tidebook.testing import advising, playing, records, secrecy, tables, undoing
from tidebook.testing.samples import Sample, Setting, Tally, finding, sample, settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tidebook.core.game import State
    from tidebook.core.player import Player

CHECKS: dict[str, Callable[[Sample, Tally], None]] = {
    "games end": playing.games_end,
    "copies are independent": playing.copies_are_independent,
    "notation goes both ways": playing.notation_goes_both_ways,
    "legal and why_not agree": playing.refusals_agree,
    "parts are conserved": playing.parts_are_conserved,
    "scores are sums of their lines": playing.scores_are_sums,
    "positions go both ways": playing.positions_go_both_ways,
    "words for everybody": playing.words_for_everybody,
    "guide and scenes": playing.guide_and_scenes,
    "same seed, same game": records.same_seed_same_game,
    "records load again": records.records_load_again,
    "bad records are answered": records.bad_records_are_answered,
    "undo and redo return": undoing.undo_and_redo_return,
    "undo is safe": undoing.undo_is_safe,
    "secrets are kept": secrecy.secrets_are_kept,
    "knowledge is shown": secrecy.knowledge_is_shown,
    "guesses are fair": secrecy.guesses_are_fair,
    "bots do not peek": secrecy.bots_do_not_peek,
    "tables show what can be touched": tables.tables_show_what_can_be_touched,
    "advice can be followed": advising.advice_can_be_followed,
}
PLAYED = "somebody can always move"
ELSEWHERE = "same seed, same game in other processes"
REVEALS = "what is called revealing reveals"
EXCHANGED = "hidden parts can be exchanged"


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that did not hold, and what was found."""

    check: str
    sentence: str


@dataclass(slots=True)
class Report:
    """What the kit found."""

    game: str
    settings: int = 0
    checks: int = 0
    failures: list[Failure] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    @property
    def ok(self) -> bool:
        """Whether every check held, and something was looked at."""
        return not self.failures and self.tally.states > 0

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that did not hold."""
        return tuple(dict.fromkeys(failure.check for failure in self.failures))

    def __str__(self) -> str:
        tally = self.tally
        lines = [
            str(_("{game}: {checks} checks in {settings} settings; {games} games ({capped} cut at the cap),"
                  " {states} states, {exchanges} exchanges of hidden parts, {guesses} guesses, {drawings} drawings,"
                  " {advice} pieces of advice.",
                  game=self.game, checks=self.checks, settings=self.settings, games=tally.games,
                  capped=tally.capped, states=tally.states, exchanges=tally.exchanges, guesses=tally.guesses,
                  drawings=tally.drawings, advice=tally.advice))
        ]  # fmt: skip
        lines += [
            "  " + str(_("FAILED {check}: {sentence}", check=failure.check, sentence=failure.sentence))
            for failure in self.failures
        ]
        if self.ok:
            lines.append(str(_("Everything holds.")))
        else:
            count = len(self.failures)
            lines.append(str(ngettext("{n} check does not hold.", "{n} checks do not hold.", count)))
        return "\n".join(lines)


def check(
    game: str | type[Game] | Game,
    *,
    quick: bool = False,
    among: Sequence[Setting] | None = None,
    bots: Sequence[Callable[[], Player]] | None = None,
    surfaces: Mapping[str, Callable[[State, int | None], str]] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Report:
    """Check a game: its published rules at every number of players, and sampled dials, rulings and choices.

    A `Game` made with certain rules, a variant for instance, is checked by just these rules. `quick` looks at the
    published rules only, `among` at given settings. `bots` are checked for peeking (by default all of ours),
    `surfaces` for leaks: anything else that shows a state to a seat. `tell` hears of the progress.
    """
    kind = find(game) if isinstance(game, str) else game
    if among is not None:
        chosen = list(among)
    elif isinstance(kind, Game):
        chosen = [Setting(kind, players) for players in kind.players]
    else:
        chosen = settings(kind, quick=quick)
    report = Report(kind.name)
    checks: dict[str, Callable[[Sample, Tally], None]] = {
        **CHECKS,
        "secrets are kept": partial(secrecy.secrets_are_kept, surfaces=surfaces),
        "bots do not peek": partial(secrecy.bots_do_not_peek, bots=list(BOTS.values()) if bots is None else bots),
    }
    samples: list[Sample] = []
    for number, setting in enumerate(chosen, 1):
        if tell:
            tell(f"{number}/{len(chosen)} {setting}")
        report.settings += 1
        made = _sampled(report, setting)
        if made is None:
            continue
        samples.append(made)
        for name, run in checks.items():
            if name not in report.failed:
                _run(report, name, partial(run, made, report.tally))
    if samples:
        _run(report, ELSEWHERE, partial(records.same_seed_elsewhere, samples))
        _run(report, REVEALS, partial(undoing.reveals_are_real, report.tally))
        _run(report, EXCHANGED, partial(_something_exchanged, report.tally))
    report.checks = len(checks) + 4
    return report


def _sampled(report: Report, setting: Setting) -> Sample | None:
    made: list[Sample] = []
    _run(report, PLAYED, lambda: made.append(sample(setting)))
    return made[0] if made else None


def _run(report: Report, name: str, run: Callable[[], None]) -> None:
    """Run one check; whatever goes wrong in it is a failure of that check, told in a sentence."""
    try:
        run()
    except TidebookError as error:
        report.failures.append(Failure(name, str(error)))
    except Exception as error:  # noqa: BLE001 a stranger's game may fail in any way
        report.failures.append(Failure(name, str(_("it crashed with {error}.", error=repr(error)))))


def _something_exchanged(tally: Tally) -> None:
    if tally.hidden and not tally.exchanges:
        raise finding(
            _("No two hidden parts could be exchanged: position() refuses them all, or each has a back of its own.")
        )
