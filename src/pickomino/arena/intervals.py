"""Win shares with 95% intervals, computed over groups of games, raw or luck-adjusted."""

from __future__ import annotations

from typing import NamedTuple

from pickomino.analysis.confidence import (
    NORMAL_QUANTILE,
    MeanCounter,
    student_quantile,
    wilson_interval,
)


class Share(NamedTuple):
    """A share of the wins and its 95% interval.

    >>> Share(0.5, 0.43, 0.57).mean
    0.5
    """

    mean: float
    low: float
    high: float


class ShareCounter(MeanCounter):
    """The share of the wins of a bot or a seat, averaged over groups.

    The games of a group share their dice, so a group is one observation. The interval is Wilson's
    with Student's quantile. Its number of games is the number of independent games that would have
    the same variance as the groups. The variance of one imaginary group of independent games is
    added, because a few groups that happen to agree prove little.

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
        """The standard error that corresponds to the interval."""
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
        # Without both wins and losses the variance is unknown: count each group as one game.
        games = self.count * (independent / variance if variance > 0 else 1.0)
        interval = wilson_interval(mean, games, quantile)
        return Share(interval.mean, interval.low, interval.high)


class AdjustedCounter(MeanCounter):
    """The mean of luck-adjusted shares over groups, with Student's t interval.

    The mean can be slightly outside 0 to 1 if the luck was overestimated; its share is clipped.

    >>> counter = AdjustedCounter()
    >>> for share in (0.52, 0.55, 0.49, 0.56) * 5:
    ...     counter.add(share)
    >>> [round(number, 3) for number in counter.share()]
    [0.53, 0.517, 0.543]
    """

    @property
    def error(self) -> float:
        """The standard error that corresponds to the interval; infinite for a single group."""
        interval = self.interval()
        return (interval.high - interval.mean) / NORMAL_QUANTILE

    def share(self) -> Share:
        """Return the share with its interval, both clipped to 0 and 1."""
        interval = self.interval().within(0.0, 1.0)
        return Share(interval.mean, interval.low, interval.high)


def make_counter(games: int, *, adjusted: bool) -> ShareCounter | AdjustedCounter:
    """Return a counter of raw or luck-adjusted shares; each group has `games` games.

    >>> type(make_counter(2, adjusted=True)).__name__
    'AdjustedCounter'
    """
    return AdjustedCounter() if adjusted else ShareCounter(games)
