"""Commands that meet: one wins, and whoever comes too late is told and sees what happened."""

import asyncio

from pickomino import PickominoError
from pickomino.rooms import fold
from pickomino.rooms.live_rooms import LiveRooms
from pickomino.rooms.protocol import events, messages
from support.memory_store import MemoryStore
from support.room_harness import idle, practice_room, practice_view, room_service

TWO = (messages.PersonSeat("Ann"), messages.PersonSeat("Ida"))


class SlowStore(MemoryStore):
    """Takes its time, so that commands meet."""

    async def append(self, *change):
        await idle()
        await super().append(*change)


async def outcome(awaitable):
    try:
        await awaitable
    except PickominoError as error:
        return error.code
    return "done"


def test_of_two_clicks_at_once_one_wins():
    async def play():
        async with room_service(SlowStore()) as service:
            code, token, view = await practice_view(service, *TWO)
            clicks = [
                outcome(service.command(code, token, messages.Act(view.you.legal[0]), view.version))
                for _ in range(10)
            ]
            told = await asyncio.gather(*clicks)
            return view, told, await service.view(code, token, since=view.version)

    view, told, after = asyncio.run(play())
    assert sorted(told) == ["done"] + ["stale"] * 9
    assert [type(frame.event) for frame in after.frames].count(events.Acted) == 1
    assert after.version == view.version + 1


def test_of_two_processes_on_one_store_one_wins():
    async def play():
        store = SlowStore()
        async with room_service(store) as one, room_service(store) as other:
            code, token, view = await practice_view(one, *TWO)
            assert (await other.view(code, token)).table.wfen == view.table.wfen
            act = messages.Act(view.you.legal[0])
            told = await asyncio.gather(
                outcome(one.command(code, token, act, view.version)),
                outcome(other.command(code, token, act, view.version)),
            )
            views = await one.view(code, token), await other.view(code, token)
            told_later = await outcome(other.command(code, token, messages.Act("r"), view.version))
            return told, told_later, views, fold(await store.load(code))

    told, told_later, views, state = asyncio.run(play())
    assert sorted(told) == ["done", "stale"]
    assert told_later == "stale"
    assert max(view.version for view in views) == state.version


def test_whoever_lost_a_race_sees_what_the_other_did():
    async def play():
        store = MemoryStore()
        async with room_service(store) as one, room_service(store) as other:
            code, token = await practice_room(one, *TWO)
            view = await other.view(code, token)
            await one.command(code, token, messages.Act(view.you.legal[0]), view.version)
            told = await outcome(
                other.command(code, token, messages.Act(view.you.legal[0]), view.version)
            )
            return told, await other.view(code, token), await one.view(code, token)

    told, seen, real = asyncio.run(play())
    assert told == "stale"
    assert seen.table.wfen == real.table.wfen


def test_two_friends_who_join_at_once_both_get_seats():
    async def play():
        async with room_service(SlowStore()) as service:
            seats = messages.PersonSeat("Ann"), messages.OpenSeat(), messages.OpenSeat()
            created = await service.create(messages.CreateRoom(seats))
            joins = [
                service.command(created.code, None, messages.Join(name)) for name in ("Ben", "Eve")
            ]
            done = await asyncio.gather(*joins)
            full = await outcome(service.command(created.code, None, messages.Join("Leo")))
            return {one.token for one in done}, full, await service.view(created.code)

    tokens, full, view = asyncio.run(play())
    assert len(tokens) == 2
    assert full == "room_full"
    assert [seat.name for seat in view.room.seats] == ["Ann", "Ben", "Eve"]


def test_what_is_being_written_is_finished_though_the_asker_is_gone():
    async def play():
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
            return view.version, len(store.logs[code])

    before, after = asyncio.run(play())
    assert after > before


def test_a_room_is_passed_on_in_turn_past_those_who_gave_up():
    """Whoever is cancelled just when the turn has come passes it on; nothing is kept in the end."""

    async def wait_in_turn():
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
        return held, rooms._waiters

    held, kept = asyncio.run(wait_in_turn())
    assert held == ["first", "second", "third"]
    assert not kept
