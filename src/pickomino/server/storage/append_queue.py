"""A queue of appends; one task writes them.

Appends to many rooms that arrive during a commit are written together in the next one, so that on a
slow disk an append does not wait for a separate commit of every append before it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from pickomino.core.errors import PickominoError
from pickomino.rooms.futures import settle
from pickomino.rooms.storage.store import VersionConflict
from pickomino.server.storage.appends import (
    PendingAppend,
    append_statement,
    conflict_of,
    fit_one_statement,
    is_simple,
    write_appends,
)
from pickomino.server.storage.database import Statements

MAX_GROUP_SIZE: Final = 200
"""How many appends are written in one commit."""

if TYPE_CHECKING:
    from pickomino.server.storage.postgres import PostgresDatabase
    from pickomino.server.storage.sqlite import SqliteDatabase


class AppendQueue:
    """Writes the appends to each room in order, many appends in one commit."""

    def __init__(
        self,
        database: SqliteDatabase | PostgresDatabase,
        on_commit: Callable[[Exception | None], PickominoError | None],
    ) -> None:
        """Create a queue; call `open` before use.

        `on_commit` is called after each commit, with the exception if it failed or else None. It
        returns the error to raise in waiting callers.
        """
        self._database = database
        self._on_commit = on_commit
        self._waiting: list[PendingAppend] = []
        self._wake: asyncio.Future[None] | None = None
        """What the task awaits while there is no append to write."""
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        self.appends = 0
        self.commits = 0

    @property
    def is_open(self) -> bool:
        """Whether appends are accepted."""
        return self._task is not None and not self._is_closed

    def open(self) -> None:
        self._task = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write the remaining appends, and stop."""
        self._is_closed = True
        self._wake_writer()
        if self._task is not None:
            await self._task

    def put(self, append: PendingAppend) -> None:
        self._waiting.append(append)
        self._wake_writer()

    def _wake_writer(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def _write(self) -> None:
        while self._waiting or not self._is_closed:
            if not self._waiting:
                self._wake = asyncio.get_running_loop().create_future()
                await self._wake
                continue
            group = self._waiting[:MAX_GROUP_SIZE]
            del self._waiting[:MAX_GROUP_SIZE]
            for part in _split(group):
                await self._commit(part)

    async def _commit(self, group: list[PendingAppend]) -> None:
        """Write a group in one transaction; if that fails, write each append alone."""
        try:
            conflicts = await self._write_group(group)
        except Exception as error:  # noqa: BLE001 - no database error may stop the writer
            if self._database.is_conflict(error):
                await self._write_each(group, conflict_of)
            else:
                failure = self._on_commit(error)
                await self._write_each(group, lambda _: failure)
        else:
            self._on_commit(None)
            self.commits += 1
            self.appends += len(group)
            for append in group:
                settle(append.done, None, conflicts.get(id(append)))

    async def _write_group(self, group: list[PendingAppend]) -> dict[int, VersionConflict]:
        """Write a group; return a conflict for each append that came too late."""
        loop = asyncio.get_running_loop()
        if fit_one_statement(group):
            loop.call_soon(_run_meanwhile, group)
            database = cast("PostgresDatabase", self._database)
            rows = await database.fetch(*append_statement(group))
            updated = {code for (code,) in rows}
            return {id(late): conflict_of(late) for late in group if late.code not in updated}

        def work(connection: Statements) -> dict[int, VersionConflict]:
            conflicts = write_appends(connection, group)
            # Only the commit is left, which needs no Python.
            loop.call_soon_threadsafe(_run_meanwhile, group)
            return conflicts

        return await self._database.write_quickly(work)

    async def _write_each(
        self, group: list[PendingAppend], failure: Callable[[PendingAppend], Exception | None]
    ) -> None:
        """Write each append alone, so that one cannot fail the others.

        A group of one has already been tried alone, so its append fails.
        """
        if len(group) == 1:
            settle(group[0].done, None, failure(group[0]))
            return
        for append in group:
            await self._commit([append])


def _split(group: list[PendingAppend]) -> list[list[PendingAppend]]:
    """Split a group into the appends that a node can write in one statement, and all others."""
    first: dict[str, PendingAppend] = {}
    for append in group:
        if is_simple(append):
            first.setdefault(append.code, append)
    if not first:
        return [group]
    others = [append for append in group if first.get(append.code) is not append]
    return [part for part in (list(first.values()), others) if part]


def _run_meanwhile(group: list[PendingAppend]) -> None:
    for append in group:
        append.meanwhile()
