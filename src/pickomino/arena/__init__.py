"""Matches between bots: many games, luck-adjusted results, and statistics.

`match` plays a match with given `settings`. `game` plays one game, and `groups` plays games that
share their dice; `local_runner` and `ray_runner` play groups on many cores, in chunks made by
`chunks`; `results_file` stores groups. `intervals`, `sprt`, `ratings` and `statistics` evaluate
results, and `plot` draws them.
"""

from pickomino.arena.errors import MESSAGES
from pickomino.core.errors import register_messages

register_messages(MESSAGES)
