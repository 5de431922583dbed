"""Few workers: requests time out, and coach and bots do not block each other."""

import asyncio

from pickomino import Position
from pickomino.rooms import ProcessBots
from pickomino.rooms.bots.runner import quick_choice

POSITION = Position.from_wfen("standard oooooooooooooooo -/- a - 1234455w")


class SlowWorker:
    """Answers only after its event is set."""

    is_running = True
    may_answer: asyncio.Event

    def __init__(self, *_):
        pass

    async def ask(self, request, _seconds):
        if request.bot:
            await self.may_answer.wait()
            return "k5"
        return "advice"

    async def stop(self):
        pass


async def test_move_waits_for_a_worker_only_for_a_while(monkeypatch):
    """It once waited forever."""
    monkeypatch.setattr("pickomino.rooms.bots.runner.WorkerProcess", SlowWorker)
    SlowWorker.may_answer = asyncio.Event()
    bots = ProcessBots(workers=1, wait_seconds=0.1)
    first = asyncio.create_task(bots.choose("random", POSITION, "1"))
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        second = await bots.choose("random", POSITION, "2")
        waited = not first.done()
        SlowWorker.may_answer.set()
        later = [str(await first), str(await bots.choose("random", POSITION, "3"))]
    await bots.close()
    assert waited
    assert second == quick_choice(POSITION)
    assert later == ["k5", "k5"], "the place in the queue was released"


async def test_busy_bots_do_not_block_the_coach(monkeypatch):
    monkeypatch.setattr("pickomino.rooms.bots.runner.WorkerProcess", SlowWorker)
    SlowWorker.may_answer = asyncio.Event()
    bots = ProcessBots(workers=1)
    moves = [asyncio.create_task(bots.choose("random", POSITION, str(i))) for i in range(3)]
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        advice = await bots.advise(POSITION)
    is_thinking = not any(move.done() for move in moves)
    SlowWorker.may_answer.set()
    await asyncio.gather(*moves)
    await bots.close()
    assert (advice, is_thinking) == ("advice", True)


async def test_advice_waits_until_the_coach_has_loaded(monkeypatch):
    """All but the first request were once refused if loading took longer than WAIT_SECONDS."""

    has_loaded = asyncio.Event()

    class LoadingWorker(SlowWorker):
        async def ask(self, *_):
            await has_loaded.wait()
            return "advice"

    monkeypatch.setattr("pickomino.rooms.bots.runner.WorkerProcess", LoadingWorker)
    bots = ProcessBots(wait_seconds=0.0)
    asking = [asyncio.create_task(bots.advise(POSITION)) for _ in range(3)]
    for _ in range(10):
        await asyncio.sleep(0)
    has_loaded.set()
    advice = await asyncio.gather(*asking)
    await bots.close()
    assert advice == ["advice"] * 3


def test_illegal_answer_is_replaced(monkeypatch):
    class CheatingWorker(SlowWorker):
        async def ask(self, *_):
            return "t36"

    monkeypatch.setattr("pickomino.rooms.bots.runner.WorkerProcess", CheatingWorker)
    assert asyncio.run(ProcessBots().choose("random", POSITION, "1")) == quick_choice(POSITION)
