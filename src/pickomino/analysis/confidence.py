"""Means with 95 % confidence intervals."""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

_EXACT: Final = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582)
"""Student's 97.5 % quantile for 1 to 5 degrees of freedom."""
NORMAL_QUANTILE: Final = 1.959964
"""The normal 97.5 % quantile."""


class Mean(Struct, frozen=True):
    """A mean and its 95 % interval, which is infinite for fewer than two values."""

    mean: float
    low: float
    high: float


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
