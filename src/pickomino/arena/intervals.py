"""Win shares with their 95 % interval, computed over groups of games, raw or luck-adjusted."""

from __future__ import annotations

import math
from typing import NamedTuple

from pickomino.analysis.means import NORMAL, MeanCounter, student_quantile


class Share(NamedTuple):
    """A share of the wins and its 95 % interval."""

    mean: float
    low: float
    high: float


class ShareCounter:
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
        """Take the number of games in a group."""
        self.games = games
        self.groups = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, share: float) -> None:
        """Count one more group."""
        self.groups += 1
        self._sum += share
        self._squares += share * share

    @property
    def mean(self) -> float:
        """The average share; 0 before the first group."""
        return min(self._sum / self.groups, 1.0) if self.groups else 0.0

    @property
    def spread(self) -> float:
        """The sum of the squared deviations from the average."""
        if not self.groups:
            return 0.0
        return max(0.0, self._squares - self._sum * self._sum / self.groups)

    @property
    def error(self) -> float:
        """The standard error that the interval stands for."""
        _, low, high = self.share()
        return (high - low) / 2 / NORMAL

    def share(self) -> Share:
        """Return the share with its interval."""
        if not self.groups:
            return Share(0.0, 0.0, 1.0)
        mean = self.mean
        independent = mean * (1 - mean)
        variance = (self.spread + independent / self.games) / self.groups
        quantile = student_quantile(self.groups)
        # No win, or nothing but wins, says nothing about the spread: each group is one game then.
        alike = self.groups * (independent / variance if variance > 0 else 1.0)
        return _wilson(mean, alike, quantile)


class AdjustedCounter:
    """Counts luck-adjusted shares, group after group; their mean has Student's interval.

    >>> counter = AdjustedCounter()
    >>> for share in (0.52, 0.55, 0.49, 0.56) * 5:
    ...     counter.add(share)
    >>> [round(number, 3) for number in counter.share()]
    [0.53, 0.517, 0.543]
    """

    def __init__(self) -> None:
        self._shares = MeanCounter()

    def add(self, share: float) -> None:
        """Count one more group."""
        self._shares.add(share)

    @property
    def groups(self) -> int:
        """The number of groups counted."""
        return self._shares.count

    @property
    def mean(self) -> float:
        """The average share; a little outside of 0 to 1 where luck was overrated."""
        return self._shares.mean

    @property
    def spread(self) -> float:
        """The sum of the squared deviations from the average."""
        return self._shares.spread

    @property
    def error(self) -> float:
        """The standard error that the interval stands for; infinite for one group alone."""
        mean, _, high = self._shares.interval()
        return (high - mean) / NORMAL

    def share(self) -> Share:
        """Return the share with its interval, which has no part outside of 0 to 1."""
        mean, low, high = self._shares.interval()
        return Share(mean, min(mean, max(0.0, low)), max(mean, min(1.0, high)))


def _wilson(mean: float, games: float, quantile: float) -> Share:
    weight = quantile * quantile / games
    centre = (mean + weight / 2) / (1 + weight)
    inside = mean * (1 - mean) * weight + weight * weight / 4
    reach = math.sqrt(inside) / (1 + weight)
    # Rounding must not put the share itself outside.
    return Share(mean, min(mean, max(0.0, centre - reach)), max(mean, min(1.0, centre + reach)))
