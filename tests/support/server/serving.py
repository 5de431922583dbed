"""A real server in a separate process, and clients for it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import connect

from pickomino.core.dice_terms import nonce_commitment
from pickomino.rooms.protocol.messages import PROTOCOL
from pickomino.rooms.protocol.views import RoomView
from support.server.preloaded import PreloadedProcess, can_fork

GENEROUS_LIMITS = {
    "rooms_per_hour": 100_000,
    "joins_per_minute": 100_000,
    "seats_per_address": 100,
    "max_listed_per_address": 100,
    "requests_per_second": 10_000,
    "messages_per_second": 10_000,
    "max_connections_per_address": 10_000,
    "max_watchers_per_address": 10_000,
    "address_megabytes_per_day": 100_000,
    "bot_workers": 1,
    "bot_pause": 0,
}
"""Limits that no test reaches by accident."""

ANN = {"type": "PersonSeat", "name": "Ann"}
OPEN = {"type": "OpenSeat"}
BOT = {"type": "BotSeat", "bot": "beginner"}


TIMEOUT = 60
"""Seconds that anything may take on a busy machine; only failing tests wait this long."""
TLS_CONTEXT = httpx.create_ssl_context()
"""Created once: each client would load all certificates, although nothing is encrypted here."""
LATE_CODES = ("stale", "no_nonce_wanted", "not_taken_over")
"""Error codes that a command for an older view may get."""


class Server:
    """A server process; it can be killed and started again on the same file and port."""

    def __init__(self, folder: Path, **settings):
        self.folder = folder
        self.database = folder / "server.db"
        self.settings = GENEROUS_LIMITS | settings
        self.port = 0
        self.process = None
        self.program = ()
        """Arguments for Python to run instead of `-m pickomino`."""

    def start(self):
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("PICKOMINO_")}
        chosen = {f"PICKOMINO_{k.upper()}": str(v) for k, v in self.settings.items()}
        self.port = self.port or free_port()
        arguments = ["serve", "--no-open", "--language", "en"]
        arguments += ["--database", str(self.database), "--port", str(self.port)]
        self.process = self._launch(arguments, inherited | chosen)
        line = self.process.stdout.readline()
        assert line.startswith("Play at http"), f"{line!r}: {self.log()}"
        return self

    def _launch(self, arguments, environment):
        log = self.folder / "server.log"
        if can_fork() and not self.program:
            return PreloadedProcess(arguments, environment, log)
        command = [sys.executable, *(self.program or ("-m", "pickomino")), *arguments]
        with log.open("ab") as errors:
            return subprocess.Popen(
                command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def log(self):
        return (self.folder / "server.log").read_text()

    def kill(self):
        self.process.kill()
        self.process.wait(60)
        self.process.stdout.close()

    def stop(self):
        """Stop it gracefully; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(60)
        self.process.stdout.close()
        return code

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def http(self, **more):
        return httpx.Client(base_url=self.url, timeout=TIMEOUT, verify=TLS_CONTEXT, **more)

    def create(self, *seats, **settings):
        """Create a room; return its code and the host's token."""
        seats = seats or (ANN, BOT)
        body = {"type": "CreateRoom", "seats": seats, "settings": settings}
        with self.http() as http:
            answer = http.post("/api/rooms", json=body)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return made["code"], made["token"]

    def fill(self, people, bots, **settings):
        """Create a room that people have joined; return its code and their tokens, host first."""
        seats = (ANN, *[OPEN] * (people - 1), *[{"type": "BotSeat", "bot": "random"}] * bots)
        code, host = self.create(*seats, **settings)
        with self.http() as http:
            joined = [
                http.post(
                    f"/api/rooms/{code}/commands",
                    json={"command": {"type": "Join", "name": f"Ben {number}"}},
                ).json()
                for number in range(1, people)
            ]
        return code, [host, *(answer["token"] for answer in joined)]

    def begin(self, code, token, version):
        """Start the game of a room."""
        body = {"command": {"type": "Start"}, "expected": version}
        headers = {"authorization": f"Bearer {token}"}
        with self.http(headers=headers) as http:
            begun = http.post(f"/api/rooms/{code}/commands", json=body)
        assert begun.status_code == 200, begun.text

    @asynccontextmanager
    async def live(self, code, token=None, since=None, **more):
        """Connect to a room and send a Hello."""
        async with self.socket(code, **more) as socket:
            client = Client(socket)
            await client.send(
                {"type": "Hello", "protocol": PROTOCOL, "token": token, "since": since}
            )
            yield client

    def socket(self, code, **more):
        address = f"ws://127.0.0.1:{self.port}/api/rooms/{code}/live"
        return connect(address, proxy=None, max_size=None, **more)


def eventually(condition, seconds=TIMEOUT):
    """Poll a condition; return whether it became true in time."""
    until = time.monotonic() + seconds
    while not (result := condition()) and time.monotonic() < until:
        time.sleep(0.05)
    return result


_ports = itertools.count(11_000 + 997 * os.getpid() % 20_000)
"""Outside of the system's ephemeral ports, which another process could get at any moment."""


def free_port():
    """Return an unused port that no other process of these tests tries next."""
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", next(_ports)))
            return probe.getsockname()[1]


@contextmanager
def serving(folder, **settings):
    server = Server(Path(folder), **settings).start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            assert server.stop() == 0, server.log()


def flatten_view(view):
    """Return all fields of a view in one dictionary, with defaults; `own` are the own seats."""
    flat = {"type": "RoomView", "own": view.you.seats}
    for part in (view.you, view.table, view, view.room):
        fields = {name: getattr(part, name) for name in part.__struct_fields__}
        flat |= msgspec.to_builtins(fields, order=None)
    return flat


def parse_view(message):
    """Return the view in an HTTP response as one dictionary."""
    return flatten_view(msgspec.convert(message, RoomView))


NONCE = "0f" * 32


def dice_command(view):
    """Return the kind and fields of the nonce command that a view waits for, if any."""
    for seat in view["commitments_wanted"]:
        commitment = nonce_commitment(view["commitment"], seat, NONCE)
        return "CommitNonce", {"seat": seat, "commitment": commitment}
    for seat in view["nonces_wanted"]:
        return "GiveNonce", {"seat": seat, "nonce": NONCE}
    return None


class Client:
    """A live connection that records everything it receives."""

    def __init__(self, socket):
        self.socket = socket
        self.view = None
        self._view = None
        self.received = []
        self._id = 0

    async def send(self, message):
        await self.socket.send(json.dumps(message))

    async def receive(self, seconds=TIMEOUT):
        text = await asyncio.wait_for(self.socket.recv(), seconds)
        self.received.append(text)
        message = json.loads(text)
        if message["type"] == "RoomView":
            view = msgspec.convert(message, RoomView)
            self._view = view if self._view is None else view.after(self._view)
            self.view = message = flatten_view(self._view)
        return message

    async def until(self, condition, seconds=TIMEOUT):
        """Receive until a message meets a condition."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.receive(seconds)
                if condition(message):
                    return message

    async def next_view(self, seconds=TIMEOUT):
        return await self.until(lambda message: message["type"] == "RoomView", seconds)

    async def ask(self, kind, *, expected=-1, **fields):
        """Send a command for the current view; return the answer."""
        self._id += 1
        version = self.view["version"] if expected == -1 and self.view else expected
        request = {"command": {"type": kind} | fields, "id": self._id}
        if version is not None and version != -1:
            request["expected"] = version
        await self.send(request)
        return await self.until(lambda message: message.get("id") == self._id)

    async def wait_closed(self, seconds=TIMEOUT):
        """Wait until the connection is closed; return the close code."""
        async with asyncio.timeout(seconds):
            while True:
                try:
                    self.received.append(await self.socket.recv())
                except Exception:  # noqa: BLE001 - any error ends it
                    await self.socket.wait_closed()
                    return self.socket.close_code

    def pending_command(self):
        """Return the command that the current view waits for, if any."""
        view = self.view
        if addition := dice_command(view):
            return addition
        if view["is_your_turn"]:
            legal = view["legal"]
            return "Act", {"action": legal[-1] if legal[-1] != "q" else legal[0]}
        return None

    async def step(self):
        """Send the pending command, and wait for the next view."""
        version, command = self.view["version"], self.pending_command()
        if command:
            answer = await self.ask(command[0], **command[1])
            assert answer["type"] == "Done" or answer["code"] in LATE_CODES, answer
        if self.view["version"] == version:
            await self.next_view()

    async def play_to_end(self):
        """Play until the game is over; return the last view."""
        if self.view is None:
            await self.next_view()
        while self.view["phase"] != "over":
            await self.step()
        return self.view


def next_command(view: dict, draw: random.Random, *, is_host: bool = True) -> dict | None:
    """Return a random command that plays game after game; None on another player's turn."""
    if is_host and view["phase"] in ("over", "lobby"):
        return {"kind": "Rematch" if view["phase"] == "over" else "Start"}
    if not view["is_your_turn"]:
        return None
    legal = view["legal"] if view["legal"][-1] != "q" else view["legal"][:1]
    return {"kind": "Act", "action": draw.choice(legal)}
