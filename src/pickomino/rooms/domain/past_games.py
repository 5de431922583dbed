"""Finds an earlier game in a room's log without folding all the other games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

from msgspec.structs import replace

from pickomino.core.errors import PickominoError
from pickomino.rooms.domain.room import RoomState, fold
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Event, Log, LogEntry

LATEST = "latest"

_MOVES = events.Rolled | events.Acted | events.TurnEnded | events.Undone


def log_of_game(log: Log, game_id: str = LATEST) -> Log:
    """Return a log of a game and the events before it, renumbered; raises `not_running`.

    The moves of earlier games are left out, because they take the longest to fold and the state
    does not depend on them.
    """
    begin = _begin_of(log, game_id)
    game = takewhile(lambda entry: not isinstance(entry.event, events.RematchOpened), log[begin:])
    return _renumber((*without_moves(log[:begin]), *game))


def state_at_start(log: Log, game_id: str = LATEST) -> RoomState:
    """Return the state of a room at the start of a game; raises `not_running`."""
    return fold(without_moves(log[: _begin_of(log, game_id) + 1]))


def _begin_of(log: Log, game_id: str) -> int:
    """Return the index of the start of a game; raises `not_running`."""
    begin = last_index(
        log,
        lambda event: isinstance(event, events.GameStarted) and game_id in (LATEST, event.game_id),
    )
    if begin is None:
        raise PickominoError("not_running")
    return begin


def without_moves(log: Log) -> Log:
    """Return the events that are not moves, renumbered."""
    return _renumber(entry for entry in log if not isinstance(entry.event, _MOVES))


def fold_without_past_moves(log: Log) -> RoomState:
    """Fold a log, skipping the moves of earlier games, which do not affect the state."""
    last = last_index(log, lambda event: isinstance(event, events.RematchOpened))
    begin = 0 if last is None else last + 1
    before = replace(fold(without_moves(log[:begin])), version=begin, changed=begin)
    return fold(log[begin:], before)


def record_of(log: Log, game_id: str) -> str:
    """Return a game from a room's log as WGN; raises `not_running`."""
    return fold(log_of_game(log, game_id)).record()


def records_of(log: Log) -> Iterator[str]:
    """Return every game of a room's log as WGN."""
    for entry in log:
        if isinstance(entry.event, events.GameStarted):
            yield record_of(log, entry.event.game_id)


def _renumber(log: Iterable[LogEntry]) -> Log:
    return tuple(replace(entry, version=version) for version, entry in enumerate(log, 1))


def last_index(log: Log, is_wanted: Callable[[Event], bool]) -> int | None:
    """Return the index of the last event that is wanted, or None if there is none."""
    indexes = range(len(log) - 1, -1, -1)
    return next((index for index in indexes if is_wanted(log[index].event)), None)
