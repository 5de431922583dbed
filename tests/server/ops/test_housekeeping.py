"""Idle rooms are archived and finally deleted; rooms in use are not."""

import asyncio
import time

from pickomino.rooms import PersonSeat, React
from pickomino.server.ops.housekeeping import DAY, HOUR, Housekeeper
from pickomino.server.settings import ServerSettings
from pickomino.server.storage.sql_store import SqlStore
from support.room_harness import (
    ManualClock,
    error_code,
    play_to_the_end,
    practice_room,
    room_service,
)

PEOPLE = PersonSeat("Ann"), PersonSeat("Ben")


async def test_rooms_are_archived_by_age_and_phase(tmp_path):
    store = SqlStore(str(tmp_path / "x.db"))
    await store.open()
    now = time.time()
    async with room_service(store, clock=ManualClock(now)) as service:
        lobby, _ = await practice_room(service, *PEOPLE, start=False)
        playing, _ = await practice_room(service, *PEOPLE)
        over, token = await practice_room(service, *PEOPLE)
        await play_to_the_end(service, over, token)
        housekeeper = Housekeeper(store, service, ServerSettings())
        rounds = []
        for later in (HOUR, 3 * HOUR, 8 * DAY, 31 * DAY, 62 * DAY):
            counts = await housekeeper.tidy(now + later)
            rounds.append((*counts, set(await store.codes()), housekeeper.live_rooms))
        gone = await error_code(service.view(lobby))
    await store.close()
    assert rounds == [
        (0, 0, {lobby, playing, over}, 3),
        (1, 0, {playing, over}, 2),
        (1, 0, {playing}, 1),
        (1, 3, set(), 0),
        (0, 0, set(), 0),
    ]
    assert gone == "unknown_room"


def test_room_that_has_just_changed_is_not_archived(tmp_path):
    class LateStore(SqlStore):
        """Changes a room between the query for idle rooms and their archiving."""

        async def idle_rooms(self, phases, since, limit):
            codes = await super().idle_rooms(phases, since, limit)
            for code in codes:
                await self.change(code)
            return codes

    async def work():
        store = LateStore(str(tmp_path / "x.db"))
        await store.open()
        clock = ManualClock(time.time())
        async with room_service(store, clock=clock) as service:
            code, token = await practice_room(service, *PEOPLE)
            clock.time += 31 * DAY

            async def change(idle):
                await service.command(idle, token, React(0, "hello"))

            store.change = change
            counts = await Housekeeper(store, service, ServerSettings()).tidy(clock.time)
            view = await service.view(code, token)
        await store.close()
        return counts, view.version

    counts, version = asyncio.run(work())
    assert counts == (0, 0)
    assert version == 4, "it can still be used"
