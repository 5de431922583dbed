"""The program in a pseudo-terminal."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

from rich.cells import cell_len

ESCAPES = re.compile(
    rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[()][0-9A-B]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[=>78cMP])"
)
PIECES = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H|(?P<home>\x1b\[H)|(?P<clear>\x1b\[2?J)"
    r"|\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\\\)|.)|(?P<text>[^\x1b\x00-\x1f]+)|."
)
FRAMES_QUERY = b"\x1b[?2026$p"
FRAMES_SUPPORTED = b"\x1b[?2026;2$y"
FRAME_START, FRAME_END = b"\x1b[?2026h", b"\x1b[?2026l"
RESTORES_SCREEN = b"\x1b[?1049l"
"""What a program writes when it exits, to restore the previous screen."""
NAMES = (
    *("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"),
    *("NO_COLOR", "COLORFGBG", "TEXTUAL", "COLUMNS", "LINES"),
)


class Terminal:
    """A process with a pseudo-terminal; all its output is kept."""

    def __init__(self, *arguments, folder, size=(80, 24), command=None, **environment):
        self.output = b""
        self.written = b""
        self.size = size
        self._has_answered = False
        command = command or [sys.executable, "-m", "pickomino", *arguments]
        inherited = {name: value for name, value in os.environ.items() if name not in NAMES}
        chosen = {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "XDG_DATA_HOME": str(folder),
        }
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            with contextlib.suppress(BaseException):
                os.execve(command[0], command, inherited | chosen | environment)  # noqa: S606
            os._exit(127)
        self.status = None
        self.resize(*size)

    def resize(self, width, height):
        lines = struct.pack("HHHH", height, width, 0, 0)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, lines)

    def read(self, seconds):
        """Read the output that comes within some time; returns whether there was any."""
        ready, _, _ = select.select([self.descriptor], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            return False
        self.output += data
        self.written += data
        if not self._has_answered and FRAMES_QUERY in self.written:
            # From now on updates are synchronized: a partial one was never shown.
            self._has_answered = True
            with contextlib.suppress(OSError):
                os.write(self.descriptor, FRAMES_SUPPORTED)
        return bool(data)

    def wait_for(self, text, seconds=90.0):
        """Wait for a text in the output since the last `forget`."""
        end = time.monotonic() + seconds
        while text.encode() not in self.text():
            left = end - time.monotonic()
            assert left > 0, f"{text!r} did not come; the last was {self.text()[-400:]!r}"
            if not self.read(min(left, 0.2)) and self.is_over():
                assert text.encode() in self.text(), f"ended: {self.text()[-400:]!r}"

    def text(self):
        return ESCAPES.sub(b"", self.output)

    def screen(self):
        """Return the visible lines, or those at the end; partial updates are not shown."""
        data = self.written.partition(RESTORES_SCREEN)[0]
        if data.rfind(FRAME_START) > data.rfind(FRAME_END):
            data = data[: data.rfind(FRAME_START)]
        width, height = self.size
        cells = [[" "] * width for _ in range(height)]
        row = column = 0
        for piece in PIECES.finditer(data.decode("utf-8", "replace")):
            if piece["row"]:
                row, column = int(piece["row"]) - 1, int(piece["column"]) - 1
            elif piece["home"]:
                row = column = 0
            elif piece["clear"]:
                cells = [[" "] * width for _ in range(height)]
            for character in piece["text"] or "":
                if row < height and column < width:
                    cells[row][column] = character
                column += cell_len(character)
        return ["".join(line) for line in cells]

    def forget(self):
        self.output = b""

    def drain(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not self.is_over():
            self.read(left)
        while self.is_over() and self.read(0):
            pass

    def press(self, keys):
        with contextlib.suppress(OSError):
            os.write(self.descriptor, keys.encode())

    def is_over(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
        return self.status is not None

    def kill(self, number=signal.SIGKILL):
        """End the process with a signal, such as SIGHUP of a closed window."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)
        self.close()

    def hang_up(self):
        """Close the terminal while the program runs."""
        os.close(self.descriptor)
        self.descriptor = -1
        self._reap()

    def close(self):
        if self.descriptor >= 0:
            self._reap()
            os.close(self.descriptor)
            self.descriptor = -1

    def _reap(self, seconds=20.0):
        end = time.monotonic() + seconds
        while not self.is_over():
            if self.descriptor >= 0:
                self.read(0.05)
            else:
                time.sleep(0.02)
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
                end += seconds

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if not self.is_over():
            self.kill()
        else:
            self.close()
