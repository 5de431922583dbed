"""Several servers: how long a table of bots is interrupted when its node is killed.

A seed determines some kills. The time of each is measured from the kill (SIGKILL) until a client at
another node sees the next move.
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
from support.server.daemons import RedisServer, run_postgres

KILLS = 10
"""Kills per seed."""
MAX_P99_SECONDS = 3.0
BIN_SECONDS = 0.05
"""Times are rounded up to multiples of this."""
BOTS = [{"type": "BotSeat", "bot": "random"}] * 2


def check_seed(seed: int) -> tuple[int, dict[str, float]]:
    """Kill some nodes; return their number and a histogram of the times."""
    histogram: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        redis = RedisServer(Path(name)).start()
        try:
            with run_postgres(Path(tempfile.mkdtemp(prefix="pickomino-soak-"))) as address:
                cluster = Cluster(address, redis, Path(name), bot_pause=0.1)
                for seconds in _measure(cluster, random.Random(seed)):
                    upper = f"{math.ceil(seconds / BIN_SECONDS) * BIN_SECONDS:.2f}"
                    histogram[upper] = histogram.get(upper, 0) + 1
        finally:
            redis.stop()
    return KILLS, histogram


def check_sums(sums: Mapping[str, float]) -> None:
    """Print the times, and check the 99th percentile."""
    times = sorted(float(upper) for upper, count in sums.items() for _ in range(int(count)))
    p99 = times[math.ceil(0.99 * len(times)) - 1]
    summary = f"{len(times)} kills: median {times[len(times) // 2]:.2f} s, 99 % {p99:.2f} s,"
    print(f"{summary} longest {times[-1]:.2f} s", flush=True)
    assert p99 <= MAX_P99_SECONDS, "tables are interrupted for too long"


def _measure(cluster: Cluster, rng: random.Random) -> list[float]:
    try:
        cluster.start()
        return [asyncio.run(_kill_node(cluster, rng)) for _ in range(KILLS)]
    finally:
        cluster.close()


async def _kill_node(cluster: Cluster, rng: random.Random) -> float:
    """Kill the node that runs a table, and return how long the table was interrupted."""
    server, other = rng.sample(cluster.servers, 2)
    code, token = server.create(*BOTS, practice=True)
    server.begin(code, token, 1)
    async with other.live(code, token) as client:
        begun = await client.next_view()
        await client.until(lambda _: client.view["version"] > begun["version"] + 1)
        await asyncio.sleep(rng.uniform(0, 0.5))
        killed_at = time.monotonic()
        await asyncio.to_thread(server.kill)
        ((reached,),) = await cluster.fetch("SELECT version FROM rooms WHERE code = $1", code)
        await client.until(lambda _: client.view["version"] > reached)
        seconds = time.monotonic() - killed_at
    await asyncio.to_thread(server.start)
    return seconds
