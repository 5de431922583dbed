"""Statistics of the games on this device; tests/data/profile_vectors.json defines them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Final

from msgspec import Struct

from pickomino.analysis.confidence import MIN_GAMES, bounded_interval
from pickomino.profile.game_log import PlayedGame
from pickomino.record.names import BOT_TAG

RECENT_GAMES: Final = 10
"""How many of the latest reviewed games the recent estimate covers."""


class Count(Struct, frozen=True):
    """The number of games of one kind, and how many of them were won."""

    games: int
    won: float


class Estimate(Struct, frozen=True):
    """A mean over reviewed games and its 95% interval."""

    games: int
    mean: float
    low: float | None
    """The lower end of the interval; None if there are too few games to tell."""
    high: float | None


class Figures(Struct, frozen=True):
    all: Count
    rules: dict[str, Count]
    players: dict[str, Count]
    rivals: dict[str, Count]
    turns: int
    steals: int
    busts: int
    best: int
    given_away: Estimate | None
    """The win chance given away per game; None before the first review."""
    lately: Estimate | None
    """The win chance given away per game in the most recent games."""
    luck: Estimate | None
    costs: tuple[float, ...]
    """The win chance given away in each game with a verdict, in order."""
    estimates: int
    """The number of reviewed games without a verdict, which the averages leave out."""


def compute_figures(games: Iterable[PlayedGame]) -> Figures:
    played = sorted(games, key=lambda game: game.at)
    judged = [game for game in played if game.has_verdict]
    costs = [game.given_away for game in judged if game.given_away is not None]
    luck = [game.luck for game in judged if game.luck is not None]
    return Figures(
        _count(played),
        _count_by(played, lambda game: [game.rules]),
        _count_by(played, lambda game: [str(game.players)]),
        _count_by(played, lambda game: sorted(set(game.rivals))),
        sum(game.turns for game in played),
        sum(game.steals for game in played),
        sum(game.busts for game in played),
        max((game.best for game in played), default=0),
        _estimate(costs, 0, 1),
        _estimate(costs[-RECENT_GAMES:], 0, 1),
        _estimate(luck, -1, 1),
        tuple(costs),
        sum(game.given_away is not None for game in played) - len(judged),
    )


def beaten_bots(games: Iterable[PlayedGame]) -> set[str]:
    """Return the kinds of bots that this player has beaten, without sharing the win.

    >>> game = PlayedGame(0, "mini", 0, ("bot:family", "bot:expert:depth=2", "Ann"), 1, 9, 0, 0, 24)
    >>> sorted(beaten_bots([game, PlayedGame(0, "mini", 0, ("bot:random",), 0.5, 9, 0, 0, 24)]))
    ['expert', 'family']
    """
    rivals = [rival for game in games if game.won == 1 for rival in game.rivals]
    return {
        rival.removeprefix(BOT_TAG).partition(":")[0]
        for rival in rivals
        if rival.startswith(BOT_TAG)
    }


def _count(games: Sequence[PlayedGame]) -> Count:
    return Count(len(games), sum(game.won for game in games))


def _count_by(
    games: Sequence[PlayedGame], kinds: Callable[[PlayedGame], Sequence[str]]
) -> dict[str, Count]:
    """Count games by kind, the most frequent first."""
    names = {kind: None for game in games for kind in kinds(game)}
    counts = {name: _count([game for game in games if name in kinds(game)]) for name in names}
    return dict(sorted(counts.items(), key=lambda item: -item[1].games))


def _estimate(values: Sequence[float], lowest: float, highest: float) -> Estimate | None:
    if not values:
        return None
    if len(values) < MIN_GAMES:
        return Estimate(len(values), fmean(values), None, None)
    interval = bounded_interval(values, lowest, highest)
    return Estimate(len(values), interval.mean, interval.low, interval.high)
