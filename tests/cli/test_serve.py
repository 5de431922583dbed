"""`pickomino serve` and `pickomino backup` as commands."""

import asyncio
import fcntl
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from pickomino.cli.commands.serve import default_database
from pickomino.server.runner import open_listener
from pickomino.server.settings import ServerSettings
from pickomino.server.storage.sql_store import SqlStore
from support.cli_runner import pickomino
from support.server.preloaded import PreloadedProcess
from support.server.stores import CODE, STORED_REVIEW, append, entries

COMMAND = [sys.executable, "-m", "pickomino"]


@pytest.fixture(autouse=True)
def alone():
    """While ports are looked for, no other process of these tests takes or leaves one."""
    with (Path(tempfile.gettempdir()) / f"pickomino-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def environment(folder, **more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PICKOMINO_", "LANG", "LC_"))}
    return kept | {"XDG_DATA_HOME": str(folder), "LANGUAGE": "en"} | more


@contextmanager
def running(folder, *options, **more):
    """Run a server; returns the first line it says."""
    process = PreloadedProcess(["serve", *options], environment(folder, **more), folder / "log")
    try:
        yield process.stdout.readline()
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        process.stdout.close()


def ended(folder, *arguments, **more):
    done = subprocess.run(
        [*COMMAND, *arguments],
        env=environment(folder, **more),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def refused(folder, *arguments, **more):
    """Run a command that ends before a server would start."""
    return pickomino(*arguments, XDG_DATA_HOME=str(folder), LANGUAGE="en", **more)


def test_two_servers_take_two_ports():
    """Once they took the same one."""
    settings = ServerSettings(host="127.0.0.1")
    with open_listener(settings) as first, open_listener(settings) as second:
        assert first.getsockname()[1] < second.getsockname()[1]


def test_serve_takes_the_next_free_port(tmp_path):
    other = "--database", str(tmp_path / "other.db")
    with running(tmp_path) as first, running(tmp_path, *other) as second:
        ports = [int(re.search(r"http://127\.0\.0\.1:(\d+)$", line)[1]) for line in (first, second)]
        answers = [
            httpx.get(f"http://127.0.0.1:{port}/health", timeout=30).json()["status"]
            for port in ports
        ]
    assert ports[0] >= 8000
    assert ports[1] > ports[0]
    assert answers == ["ok", "ok"]
    assert (tmp_path / "pickomino" / "server.db").exists()


def test_second_server_on_a_database_is_refused(tmp_path):
    with running(tmp_path):
        code, output, error = ended(tmp_path, "serve")
        assert (code, output) == (2, "")
        assert "is in use by a server" in error
        assert "Traceback" not in error
        target = str(tmp_path / "copy.db")
        source = str(tmp_path / "pickomino" / "server.db")
        code, _, error = refused(tmp_path, "transfer", "--from", source, "--to", target)
        assert code == 2
        assert "is in use by a server" in error
    code, _, error = refused(tmp_path, "transfer", "--from", source, "--to", source)
    assert code == 2
    assert "is both the source and the target" in error


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_transfer_to_the_same_file_is_refused(tmp_path, link):
    source, target = tmp_path / "games.db", tmp_path / "link.db"
    source.touch()
    getattr(target, link)(source)
    code, _, error = refused(tmp_path, "transfer", "--from", str(source), "--to", str(target))
    assert code == 2
    assert "is both the source and the target" in error


def test_server_without_its_key_does_not_start(tmp_path):
    """A new key was once created silently, and running games were lost."""
    shutil.copytree(STORED_REVIEW, tmp_path / "pickomino")
    key = tmp_path / "pickomino" / "server.db.key"
    key.unlink()
    code, output, error = ended(tmp_path, "serve")
    assert (code, output) == (2, "")
    assert error.strip().count("\n") == 0, "one sentence"
    assert "it is missing" in error
    assert not key.exists()


def test_serve_prints_the_public_address(tmp_path):
    address = "https://games.example.org"
    with running(tmp_path, "--public-url", address, LANGUAGE="en") as line:
        assert line.strip().endswith(address)


def test_lan_prints_a_reachable_address(tmp_path):
    with running(tmp_path, "--lan") as line:
        host = re.search(r"http://([\d.]+):\d+$", line)[1]
    assert host != "0.0.0.0"  # noqa: S104 - compared


def test_taken_port_is_an_error(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, _, errors = ended(tmp_path, "serve", "--port", str(taken.getsockname()[1]))
    assert code == 2
    assert "cannot be used" in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("options", "more", "message"),
    [
        ([], {"PICKOMINO_PORT": "x"}, "PICKOMINO_PORT must be a number from 0 to 65535, not 'x'"),
        ([], {"PICKOMINO_COLOUR": "red"}, "unknown setting"),
        ([], {"PICKOMINO_NETWORKS": "a.npz, b.npz"}, "cannot read 'a.npz': No such file"),
        (["--public-url", "games"], {}, "not a web address"),
    ],
)
def test_bad_settings_are_refused(tmp_path, options, more, message):
    code, _, error = refused(tmp_path, "serve", *options, **more)
    assert code == 2
    assert message in error


def test_unreadable_database_is_an_error(tmp_path):
    (tmp_path / "text").write_text("not a database, but long enough to be looked at closely" * 9)
    code, output, error = ended(tmp_path, "serve", "--database", str(tmp_path / "text"))
    assert code == 2
    assert not output
    assert "cannot use the database" in error
    assert "Traceback" not in error


def test_running_server_can_be_backed_up(tmp_path):
    copy = tmp_path / "copy.db"
    with running(tmp_path) as line:
        body = {"type": "CreateRoom", "seats": [{"type": "OpenSeat"}]}
        made = httpx.post(f"{line.split()[-1]}/api/rooms", json=body, timeout=30).json()
        code, output, error = ended(tmp_path, "backup", "--output", str(copy))
    assert code == 0, error
    assert str(copy) in output
    with closing(sqlite3.connect(copy)) as database, database:
        assert database.execute("SELECT code FROM rooms").fetchall() == [(made["code"],)]
    assert refused(tmp_path, "backup", "--output", str(copy))[0] == 2
    assert not list(tmp_path.glob("*.part"))


def test_room_is_unarchived_once(tmp_path):
    database = tmp_path / "games.db"

    async def archived():
        store = SqlStore(str(database))
        await store.open()
        await append(store, CODE, 0, entries(1, 1))
        await store.archive(CODE)
        await store.close()

    asyncio.run(archived())
    command = "unarchive", CODE, "--database", str(database)
    answers = [refused(tmp_path, *command) for _ in range(2)]
    assert [code for code, *_ in answers] == [0, 2]
    assert CODE in answers[0][1]
    assert refused(tmp_path, "unarchive", CODE, "--database", "nothing.db")[0] == 2


def test_data_folder_follows_xdg(monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_database() == Path("/data/pickomino/server.db")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert default_database() == Path.home() / ".local/share/pickomino/server.db"
