"""Means with 95 % confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct

_EXACT: Final = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582)
"""Student's 97.5 % quantile for 1 to 5 degrees of freedom."""
NORMAL_QUANTILE: Final = 1.959964
"""The normal 97.5 % quantile."""
MIN_GAMES: Final = 5
"""Fewer games are too few to tell anything: intervals from them are not shown."""


class Mean(Struct, frozen=True):
    """A mean and its 95% interval, which is infinite for too few values.

    >>> Mean(0.5, 0.4, 0.6).is_known
    True
    """

    mean: float
    low: float
    high: float

    @property
    def is_known(self) -> bool:
        """Whether there were enough values for an interval."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def within(self, lowest: float, highest: float) -> Mean:
        """Return the mean and its interval for a value that cannot be outside some limits.

        A mean outside them is wrong by at least the excess, which widens the interval.

        >>> clipped = Mean(-0.25, -0.5, 0.0).within(0, 1)
        >>> clipped.mean, clipped.low, clipped.high
        (0.0, 0.0, 0.5)
        """
        mean = min(max(self.mean, lowest), highest)
        excess = abs(self.mean - mean)
        low = max(lowest, mean - (self.mean - self.low) - excess)
        high = min(highest, mean + (self.high - self.mean) + excess)
        return Mean(float(mean), float(low), float(high))


def wilson_interval(mean: float, games: float, quantile: float = NORMAL_QUANTILE) -> Mean:
    """Return a share of a number of independent games with Wilson's interval.

    >>> interval = wilson_interval(0.0, 10)
    >>> interval.low, round(interval.high, 3)
    (0.0, 0.278)
    """
    weight = quantile * quantile / games
    centre = (mean + weight / 2) / (1 + weight)
    inside = mean * (1 - mean) * weight + weight * weight / 4
    reach = math.sqrt(inside) / (1 + weight)
    # Rounding must not put the share outside its interval.
    return Mean(mean, min(mean, max(0.0, centre - reach)), max(mean, min(1.0, centre + reach)))


class MeanCounter:
    """Running mean and variance of values (Welford's algorithm).

    >>> counter = MeanCounter()
    >>> for value in (1, 2, 3, 4):
    ...     counter.add(value)
    >>> interval = counter.interval()
    >>> interval.mean, round(interval.low, 2), round(interval.high, 2)
    (2.5, 0.45, 4.55)
    """

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.spread = 0.0
        """The sum of the squared deviations from the mean."""

    def add(self, value: float) -> None:
        """Add a value."""
        self.count += 1
        before = value - self.mean
        self.mean += before / self.count
        self.spread += before * (value - self.mean)

    def interval(self) -> Mean:
        """Return the mean with Student's t interval."""
        if self.count <= 1:
            return Mean(self.mean, -math.inf, math.inf)
        error = math.sqrt(self.spread / (self.count - 1) / self.count)
        reach = student_quantile(self.count - 1) * error
        return Mean(self.mean, self.mean - reach, self.mean + reach)


def bounded_interval(values: Sequence[float], lowest: float, highest: float) -> Mean:
    """Return the mean of two or more values between two limits, with Wilson's interval.

    The variance of the values says how many games that are won or lost would be as precise. An
    interval that is symmetrical about the mean could reach beyond the limits.

    >>> interval = bounded_interval([0.0, 0.0, 0.0, 0.0, 0.1], 0, 1)
    >>> interval.mean, round(interval.low, 4), round(interval.high, 4)
    (0.02, 0.0021, 0.1684)
    """
    count, width = len(values), highest - lowest
    mean = min(max((fmean(values) - lowest) / width, 0.0), 1.0)
    independent = mean * (1 - mean)
    variance = stdev(values) ** 2 / count / width**2
    # Equal values say nothing about the variance: count each as one game.
    games = independent / variance if independent and variance else count
    share = wilson_interval(mean, games, student_quantile(count - 1))
    return Mean(fmean(values), lowest + width * share.low, lowest + width * share.high)


def student_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution.

    >>> round(student_quantile(10), 3), round(student_quantile(1000), 3)
    (2.228, 1.962)
    """
    if freedom <= len(_EXACT):
        return _EXACT[freedom - 1]
    # The Cornish-Fisher expansion: correct to 4 digits from 6 degrees of freedom on.
    z = NORMAL_QUANTILE
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))
