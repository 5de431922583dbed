"""Many tables: 750, then 1,500, of one connection each, every one acting as often as people do.

Above a thousand tables everything was once folded anew at every move; p95 of the greater number
must stay within twice that of the smaller.
"""

import contextlib
import json
import statistics
import tempfile

import httpx

from benchmarks.load import RoomTable, connected, measured, post, serving
from pickomino.rooms.protocol.messages import PROTOCOL

TABLES = (750, 1_500)
PACE = 5.0
"""Seconds between two actions of a table."""
SECONDS = 10.0
ROUNDS = 7


class HomeTable(RoomTable):
    """Two people who share a device."""

    async def open(self, base, http):
        seats = [{"type": "PersonSeat", "name": name} for name in ("Ann", "Ben")]
        settings = {"practice": True}
        body = {"type": "CreateRoom", "seats": seats, "settings": settings}
        made = (await post(http, "/api/rooms", body)).json()
        self.sockets = [await connected(f"{base}/api/rooms/{made['code']}/live")]
        hello = {"type": "Hello", "protocol": PROTOCOL, "token": made["token"]}
        await self.sockets[0].send(json.dumps(hello))
        self.views = [await self._view(0)]
        await self._command(0, {"type": "Start"}, self.views[0].version)
        while self.views[0].phase != "playing":
            self.views[0] = await self._view(0)


async def _opened(count, port):
    tables = [HomeTable() for _ in range(count)]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        for table in tables:
            await table.open(f"ws://127.0.0.1:{port}", http)
    return tables


async def _all():
    """Measure few and many in turns, each at a server of its own: the machine's moods hit both."""
    found = [[], []]
    async with contextlib.AsyncExitStack() as stack:
        servers = []
        for count in TABLES:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            process, port = await stack.enter_async_context(serving(folder))
            servers.append((await _opened(count, port), process.pid))
        for _ in range(ROUNDS):
            for (tables, pid), each in zip(servers, found, strict=True):
                each.append(await measured(tables, pid, PACE, SECONDS))
    return found


def run():
    """Print what was measured."""
    import uvloop

    medians = []
    print(f"Server, tables of one connection, one action a table every {PACE:g} s,")
    print(f"medians of {ROUNDS} rounds of {SECONDS:g} s in turns")
    for count, found in zip(TABLES, uvloop.run(_all()), strict=True):
        p50, p95, p99 = map(statistics.median, zip(*(each["ms"] for each in found), strict=True))
        rate, busy = (statistics.median(each[key] for each in found) for key in ("rate", "server"))
        medians.append(p95)
        all_p95 = ", ".join(f"{each['ms'][1]:.1f}" for each in found)
        print(
            f"  {count:5,} tables: {rate:4.0f} actions a second, p50 {p50:.1f} p95 {p95:.1f}"
            f" ({all_p95}) p99 {p99:.1f} ms (server {busy:.0%} of a core)"
        )
    print(f"  p95 of the many is {medians[1] / medians[0]:.1f} times that of the few")


if __name__ == "__main__":
    run()
