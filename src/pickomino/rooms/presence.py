"""Tracks the connections of each token, so that reloading a page does not count as an absence."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterable
from typing import Final

from pickomino.core.errors import PickominoError
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.service import RoomService

RECONNECT_SECONDS: Final = 2.0
"""A player who reconnects within this time does not count as absent."""
RETURN_SECONDS: Final = 20.0
"""After a restart, players have this long to come back before they count as absent."""


class PresenceTracker:
    """Counts each token's connections, and reports arrivals and, after a pause, departures."""

    def __init__(self, service: RoomService, pause: float = RECONNECT_SECONDS) -> None:
        self._service = service
        self._pause = pause
        self._opened_at = service.clock.now()
        self._is_closed = False
        self._connections: dict[str, Counter[str]] = {}
        """For each room code, the number of connections of each token hash."""
        self._leaving: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._others: set[asyncio.Task[None]] = set()

    async def on_connect(self, code: str, token: str) -> None:
        """Count a new connection."""
        key = code, hash_token(token)
        is_first = code not in self._connections
        self._connections.setdefault(code, Counter())[key[1]] += 1
        leaving = self._leaving.pop(key, None)
        if leaving is not None:
            leaving.cancel()
        elif self._connections[code][key[1]] == 1:
            if is_first:
                await self._check_absences_after_restart(code)
            await self._report(code, token, is_here=True)

    def on_disconnect(self, code: str, token: str) -> None:
        """Count a connection that has ended."""
        key = code, hash_token(token)
        connections = self._connections[code]
        connections[key[1]] -= 1
        if connections[key[1]] > 0:
            return
        del connections[key[1]]
        if not connections:
            del self._connections[code]
        if not self._is_closed:
            self._leaving[key] = asyncio.create_task(self._leave(code, token))

    def connections_of(self, code: str, token: str) -> int:
        return self._connections.get(code, Counter())[hash_token(token)]

    def open(self, codes: Iterable[str]) -> None:
        """Start tracking; players in these rooms have RETURN_SECONDS to come back."""
        self._opened_at = self._service.clock.now()
        self.check_absences_later(codes)

    def check_absences_later(self, codes: Iterable[str]) -> None:
        """Mark players in these rooms absent if they have not come back after RETURN_SECONDS."""
        if not self._is_closed:
            self._keep(asyncio.create_task(self._check_absences(tuple(codes))))

    async def close(self) -> None:
        """Stop reporting, so that players do not become absent just because the server stops."""
        self._is_closed = True
        tasks = [*self._leaving.values(), *self._others]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def connected_players(self) -> set[tuple[str, str]]:
        """Return the room and token hash of every connected player."""
        return {(code, token) for code, tokens in self._connections.items() for token in tokens}

    async def _leave(self, code: str, token: str) -> None:
        await self._service.clock.sleep(self._pause)
        # No longer cancellable, so that reports are made in order.
        self._keep(self._leaving.pop((code, hash_token(token))))
        await self._report(code, token, is_here=False)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    async def _check_absences_after_restart(self, code: str) -> None:
        """Check absences later if nothing has happened in a room since the service started.

        Players who were connected when the service stopped still count as present, so without
        this check the other players would wait for them.
        """
        with contextlib.suppress(PickominoError):
            if await self._service.last_changed_at(code) < self._opened_at:
                self.check_absences_later((code,))

    async def _check_absences(self, codes: tuple[str, ...]) -> None:
        await self._service.clock.sleep(RETURN_SECONDS)
        for code in codes:
            with contextlib.suppress(PickominoError):
                elsewhere = await self._service.peers.connected_elsewhere(code)
                present = {*self._connections.get(code, ()), *elsewhere}
                await self._service.mark_absent_except(code, present)

    async def _report(self, code: str, token: str, *, is_here: bool) -> None:
        if not await self._try_report(code, token, is_here=is_here):
            self._keep(asyncio.create_task(self._retry_report(code, token, is_here=is_here)))

    async def _retry_report(self, code: str, token: str, *, is_here: bool) -> None:
        """Repeat a report of an arrival or departure until it is stored or no longer true."""
        is_done = False
        while not is_done:
            await self._service.clock.sleep(self._pause)
            is_still_true = bool(self.connections_of(code, token)) == is_here
            is_done = not is_still_true or await self._try_report(code, token, is_here=is_here)

    async def _try_report(self, code: str, token: str, *, is_here: bool) -> bool:
        """Report an arrival or departure; return False if the report could not be stored."""
        if self._is_closed:
            return True
        peers = self._service.peers
        try:
            if is_here or hash_token(token) not in await peers.connected_elsewhere(code):
                await self._service.set_presence(code, token, is_here=is_here)
        except PickominoError as error:
            # The player gave up the seat, or the room is closing: not an absence.
            return error.code != "store_failed"
        return True
