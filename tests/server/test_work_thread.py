"""The thread that the database works in."""

import asyncio
import threading

import pytest

from pickomino.server.storage.work_thread import WorkThread


def test_failures_reach_those_who_wait_and_the_thread_goes_on():
    async def work():
        thread = WorkThread("work")
        with pytest.raises(ZeroDivisionError):
            await thread.run(lambda: 1 // 0)
        names = {await thread.run(lambda: threading.current_thread().name) for _ in range(2)}
        thread.close()
        return names

    assert asyncio.run(work()) == {"work"}


def test_what_nobody_waits_for_any_more_is_done_in_its_turn():
    done = []

    async def work():
        thread, gate = WorkThread("work"), threading.Event()
        held = asyncio.create_task(thread.run(gate.wait))
        given_up = asyncio.create_task(thread.run(lambda: done.append("first")))
        await asyncio.sleep(0)
        for task in (held, given_up):
            task.cancel()
        await asyncio.gather(held, given_up, return_exceptions=True)
        gate.set()
        await thread.run(lambda: done.append("second"))
        thread.close()

    asyncio.run(work())
    assert done == ["first", "second"]
