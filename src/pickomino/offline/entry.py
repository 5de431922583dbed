"""Starts the rooms in the browser's worker; `client/offline/worker.js` calls it."""

from __future__ import annotations

import logging
import sys
from typing import Final, Protocol

from pickomino.core.errors import PickominoError
from pickomino.offline.bots import BrowserBots, Prepare
from pickomino.offline.browser_store import BrowserStore, Storage
from pickomino.offline.connection import LocalConnection
from pickomino.offline.requests import Api
from pickomino.rooms.service import RoomService

BOT_PAUSE: Final = 0.1
"""Seconds that a bot waits before each move, as on a server."""


class Page(Protocol):
    """What the worker can tell its page."""

    def send(self, socket: int, text: str) -> None: ...

    def closed(self, socket: int, code: int) -> None: ...

    def progress(self, request: int, share: float) -> None: ...


class OfflineRooms:
    """The rooms of this device, and the page's connections to them."""

    def __init__(self, storage: Storage, page: Page, prepare: Prepare) -> None:
        self._page = page
        store = BrowserStore(storage)
        self._service = RoomService(store, bots=BrowserBots(prepare), bot_pause=BOT_PAUSE)
        self._api = Api(self._service, store, prepare)
        self._connections: dict[int, LocalConnection] = {}

    async def request(
        self, number: int, method: str, address: str, token: str, body: str
    ) -> tuple[int, str]:
        """Return the status and the body of the answer to a request."""

        def on_progress(share: float) -> None:
            self._page.progress(number, share)

        answer = await self._api.answer(method, address, token or None, body, on_progress)
        return answer.status, answer.body

    def open(self, socket: int, code: str) -> None:
        """Open a live connection to a room."""

        def send(text: str) -> None:
            self._page.send(socket, text)

        def on_close(close_code: int) -> None:
            self._connections.pop(socket, None)
            self._page.closed(socket, close_code)

        self._connections[socket] = LocalConnection(self._service, code, send, on_close)

    def receive(self, socket: int, text: str) -> None:
        """Take a message on a live connection."""
        if socket in self._connections:
            self._connections[socket].receive(text)

    def close(self, socket: int) -> None:
        """Close a live connection."""
        if socket in self._connections:
            self._connections[socket].close()

    async def reload(self, code: str, version: int) -> None:
        """Load a room again if it is open here: another tab has changed it."""
        if self._service.cached_version(code) not in (None, version):
            try:
                await self._service.reload(code)
            except PickominoError:
                self._service.drop(code)


def start(storage: Storage, page: Page, prepare: Prepare) -> OfflineRooms:
    """Return the rooms of this device."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    return OfflineRooms(storage, page, prepare)
