"""Numbers that say how far they can be trusted: a value, its 95 % interval, the games behind it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tidebook.core.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.text import Text

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, its 95 % interval, and how many games it rests on."""

    value: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f}, {self.games} games)"

    def percent(self) -> Text:
        """Say a share and its interval in percent."""
        if not self.games:
            return _("unknown")
        value, low, high = (f"{100 * share:.1f}" for share in (self.value, self.low, self.high))
        return _("{value} % ({low} to {high} %)", value=value, low=low, high=high)

    def number(self) -> Text:
        """Say a mean and its interval."""
        if not self.games:
            return _("unknown")
        value, low, high = (f"{part:.2f}" for part in (self.value, self.low, self.high))
        if not math.isfinite(self.high):
            return _("{value} (one game gives no interval)", value=value)
        return _("{value} ({low} to {high})", value=value, low=low, high=high)

    def to_dict(self) -> dict[str, float | None]:
        """Give plain data; None stands for what so few games cannot tell."""
        parts = {"value": self.value, "low": self.low, "high": self.high, "games": self.games}
        return {name: part if math.isfinite(part) else None for name, part in parts.items()}


def wilson(hits: float, games: int) -> Estimate:
    """Estimate a share by Wilson's interval, which is right for few games and shares near 0 or 1, too."""
    if games < 1:
        return Estimate(math.nan, 0.0, 1.0, 0)
    share, square = hits / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = Z / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    low, high = min(share, middle - reach), max(share, middle + reach)  # rounding must not leave the share outside
    return Estimate(share, max(0.0, low), min(1.0, high), games)


def mean(values: Sequence[float]) -> Estimate:
    """Estimate a mean, with the interval of the normal distribution; one value alone has no interval."""
    count = len(values)
    if not count:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    middle = math.fsum(values) / count
    if count == 1:
        return Estimate(middle, -math.inf, math.inf, 1)
    spread = math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (count - 1))
    reach = Z * spread / math.sqrt(count)
    return Estimate(middle, middle - reach, middle + reach, count)
