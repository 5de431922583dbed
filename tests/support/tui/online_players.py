"""A real server in its own process, and players without a screen."""

import asyncio
import contextlib

from msgspec import to_builtins

from pickomino import PickominoError
from pickomino.rooms.protocol.messages import Act, Join, OpenSeat, Start
from pickomino.tables.addresses import TableAddress
from pickomino.tables.online import OnlineTable
from pickomino.tables.seat_tokens import SeatTokens
from pickomino.tables.table_log import TableLog
from support.server import serving
from support.tui.app_driver import careful_key


class Server(serving.Server):
    """A server with helpers to create rooms."""

    def new_room(self, *seats, **settings):
        """Create a room; returns its address and the host's token."""
        plans = to_builtins(seats or (OpenSeat(), OpenSeat()))
        code, token = self.create(*plans, **settings)
        return TableAddress.parse(f"{self.url}/table/{code}"), token

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.kill()


class OnlinePlayer:
    """A player at an online table without a screen."""

    def __init__(self, address, folder, token=None):
        tokens = SeatTokens(folder / "tables.json")
        if token is not None:
            tokens.keep(address, token)
        self.table = OnlineTable(address, tokens)
        self.view = None
        self.versions = []
        self.table_log = TableLog()
        self.states = []
        self.table.on_connection_change(self.states.append)
        self.changed = asyncio.Event()
        self.following = asyncio.create_task(self._follow())

    async def _follow(self):
        async for view in self.table.views():
            self.view = view
            self.versions.append(view.version)
            self.table_log.follow(view)
            self.changed.set()

    async def until(self, condition, seconds=60.0):
        async with asyncio.timeout(seconds):
            while self.view is None or not condition(self.view):
                self.changed.clear()
                await self.changed.wait()
        return self.view

    async def join(self, name):
        await self.until(lambda view: view.phase == "lobby")
        await self.table.command(Join(name))
        await self.until(lambda view: view.you.seats)

    async def start(self):
        view = await self.until(lambda view: all(seat.kind != "open" for seat in view.room.seats))
        await self.table.command(Start(), view.version)

    async def move(self):
        """Make one move when it is the player's turn; returns whether the game goes on."""
        view = await self.until(lambda view: view.you.is_your_turn or view.phase == "over")
        if view.phase == "over":
            return False
        keys = {"s": [token for token in view.you.legal if token[0] in "tsq"]}
        key = careful_key(view)
        token = keys.get(key, [f"k{key}"])[0] if key not in "r1" else key
        token = view.you.legal[0] if token not in view.you.legal else token
        try:
            await self.table.command(Act(token), view.version)
        except PickominoError as error:
            if error.code not in ("too_fast", "no_connection", "stale"):
                raise
            # Try again after the next view, or after a moment.
            self.changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), 0.3)
        else:
            await self.until(lambda now: now.version > view.version)
        return True

    async def close(self):
        self.following.cancel()
        await asyncio.gather(self.following, return_exceptions=True)
        await self.table.close()
