"""How a service adds to logs: store, take over, publish, and look again where that is unsure."""

from __future__ import annotations

import asyncio
import logging

from pickomino.core.errors import PickominoError
from pickomino.rooms.bots.driver import FIRST_RETRY, LONGEST_RETRY, Drivers
from pickomino.rooms.domain.decide import awaited
from pickomino.rooms.domain.decision import Draft
from pickomino.rooms.domain.room import RoomState
from pickomino.rooms.futures import settle
from pickomino.rooms.live_rooms import LiveRoom, LiveRooms
from pickomino.rooms.ports import Clock, PubSub, Update
from pickomino.rooms.storage.store import About, GameStore, Log
from pickomino.rooms.views.room_views import Change, change_of, is_listed, summary_of

_log = logging.getLogger(__name__)


class Writer:
    """Writes what was decided; of an append that fails it finds out whether it was stored."""

    def __init__(
        self, store: GameStore, rooms: LiveRooms, pubsub: PubSub, drivers: Drivers, clock: Clock
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._pubsub = pubsub
        self._drivers = drivers
        self._clock = clock
        self._is_closed = False
        self._writing: set[asyncio.Future[None]] = set()
        self._looking: set[asyncio.Task[None]] = set()
        self.unsure: dict[str, int] = {}
        """The version told last of rooms whose last append failed."""

    async def write(self, room: LiveRoom, draft: Draft, *, is_driven: bool = False) -> None:
        """Store, then take over, then publish; cancelling does not interrupt this."""
        # Not the room's version now: whoever was cancelled no longer keeps others from writing.
        code, log, before = draft.state.code, tuple(draft.log), draft.log[0].version - 1
        about = _about(draft.state, is_driven=is_driven)
        told: list[Change | None] = []

        def tell() -> None:
            """Make what everybody is told; a store that waits for its disk does it meanwhile."""
            if not told:
                told.append(change_of(draft))

        storing = asyncio.ensure_future(self._store.append(code, before, log, about, tell))
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def take_over(stored: asyncio.Future[None]) -> None:
            self._writing.discard(stored)
            failure = _failure_of(stored)
            try:
                if failure is None:
                    tell()
                    room.go_on(draft.state, told[0])
                    self._publish(room.state, before, log)
                else:
                    self._doubt(code, before)
            finally:
                settle(done, None, failure)

        self._writing.add(storing)
        storing.add_done_callback(take_over)
        await done

    def catch_up(self, room: LiveRoom) -> None:
        """Publish what was stored though the append seemed to fail, or by another process."""
        version = self.unsure.pop(room.state.code, None)
        if version is not None and version < room.state.version:
            self._publish(room.state, version)

    def stop_following(self) -> None:
        """From now on, leave what rooms await to others."""
        self._is_closed = True

    async def close(self) -> None:
        """Finish what is being written."""
        for looking in self._looking:
            looking.cancel()
        await asyncio.gather(*self._writing, *self._looking, return_exceptions=True)

    def _publish(self, state: RoomState, since: int, log: Log = ()) -> None:
        self._pubsub.publish(Update(state.code, since, state.version), log)
        if not self._is_closed:
            self._drivers.follow(state)

    def _doubt(self, code: str, version: int) -> None:
        """Forget a room of which it is not known what was written, and have somebody look."""
        self._rooms.drop(code)
        if version and code not in self.unsure and not self._is_closed:
            self.unsure[code] = version
            task = asyncio.create_task(self._look_again(code))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _look_again(self, code: str) -> None:
        retry = FIRST_RETRY
        while code in self.unsure:
            try:
                async with self._rooms.locked(code):
                    self.catch_up(await self._rooms.held(code))
            except PickominoError as error:
                if error.code in ("unknown_room", "room_damaged"):
                    self.unsure.pop(code, None)
                    return
                if retry == FIRST_RETRY:
                    _log.warning("room %s cannot be looked at: %s", code, error)
                await self._clock.sleep(retry)
                retry = min(2 * retry, LONGEST_RETRY)


def _failure_of(stored: asyncio.Future[None]) -> BaseException | None:
    return asyncio.CancelledError() if stored.cancelled() else stored.exception()


def _about(state: RoomState, *, is_driven: bool) -> About:
    summary = summary_of(state) if is_listed(state) else None
    return About(state.phase, awaited(state) is not None, summary, is_driven)
