"""Finds an earlier game in a room's log without folding all the other games."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from msgspec.structs import replace

from pickomino.core.errors import PickominoError
from pickomino.rooms.domain.room import RoomState, fold
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Log, LogEntry

LATEST = "latest"

_MOVES = events.Rolled | events.Acted | events.TurnEnded | events.Undone


def log_of_game(log: Log, game_id: str = LATEST) -> Log:
    """Return a log of a game and the events before it, renumbered; raises `not_running`.

    The moves of earlier games are left out, because they take the longest to fold and the state
    does not depend on them.
    """
    begin = _start_index(log, game_id)
    game = takewhile(lambda entry: not isinstance(entry.event, events.RematchOpened), log[begin:])
    return _renumber((*without_moves(log[:begin]), *game))


def without_moves(log: Log) -> Log:
    """Return the events that are not moves, renumbered."""
    return _renumber(entry for entry in log if not isinstance(entry.event, _MOVES))


def fold_without_past_moves(log: Log) -> RoomState:
    """Fold a log, skipping the moves of earlier games, which do not affect the state."""
    begin = _current_game_start(log)
    before = replace(fold(without_moves(log[:begin])), version=begin, changed=begin)
    return fold(log[begin:], before)


def record_of(log: Log, game_id: str) -> str:
    """Return a game from a room's log as WGN; raises `not_running`."""
    return fold(log_of_game(log, game_id)).record()


def _renumber(log: Iterable[LogEntry]) -> Log:
    return tuple(replace(entry, version=version) for version, entry in enumerate(log, 1))


def _current_game_start(log: Log) -> int:
    """Return how many events came before the current game or lobby."""
    for index in range(len(log) - 1, -1, -1):
        if isinstance(log[index].event, events.RematchOpened):
            return index + 1
    return 0


def _start_index(log: Log, game_id: str) -> int:
    for index in range(len(log) - 1, -1, -1):
        if _is_start(log[index], game_id):
            return index
    raise PickominoError("not_running")


def _is_start(entry: LogEntry, game_id: str) -> bool:
    event = entry.event
    return isinstance(event, events.GameStarted) and game_id in (LATEST, event.game_id)
