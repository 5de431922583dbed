"""Statistics of a match."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pickomino.arena.groups import GroupResult
from pickomino.arena.intervals import Share, make_counter
from pickomino.arena.ratings import rate
from pickomino.arena.settings import MatchSettings
from pickomino.bots.ratings import BotRating


class BotStatistics(NamedTuple):
    """The statistics of one bot.

    >>> from pickomino import Match
    >>> result = Match("random", "beginner", games=2, adjusted=False).play(workers=1)
    >>> [bot.label for bot in result.statistics.bots]
    ['random', 'beginner']
    """

    bot: str
    label: str
    win_share: Share
    adjusted: Share | None
    """The luck-adjusted win share; None if the adjustment is switched off."""
    worms: float
    """The average number of worms at the end of a game."""
    turns: float
    """The average number of turns per game."""
    bust_rate: float
    """The share of turns that failed."""
    steals: float
    """The average number of tiles stolen per game."""
    rating: BotRating
    faults: Mapping[str, int]
    """For an external bot, the number of faults of each kind in the whole match."""


class MatchStatistics(NamedTuple):
    """The statistics of a whole match.

    >>> from pickomino import Match
    >>> result = Match("random", "beginner", games=2, adjusted=False).play(workers=1)
    >>> result.statistics.games, len(result.statistics.seats)
    (2, 2)
    >>> result.statistics.equivalent_games is None
    True
    """

    games: int
    unfinished: int
    """The number of games stopped by the turn limit."""
    mean_turns: float
    """The average number of turns per game, all players together."""
    median_turns: float
    bots: tuple[BotStatistics, ...]
    seats: tuple[Share, ...]
    """The win share of each seat; the first seat starts the game."""
    luck_seconds: float
    """CPU seconds that this run spent computing the luck."""

    @property
    def equivalent_games(self) -> float | None:
        """How many unadjusted games would be as precise; None without luck adjustment."""
        first = self.bots[0]
        if first.adjusted is None or first.adjusted.high <= first.adjusted.low:
            return None
        raw, adjusted = (share.high - share.low for share in (first.win_share, first.adjusted))
        return self.games * (raw / adjusted) ** 2


def compute_statistics(settings: MatchSettings, groups: Sequence[GroupResult]) -> MatchStatistics:
    """Return the statistics of at least one group.

    >>> from pickomino.arena.groups import make_bots, play_group
    >>> settings = MatchSettings(("family", "random"), adjusted=False)
    >>> group = play_group(settings, 0, make_bots(settings))
    >>> compute_statistics(settings, [group]).games
    2
    """
    games = [game for group in groups for game in group.games]
    lengths = [sum(game.turns) for game in games]
    count = len(settings.bots)
    adjusted = _shares([group.adjusted_shares for group in groups], adjusted=True)
    bots = zip(
        settings.names,
        settings.labels,
        _shares([group.win_shares for group in groups]),
        adjusted if settings.adjusted else (None,) * count,
        rate(groups, count),
        strict=True,
    )
    return MatchStatistics(
        games=len(games),
        unfinished=sum(not game.is_over for game in games),
        mean_turns=statistics.fmean(lengths),
        median_turns=statistics.median(lengths),
        bots=tuple(_bot_statistics(groups, index, *bot) for index, bot in enumerate(bots)),
        seats=_shares([group.win_shares_by_seat for group in groups]),
        luck_seconds=sum(group.luck_seconds for group in groups),
    )


def _shares(by_group: Sequence[tuple[float, ...]], *, adjusted: bool = False) -> tuple[Share, ...]:
    counters = [make_counter(len(by_group[0]), adjusted=adjusted) for _ in by_group[0]]
    for shares in by_group:
        for counter, share in zip(counters, shares, strict=True):
            counter.add(share)
    return tuple(counter.share() for counter in counters)


def _bot_statistics(  # noqa: PLR0913, PLR0917 - the parts of the result
    groups: Sequence[GroupResult],
    index: int,
    bot: str,
    label: str,
    share: Share,
    adjusted: Share | None,
    rating: BotRating,
) -> BotStatistics:
    games = [game for group in groups for game in group.games]
    turns = sum(game.turns[index] for game in games)
    busts = sum(game.busts[index] for game in games)
    faults = sum((Counter(group.faults[index]) for group in groups), Counter[str]())
    return BotStatistics(
        bot,
        label,
        share,
        adjusted,
        worms=statistics.fmean(game.worms[index] for game in games),
        turns=turns / len(games),
        bust_rate=busts / turns if turns else 0.0,
        steals=statistics.fmean(game.steals[index] for game in games),
        rating=rating,
        faults=dict(sorted(faults.items())),
    )
