"""A sequential test: play until one of two win shares of the first bot is accepted.

The generalised sequential probability ratio test with the normal approximation: the shares of
the groups are taken as normal, with the variance found so far. It is checked after every group,
in order, so that the same groups give the same verdict however they were played.
"""

from __future__ import annotations

import math
from typing import Final, Literal, NamedTuple

from pickomino.arena.intervals import AdjustedCounter, ShareCounter
from pickomino.arena.settings import Hypotheses

ERROR_RATE: Final = 0.05
"""The chance to accept either hypothesis when the other one is true."""
MIN_GROUPS: Final = 20
"""Before this the variance found is worth too little."""
_LEAST_VARIANCE: Final = 1e-12
_IMAGINED: Final = 2
"""Imagined pairs of independent games that steady the variance."""


class Verdict(NamedTuple):
    """How far a sequential test has come."""

    hypotheses: Hypotheses
    groups: int
    """Groups counted; later ones do not matter to a test that is decided."""
    log_ratio: float
    """The logarithm of the likelihood ratio, high for the higher share."""
    lower: float
    upper: float
    accepted: Literal["low", "high"] | None = None


class SequentialTest:
    """Counts groups until a bound is crossed.

    >>> test = SequentialTest(Hypotheses(0.5, 0.6))
    >>> for share in (1.0, 0.5) * 40:
    ...     test.add(share)
    >>> test.verdict.accepted, test.verdict.groups
    ('high', 20)
    """

    def __init__(self, hypotheses: Hypotheses, *, adjusted: bool = False) -> None:
        """Take both hypotheses, and whether the shares have their luck taken out."""
        upper = math.log((1 - ERROR_RATE) / ERROR_RATE)
        self._counter = AdjustedCounter() if adjusted else ShareCounter(games=2)
        self.verdict = Verdict(hypotheses, 0, 0.0, -upper, upper)

    def add(self, share: float) -> None:
        """Count the first bot's share of the next group, unless the test is decided."""
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

        Luck-adjusted shares spread by how the players differ and hardly by the win share, so
        theirs is the one found; a little more, because it is only an estimate.

        How pairs spread compared with independent games is found at the average so far. Taking
        their spread itself made one verdict in eight wrong near a share of 0.9, where a lucky
        run also looks steady.
        """
        counter = self._counter
        if isinstance(counter, AdjustedCounter):
            return max(counter.spread / max(counter.count - 3, 1), _LEAST_VARIANCE)
        independent = middle * (1 - middle) / 2
        steadied = _IMAGINED * independent
        expected = (counter.count - 1) * counter.mean * (1 - counter.mean) / 2
        return independent * (counter.spread + steadied) / (expected + steadied)
