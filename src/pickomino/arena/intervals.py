"""Win shares with their 95 % interval, computed over groups of games."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

_EXACT: Final = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582)
"""Student's 97.5 % quantile for 1 to 5 degrees of freedom."""
_NORMAL: Final = 1.959964


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

    def share(self) -> Share:
        """Give the share with its interval."""
        if not self.groups:
            return Share(0.0, 0.0, 1.0)
        mean = self.mean
        independent = mean * (1 - mean)
        variance = (self.spread + independent / self.games) / self.groups
        quantile = student_quantile(self.groups)
        # No win, or nothing but wins, says nothing about the spread: each group is one game then.
        alike = self.groups * (independent / variance if variance > 0 else 1.0)
        return _wilson(mean, alike, quantile)


def student_quantile(freedom: int) -> float:
    """Give Student's 97.5 % quantile.

    >>> round(student_quantile(10), 3), round(student_quantile(1000), 3)
    (2.228, 1.962)
    """
    if freedom <= len(_EXACT):
        return _EXACT[freedom - 1]
    # Cornish and Fisher's expansion around the normal quantile: right to 4 digits from 6 on.
    z = _NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def _wilson(mean: float, games: float, quantile: float) -> Share:
    weight = quantile * quantile / games
    centre = (mean + weight / 2) / (1 + weight)
    inside = mean * (1 - mean) * weight + weight * weight / 4
    reach = math.sqrt(inside) / (1 + weight)
    # Rounding must not put the share itself outside.
    return Share(mean, min(mean, max(0.0, centre - reach)), max(mean, min(1.0, centre + reach)))
