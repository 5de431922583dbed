"""Appends that wait to be written; one task writes them.

What many rooms want to append while a commit is under way is committed together by the next one,
so that a slow disk costs each of them one wait and not a queue of waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from pickomino.core.errors import PickominoError
from pickomino.rooms.futures import settle
from pickomino.rooms.storage.store import VersionConflict
from pickomino.server.storage.appends import Append, are_plain, is_plain, overtaken, written
from pickomino.server.storage.database import Database, Statements

MOST_TOGETHER: Final = 200
"""Appends in one commit."""

if TYPE_CHECKING:
    from pickomino.server.storage.postgres import PostgresDatabase


class AppendQueue:
    """Writes appends in their order, many in one commit."""

    def __init__(
        self, database: Database, note: Callable[[Exception | None], PickominoError | None]
    ) -> None:
        """Take what writes, and what hears of each commit: why it failed, or None.

        It returns the failure as those are told of it who wait.
        """
        self._database = database
        self._note = note
        self._waiting: list[Append] = []
        self._wake: asyncio.Future[None] | None = None
        """What the task waits for while there is nothing to write."""
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        self.appends = 0
        self.commits = 0

    @property
    def is_open(self) -> bool:
        """Whether appends are taken."""
        return self._task is not None and not self._is_closed

    def open(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Finish what was asked for."""
        self._is_closed = True
        self._go_on()
        if self._task is not None:
            await self._task

    def put(self, append: Append) -> None:
        """Have an append written as soon as the one before is."""
        self._waiting.append(append)
        self._go_on()

    def _go_on(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def _write(self) -> None:
        while self._waiting or not self._is_closed:
            if not self._waiting:
                self._wake = asyncio.get_running_loop().create_future()
                await self._wake
                continue
            group = self._waiting[:MOST_TOGETHER]
            del self._waiting[:MOST_TOGETHER]
            for part in _parts(group):
                await self._commit(part)

    async def _commit(self, group: list[Append]) -> None:
        """Write a group in one transaction; if that fails, each alone, so one spoils no other."""
        try:
            lost = await self._written(group)
        except Exception as error:  # noqa: BLE001 - whatever a database does, the writer goes on
            if self._database.is_overtaken(error):
                await self._each_alone(group, overtaken)
            else:
                failure = self._note(error)
                await self._each_alone(group, lambda _: failure)
        else:
            self._note(None)
            self.commits += 1
            self.appends += len(group)
            for append in group:
                settle(append.done, None, lost.get(id(append)))

    async def _written(self, group: list[Append]) -> dict[int, VersionConflict]:
        """Write a group; return the appends that come too late."""
        loop = asyncio.get_running_loop()
        if are_plain(group):
            from pickomino.server.storage.postgres_appends import statement

            loop.call_soon(_use_time, group)
            database = cast("PostgresDatabase", self._database)
            in_time = {code for (code,) in await database.ask(*statement(group[0].epoch, group))}
            return {id(each): overtaken(each) for each in group if each.code not in in_time}

        def work(held: Statements) -> dict[int, VersionConflict]:
            lost = written(held, group)
            # Only the commit is left, in which Python takes no part.
            loop.call_soon_threadsafe(_use_time, group)
            return lost

        return await self._database.write_quickly(work)

    async def _each_alone(
        self, group: list[Append], failure: Callable[[Append], Exception | None]
    ) -> None:
        if len(group) == 1:
            settle(group[0].done, None, failure(group[0]))
            return
        for append in group:
            await self._commit([append])


def _parts(group: list[Append]) -> list[list[Append]]:
    """Part appends that a node can write in one statement from the others."""
    first: dict[str, Append] = {}
    for append in group:
        if is_plain(append):
            first.setdefault(append.code, append)
    if not first:
        return [group]
    others = [append for append in group if first.get(append.code) is not append]
    return [part for part in (list(first.values()), others) if part]


def _use_time(group: list[Append]) -> None:
    """Do what those who wait for a commit can do meanwhile."""
    for append in group:
        append.meanwhile()
