"""Draws a deck that was judged: how hard its cards are, beside their points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.core.table import Drawing
from tidebook.core.text import _, ngettext
from tidebook.draw.colour import INK, PAPER, var
from tidebook.draw.lettering import fit, lettered
from tidebook.draw.svg import circle, escape, path, rect, tag

if TYPE_CHECKING:
    from fractions import Fraction

    from tidebook.core.text import Language
    from tidebook.games.shifting_stones.difficulty import DeckJudgement, JudgedCard

_WIDE, _HIGH, _LEFT, _TOP = 620.0, 364.0, 40.0, 64.0
_FOOT = 40.0
_DOT = 11.0


def chart(judgement: DeckJudgement, language: Language | None = None) -> Drawing:
    """Draw cards as dots: to the right their points, upwards the moves they need on average."""
    top = int(max(judged.difficulty.mean for judged in judgement.cards)) + 1
    wide = (_WIDE - _LEFT) / len(judgement.classes)
    columns = {one.value: _LEFT + wide * (place + 0.5) for place, one in enumerate(judgement.classes)}
    title = _("Moves to a card of deck {deck}, on average over all layouts", deck=judgement.deck)
    note = _("Each dot says how many cards it stands for; a square is as hard as cards of another value.")
    drawn = [
        lettered(0, 16, fit(title.say(language), _WIDE, 14, 600), 14, weight=600),
        lettered(0, 36, fit(note.say(language), _WIDE, 13), 13, fill=var("muted")),
    ]
    for moves in range(top + 1):
        y = _up(moves, top)
        drawn.append(path(f"M{_LEFT:g} {y:g}H{_WIDE:g}", stroke=var("line"), stroke_width=1))
        drawn.append(lettered(_LEFT - 10, y + 4, str(moves), 13, fill=var("muted"), anchor="end"))
    for one in judgement.classes:
        x, y = columns[one.value], _up(one.mean, top)
        label = ngettext("worth {n} point", "worth {n} points", one.value).say(language)
        drawn.append(lettered(x, _HIGH - 8, fit(label, wide, 13), 13, anchor="middle"))
        drawn.append(path(f"M{x - 62:g} {y:.1f}h124", stroke=var("go-ring"), stroke_width=2.5, stroke_dasharray="6 4"))
    drawn += _dots(judgement, columns, top, language)
    return Drawing("judgement", "".join(drawn), _WIDE, _HIGH, title.say(language))


def _dots(judgement: DeckJudgement, columns: dict[int, float], top: int, language: Language | None) -> list[str]:
    """Draw a dot for all cards of one value that are equally hard, beside others that it would lie on."""
    groups: dict[tuple[int, Fraction], list[JudgedCard]] = {}
    for judged in sorted(judgement.cards, key=lambda one: (one.card.value, one.difficulty.exact_mean, one.card.number)):
        groups.setdefault((judged.card.value, judged.difficulty.exact_mean), []).append(judged)
    taken: list[tuple[float, float]] = []
    drawn = []
    for (value, mean), cards in groups.items():
        x, y, step = columns[value], _up(float(mean), top), 0
        while any(abs(x - other) < 2 * _DOT and abs(y - level) < 2 * _DOT for other, level in taken):
            step += 1
            x = columns[value] + (step + 1) // 2 * (2 * _DOT + 1) * (1 if step % 2 else -1)
        taken.append((x, y))
        line: dict[str, str | float | None] = {"stroke": INK, "stroke_width": 2}
        if cards[0].fits != value:
            shape = rect(x - _DOT, y - _DOT, 2 * _DOT, 2 * _DOT, rx=4, fill=var("go"), **line)
        else:
            shape = circle(x, y, _DOT, fill=PAPER, **line)
        tips = (
            _("Card {card} ({pattern}): {mean} moves", card=one.card.number, pattern=one.card.pattern,
              mean=f"{one.difficulty.mean:.2f}").say(language)
            for one in cards
        )  # fmt: skip
        count = lettered(x, y + 4.5, str(len(cards)), 12, fill=INK, weight=600, anchor="middle")
        drawn.append(tag("g", tag("title", escape("\n".join(tips))) + shape + count))
    return drawn


def _up(moves: float, top: int) -> float:
    return _HIGH - _FOOT - (_HIGH - _FOOT - _TOP) * moves / top
