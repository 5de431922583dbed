"""The thread that database work runs in."""

import asyncio
import threading

import pytest

from pickomino.server.storage.work_thread import WorkThread


def test_thread_continues_after_a_failure():
    async def work():
        thread = WorkThread("work")
        with pytest.raises(ZeroDivisionError):
            await thread.run(lambda: 1 // 0)
        names = {await thread.run(lambda: threading.current_thread().name) for _ in range(2)}
        thread.close()
        return names

    assert asyncio.run(work()) == {"work"}


def test_cancelled_work_runs_in_order():
    done = []

    async def work():
        thread, gate = WorkThread("work"), threading.Event()
        held = asyncio.create_task(thread.run(gate.wait))
        cancelled = asyncio.create_task(thread.run(lambda: done.append("first")))
        await asyncio.sleep(0)
        for task in (held, cancelled):
            task.cancel()
        await asyncio.gather(held, cancelled, return_exceptions=True)
        gate.set()
        await thread.run(lambda: done.append("second"))
        thread.close()

    asyncio.run(work())
    assert done == ["first", "second"]
