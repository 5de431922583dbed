"""Soak suite of several servers: how long a table of bots stands still when its node is killed.

A seed names some kills. The time of each is that from the kill (SIGKILL) until somebody at another
node sees the next move.
"""

from __future__ import annotations

import asyncio
import math
import random
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from support.server.cluster import Cluster
from support.server.daemons import RedisServer, postgres_in
from support.server.serving import Server

KILLS = 10
"""In each seed."""
LONGEST = 3.0
"""Seconds that 99 of 100 may take."""
BIN = 0.05
"""Seconds that are counted as one; never fewer than it was."""
BOTS = [{"type": "BotSeat", "bot": "random"}] * 2


def check_seed(seed: int) -> tuple[int, dict[str, float]]:
    """Kill some nodes; returns how many, and how often it took how long."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        redis = RedisServer(Path(name)).start()
        try:
            with postgres_in(Path(tempfile.mkdtemp(prefix="pickomino-soak-"))) as address:
                cluster = Cluster(address, redis, Path(name), bot_pause=0.1)
                for seconds in _times(cluster, random.Random(seed)):
                    upper = f"{math.ceil(seconds / BIN) * BIN:.2f}"
                    found[upper] = found.get(upper, 0) + 1
        finally:
            redis.stop()
    return KILLS, found


def check_sums(sums: Mapping[str, float]) -> None:
    """Say how long it took, which must not be too long."""
    times = sorted(float(upper) for upper, count in sums.items() for _ in range(int(count)))
    late = times[math.ceil(0.99 * len(times)) - 1]
    told = f"{len(times)} kills: median {times[len(times) // 2]:.2f} s, 99 % {late:.2f} s,"
    print(f"{told} longest {times[-1]:.2f} s", flush=True)
    assert late <= LONGEST, "tables stand still for too long"


def _times(cluster: Cluster, rng: random.Random) -> list[float]:
    try:
        cluster.start()
        return [asyncio.run(_killed(cluster, rng)) for _ in range(KILLS)]
    finally:
        cluster.close()


async def _killed(cluster: Cluster, rng: random.Random) -> float:
    """Kill the node that drives a table, and return how long the table stood still."""
    server, other = rng.sample(cluster.servers, 2)
    code, token = _table(server)
    async with other.live(code, token) as client:
        begun = await client.shown()
        await client.until(lambda _: client.view["version"] > begun["version"] + 1)
        await asyncio.sleep(rng.uniform(0, 0.5))
        killed_at = time.monotonic()
        await asyncio.to_thread(server.kill)
        ((reached,),) = await cluster.asked("SELECT version FROM rooms WHERE code = $1", code)
        await client.until(lambda _: client.view["version"] > reached)
        seconds = time.monotonic() - killed_at
    await asyncio.to_thread(server.start)
    return seconds


def _table(server: Server) -> tuple[str, str]:
    code, token = server.create(*BOTS, practice=True)
    with server.http() as http:
        body = {"command": {"type": "Start"}, "expected": 1}
        headers = {"authorization": f"Bearer {token}"}
        begun = http.post(f"/api/rooms/{code}/commands", json=body, headers=headers)
        assert begun.status_code == 200, begun.text
    return code, token
