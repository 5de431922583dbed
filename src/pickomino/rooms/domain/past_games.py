"""Earlier games of a room, found in its log without folding all the others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from msgspec.structs import replace

from pickomino.core.errors import PickominoError
from pickomino.rooms.domain.room import RoomState, fold
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Logged
from pickomino.rooms.storage.store import Log

LATEST = "latest"

_MOVES = events.Rolled | events.Acted | events.TurnEnded | events.Undone


def log_of_game(log: Log, game_id: str = LATEST) -> Log:
    """Return what led to a game and the game itself, numbered anew; raises `not_running`.

    What was rolled and played in earlier games is left out: it takes the longest to fold, and
    nothing of it lasts.
    """
    begin = _begin(log, game_id)
    game = takewhile(lambda entry: not isinstance(entry.event, events.RematchOpened), log[begin:])
    return _numbered((*without_moves(log[:begin]), *game))


def without_moves(log: Log) -> Log:
    """Return what happened around games, numbered anew."""
    return _numbered(entry for entry in log if not isinstance(entry.event, _MOVES))


def fold_present(log: Log) -> RoomState:
    """Fold a whole log, but for the moves of earlier games: nothing of them lasts."""
    begin = _last_rematch(log)
    before = replace(fold(without_moves(log[:begin])), version=begin, changed=begin)
    return fold(log[begin:], before)


def record_of(log: Log, game_id: str) -> str:
    """Write a game of a room as WGN; raises `not_running`."""
    return fold(log_of_game(log, game_id)).record()


def _numbered(log: Iterable[Logged]) -> Log:
    return tuple(replace(entry, version=version) for version, entry in enumerate(log, 1))


def _last_rematch(log: Log) -> int:
    """Return how many events led to the present game or lobby."""
    for index in range(len(log) - 1, -1, -1):
        if isinstance(log[index].event, events.RematchOpened):
            return index + 1
    return 0


def _begin(log: Log, game_id: str) -> int:
    for index in range(len(log) - 1, -1, -1):
        if _is_start(log[index], game_id):
            return index
    raise PickominoError("not_running")


def _is_start(entry: Logged, game_id: str) -> bool:
    event = entry.event
    return isinstance(event, events.GameStarted) and game_id in (LATEST, event.game_id)
