"""Bots and the coach recover after failures of a worker or the disk."""

from pickomino import Position
from pickomino.core.errors import PickominoError
from pickomino.rooms import BotSeat, PersonSeat, ProcessBots
from pickomino.rooms.protocol.messages import Act
from pickomino.rooms.storage.memory_store import MemoryStore
from support.room_harness import ManualClock, practice_room, room_service

POSITION = Position.from_wfen("standard oooooooooooooooo -/- a - 1234455w")


async def test_coach_answers_after_its_worker_was_killed():
    bots = ProcessBots(1)
    await bots.advise(POSITION)
    (worker,) = bots._coach.idle
    worker.process._process.kill()
    await worker.process._process.wait()
    advice = await bots.advise(POSITION)
    await bots.close()
    assert advice.best is not None


class FillingStore(MemoryStore):
    """A store whose disk can be full."""

    is_full = False

    async def append(self, *change):
        if self.is_full:
            raise PickominoError("store_failed", reason="database or disk is full")
        await super().append(*change)


async def test_bots_continue_soon_after_a_full_disk():
    clock, store = ManualClock(), FillingStore()
    async with room_service(store, clock=clock, bot_pause=5.0) as service:
        code, ann = await practice_room(service, PersonSeat("Ann"), BotSeat("random"))
        while (view := await service.view(code, ann)).you.is_your_turn:
            await service.command(code, ann, Act(view.you.legal[0]), view.version)
        store.is_full = True
        for _ in range(100):
            await clock.advance(5)
        stuck = (await service.view(code, ann)).version
        store.is_full = False
        for _ in range(3):
            await clock.advance(1)
        before, after = view.version, (await service.view(code, ann)).version
    assert before == stuck < after
