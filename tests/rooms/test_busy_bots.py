"""Where workers are few: nobody waits without end, and coach and bots do not hold each other up."""

import asyncio
import threading
from types import SimpleNamespace

from pickomino import Position, legal_actions
from pickomino.rooms import ProcessBots
from pickomino.rooms.bots.process import BotProcess
from pickomino.rooms.bots.runner import quick_choice
from support.thread_bots import ThreadBots

POSITION = Position.from_wfen("standard oooooooooooooooo -/- a - 1234455w")


class SlowWorker(BotProcess):
    """Thinks until it is told to go on, and then answers."""

    go_on: asyncio.Event

    async def _send(self, question, _limit):
        if question.bot:
            await self.go_on.wait()
            return "k5"
        return '{"version":0}'


def test_a_move_waits_for_a_worker_only_so_long(monkeypatch):
    """Once it waited without end."""
    monkeypatch.setattr("pickomino.rooms.bots.runner.BotProcess", SlowWorker)

    async def play():
        SlowWorker.go_on = asyncio.Event()
        bots = ProcessBots(workers=1, wait_seconds=0.1)
        first = asyncio.create_task(bots.choose("random", POSITION, "1"))
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            second = await bots.choose("random", POSITION, "2")
            waited = not first.done()
            SlowWorker.go_on.set()
            later = [str(await first), str(await bots.choose("random", POSITION, "3"))]
        await bots.close()
        return second, waited, later

    second, waited, later = asyncio.run(play())
    assert waited
    assert second == quick_choice(POSITION)
    assert later == ["k5", "k5"], "its place was given back"


def test_bots_do_not_keep_the_coach_from_answering(monkeypatch):
    monkeypatch.setattr("pickomino.rooms.bots.runner.BotProcess", SlowWorker)
    monkeypatch.setattr("pickomino.rooms.bots.runner._advice", SimpleNamespace(decode=str))

    async def play():
        SlowWorker.go_on = asyncio.Event()
        bots = ProcessBots(workers=1)
        moves = [asyncio.create_task(bots.choose("random", POSITION, str(i))) for i in range(3)]
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            advice = await bots.advise(POSITION)
        is_thinking = not any(move.done() for move in moves)
        SlowWorker.go_on.set()
        await asyncio.gather(*moves)
        await bots.close()
        return advice, is_thinking

    assert asyncio.run(play()) == ('{"version":0}', True)


def test_people_wait_until_the_coach_has_loaded(monkeypatch):
    """Once all but the first were refused where loading took longer than a move may wait."""

    has_loaded = asyncio.Event()

    class LoadingWorker(BotProcess):
        async def _send(self, *_):
            await has_loaded.wait()
            return '{"version":0}'

    monkeypatch.setattr("pickomino.rooms.bots.runner.BotProcess", LoadingWorker)
    monkeypatch.setattr("pickomino.rooms.bots.runner._advice", SimpleNamespace(decode=str))

    async def ask():
        bots = ProcessBots(wait_seconds=0.0)
        asking = [asyncio.create_task(bots.advise(POSITION)) for _ in range(3)]
        for _ in range(10):
            await asyncio.sleep(0)
        has_loaded.set()
        advice = await asyncio.gather(*asking)
        await bots.close()
        return advice

    assert asyncio.run(ask()) == ['{"version":0}'] * 3


def test_the_coach_does_not_keep_bots_in_threads_from_moving(monkeypatch):
    done = threading.Event()
    monkeypatch.setattr("support.thread_bots.coach", lambda _: done.wait(60))

    async def play():
        bots = ThreadBots(workers=1, seconds=60)
        asking = asyncio.create_task(bots.advise(POSITION))
        await asyncio.sleep(0)
        moves = [await bots.choose("random", POSITION, str(i)) for i in range(10)]
        is_asking = not asking.done()
        done.set()
        asking.cancel()
        return moves, is_asking

    moves, is_asking = asyncio.run(play())
    assert is_asking
    assert set(moves) <= set(legal_actions(POSITION))
    assert len(set(moves)) > 1, "the bot that was asked for, not the quick one"
