"""A bot that runs as a separate program and exchanges lines over its standard input and output.

    we send                            the program answers
    pickomino 1                        ready
    choose POSITION ACTION ACTION ...  ACTION
    quit

POSITION is a WFEN with `_` between its fields, followed by the legal actions. When the program
crashes, hangs or gives an invalid answer, the fault is counted and a random action is played; after
a crash or a timeout the program is restarted.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import shutil
import subprocess
import threading
import weakref
from collections import Counter
from typing import Final

from pickomino.bots.arguments import checked
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import Action
from pickomino.core.errors import InvalidNotation, quote_path
from pickomino.core.play import legal_actions
from pickomino.core.position import Position
from pickomino.operating_system import IS_WINDOWS

GREETING: Final = "pickomino 1"
START_SECONDS: Final = 10.0
"""How many seconds a program may take to start, in addition to its thinking time."""
MAX_LINE_LENGTH: Final = 1000
MAX_QUEUED_LINES: Final = 100
"""How many unread lines of output are kept; further lines are dropped."""
MAX_STARTS: Final = 5
"""A program that still fails after this many starts is not started again."""


class ExternalBot:
    """Plays what a program answers; `faults` counts crashes, timeouts and illegal answers.

    >>> import sys
    >>> bot = ExternalBot(f"{sys.executable} examples/line_bot.py")
    >>> dict(bot.faults)
    {}
    """

    def __init__(self, command: str = "") -> None:
        """Check that the command's executable exists; `choose` starts the program."""
        self.command = _split(command)
        if not self.command or shutil.which(self.command[0]) is None:
            raise InvalidNotation("bad_bot_command", command=quote_path(command))
        self.faults: Counter[str] = Counter()
        self._starts = 0
        self._program: _ChildProcess | None = None

    @checked
    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Return the program's answer, or a random action if it gives no legal one in time."""
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
        program = self._running_program()
        wfen = position.wfen().replace(" ", "_")
        program.send(f"choose {wfen} {' '.join(map(str, legal))}")
        return program.receive(seconds)

    def _running_program(self) -> _ChildProcess:
        if self._program is None:
            if self._starts == MAX_STARTS:
                raise OSError("restarted too often")
            self._starts += 1
            self._program = _ChildProcess(self.command)
            self._program.send(GREETING)
            if not self._program.receive(START_SECONDS).startswith("ready"):
                raise OSError("the program did not reply with `ready`")
        return self._program

    def _fault(self, kind: str) -> None:
        self.faults[kind] += 1
        if kind != "illegal" and self._program is not None:
            self._program.stop()
            self._program = None

    def close(self) -> None:
        """Stop the program."""
        if self._program is not None:
            self._program.send("quit")
            self._program.stop()
            self._program = None


class _ChildProcess:
    """A running program, with one thread writing to it and one reading from it.

    Both pipes can block when full, so the playing thread touches neither.
    """

    def __init__(self, command: list[str]) -> None:
        process = subprocess.Popen(  # noqa: S603 - running a given program is the purpose
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._input: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._output: queue.Queue[str | None] = queue.Queue(MAX_QUEUED_LINES)
        for work, lines in ((_write_lines, self._input), (_read_lines, self._output)):
            threading.Thread(target=work, args=(process, lines), daemon=True).start()
        self.stop = weakref.finalize(self, _stop, process, self._input)

    def send(self, line: str) -> None:
        """Send a line and drop earlier output, which cannot be an answer to this line."""
        with contextlib.suppress(queue.Empty):
            while self._output.get_nowait() is not None:
                pass
            raise OSError("the program ended")
        self._input.put(line)

    def receive(self, seconds: float) -> str:
        """Return the next line; raise TimeoutError if none comes, OSError if the program ended."""
        try:
            line = self._output.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            raise OSError("the program ended")
        return line


def _split(command: str) -> list[str]:
    """Split a command line; on Windows a backslash is part of a path."""
    try:
        words = shlex.split(command, posix=not IS_WINDOWS)
    except ValueError as error:
        raise InvalidNotation("bad_bot_command", command=quote_path(command)) from error
    return [word.strip('"') for word in words] if IS_WINDOWS else words


def _write_lines(process: subprocess.Popen[str], lines: queue.SimpleQueue[str | None]) -> None:
    assert process.stdin is not None, "opened as a pipe"  # noqa: S101
    with contextlib.suppress(OSError, ValueError):
        while (line := lines.get()) is not None:
            process.stdin.write(line + "\n")
            process.stdin.flush()


def _read_lines(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None, "opened as a pipe"  # noqa: S101
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(MAX_LINE_LENGTH):
            with contextlib.suppress(queue.Full):
                lines.put_nowait(line.strip())
    with contextlib.suppress(queue.Full):
        lines.put_nowait(None)


def _stop(process: subprocess.Popen[str], lines: queue.SimpleQueue[str | None]) -> None:
    process.kill()
    process.wait()
    lines.put(None)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
