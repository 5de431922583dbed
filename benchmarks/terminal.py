"""How long the terminal app takes to its first screen, and what it uses while it waits.

In a real pseudo-terminal, beside a bare app of the same toolkit.
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
SETTLING = 5
"""Seconds in which a bot may still move, and what was begun at the start comes to its end."""
IDLE = 20
IDLE_AIM = 0.005
ESCAPES = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]")
BARE = (
    "from textual.app import App\nfrom textual.widgets import Static\n"
    "class Bare(App):\n    def compose(self):\n        yield Static('ready')\nBare().run()"
)


@contextmanager
def shown(text, command, folder):
    """Run a program in a terminal of 80 by 24 until it has written a text, and kill it later.

    Returns its process and its terminal.
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
    with shown(text, command, folder):
        return time.perf_counter() - begin


def idle_share(text, command, folder):
    """Return the share of a core that a program uses once it waits for its player."""
    with shown(text, command, folder) as (pid, descriptor):
        _read_for(descriptor, SETTLING)
        before = _processor_seconds(pid)
        _read_for(descriptor, IDLE)
        return (_processor_seconds(pid) - before) / IDLE


def _read_for(descriptor, seconds):
    """Take what a program writes meanwhile, as a terminal would."""
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        if select.select([descriptor], [], [], left)[0]:
            os.read(descriptor, 65536)


def _processor_seconds(pid):
    """Return what a process has used, in nanoseconds' precision where the kernel tells."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def run():
    python = sys.executable
    play = [python, "-m", "pickomino", "play"]
    programs = {
        "a bare Textual app": ("ready", [python, "-c", BARE]),
        "the menu": ("New game", play),
        "a game that begins at once": ("choose a symbol", [*play, "--names", "Ann", "--seed", "7"]),
    }
    times = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(REPEATS + 1):
            for name, (text, command) in programs.items():
                times[name].append(seconds_to(text, command, folder))
        idle = {name: idle_share(*program, folder) for name, program in programs.items()}
    print(f"Seconds to the first screen at 80x24: median of {REPEATS}, fastest, ratio to bare")
    bare = statistics.median(times["a bare Textual app"][1:])
    for name, taken in times.items():
        median = statistics.median(taken[1:])  # the first one fills caches
        print(f"  {name:27} {median:5.2f} {min(taken[1:]):5.2f} {median / bare:5.2f}")
    menu = statistics.median(times["the menu"][1:])
    print(f"  the menu takes {menu / AIM:.2f} of the {AIM:.0f} s aimed for")
    print(f"Share of a core while it waits, in {IDLE} s (aim: {IDLE_AIM:.1%})")
    for name, share in idle.items():
        print(f"  {name:27} {share:.2%}")


if __name__ == "__main__":
    run()
