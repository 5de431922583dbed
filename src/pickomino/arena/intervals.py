"""Win shares with their 95 % interval, computed over groups of games, raw or luck-adjusted."""

from __future__ import annotations

import math
from typing import NamedTuple

from pickomino.analysis.confidence import NORMAL_QUANTILE, MeanCounter, student_quantile


class Share(NamedTuple):
    """A share of the wins and its 95 % interval."""

    mean: float
    low: float
    high: float


class ShareCounter(MeanCounter):
    """Counts a bot's or a seat's share of the wins, group after group.

    The games of a group have their dice in common, so a group is one observation. The interval
    is Wilson's, for the number of independent games that would spread as the groups do, with
    Student's quantile. The spread counts one imagined group of independent games: a few groups
    that happen to agree prove little.

    >>> counter = ShareCounter(games=2)
    >>> for share in (0.5, 1.0, 0.5, 0.0) * 25:
    ...     counter.add(share)
    >>> [round(number, 3) for number in counter.share()]
    [0.5, 0.43, 0.57]
    """

    def __init__(self, games: int) -> None:
        super().__init__()
        self.games = games

    @property
    def error(self) -> float:
        """The standard error that the interval stands for."""
        _, low, high = self.share()
        return (high - low) / 2 / NORMAL_QUANTILE

    def share(self) -> Share:
        """Return the share with its interval."""
        if not self.count:
            return Share(0.0, 0.0, 1.0)
        mean = self.mean
        independent = mean * (1 - mean)
        variance = (self.spread + independent / self.games) / self.count
        quantile = student_quantile(self.count)
        # No win, or nothing but wins, says nothing about the spread: each group is one game then.
        alike = self.count * (independent / variance if variance > 0 else 1.0)
        return _wilson(mean, alike, quantile)


class AdjustedCounter(MeanCounter):
    """Counts luck-adjusted shares, group after group; their mean has Student's interval.

    The mean is a little outside of 0 to 1 where luck was overrated.

    >>> counter = AdjustedCounter()
    >>> for share in (0.52, 0.55, 0.49, 0.56) * 5:
    ...     counter.add(share)
    >>> [round(number, 3) for number in counter.share()]
    [0.53, 0.517, 0.543]
    """

    @property
    def error(self) -> float:
        """The standard error that the interval stands for; infinite for one group alone."""
        mean, _, high = self.interval()
        return (high - mean) / NORMAL_QUANTILE

    def share(self) -> Share:
        """Return the share with its interval, which has no part outside of 0 to 1."""
        mean, low, high = self.interval()
        return Share(mean, min(mean, max(0.0, low)), max(mean, min(1.0, high)))


def _wilson(mean: float, games: float, quantile: float) -> Share:
    weight = quantile * quantile / games
    centre = (mean + weight / 2) / (1 + weight)
    inside = mean * (1 - mean) * weight + weight * weight / 4
    reach = math.sqrt(inside) / (1 + weight)
    # Rounding must not put the share itself outside.
    return Share(mean, min(mean, max(0.0, centre - reach)), max(mean, min(1.0, centre + reach)))
