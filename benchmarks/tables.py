"""Many tables: 750 and 1,500, with one connection each, acting as often as people do.

Above a thousand tables, every move once rebuilt the room from its log. The p95 of 1,500 tables must
stay within twice that of 750.
"""

import contextlib
import json
import statistics
import tempfile

import httpx

from benchmarks.load import Figures, measure, serving
from benchmarks.load_tables import RoomTable, connect_channel, post
from pickomino.rooms.protocol.messages import PROTOCOL

TABLES = (750, 1_500)
PACE = 5.0
"""Seconds between two actions of a table."""
SECONDS = 10.0
ROUNDS = 7


class HomeTable(RoomTable):
    """Two players who share a device."""

    async def open(self, base, http):
        seats = [{"type": "PersonSeat", "name": name} for name in ("Ann", "Ben")]
        settings = {"practice": True}
        body = {"type": "CreateRoom", "seats": seats, "settings": settings}
        made = (await post(http, "/api/rooms", body)).json()
        self.sockets = [await connect_channel(f"{base}/api/rooms/{made['code']}/live")]
        hello = {"type": "Hello", "protocol": PROTOCOL, "token": made["token"]}
        await self.sockets[0].send(json.dumps(hello))
        self.views = [await self._view(0)]
        await self._command(0, {"type": "Start"}, self.views[0].version)
        while self.views[0].phase != "playing":
            self.views[0] = await self._view(0)


async def _open_tables(count, port):
    tables = [HomeTable() for _ in range(count)]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        for table in tables:
            await table.open(f"ws://127.0.0.1:{port}", http)
    return tables


async def _measure_all():
    """Measure both numbers in turns on separate servers, so that other load affects both."""
    figures: list[list[Figures]] = [[], []]
    async with contextlib.AsyncExitStack() as stack:
        servers = []
        for count in TABLES:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            process, port = await stack.enter_async_context(serving(folder))
            servers.append((await _open_tables(count, port), process.pid))
        for _ in range(ROUNDS):
            for (tables, pid), rounds in zip(servers, figures, strict=True):
                rounds.append(await measure(tables, pid, PACE, SECONDS))
    return figures


def run():
    """Print the results."""
    import uvloop

    medians = []
    print(f"Server, tables with one connection, one action per table every {PACE:g} s,")
    print(f"medians of {ROUNDS} rounds of {SECONDS:g} s in turns")
    for count, rounds in zip(TABLES, uvloop.run(_measure_all()), strict=True):
        p50, p95, p99 = map(
            statistics.median, zip(*(figures.ms for figures in rounds), strict=True)
        )
        rate = statistics.median(figures.rate for figures in rounds)
        busy = statistics.median(figures.server for figures in rounds)
        medians.append(p95)
        all_p95 = ", ".join(f"{figures.ms[1]:.1f}" for figures in rounds)
        print(
            f"  {count:5,} tables: {rate:4.0f} actions per second, p50 {p50:.1f} p95 {p95:.1f}"
            f" ({all_p95}) p99 {p99:.1f} ms (server {busy:.0%} of a core)"
        )
    print(f"  p95 with more tables is {medians[1] / medians[0]:.1f} times that with fewer")


if __name__ == "__main__":
    run()
