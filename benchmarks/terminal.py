"""The time to the terminal app's first screen, and its CPU use while it is idle.

Measured in a pseudo-terminal and compared with a minimal Textual app.
"""

import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from contextlib import contextmanager
from pathlib import Path

AIM = 1.0
"""Seconds to the first screen."""
REPEATS = 9
SETTLE_SECONDS = 5
"""Time in which bots may still move and start-up work finishes."""
IDLE_SECONDS = 20
MAX_IDLE_SHARE = 0.005
ESCAPES = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]")
BARE = (
    "from textual.app import App\nfrom textual.widgets import Static\n"
    "class Bare(App):\n    def compose(self):\n        yield Static('ready')\nBare().run()"
)


@contextmanager
def run_until(text, command, folder):
    """Run a program in an 80x24 terminal until it shows a text; kill it at the end.

    Yield its process id and the descriptor of its terminal.
    """
    environment = os.environ | {"TERM": "xterm-256color", "XDG_DATA_HOME": folder, "LANG": "C"}
    pid, descriptor = pty.fork()
    if pid == 0:
        os.execve(command[0], command, environment)  # noqa: S606 - our own program
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    output = b""
    try:
        while text.encode() not in ESCAPES.sub(b"", output):
            ready, _, _ = select.select([descriptor], [], [], 60)
            if not ready:
                sys.exit(f"{command} does not start: {output[-300:]!r}")
            output += os.read(descriptor, 65536)
        yield pid, descriptor
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(descriptor)


def seconds_to(text, command, folder):
    begin = time.perf_counter()
    with run_until(text, command, folder):
        return time.perf_counter() - begin


def idle_share(text, command, folder):
    """Return the share of a core that a program uses while it waits for input."""
    with run_until(text, command, folder) as (pid, descriptor):
        _read_for(descriptor, SETTLE_SECONDS)
        before = _processor_seconds(pid)
        _read_for(descriptor, IDLE_SECONDS)
        return (_processor_seconds(pid) - before) / IDLE_SECONDS


def _read_for(descriptor, seconds):
    """Read and discard a program's output for some seconds."""
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        if select.select([descriptor], [], [], left)[0]:
            os.read(descriptor, 65536)


def _processor_seconds(pid):
    """Return the CPU seconds of a process with the kernel's nanosecond precision."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def run():
    python = sys.executable
    play = [python, "-m", "pickomino", "play"]
    programs = {
        "a minimal Textual app": ("ready", [python, "-c", BARE]),
        "the menu": ("New game", play),
        "a game started directly": ("choose a symbol", [*play, "--names", "Ann", "--seed", "7"]),
    }
    times = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(REPEATS + 1):
            for name, (text, command) in programs.items():
                times[name].append(seconds_to(text, command, folder))
        idle = {name: idle_share(*program, folder) for name, program in programs.items()}
    print(f"Seconds to the first screen at 80x24: median of {REPEATS}, fastest, ratio to minimal")
    bare = statistics.median(times["a minimal Textual app"][1:])
    for name, taken in times.items():
        median = statistics.median(taken[1:])  # the first run fills caches
        print(f"  {name:27} {median:5.2f} {min(taken[1:]):5.2f} {median / bare:5.2f}")
    menu = statistics.median(times["the menu"][1:])
    print(f"  the menu takes {menu / AIM:.2f} of the target of {AIM:.0f} s")
    print(f"Share of a core while idle, over {IDLE_SECONDS} s (target: {MAX_IDLE_SHARE:.1%})")
    for name, share in idle.items():
        print(f"  {name:27} {share:.2%}")


if __name__ == "__main__":
    run()
