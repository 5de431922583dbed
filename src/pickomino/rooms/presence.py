"""Who is here: the connections of each token, so that a reload makes nobody absent."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterable
from typing import Final

from pickomino.core.errors import PickominoError
from pickomino.rooms.domain.tokens import hashed
from pickomino.rooms.service import RoomService

PAUSE: Final = 2.0
"""Whoever is back so soon was never gone."""
RETURN_SECONDS: Final = 20.0
"""After a restart people have so long to come back before they count as absent."""


class Attendance:
    """Counts connections by token and tells the rooms, after a pause, who came and went."""

    def __init__(self, service: RoomService, pause: float = PAUSE) -> None:
        self._service = service
        self._pause = pause
        self._opened_at = service.clock.now()
        self._is_closed = False
        self._here: dict[str, Counter[str]] = {}
        self._leaving: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._others: set[asyncio.Task[None]] = set()

    async def came(self, code: str, token: str) -> None:
        """Count a new connection."""
        key = code, hashed(token)
        is_first = code not in self._here
        self._here.setdefault(code, Counter())[key[1]] += 1
        leaving = self._leaving.pop(key, None)
        if leaving is not None:
            leaving.cancel()
        elif self._here[code][key[1]] == 1:
            if is_first:
                await self._call_if_restarted(code)
            await self._tell(code, token, is_here=True)

    def went(self, code: str, token: str) -> None:
        """Count a connection that has ended."""
        key = code, hashed(token)
        here = self._here[code]
        here[key[1]] -= 1
        if here[key[1]] > 0:
            return
        del here[key[1]]
        if not here:
            del self._here[code]
        if not self._is_closed:
            self._leaving[key] = asyncio.create_task(self._leave(code, token))

    def connections_of(self, code: str, token: str) -> int:
        """Count the connections of one token in a room."""
        return self._here.get(code, Counter())[hashed(token)]

    def open(self, codes: Iterable[str]) -> None:
        """Begin, with the rooms of before; those of them that people were in are asked later."""
        self._opened_at = self._service.clock.now()
        self.call_later(codes)

    def call_later(self, codes: Iterable[str]) -> None:
        """Ask in rooms, once people had time to come back, who is missing."""
        if not self._is_closed:
            self._keep(asyncio.create_task(self._call(tuple(codes))))

    async def close(self) -> None:
        """Report nothing more: a server that stops makes nobody absent."""
        self._is_closed = True
        tasks = [*self._leaving.values(), *self._others]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def here(self) -> set[tuple[str, str]]:
        """Return who is connected, by room and hashed token."""
        return {(code, token) for code, tokens in self._here.items() for token in tokens}

    async def _leave(self, code: str, token: str) -> None:
        await self._service.clock.sleep(self._pause)
        # From here on nobody cancels it, so that what is told last is told last.
        self._keep(self._leaving.pop((code, hashed(token))))
        await self._tell(code, token, is_here=False)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    async def _call_if_restarted(self, code: str) -> None:
        """Ask who is missing in a room that nobody has come to since the service began.

        Those who were here when it ended still count as here, and others would wait for them.
        """
        with contextlib.suppress(PickominoError):
            if await self._service.last_change(code) < self._opened_at:
                self.call_later((code,))

    async def _call(self, codes: tuple[str, ...]) -> None:
        await self._service.clock.sleep(RETURN_SECONDS)
        for code in codes:
            with contextlib.suppress(PickominoError):
                others = await self._service.neighbours.elsewhere(code)
                await self._service.roll_call(code, {*self._here.get(code, ()), *others})

    async def _tell(self, code: str, token: str, *, is_here: bool) -> None:
        if not await self._has_told(code, token, is_here=is_here):
            self._keep(asyncio.create_task(self._tell_again(code, token, is_here=is_here)))

    async def _tell_again(self, code: str, token: str, *, is_here: bool) -> None:
        """Tell what could not be stored once it can be, if it is still so."""
        is_told = False
        while not is_told:
            await self._service.clock.sleep(self._pause)
            is_so = bool(self.connections_of(code, token)) == is_here
            is_told = not is_so or await self._has_told(code, token, is_here=is_here)

    async def _has_told(self, code: str, token: str, *, is_here: bool) -> bool:
        """Tell a room that somebody came or went; returns whether that could be stored."""
        if self._is_closed:
            return True
        try:
            if is_here or hashed(token) not in await self._service.neighbours.elsewhere(code):
                await self._service.presence(code, token, is_here=is_here)
        except PickominoError as error:
            # Who gave the seat up, or comes to a room that is closing, is nobody's absence.
            return error.code != "store_failed"
        return True
