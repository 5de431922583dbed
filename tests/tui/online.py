"""A real server in a process of its own, and people who play at it."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request

from pickomino import PickominoError
from pickomino.service.messages import CreateRoom, Join, OpenSeat, Settings, Start, encode
from pickomino.tui.addresses import TableAddress, Tokens
from pickomino.tui.remote import RemoteTable
from server.serving import free_port
from tui.playing import careful_key


class Server:
    """`pickomino serve` on a free port; can be killed and started again on the same database."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.process = None

    @property
    def site(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        command = [sys.executable, "-m", "pickomino", "serve", "--port", str(self.port)]
        command += ["--database", str(self.folder / "rooms.db")]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True
            )
        end = time.monotonic() + 120
        while True:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{self.site}/health", timeout=2).close()  # noqa: S310
                return
            assert self.process.poll() is None, (self.folder / "server.log").read_text()
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.1)

    def kill(self):
        """End it with no chance to say goodbye, its workers too."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def new_room(self, *seats, **settings):
        """Make a room; gives its address and the host's token."""
        plans = seats or (OpenSeat(), OpenSeat())
        body = encode(CreateRoom(tuple(plans), Settings(**settings)))
        request = urllib.request.Request(  # noqa: S310
            f"{self.site}/api/rooms", body, {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            created = json.load(answer)
        return TableAddress.parse(f"{self.site}/table/{created['code']}"), created["token"]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()


class Person:
    """Somebody at an online table, without a screen: follows the views and can play."""

    def __init__(self, address, folder, token=None):
        tokens = Tokens(folder / "tables.json")
        if token is not None:
            tokens.keep(address, token)
        self.table = RemoteTable(address, tokens)
        self.view = None
        self.versions = []
        self.events = []
        self.states = []
        self.table.watch(self.states.append)
        self.changed = asyncio.Event()
        self.following = asyncio.create_task(self._follow())

    async def _follow(self):
        async for view in self.table.views():
            self.view = view
            self.versions.append(view.version)
            self.events += [entry.version for entry in view.events]
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
        await self.until(lambda view: any(seat.is_yours for seat in view.seats))

    async def start(self):
        view = await self.until(lambda view: view.phase == "lobby")
        await self.table.command(Start(), view.version)

    async def move(self):
        """Make one move when it is the own turn; tells whether the game goes on."""
        view = await self.until(lambda view: view.is_your_turn or view.phase == "over")
        if view.phase == "over":
            return False
        keys = {"s": [token for token in view.legal if token[0] in "tsq"]}
        key = careful_key(view)
        token = keys.get(key, [f"k{key}"])[0] if key not in "r1" else key
        token = view.legal[0] if token not in view.legal else token
        try:
            await self.table.act(token, view.version)
        except PickominoError as error:
            if error.code not in ("too_fast", "no_connection", "stale"):
                raise
            await asyncio.sleep(0.3)
        else:
            await self.until(lambda now: now.version > view.version)
        return True

    async def close(self):
        self.following.cancel()
        await asyncio.gather(self.following, return_exceptions=True)
        await self.table.close()
