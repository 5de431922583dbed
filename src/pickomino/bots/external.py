"""A bot that is a program of its own, spoken to in lines on its standard input and output.

    we say                             it says
    pickomino 1                        ready
    choose POSITION ACTION ACTION ...  ACTION
    quit

POSITION is a WFEN with `_` between its fields, followed by the legal actions. A program that
crashes, hangs or answers nonsense is counted, restarted, and a random action is played for it.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import weakref
from collections import Counter
from typing import Final

from pickomino.bots.protocol import Thinking
from pickomino.core.actions import Action
from pickomino.core.errors import InvalidNotation, quoted
from pickomino.core.play import legal_actions
from pickomino.core.position import Position

GREETING: Final = "pickomino 1"
START_SECONDS: Final = 10.0
"""What a program may take to start, on top of its thinking time."""
LONGEST_LINE: Final = 1000
MOST_STARTS: Final = 5
"""A program that broke so often is not started again."""


class ExternalBot:
    """Asks a program; `faults` counts its crashes, timeouts and illegal answers."""

    def __init__(self, command: str = "") -> None:
        """Take the command line of the program."""
        self.command = shlex.split(command)
        if not self.command:
            raise InvalidNotation("bad_bot_command", command=quoted(command))
        self.faults: Counter[str] = Counter()
        self._starts = 0
        self._program: _Program | None = None

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Ask the program; play at random where it gives no legal answer."""
        legal = legal_actions(position)
        try:
            answer = self._ask(position, legal, thinking.seconds)
            action = Action.parse(answer)
            if action in legal:
                return action
            self._fault("illegal")
        except InvalidNotation:
            self._fault("illegal")
        except TimeoutError:
            self._fault("timeout")
        except OSError:
            self._fault("crash")
        return thinking.generator.choice(legal)

    def _ask(self, position: Position, legal: tuple[Action, ...], seconds: float) -> str:
        program = self._started()
        wfen = position.wfen().replace(" ", "_")
        program.say(f"choose {wfen} {' '.join(map(str, legal))}")
        return program.hear(seconds)

    def _started(self) -> _Program:
        if self._program is None:
            if self._starts == MOST_STARTS:
                raise OSError("started too often")
            self._starts += 1
            self._program = _Program(self.command)
            self._program.say(GREETING)
            if not self._program.hear(START_SECONDS).startswith("ready"):
                raise OSError("no greeting")
        return self._program

    def _fault(self, kind: str) -> None:
        self.faults[kind] += 1
        if kind != "illegal" and self._program is not None:
            self._program.stop()
            self._program = None

    def close(self) -> None:
        """Send the program home."""
        if self._program is not None:
            with contextlib.suppress(OSError):
                self._program.say("quit")
            self._program.stop()
            self._program = None


class _Program:
    """A running program and the lines it has said."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - running a given program is the purpose
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()
        self.stop = weakref.finalize(self, _kill, self._process)

    def say(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin is not None, "opened as a pipe"  # noqa: S101
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def hear(self, seconds: float) -> str:
        """Wait for a line; TimeoutError if none comes, OSError if the program is gone."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            raise OSError("the program ended")
        return line


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None, "opened as a pipe"  # noqa: S101
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(LONGEST_LINE):
            lines.put(line.strip())
    lines.put(None)


def _kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
