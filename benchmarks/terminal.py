"""How long the terminal app takes to its first drawn screen, in a real pseudo-terminal."""

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

AIM = 1.0
"""Seconds to the first screen."""
REPEATS = 9
ESCAPES = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]")
BARE = (
    "from textual.app import App\nfrom textual.widgets import Static\n"
    "class Bare(App):\n    def compose(self):\n        yield Static('ready')\nBare().run()"
)


def seconds_to(text, command, folder):
    """Time a program in a terminal of 80 by 24 until it has written a text; then kill it."""
    environment = os.environ | {"TERM": "xterm-256color", "XDG_DATA_HOME": folder, "LANG": "C"}
    begin = time.perf_counter()
    pid, descriptor = pty.fork()
    if pid == 0:
        os.execve(command[0], command, environment)  # noqa: S606 - our own program
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    output = b""
    while text.encode() not in ESCAPES.sub(b"", output):
        ready, _, _ = select.select([descriptor], [], [], 60)
        if not ready:
            sys.exit(f"{command} does not start: {output[-300:]!r}")
        output += os.read(descriptor, 65536)
    taken = time.perf_counter() - begin
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(descriptor)
    return taken


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
    print(f"Seconds to the first screen at 80x24: median of {REPEATS}, fastest, ratio to bare")
    bare = statistics.median(times["a bare Textual app"][1:])
    for name, taken in times.items():
        median = statistics.median(taken[1:])  # the first one fills caches
        print(f"  {name:27} {median:5.2f} {min(taken[1:]):5.2f} {median / bare:5.2f}")
    menu = statistics.median(times["the menu"][1:])
    print(f"  the menu takes {menu / AIM:.2f} of the {AIM:.0f} s aimed for")


if __name__ == "__main__":
    run()
