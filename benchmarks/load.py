"""The server under load: 250 tables of 4 on loopback, compared with an echo server.

The server runs in a separate process; this process contains all clients, each with its own
connection, on the same cores. The time of an action is measured from sending its bytes until the
last bytes of the resulting view have arrived at every seat of the table; the time that the clients'
Python code takes to encode and decode them is printed separately. First every table acts once a
second, like quick players, at staggered times; then all tables act as fast as possible, to find the
maximum number of actions per second. The echo server stores and decides nothing: it sends each
message to the four connections of a table, padded by ECHO_BYTES, so its cost is that of sockets.
"""

import asyncio
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
from typing import NamedTuple

import httpx

from benchmarks.load_tables import SEATS, EchoTable, RoomTable

TABLES = 250
SECONDS = 8.0
PACE = 1.0
"""Seconds between two actions of a table at a steady pace."""
ECHO_BYTES = 1200
"""The padding of the echo: the size of a view when this was first measured, kept as a baseline."""
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


async def run_all(tables, seconds, pace):
    """Let all tables act for some seconds; with a pace, each once per `pace` seconds."""
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
    """Return the CPU seconds and the resident bytes of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, int(fields[21]) * os.sysconf("SC_PAGE_SIZE")


class Figures(NamedTuple):
    """The results of a measurement."""

    rate: float
    """Actions per second."""
    actions: float
    """Actions per table."""
    ms: tuple[float, float, float]
    """The median, 95th and 99th percentile of the time of an action."""
    client_ms: float
    bytes: float
    """Bytes received per action."""
    server: float
    """The share of a core that the server used."""
    client: float


async def measure(tables, pid, pace, seconds=SECONDS) -> Figures:
    before, own, begin = _usage(pid)[0], time.process_time(), time.perf_counter()
    await run_all(tables, seconds, pace)
    taken = time.perf_counter() - begin
    times = sorted(t for table in tables for t in table.times)
    cuts = statistics.quantiles(times, n=100)
    return Figures(
        rate=len(times) / taken,
        actions=len(times) / len(tables),
        ms=(1000 * cuts[49], 1000 * cuts[94], 1000 * cuts[98]),
        client_ms=1000 * statistics.median(t for table in tables for t in table.client_times),
        bytes=sum(table.bytes for table in tables) / len(times),
        server=(_usage(pid)[0] - before) / taken,
        client=(time.process_time() - own) / taken,
    )


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@asynccontextmanager
async def serving(folder):
    """Run a server; yield its process and port."""
    port = _free_port()
    environment = os.environ | {f"PICKOMINO_{k}": str(v) for k, v in LIMITS.items()}
    command = [sys.executable, "-m", "pickomino", "serve", "--no-open", "--port", str(port)]
    command += ["--database", f"{folder}/load.db"]
    process = subprocess.Popen(  # noqa: ASYNC220 - nothing else runs yet
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield process, port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        process.stdout.close()


async def _measure_rooms(folder):
    async with serving(folder) as (process, port):
        empty = _usage(process.pid)[1]
        tables = [RoomTable() for _ in range(TABLES)]
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            for table in tables:
                await table.open(f"ws://127.0.0.1:{port}", http)
        full = _usage(process.pid)[1]
        figures = [await measure(tables, process.pid, pace) for pace in (PACE, 0)]
        played = _usage(process.pid)[1]
        return figures, (full - empty) / TABLES, (played - empty) / TABLES


async def _measure_echo(size):
    port = _free_port()
    command = [sys.executable, "-c", ECHO, str(port), str(size)]
    process = subprocess.Popen(command)  # noqa: ASYNC220 - nothing else runs yet
    try:
        await _wait_until_open(port)
        tables = [EchoTable() for _ in range(TABLES)]
        for number, table in enumerate(tables):
            await table.open(f"ws://127.0.0.1:{port}", number)
        return [await measure(tables, process.pid, pace) for pace in (PACE, 0)]
    finally:
        process.terminate()
        process.wait(20)


async def _wait_until_open(port):
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise TimeoutError


async def _measure_all():
    with tempfile.TemporaryDirectory() as folder:
        rooms, opened, played = await _measure_rooms(folder)
    echo = await _measure_echo(ECHO_BYTES)
    return rooms, echo, opened, played


def run():
    """Print the results."""
    import uvloop

    rooms, echo, opened, played = uvloop.run(_measure_all())
    cores = os.cpu_count()
    print(f"Server, {TABLES} tables of {SEATS} on loopback, {cores} cores shared with the clients")
    for title, ours, base in zip(
        (f"one action per table every {PACE:g} s", "as fast as possible"), rooms, echo, strict=True
    ):
        print(f"  {title}:")
        _print("rooms", ours)
        _print("echo", base)
        ratio = ours.rate / base.rate, ours.ms[0] / base.ms[0]
        print(f"    ratio: {ratio[0]:.2f} of the actions, {ratio[1]:.1f} times the median time")
    actions = sum(figures.actions for figures in rooms)
    print(
        f"  memory per table: {opened / 1024:.0f} KiB when opened, {played / 1024:.0f} KiB after"
        f" {actions:.0f} actions; {rooms[1].bytes / 1024:.1f} KiB sent per action"
    )
    busiest = rooms[1]
    print(
        f"  bottleneck: the server's only process used {busiest.server:.0%} of a core, the"
        f" clients {busiest.client:.0%}; all tables share the commits to disk"
    )


def _print(name, figures: Figures):
    p50, p95, p99 = figures.ms
    print(
        f"    {name:6} {figures.rate:7,.0f} actions per second, to every seat"
        f" p50 {p50:.2f} p95 {p95:.1f} p99 {p99:.1f} ms,"
        f" plus {figures.client_ms:.2f} in the client"
        f"  (server {figures.server:.0%}, clients {figures.client:.0%} of a core)"
    )


if __name__ == "__main__":
    run()
