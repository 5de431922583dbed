"""Failed and conflicting appends: subscribers learn what was stored after all."""

import asyncio

from pickomino import PickominoError
from pickomino.rooms import Act, BotSeat, CreateRoom, Join, OpenSeat, PersonSeat, Settings
from pickomino.rooms.protocol import events
from pickomino.rooms.storage.memory_store import MemoryStore
from support.room_harness import (
    ManualClock,
    error_code,
    idle,
    practice_room,
    practice_view,
    room_service,
    wait_for_bots,
)

TWO = (PersonSeat("Ann"), PersonSeat("Ida"))


class UnreliableStore(MemoryStore):
    """Stores an append but reports a failure; may then be unreadable for a while."""

    loses_answer = False
    is_down = False

    async def append(self, *change):
        await super().append(*change)
        if self.loses_answer:
            self.loses_answer = False
            raise PickominoError("store_failed", reason="timeout")

    async def load(self, code):
        if self.is_down:
            raise PickominoError("store_failed", reason="down")
        return await super().load(code)


def versions(update):
    return list(range(update.since + 1, update.version + 1))


async def test_events_stored_by_a_failed_append_are_published():
    store = UnreliableStore()
    async with room_service(store) as service:
        code, token, view = await practice_view(service, *TWO)
        subscription = await service.subscribe(code)
        store.loses_answer = True
        act = service.command(code, token, Act(view.you.legal[0]), view.version)
        assert await error_code(act) == "store_failed"
        update = await asyncio.wait_for(subscription.next(), 60)
        before, published, after = view.version, versions(update), len(store.logs[code])
    assert published == list(range(before + 1, after + 1))


async def test_recovered_events_are_published_after_an_outage():
    store, clock = UnreliableStore(), ManualClock()
    async with room_service(store, clock=clock) as service:
        code, token, view = await practice_view(service, *TWO)
        subscription = await service.subscribe(code)
        store.loses_answer = store.is_down = True
        act = service.command(code, token, Act(view.you.legal[0]), view.version)
        assert await error_code(act) == "store_failed"
        await idle()
        store.is_down = False
        await clock.advance(1)
        update = await asyncio.wait_for(subscription.next(), 60)
        assert service._committer.uncertain == {}
        before, published = view.version, versions(update)
    assert published[0] == before + 1


async def test_bots_continue_after_an_unconfirmed_append():
    store = UnreliableStore()
    async with room_service(store) as service:
        code, _ = await practice_room(service, BotSeat("random"), BotSeat("random"))
        store.loses_answer = True
        await asyncio.wait_for(wait_for_bots(service, code), 60)
        assert (await service.view(code)).phase == "over"


async def test_subscribers_learn_of_another_process_conflict():
    store = MemoryStore()
    async with room_service(store) as one, room_service(store) as other:
        code, token = await practice_room(one, *TWO)
        view = await other.view(code, token)
        subscription = await other.subscribe(code)
        await one.command(code, token, Act(view.you.legal[0]), view.version)
        act = other.command(code, token, Act(view.you.legal[0]), view.version)
        assert await error_code(act) == "stale"
        update = await asyncio.wait_for(subscription.next(), 60)
        assert isinstance(
            (await other.view(code, token, update.since)).frames[0].event, events.Acted
        )


async def test_conflict_schedules_the_bot_of_another_process():
    store = MemoryStore()
    async with room_service(store, bot_pause=99.0) as one, room_service(store) as other:
        seats = PersonSeat("Ann"), BotSeat("random")
        code, token = await practice_room(one, *seats)
        stale = await other.view(code, token)
        view = await one.view(code, token)
        while view.you.is_your_turn:
            await one.command(code, token, Act(view.you.legal[-1]), view.version)
            view = await one.view(code, token)
        act = other.command(code, token, Act(stale.you.legal[0]), stale.version)
        assert await error_code(act) == "stale"
        await asyncio.wait_for(wait_for_bots(other, code), 60)
        before, after = view.version, (await other.view(code, token)).version
    assert after > before


class GatedStore(MemoryStore):
    """Delays one append until its gate opens."""

    gate = None

    async def append(self, *change):
        gate, self.gate = self.gate, None
        if gate is not None:
            await gate.wait()
        await super().append(*change)


async def test_command_waits_for_a_cancelled_append():
    """This once damaged the room."""
    store = GatedStore()
    async with room_service(store) as service:
        created = await service.create(CreateRoom((TWO[0], OpenSeat(), OpenSeat()), Settings()))
        store.gate = gate = asyncio.Event()
        first = asyncio.create_task(service.command(created.code, None, Join("Ben")))
        await idle()
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        second = asyncio.create_task(service.command(created.code, None, Join("Cleo")))
        gate.set()
        await second
        log, view = await store.load(created.code), await service.view(created.code)
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    assert [seat.name for seat in view.room.seats] == ["Ann", "Ben", "Cleo"]
