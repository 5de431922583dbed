"""A sequential test: play until one of two hypotheses about the first bot's win share is accepted.

This is the generalised sequential probability ratio test with the normal approximation: the groups'
shares are treated as normally distributed, with the variance estimated so far. The test is checked
after every group, in order, so that the same groups always give the same verdict.
"""

from __future__ import annotations

import math
from typing import Final, Literal, NamedTuple

from pickomino.arena.intervals import AdjustedCounter, make_counter
from pickomino.arena.settings import Hypotheses

ERROR_RATE: Final = 0.05
"""The chance of accepting a hypothesis when the other one is true."""
MIN_GROUPS: Final = 20
"""With fewer groups the estimate of the variance is too uncertain."""
_MIN_VARIANCE: Final = 1e-12
_PRIOR_PAIRS: Final = 2
"""The number of imaginary pairs of independent games that stabilise the variance estimate."""


class Verdict(NamedTuple):
    """The state of a sequential test.

    >>> Verdict(Hypotheses(0.5, 0.52), 0, 0.0, -2.94, 2.94).accepted is None
    True
    """

    hypotheses: Hypotheses
    groups: int
    """Groups counted; groups after the decision are ignored."""
    log_ratio: float
    """The logarithm of the likelihood ratio; high values favour the higher share."""
    lower: float
    upper: float
    accepted: Literal["low", "high"] | None = None


class SequentialTest:
    """Counts groups until the likelihood ratio crosses one of its bounds.

    >>> test = SequentialTest(Hypotheses(0.5, 0.6))
    >>> for share in (1.0, 0.5) * 40:
    ...     test.add(share)
    >>> test.verdict.accepted, test.verdict.groups
    ('high', 20)
    """

    def __init__(self, hypotheses: Hypotheses, *, adjusted: bool = False) -> None:
        """Test two hypotheses; `adjusted` says whether the added shares are luck-adjusted."""
        upper = math.log((1 - ERROR_RATE) / ERROR_RATE)
        self._counter = make_counter(2, adjusted=adjusted)
        self.verdict = Verdict(hypotheses, 0, 0.0, -upper, upper)

    def add(self, share: float) -> None:
        """Add the first bot's share of the wins in the next group, unless the test is decided."""
        if self.verdict.accepted is not None:
            return
        self._counter.add(share)
        verdict = self.verdict._replace(groups=self._counter.count, log_ratio=self._log_ratio())
        if verdict.groups >= MIN_GROUPS:
            if verdict.log_ratio >= verdict.upper:
                verdict = verdict._replace(accepted="high")
            elif verdict.log_ratio <= verdict.lower:
                verdict = verdict._replace(accepted="low")
        self.verdict = verdict

    def _log_ratio(self) -> float:
        low, high = self.verdict.hypotheses
        middle = (low + high) / 2
        counter = self._counter
        surplus = counter.count * (counter.mean - middle)
        return (high - low) * surplus / self._variance(middle)

    def _variance(self, middle: float) -> float:
        """Return the variance of a pair's share at a win share halfway between the hypotheses.

        The variance of luck-adjusted shares hardly depends on the win share, so the estimate
        itself is used, slightly increased because it is only an estimate.

        For raw shares, the ratio of the variance to the variance of independent games is estimated
        at the current mean and applied halfway between the hypotheses. Using the estimated variance
        directly made one verdict in eight wrong near a share of 0.9, where a lucky run also has a
        small variance.
        """
        counter = self._counter
        if isinstance(counter, AdjustedCounter):
            return max(counter.spread / max(counter.count - 3, 1), _MIN_VARIANCE)
        independent = middle * (1 - middle) / 2
        prior = _PRIOR_PAIRS * independent
        expected = (counter.count - 1) * counter.mean * (1 - counter.mean) / 2
        return independent * (counter.spread + prior) / (expected + prior)
