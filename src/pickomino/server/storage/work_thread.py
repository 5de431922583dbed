"""A thread that does one piece of work after the other for an event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from pickomino.rooms.futures import settle

_T = TypeVar("_T")
_Work = tuple[asyncio.AbstractEventLoop, asyncio.Future[Any], Callable[[], Any]]


class WorkThread:
    """Does work in its order; the standard library's pool takes three times as long to hand over.

    >>> async def add():
    ...     thread = WorkThread("adding")
    ...     found = await thread.run(lambda: 2 + 2)
    ...     thread.close()
    ...     return found
    >>> asyncio.run(add())
    4
    """

    def __init__(self, name: str) -> None:
        self._waiting: SimpleQueue[_Work | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    async def run(self, work: Callable[[], _T]) -> _T:
        """Wait until work is done; it is done even if nobody waits any more."""
        if self._thread.ident is None:
            self._thread.start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[_T] = loop.create_future()
        self._waiting.put((loop, done, work))
        return await done

    def close(self) -> None:
        """Finish what was asked for, and end."""
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while self._is_going_on():
            pass

    def _is_going_on(self) -> bool:
        """Do what comes next; a function of its own, so that nothing of it is kept meanwhile."""
        item = self._waiting.get()
        if item is None:
            return False
        loop, done, work = item
        result = failure = None
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - it is for those who wait
            failure = error
        # A loop that has ended waits for nothing.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, done, result, failure)
        return True
