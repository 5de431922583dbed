"""Error codes of matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    "bad_games": message("{games} games; at least 1 must be played"),
    "bad_seconds": message("{seconds} seconds to think; it must be more than 0"),
    "bad_workers": message("{workers} workers; at least 1 is needed"),
    "bad_sprt": message("{text} is not a pair of win shares P0,P1 with 0 < P0 < P1 < 1"),
    "sprt_players": message("the sequential test compares 2 bots, not {players}"),
    "bot_failed": message("bot {bot} failed in game {game} of group {group}: {reason}"),
    "worker_died": message(
        "a worker process ended unexpectedly; was it killed, or did it run out of memory?"
    ),
    "other_match": message("{name} belongs to another match: {setting} is {found}, not {expected}"),
    "bad_results": message("{name}, line {line}: this is not a result of a match"),
    "ray_unreachable": message("no Ray cluster at {address}: {reason}"),
    "ray_failed": message("the Ray cluster failed: {reason}"),
    "ray_version": message("a Ray node has pickomino {found}, this is {expected}"),
}
