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
import os
import queue
import shlex
import shutil
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
MAX_LINE_LENGTH: Final = 1000
MAX_QUEUED_LINES: Final = 100
"""Lines that wait to be read; a program that says more talks to the wall."""
MAX_STARTS: Final = 5
"""A program that broke so often is not started again."""


class ExternalBot:
    """Asks a program; `faults` counts its crashes, timeouts and illegal answers."""

    def __init__(self, command: str = "") -> None:
        """Take the command line of the program, which must be there."""
        self.command = _split(command)
        if not self.command or shutil.which(self.command[0]) is None:
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
            if self._starts == MAX_STARTS:
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
            self._program.say("quit")
            self._program.stop()
            self._program = None


class _Program:
    """A running program, with a thread each for what it is told and what it says.

    Both pipes can fill up, so neither is touched by the thread that plays.
    """

    def __init__(self, command: list[str]) -> None:
        process = subprocess.Popen(  # noqa: S603 - running a given program is the purpose
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._told: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._said: queue.Queue[str | None] = queue.Queue(MAX_QUEUED_LINES)
        for work, lines in ((_tell, self._told), (_listen, self._said)):
            threading.Thread(target=work, args=(process, lines), daemon=True).start()
        self.stop = weakref.finalize(self, _end, process, self._told)

    def say(self, line: str) -> None:
        """Send a line; what the program said before is no answer to it."""
        with contextlib.suppress(queue.Empty):
            while self._said.get_nowait() is not None:
                pass
            raise OSError("the program ended")
        self._told.put(line)

    def hear(self, seconds: float) -> str:
        """Wait for a line; TimeoutError if none comes, OSError if the program is gone."""
        try:
            line = self._said.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            raise OSError("the program ended")
        return line


def _split(command: str) -> list[str]:
    """Split a command line; on Windows a backslash is part of a path."""
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise InvalidNotation("bad_bot_command", command=quoted(command)) from error
    return [word.strip('"') for word in words] if os.name == "nt" else words


def _tell(process: subprocess.Popen[str], lines: queue.SimpleQueue[str | None]) -> None:
    assert process.stdin is not None, "opened as a pipe"  # noqa: S101
    with contextlib.suppress(OSError, ValueError):
        while (line := lines.get()) is not None:
            process.stdin.write(line + "\n")
            process.stdin.flush()


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None, "opened as a pipe"  # noqa: S101
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(MAX_LINE_LENGTH):
            with contextlib.suppress(queue.Full):
                lines.put_nowait(line.strip())
    with contextlib.suppress(queue.Full):
        lines.put_nowait(None)


def _end(process: subprocess.Popen[str], told: queue.SimpleQueue[str | None]) -> None:
    process.kill()
    process.wait()
    told.put(None)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
