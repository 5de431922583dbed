"""The server under load: 250 tables of 4 on loopback, beside a bare echo of the same fan-out.

The server runs in a process of its own; this process is all its clients, each with a connection of
its own, on the same cores. An action takes from the moment when its bytes go off until the last
bytes of the view that shows it have arrived at every seat of its table; what the clients' Python
takes to write and to read them is printed beside it. First every table acts once a second, as
lively people would, one after the other; then all as fast as it goes, for the most actions a
second. The echo server stores nothing and decides nothing: it sends what it gets to the four
connections of a table, padded to ECHO_BYTES. What it costs is what sockets cost.
"""

import asyncio
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from pickomino.core.dice import nonce_commitment
from pickomino.rooms.protocol.messages import PROTOCOL

TABLES = 250
SEATS = 4
SECONDS = 8.0
PACE = 1.0
"""Seconds between two actions of a table at an even pace."""
ECHO_BYTES = 1200
"""What the echo adds to a message: the size of a view when this was first measured, and so the
yardstick of later ones."""
NONCE = "0f" * 32
LIMITS = {
    "ROOMS_PER_HOUR": 10**6,
    "JOINS_PER_MINUTE": 10**6,
    "REQUESTS_PER_SECOND": 10**6,
    "MESSAGES_PER_SECOND": 10**6,
    "MAX_CONNECTIONS_PER_ADDRESS": 10**6,
    "BOT_WORKERS": 1,
}

ECHO = """
import sys, uvicorn
tables, padding = {}, "x" * int(sys.argv[2])

async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    table = tables.setdefault(scope["path"], [])
    table.append(send)
    while (message := await receive())["type"] == "websocket.receive":
        for other in table:
            await other({"type": "websocket.send", "text": message["text"] + padding})

uvicorn.run(app, port=int(sys.argv[1]), loop="uvloop", ws="websockets-sansio", log_level="error",
            ws_per_message_deflate=False, lifespan="off")
"""


class You(msgspec.Struct, frozen=True):
    """As much of what a player may do."""

    is_your_turn: bool = False
    legal: tuple[str, ...] = ()
    nonces_wanted: tuple[int, ...] = ()


class Room(msgspec.Struct, frozen=True):
    """As much of a room as a player needs."""

    commitment: str = ""


class Message(msgspec.Struct):
    """As much of a message as a player needs."""

    type: str
    version: int = 0
    phase: str = ""
    code: str = ""
    room: Room = Room()
    you: You = You()


class Channel(ClientConnection):
    """A connection that notes when messages leave and arrive."""

    sent_at = 0.0
    arrived_at = 0.0

    def data_received(self, data):
        self.arrived_at = time.perf_counter()
        super().data_received(data)

    def send_data(self):
        if self.protocol.writes:  # it is asked also after each message that arrives
            self.sent_at = time.perf_counter()
        super().send_data()


class Table:
    """Four connections, and how long their actions take."""

    def __init__(self):
        self.sockets = []
        self.times = []
        """From bytes to bytes."""
        self.client_times = []
        """What writing and reading them took on top."""
        self.bytes = 0

    def note(self, begin, sent_at):
        """Note an action that everybody has seen."""
        arrived_at = max(channel.arrived_at for channel in self.sockets)
        self.times.append(arrived_at - sent_at)
        self.client_times.append(time.perf_counter() - begin - self.times[-1])


class RoomTable(Table):
    """Four people in a room of our server."""

    decode = msgspec.json.Decoder(Message).decode

    async def open(self, base, http):
        seats = [{"type": "PersonSeat", "name": "Ann"}, *[{"type": "OpenSeat"}] * (SEATS - 1)]
        made = (await post(http, "/api/rooms", {"type": "CreateRoom", "seats": seats})).json()
        commands = f"/api/rooms/{made['code']}/commands"
        tokens = [made["token"]]
        for number in range(1, SEATS):
            body = {"command": {"type": "Join", "name": f"Ben {number}"}}
            tokens.append((await post(http, commands, body)).json()["token"])
        body = {"command": {"type": "Start"}, "expected": SEATS}
        await post(http, commands, body, {"authorization": f"Bearer {tokens[0]}"})
        address = f"{base}/api/rooms/{made['code']}/live"
        self.sockets = [await connected(address) for _ in tokens]
        for channel, token in zip(self.sockets, tokens, strict=True):
            await channel.send(json.dumps({"type": "Hello", "protocol": PROTOCOL, "token": token}))
        self.views = [await self._view(seat) for seat in range(SEATS)]
        for seat in range(SEATS):
            await self._command(seat, self._bound(seat))
        for seat in range(SEATS):
            await self._until(seat, lambda view: view.you.nonces_wanted)
            await self._command(seat, {"type": "GiveNonce", "seat": seat, "nonce": NONCE})
        for seat in range(SEATS):
            await self._until(seat, lambda view: view.phase == "playing")

    def _bound(self, seat):
        commitment = nonce_commitment(self.views[0].room.commitment, seat, NONCE)
        return {"type": "CommitNonce", "seat": seat, "commitment": commitment}

    async def act(self):
        """Play an action, and wait until everybody has seen it; False when the game is over."""
        acting = [seat for seat, view in enumerate(self.views) if view.you.is_your_turn]
        if not acting:
            return False
        view = self.views[acting[0]]
        begin = time.perf_counter()
        action = {"type": "Act", "action": _chosen(view.you.legal)}
        await self._command(acting[0], action, view.version)
        await self._all_reach(view.version + 1)
        self.note(begin, self.sockets[acting[0]].sent_at)
        return True

    async def _command(self, seat, command, expected=None):
        request = {"command": command} | ({} if expected is None else {"expected": expected})
        await self.sockets[seat].send(json.dumps(request))

    async def _all_reach(self, version):
        for seat in range(len(self.views)):
            await self._until(seat, lambda view: view.version >= version)

    async def _until(self, seat, is_reached):
        while not is_reached(self.views[seat]):
            self.views[seat] = await self._view(seat)

    async def _view(self, seat):
        while True:
            text = await self.sockets[seat].recv(decode=False)
            self.bytes += len(text)
            message = self.decode(text)
            if message.type == "RoomView":
                return message
            if message.type == "Refused":
                raise RuntimeError(message.code)


class EchoTable(Table):
    """Four connections of the echo server; they take turns."""

    count = 0

    async def open(self, base, number):
        self.sockets = [await connected(f"{base}/{number}") for _ in range(SEATS)]

    async def act(self):
        begin = time.perf_counter()
        self.count += 1
        acting = self.sockets[self.count % SEATS]
        await acting.send('{"command":{"type":"Act","action":"k5"}}')
        for channel in self.sockets:
            self.bytes += len(await channel.recv(decode=False))
        self.note(begin, acting.sent_at)
        return True


def _chosen(legal):
    """Play on as long as it goes, so that games last."""
    return next((action for action in legal if action[0] in "rk"), legal[0])


async def post(http, path, body, headers=None):
    answer = await http.post(path, json=body, headers=headers)
    answer.raise_for_status()
    return answer


def connected(address):
    return connect(
        address,
        proxy=None,
        compression=None,
        ping_interval=None,
        max_size=None,
        create_connection=Channel,
    )


async def run_all(tables, seconds, pace):
    """Let all tables act; with a pace, each once in that many seconds."""
    end = time.perf_counter() + seconds

    async def play(number, table):
        if pace:
            await asyncio.sleep(pace * number / len(tables))
        due = time.perf_counter()
        while time.perf_counter() < end:
            if not await table.act():
                return
            due += pace
            if pace:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))

    for table in tables:
        table.times.clear()
        table.client_times.clear()
        table.bytes = 0
    await asyncio.gather(*(play(number, table) for number, table in enumerate(tables)))


def _usage(pid):
    """Return the seconds of processor time and the resident bytes of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, int(fields[21]) * os.sysconf("SC_PAGE_SIZE")


async def measured(tables, pid, pace, seconds=SECONDS):
    before, own, begin = _usage(pid)[0], time.process_time(), time.perf_counter()
    await run_all(tables, seconds, pace)
    taken = time.perf_counter() - begin
    times = sorted(t for table in tables for t in table.times)
    cuts = statistics.quantiles(times, n=100)
    return {
        "rate": len(times) / taken,
        "actions": len(times) / len(tables),
        "ms": [1000 * cuts[i] for i in (49, 94, 98)],
        "client ms": 1000 * statistics.median(t for table in tables for t in table.client_times),
        "bytes": sum(table.bytes for table in tables) / len(times),
        "server": (_usage(pid)[0] - before) / taken,
        "client": (time.process_time() - own) / taken,
    }


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@asynccontextmanager
async def serving(folder):
    """Run a server; returns its process and port."""
    port = _free_port()
    environment = os.environ | {f"PICKOMINO_{k}": str(v) for k, v in LIMITS.items()}
    command = [sys.executable, "-m", "pickomino", "serve", "--no-open", "--port", str(port)]
    command += ["--database", f"{folder}/load.db"]
    process = subprocess.Popen(  # noqa: ASYNC220 - nothing else runs yet
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        process.stdout.readline()
        yield process, port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        process.stdout.close()


async def _of_rooms(folder):
    async with serving(folder) as (process, port):
        empty = _usage(process.pid)[1]
        tables = [RoomTable() for _ in range(TABLES)]
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            for table in tables:
                await table.open(f"ws://127.0.0.1:{port}", http)
        full = _usage(process.pid)[1]
        found = [await measured(tables, process.pid, pace) for pace in (PACE, 0)]
        played = _usage(process.pid)[1]
        return found, (full - empty) / TABLES, (played - empty) / TABLES


async def _of_echo(size):
    port = _free_port()
    command = [sys.executable, "-c", ECHO, str(port), str(size)]
    process = subprocess.Popen(command)  # noqa: ASYNC220 - nothing else runs yet
    try:
        await _until_open(port)
        tables = [EchoTable() for _ in range(TABLES)]
        for number, table in enumerate(tables):
            await table.open(f"ws://127.0.0.1:{port}", number)
        return [await measured(tables, process.pid, pace) for pace in (PACE, 0)]
    finally:
        process.terminate()
        process.wait(20)


async def _until_open(port):
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise TimeoutError


async def _all():
    with tempfile.TemporaryDirectory() as folder:
        rooms, opened, played = await _of_rooms(folder)
    echo = await _of_echo(ECHO_BYTES)
    return rooms, echo, opened, played


def run():
    """Print what was measured."""
    import uvloop

    rooms, echo, opened, played = uvloop.run(_all())
    cores = os.cpu_count()
    print(f"Server, {TABLES} tables of {SEATS} on loopback, {cores} cores shared with the clients")
    for title, ours, base in zip(
        (f"one action a table every {PACE:g} s", "as fast as it goes"), rooms, echo, strict=True
    ):
        print(f"  {title}:")
        _print("rooms", ours)
        _print("echo", base)
        ratio = ours["rate"] / base["rate"], ours["ms"][0] / base["ms"][0]
        print(f"    ratio: {ratio[0]:.2f} of the actions, {ratio[1]:.1f} times the median time")
    actions = sum(found["actions"] for found in rooms)
    print(
        f"  memory a table: {opened / 1024:.0f} KiB when opened, {played / 1024:.0f} KiB after"
        f" {actions:.0f} actions; {rooms[1]['bytes'] / 1024:.1f} KiB sent an action"
    )
    most = rooms[1]
    print(
        f"  what limits it: the server's one process used {most['server']:.0%} of a core, the"
        f" clients {most['client']:.0%}; the disk's commits are shared by all tables"
    )


def _print(name, found):
    p50, p95, p99 = found["ms"]
    print(
        f"    {name:6} {found['rate']:7,.0f} actions a second, to every seat"
        f" p50 {p50:.2f} p95 {p95:.1f} p99 {p99:.1f} ms, and {found['client ms']:.2f} in the client"
        f"  (server {found['server']:.0%}, clients {found['client']:.0%} of a core)"
    )


if __name__ == "__main__":
    run()
