"""Many tables: 750, then 1,500, of one connection each, every one acting as often as people do.

Above a thousand tables everything was once folded anew at every move; p95 of the greater number
must stay within twice that of the smaller.
"""

import json
import tempfile

import httpx

from benchmarks.load import RoomTable, connected, measured, post, serving
from pickomino.service.messages import PROTOCOL

TABLES = (750, 1_500)
PACE = 5.0
"""Seconds between two actions of a table."""
SECONDS = 20.0


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


async def _all():
    found, tables = [], []
    with tempfile.TemporaryDirectory() as folder:
        async with (
            serving(folder) as (process, port),
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http,
        ):
            for count in TABLES:
                while len(tables) < count:
                    tables.append(HomeTable())
                    await tables[-1].open(f"ws://127.0.0.1:{port}", http)
                found.append(await measured(tables, process.pid, PACE, SECONDS))
    return found


def run():
    """Print what was measured."""
    import uvloop

    few, many = uvloop.run(_all())
    print(f"Server, tables of one connection, one action a table every {PACE:g} s")
    for count, found in zip(TABLES, (few, many), strict=True):
        p50, p95, p99 = found["ms"]
        print(
            f"  {count:5,} tables: {found['rate']:4.0f} actions a second, p50 {p50:.1f}"
            f" p95 {p95:.1f} p99 {p99:.1f} ms (server {found['server']:.0%} of a core)"
        )
    print(f"  p95 of the many is {many['ms'][1] / few['ms'][1]:.1f} times that of the few")


if __name__ == "__main__":
    run()
