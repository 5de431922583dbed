"""Ratings from a Bradley-Terry fit, which does not depend on the order of the games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from pickomino.analysis.confidence import NORMAL_QUANTILE
from pickomino.arena.groups import GroupResult
from pickomino.arena.intervals import make_counter
from pickomino.bots.ratings import BotRating
from pickomino.core.rules import MIN_PLAYERS

MEAN_POINTS: Final = 1500.0
"""The mean rating of a match, or the rating of the anchor."""
SCALE: Final = 400 / math.log(10)
"""Points per unit of log odds: a lead of 100 points means 64 wins in 100 duels."""
EVEN_SHARE: Final = 0.5
_MAX_GAMES: Final = 1e9
_MAX_ITERATIONS: Final = 100
_TOLERANCE: Final = 1e-10


class Duel(NamedTuple):
    """The result of one player against another.

    >>> Duel(0, 1, share=0.75, games=100.0)
    Duel(first=0, second=1, share=0.75, games=100.0)
    """

    first: int
    second: int
    share: float
    """The win share of the first player; a tie counts as half a win."""
    games: float
    """The number of independent games that would give the same standard error."""


def rate(groups: Sequence[GroupResult], bots: int) -> tuple[BotRating, ...]:
    """Return the ratings of a match's bots, based on how often one finished ahead of another.

    >>> from pickomino.arena.groups import make_bots, play_group
    >>> from pickomino.arena.settings import MatchSettings
    >>> settings = MatchSettings(("family", "random"), adjusted=False)
    >>> first, second = rate([play_group(settings, 0, make_bots(settings))], 2)
    >>> first.points > second.points
    True
    """
    pairs = [(first, second) for first in range(bots) for second in range(first + 1, bots)]
    return fit_ratings([_compare(groups, *pair) for pair in pairs], bots)


def _compare(groups: Sequence[GroupResult], first: int, second: int) -> Duel:
    """Compare two bots of a match, by luck-adjusted shares if the match had no other bots."""
    games = groups[0].games
    is_adjusted = len(games) == MIN_PLAYERS and bool(games[0].luck)
    counter = make_counter(len(games), adjusted=is_adjusted)
    for group in groups:
        counter.add(
            group.adjusted_shares[first] if is_adjusted else _share_ahead(group, first, second)
        )
    return make_duel(first, second, counter.mean, counter.error)


def _share_ahead(group: GroupResult, first: int, second: int) -> float:
    ranks = [(game.ranks[first], game.ranks[second]) for game in group.games]
    return sum(1.0 if one < other else 0.5 * (one == other) for one, other in ranks) / len(ranks)


def make_duel(first: int, second: int, share: float, error: float) -> Duel:
    """Return a duel, given the first player's win share and its standard error.

    A luck-adjusted share may be below 0 or above 1.

    >>> make_duel(0, 1, 0.5, 0.05).games
    100.0
    >>> round(make_duel(0, 1, -0.01, 0.02).games)
    49
    """
    near = min(max(share, error), 1 - error) if error < EVEN_SHARE else EVEN_SHARE
    games = near * (1 - near) / error**2 if error > 0 else _MAX_GAMES
    return Duel(first, second, min(1.0, max(0.0, share)), round(min(games, _MAX_GAMES), 6))


def fit_ratings(
    duels: Sequence[Duel], players: int, anchor: int | None = None
) -> tuple[BotRating, ...]:
    """Return the maximum-likelihood ratings.

    Every duel gets an extra half win for each side, so that a player who won every game has a
    finite rating. The mean of all ratings is MEAN_POINTS. With an `anchor`, that player's rating is
    MEAN_POINTS instead; it has no interval, because the other ratings are relative to it.

    >>> [round(rating.points) for rating in fit_ratings([Duel(0, 1, 0.64, 1e6)], 2)]
    [1550, 1450]
    """
    strength = [0.0] * players
    for _ in range(_MAX_ITERATIONS):
        slope, curve = _derivatives(duels, strength)
        change = _solve_linear(curve, slope)
        # Far from the maximum a full Newton step may overshoot.
        step = min(1.0, 2.0 / max(map(abs, change), default=1.0) if any(change) else 1.0)
        strength = [old + step * by for old, by in zip(strength, change, strict=True)]
        if max(map(abs, change)) < _TOLERANCE:
            break
    _, curve = _derivatives(duels, strength)
    weights = [
        1 / players if anchor is None else float(player == anchor) for player in range(players)
    ]
    return tuple(_rating(strength, curve, weights, player) for player in range(players))


def _derivatives(
    duels: Sequence[Duel], strength: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient and the negative Hessian of the log-likelihood."""
    players = len(strength)
    slope = [0.0] * players
    # This fixes the mean, which the duels do not determine.
    curve = [[1.0 / players] * players for _ in strength]
    for first, second, share, games in duels:
        expected = 1 / (1 + math.exp(strength[second] - strength[first]))
        played = games + 1
        surplus = share * games + 0.5 - played * expected
        information = played * expected * (1 - expected)
        slope[first] += surplus
        slope[second] -= surplus
        curve[first][first] += information
        curve[second][second] += information
        curve[first][second] -= information
        curve[second][first] -= information
    return slope, curve


def _rating(
    strength: Sequence[float], curve: list[list[float]], weights: Sequence[float], player: int
) -> BotRating:
    lead = [float(other == player) - weight for other, weight in enumerate(weights)]
    points = MEAN_POINTS + SCALE * sum(map(float.__mul__, lead, strength))
    variance = sum(map(float.__mul__, lead, _solve_linear(curve, lead)))
    reach = NORMAL_QUANTILE * SCALE * math.sqrt(max(variance, 0.0))
    return BotRating(points, points - reach, points + reach)


def _solve_linear(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations with a positive definite matrix by Gauss-Jordan elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, row in enumerate(rows):
        row[:] = [value / row[pivot] for value in row]
        for number, other in enumerate(rows):
            if number != pivot:
                factor = other[pivot]
                other[:] = [a - factor * b for a, b in zip(other, row, strict=True)]
    return [row[-1] for row in rows]
