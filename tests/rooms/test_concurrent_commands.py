"""Concurrent commands: one wins, the others are stale and see what happened."""

import asyncio

from pickomino import PickominoError
from pickomino.rooms import fold
from pickomino.rooms.live_rooms import LiveRooms
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.storage.memory_store import MemoryStore
from support.room_harness import idle, practice_room, practice_view, room_service

TWO = (messages.PersonSeat("Ann"), messages.PersonSeat("Ida"))


class SlowStore(MemoryStore):
    """Delays appends, so that commands are concurrent."""

    async def append(self, *change):
        await idle()
        await super().append(*change)


async def outcome(awaitable):
    try:
        await awaitable
    except PickominoError as error:
        return error.code
    return "done"


async def test_of_simultaneous_clicks_one_wins():
    async with room_service(SlowStore()) as service:
        code, token, view = await practice_view(service, *TWO)
        clicks = [
            outcome(service.command(code, token, messages.Act(view.you.legal[0]), view.version))
            for _ in range(10)
        ]
        outcomes = await asyncio.gather(*clicks)
        after = await service.view(code, token, since=view.version)
    assert sorted(outcomes) == ["done"] + ["stale"] * 9
    assert [type(frame.event) for frame in after.frames].count(events.Acted) == 1
    assert after.version == view.version + 1


def test_of_two_processes_on_one_store_one_wins():
    async def play():
        store = SlowStore()
        async with room_service(store) as one, room_service(store) as other:
            code, token, view = await practice_view(one, *TWO)
            assert (await other.view(code, token)).table.wfen == view.table.wfen
            act = messages.Act(view.you.legal[0])
            outcomes = await asyncio.gather(
                outcome(one.command(code, token, act, view.version)),
                outcome(other.command(code, token, act, view.version)),
            )
            views = await one.view(code, token), await other.view(code, token)
            later = await outcome(other.command(code, token, messages.Act("r"), view.version))
            return outcomes, later, views, fold(await store.load(code))

    outcomes, later, views, state = asyncio.run(play())
    assert sorted(outcomes) == ["done", "stale"]
    assert later == "stale"
    assert max(view.version for view in views) == state.version


async def test_loser_of_a_conflict_sees_the_other_move():
    store = MemoryStore()
    async with room_service(store) as one, room_service(store) as other:
        code, token = await practice_room(one, *TWO)
        view = await other.view(code, token)
        await one.command(code, token, messages.Act(view.you.legal[0]), view.version)
        code_of_loser = await outcome(
            other.command(code, token, messages.Act(view.you.legal[0]), view.version)
        )
        seen, real = await other.view(code, token), await one.view(code, token)
    assert code_of_loser == "stale"
    assert seen.table.wfen == real.table.wfen


async def test_simultaneous_joins_get_different_seats():
    async with room_service(SlowStore()) as service:
        seats = messages.PersonSeat("Ann"), messages.OpenSeat(), messages.OpenSeat()
        created = await service.create(messages.CreateRoom(seats))
        joins = [
            service.command(created.code, None, messages.Join(name)) for name in ("Ben", "Eve")
        ]
        done = await asyncio.gather(*joins)
        full = await outcome(service.command(created.code, None, messages.Join("Leo")))
        tokens, view = {one.token for one in done}, await service.view(created.code)
    assert len(tokens) == 2
    assert full == "room_full"
    assert [seat.name for seat in view.room.seats] == ["Ann", "Ben", "Eve"]


async def test_append_of_a_cancelled_command_is_finished():
    store = SlowStore()
    async with room_service(store) as service:
        code, token, view = await practice_view(service, *TWO)
        act = service.command(code, token, messages.Act(view.you.legal[0]), view.version)
        asking = asyncio.create_task(act)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await service.close()
        before, after = view.version, len(store.logs[code])
    assert after > before


async def test_room_lock_skips_cancelled_waiters():
    """A waiter cancelled just as it gets the lock passes it on; no lock is left at the end."""
    rooms, held = LiveRooms(MemoryStore()), []

    async def enter(name):
        async with rooms.locked("ROOM"):
            held.append(name)
            await idle(2)
        if name == "second":
            tasks["is late"].cancel()

    names = ("first", "gives up", "second", "is late", "third")
    tasks = {name: asyncio.create_task(enter(name)) for name in names}
    await asyncio.sleep(0)
    tasks["gives up"].cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)
    kept = rooms._waiters
    assert held == ["first", "second", "third"]
    assert not kept
