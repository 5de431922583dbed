"""Commits decisions: appends to the log, updates the cached room, publishes, schedules bots.

After a failed append, it checks whether the events were stored after all.
"""

from __future__ import annotations

import asyncio
import logging

from pickomino.core.errors import PickominoError
from pickomino.rooms.bots.driver import FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS, Drivers
from pickomino.rooms.clock import Clock
from pickomino.rooms.domain.decide import next_automatic_step
from pickomino.rooms.domain.decision import Decision
from pickomino.rooms.domain.room import RoomState
from pickomino.rooms.futures import settle
from pickomino.rooms.live_rooms import LiveRoom, LiveRooms
from pickomino.rooms.protocol.log_chain import LogBatch
from pickomino.rooms.pubsub import LocalPubSub, Update
from pickomino.rooms.storage.store import GameStore, RoomIndexRow
from pickomino.rooms.views.room_views import Change, change_of, is_listed, summary_of

_log = logging.getLogger(__name__)


class Committer:
    """Writes decisions to a store and publishes them."""

    def __init__(
        self,
        store: GameStore,
        rooms: LiveRooms,
        pubsub: LocalPubSub,
        drivers: Drivers,
        clock: Clock,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._pubsub = pubsub
        self._drivers = drivers
        self._clock = clock
        self._is_closed = False
        self._appends: set[asyncio.Future[None]] = set()
        self._rechecks: set[asyncio.Task[None]] = set()
        self.uncertain: dict[str, int] = {}
        """For each room whose last append failed, the version that was published last."""

    async def commit(self, room: LiveRoom, decision: Decision, *, is_driven: bool = False) -> None:
        """Store events, update the room, then publish; cancellation does not interrupt this."""
        # The room may be newer than the decision: a cancelled caller no longer holds its lock.
        code, before = decision.state.code, decision.log[0].version - 1
        batch = self._store.batch(code, room.head, tuple(decision.log))
        index_row = _index_row(decision.state, is_driven=is_driven)
        changes: list[Change | None] = []

        def build_change() -> None:
            """Build the update for clients; a store may call this while it waits for its disk."""
            if not changes:
                changes.append(change_of(decision, batch))

        append = asyncio.ensure_future(self._store.append(code, batch, index_row, build_change))
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def finish(append: asyncio.Future[None]) -> None:
            self._appends.discard(append)
            failure = _failure_of(append)
            try:
                if failure is None:
                    build_change()
                    room.advance(decision.state, batch.after, changes[0])
                    self._publish(room.state, before, batch)
                else:
                    self._mark_uncertain(code, before)
            finally:
                settle(done, None, failure)

        self._appends.add(append)
        append.add_done_callback(finish)
        await done

    def publish_recovered(self, room: LiveRoom) -> None:
        """Publish events that were stored despite a failed append, or stored by another process."""
        version = self.uncertain.pop(room.state.code, None)
        if version is not None and version < room.state.version:
            self._publish(room.state, version)

    def stop_scheduling(self) -> None:
        """Stop scheduling bot moves and deadlines."""
        self._is_closed = True

    async def close(self) -> None:
        """Wait for pending appends to finish."""
        for recheck in self._rechecks:
            recheck.cancel()
        await asyncio.gather(*self._appends, *self._rechecks, return_exceptions=True)

    def _publish(self, state: RoomState, since: int, batch: LogBatch | None = None) -> None:
        self._pubsub.publish(Update(state.code, since, state.version), batch)
        if not self._is_closed:
            self._drivers.schedule(state)

    def _mark_uncertain(self, code: str, version: int) -> None:
        """Drop a room from the cache, and check in a task whether its last events were stored."""
        self._rooms.drop(code)
        if version and code not in self.uncertain and not self._is_closed:
            self.uncertain[code] = version
            task = asyncio.create_task(self._recheck(code))
            self._rechecks.add(task)
            task.add_done_callback(self._rechecks.discard)

    async def _recheck(self, code: str) -> None:
        retry = FIRST_RETRY_SECONDS
        while code in self.uncertain:
            try:
                async with self._rooms.locked(code):
                    self.publish_recovered(await self._rooms.get_locked(code))
            except PickominoError as error:
                if error.code in ("unknown_room", "room_damaged"):
                    self.uncertain.pop(code, None)
                    return
                if retry == FIRST_RETRY_SECONDS:
                    _log.warning("cannot read room %s after a failed append: %s", code, error)
                await self._clock.sleep(retry)
                retry = min(2 * retry, MAX_RETRY_SECONDS)


def _failure_of(future: asyncio.Future[None]) -> BaseException | None:
    return asyncio.CancelledError() if future.cancelled() else future.exception()


def _index_row(state: RoomState, *, is_driven: bool) -> RoomIndexRow:
    summary = summary_of(state) if is_listed(state) else None
    return RoomIndexRow(state.phase, next_automatic_step(state) is not None, summary, is_driven)
