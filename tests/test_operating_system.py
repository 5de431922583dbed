"""The package runs where modules and functions of Linux are missing."""

import ast
import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest
import smoke_test

from pickomino import operating_system

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pickomino"
OTHERS = ROOT / "tests" / "support" / "other_systems"

ASKED_ONLY_THERE = {
    *("fcntl", "grp", "msvcrt", "platform", "pty", "pwd", "resource", "signal", "termios", "tty"),
    *("winreg", "curses", "syslog"),
}
"""Modules that exist or behave differently elsewhere."""
NAMES_ASKED_ONLY_THERE = {
    "os": {
        *(
            "O_BINARY",
            "O_NOFOLLOW",
            "chmod",
            "chown",
            "fork",
            "geteuid",
            "getuid",
            "kill",
            "killpg",
        ),
        *("name", "nice", "sched_getaffinity", "setsid", "umask", "uname"),
    },
    "sys": {"getwindowsversion", "platform"},
}
METHODS_ASKED_ONLY_THERE = {"add_signal_handler", "chmod", "lchmod"}
IMPORT_ALL = """
import importlib, pkgutil, sys
import pickomino
skipped = tuple(sys.argv[1:])
for module in pkgutil.walk_packages(pickomino.__path__, "pickomino."):
    if not module.name.endswith("__main__") and not module.name.startswith(skipped or "-"):
        importlib.import_module(module.name)
from pickomino.operating_system import IS_WINDOWS
print("imported", IS_WINDOWS)
"""
USE_FILES = """
import os, sys
from pathlib import Path
from pickomino.atomic_file import atomic_write
from pickomino.operating_system import (
    can_others_open, is_own_file, kill_session, lower_priority, available_cores)
from pickomino.rooms.storage.file_lock import locked, try_lock, unlock

folder = Path(sys.argv[1])
with atomic_write(folder / "a") as file:
    file.write(b"a")
status = (folder / "a").stat()
assert is_own_file(status)
assert isinstance(can_others_open(status), bool)
lower_priority(1)
assert available_cores() >= 1
with locked(folder / "lock"):
    print("second:", try_lock(folder / "lock") is not None)
descriptor = try_lock(folder / "lock")
unlock(descriptor)
with locked(folder / "lock"):
    pass
"""
REQUEST_WORKER = """
import asyncio
from pickomino.worker_process import WorkerProcess

async def main():
    worker = WorkerProcess("other_system_worker", str)
    print(await worker.ask("platform", 60))
    pid = worker._process.pid
    await worker.stop()
    print("stopped", worker.is_running)

asyncio.run(main())
"""
WORKER = """
import pickomino.operating_system as system
from pickomino.worker_process import serve

serve(str, lambda request, on_progress: system.sys.platform, is_background=True)
"""

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="pretends to be Windows")
each_desktop = pytest.mark.parametrize("system", ["win32", "darwin"])


def environment_of(system, path=()):
    places = os.pathsep.join(map(str, (OTHERS, *path)))
    return os.environ | {"PRETENDED_SYSTEM": system, "PYTHONPATH": places}


def run(system, *arguments, path=(), **environment):
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        env=environment_of(system, path) | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_posix
def test_every_module_is_imported_on_windows():
    # These two need torch, which is installed only for training.
    torch = ("pickomino.envs.stable_baselines3", "pickomino.envs.torch")
    assert run("win32", "-c", IMPORT_ALL, *torch) == "imported True\n"


@needs_posix
def test_engine_bots_and_rooms_are_imported_in_a_browser():
    """What needs processes, a terminal or a server is not used there."""
    shells = [f"pickomino.{name}" for name in ("arena", "cli", "envs", "server", "tables", "tui")]
    assert run("emscripten", "-c", IMPORT_ALL, *shells) == "imported False\n"


@needs_posix
@pytest.mark.parametrize(
    ("system", "is_locked_twice"), [("win32", False), ("darwin", False), ("emscripten", True)]
)
def test_files_are_locked_and_replaced_elsewhere(tmp_path, system, is_locked_twice):
    """In a browser no other process holds the lock, so locking does nothing."""
    assert run(system, "-c", USE_FILES, tmp_path) == f"second: {is_locked_twice}\n"


@needs_posix
@each_desktop
def test_worker_answers_and_stops_elsewhere(tmp_path, system):
    (tmp_path / "other_system_worker.py").write_text(WORKER)
    lines = run(system, "-c", REQUEST_WORKER, path=[tmp_path]).splitlines()
    assert lines == [system, "stopped False"]


@needs_posix
def test_game_and_match_are_played_on_windows(tmp_path):
    homes = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    play = ["play", "--plain", "--people", "0", "--bots", "random,family", "--seed", "1"]
    assert "wins" in run("win32", "-m", "pickomino", *play, "--language", "en", **homes)
    match = ["arena", "random", "family", "--games", "4", "--workers", "2", "--seed", "1"]
    assert "family" in run("win32", "-m", "pickomino", *match, "--language", "en", **homes)


@needs_posix
@each_desktop
def test_terminal_app_starts_elsewhere(system):
    assert run(system, "-c", smoke_test.APP) == "app shows NewGameScreen\n"


@needs_posix
@each_desktop
def test_server_answers_and_stops_elsewhere(tmp_path, system):
    serve = ["serve", "--no-open", "--language", "en", "--database", tmp_path / "games.db"]
    with subprocess.Popen(
        [sys.executable, "-m", "pickomino", *serve, "--port", "0"],
        env=environment_of(system) | {"HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            address = server.stdout.readline().removeprefix("Play at ").strip()
            assert "<html" in httpx.get(address, timeout=60).text
        finally:
            server.terminate()
    assert server.returncode == 0


def uses(source):
    """Yield what the code of a module asks the system for."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names if name.name in ASKED_ONLY_THERE)
            case ast.ImportFrom(module=str(module), level=0) if module in ASKED_ONLY_THERE:
                yield module
            case ast.ImportFrom(module=("os" | "sys") as module, names=names):
                asked = NAMES_ASKED_ONLY_THERE[module]
                yield from (f"{module}.{name.name}" for name in names if name.name in asked)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if (
                name in NAMES_ASKED_ONLY_THERE.get(owner, ())
            ):
                yield f"{owner}.{name}"
            case ast.Attribute(attr=name) if name in METHODS_ASKED_ONLY_THERE:
                yield name
            case ast.Constant(value=int()):
                number = ast.get_source_segment(source, node) or ""
                if number.startswith("0o"):
                    yield number


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import os, fcntl", ["fcntl"]),
        ("from signal import SIGINT", ["signal"]),
        ("from os import PathLike, fork", ["os.fork"]),
        ("import os\nos.kill(1, 9)", ["os.kill"]),
        ("path.chmod(mode)", ["chmod"]),
        ("loop.add_signal_handler(2, stop)", ["add_signal_handler"]),
        ("folder.mkdir(mode=0o700)", ["0o700"]),
    ],
)
def test_what_a_module_asks_the_system_for_is_found(source, expected):
    assert list(uses(source)) == expected


def test_only_one_module_asks_which_system_it_runs_on():
    modules = {
        str(path.relative_to(SOURCE)): found
        for path in sorted(SOURCE.rglob("*.py"))
        if (found := sorted(set(uses(path.read_text("utf-8")))))
    }
    assert list(modules) == ["operating_system.py"], modules


def test_replacing_waits_until_windows_releases_the_file(tmp_path, monkeypatch):
    draft, target = tmp_path / "draft", tmp_path / "target"
    draft.write_text("new")
    target.write_text("old")
    refusals = [PermissionError(13, "in use")] * 2
    replace, pauses = Path.replace, []

    def refuse_first(path, other):
        if refusals:
            raise refusals.pop()
        return replace(path, other)

    monkeypatch.setattr(operating_system, "IS_WINDOWS", True)
    monkeypatch.setattr(operating_system.time, "sleep", pauses.append)
    monkeypatch.setattr(Path, "replace", refuse_first)
    operating_system.replace_file(draft, target)
    assert target.read_text() == "new"
    assert len(pauses) == 2
    monkeypatch.setattr(operating_system, "IS_WINDOWS", False)
    refusals.append(PermissionError(13, "not allowed"))
    draft.write_text("newer")
    with pytest.raises(PermissionError):
        operating_system.replace_file(draft, target)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_signal_just_before_a_line_is_read_ends_the_wait():
    """A signal that had come between the last byte code and the read was lost."""
    import pty

    ours, theirs = pty.openpty()
    seen = []

    def note(*_):
        seen.append("signal")
        os.write(ours, b"late\n")  # ends the wait of a test that fails

    before = signal.signal(signal.SIGUSR1, note)
    wait = select.select
    try:
        with os.fdopen(theirs) as terminal, pytest.MonkeyPatch.context() as patch:
            patch.setattr(select, "select", lambda *args: (_send_from_a_thread(), wait(*args))[1])
            operating_system.wait_for_line(terminal)
    finally:
        signal.signal(signal.SIGUSR1, before)
        os.close(ours)
    assert seen == ["signal"]


def _send_from_a_thread():
    """Send a signal that another thread gets, so that it interrupts no call of this one."""
    thread = threading.Thread(
        target=lambda: signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
    )
    thread.start()
    thread.join()
