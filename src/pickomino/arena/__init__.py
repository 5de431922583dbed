"""Matches between bots: many games, luck-adjusted results, and statistics.

`match` plays a match with given `settings`. `game` plays one game, and `groups` plays games that
share their dice; `local_runner` and `ray_runner` play groups on many cores, in chunks made by
`chunks`; `results_file` stores groups. `intervals`, `sprt`, `ratings` and `statistics` evaluate
results, and `plot` draws them.
"""

from pickomino.arena.errors import MESSAGES
from pickomino.arena.game import GameResult
from pickomino.arena.groups import GroupResult
from pickomino.arena.match import MatchResult, Progress, play_match
from pickomino.arena.settings import Hypotheses, MatchSettings
from pickomino.arena.statistics import BotStatistics, MatchStatistics
from pickomino.core.errors import register_messages

register_messages(MESSAGES)

__all__ = [
    "BotStatistics",
    "GameResult",
    "GroupResult",
    "Hypotheses",
    "MatchResult",
    "MatchSettings",
    "MatchStatistics",
    "Progress",
    "play_match",
]
