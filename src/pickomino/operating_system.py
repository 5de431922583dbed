"""Everything that differs between Linux, macOS, Windows and Python in a browser.

Other modules ask here instead of looking at the platform themselves. What a system lacks has a
fallback, and tests/test_operating_system.py imports and runs the package without it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final, TextIO

IS_WINDOWS: Final = sys.platform == "win32"
IS_BROWSER: Final = sys.platform == "emscripten"
IS_DESKTOP: Final = sys.platform in ("win32", "darwin")
"""Whether every session has a desktop, so that a browser can be opened."""

EVENT_LOOP: Final = "asyncio" if IS_WINDOWS else "uvloop"
"""The server's event loop; uvloop does not exist for Windows."""

NO_FOLLOW: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""A flag for `os.open`: refuse a symbolic link, where the system can."""
BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""A flag for `os.open`: keep Windows from translating line endings."""

SHARED_FILE: Final = 0o666
"""Permissions of a file that the user's umask may restrict."""
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
"""Permissions of what only its owner may read; on Windows the user's folder is closed to others."""

MAX_WORKERS: Final = 61 if IS_WINDOWS else sys.maxsize
"""The most processes that `ProcessPoolExecutor` supports."""

STOP_SIGNALS: Final = tuple(
    signal.Signals[name]
    for name in ("SIGINT", "SIGTERM", "SIGBREAK")
    if name in signal.Signals.__members__
)
"""Signals that ask the program to end; Windows sends SIGBREAK when its console closes."""

_LOCK_POLL_SECONDS: Final = 0.01
_REPLACE_ATTEMPTS: Final = 20
_REPLACE_PAUSE_SECONDS: Final = 0.05

# ---------------------------------------------------------------- files

if sys.platform == "win32":
    import msvcrt

    def try_lock_file(descriptor: int) -> bool:
        """Lock an open file, unless another process has locked it; return whether it is ours."""
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def lock_file(descriptor: int) -> None:
        """Lock an open file, waiting while another process has it."""
        while not try_lock_file(descriptor):
            time.sleep(_LOCK_POLL_SECONDS)

    def unlock_file(descriptor: int) -> None:
        """Release the lock on an open file."""
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    try:
        import fcntl
    except ImportError:  # Python in a browser, where no other process can use the file
        fcntl = None

    def try_lock_file(descriptor: int) -> bool:
        """Lock an open file, unless another process has locked it; return whether it is ours."""
        if fcntl is None:
            return True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def lock_file(descriptor: int) -> None:
        """Lock an open file, waiting while another process has it."""
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_EX)

    def unlock_file(descriptor: int) -> None:
        """Release the lock on an open file."""
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_UN)


def replace_file(draft: Path, target: Path) -> None:
    """Put a file in the place of another, or of none.

    Windows refuses while another program has the target open, for instance a virus scanner, so
    there it is tried for a second.
    """
    for _ in range(_REPLACE_ATTEMPTS if IS_WINDOWS else 0):
        try:
            draft.replace(target)
        except PermissionError:
            time.sleep(_REPLACE_PAUSE_SECONDS)
        else:
            return
    draft.replace(target)


def sync_folder(folder: Path) -> None:
    """Make a new file's name durable; Windows cannot open folders and does not need this."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def is_own_file(status: os.stat_result) -> bool:
    """Return whether this user owns a file; on Windows the folder's permissions decide that."""
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def can_others_open(status: os.stat_result) -> bool:
    """Return whether all users of this machine can open a file; unknown on Windows, so False."""
    return not IS_WINDOWS and bool(status.st_mode & stat.S_IRWXO)


# ---------------------------------------------------------------- processes


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def lower_priority(niceness: int) -> None:
    """Let other processes go first; where the system cannot, nothing happens."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def kill_session(pid: int) -> None:
    """Kill a process that leads a session, and its children; on Windows only the process.

    Raises ProcessLookupError if it has exited.
    """
    if hasattr(os, "killpg"):
        os.killpg(pid, signal.Signals.SIGKILL)
    else:
        os.kill(pid, signal.SIGTERM)  # Windows ends the process at once


# ---------------------------------------------------------------- signals


@contextmanager
def stop_signals_handled(handler: Callable[[int, FrameType | None], None]) -> Generator[None]:
    """Call `handler` when a signal asks the program to end; afterwards restore the handlers."""
    before = {number: signal.signal(number, handler) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)


@contextmanager
def termination_handler_restored() -> Generator[None]:
    """Restore the handler of SIGTERM afterwards; only the main thread may call this."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def interrupt_at_once() -> None:
    """Let the next Ctrl-C raise KeyboardInterrupt."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def wait_for_line(terminal: TextIO) -> None:
    """Wait until a line can be read from a terminal, so that Ctrl-C takes effect at once.

    A blocking read would miss a signal that came just before it. On Windows, and outside the main
    thread, which no signal reaches, nothing is waited for.
    """
    if IS_WINDOWS or threading.current_thread() is not threading.main_thread():
        return
    import select
    import socket

    receiver, sender = socket.socketpair()
    with receiver, sender:
        sender.setblocking(False)  # noqa: FBT003 - the socket's own interface
        before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
        try:
            select.select([terminal, receiver], [], [])
        finally:
            signal.set_wakeup_fd(before)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def interrupts_blocked() -> Generator[None]:
    """Block SIGINT in processes started in this context; on Windows nothing is blocked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def handle_closing(close: Callable[[int], object]) -> None:
    """Call `close` with the signal's number when the program or its terminal shall close.

    A handler of the event loop would not be called while the loop waits for the terminal.
    """
    for name in ("SIGTERM", "SIGHUP"):
        if name in signal.Signals.__members__:
            signal.signal(signal.Signals[name], lambda number, _: close(number))
