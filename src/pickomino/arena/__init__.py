"""Matches between bots: many games with the luck taken out, and what they prove.

`settings` says what a match is, `table` plays one game, `groups` the games that share their dice,
`local` and `ray_runner` play groups on many cores, `results_file` keeps them, `intervals`, `sprt`,
`ratings` and `statistics` add them up, `plot` draws them, and `match` does it all.
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
