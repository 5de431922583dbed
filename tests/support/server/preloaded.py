"""Starts the program in a process with preloaded modules, which is ten times as fast."""

from __future__ import annotations

import multiprocessing
import os
import sys
from functools import cache
from pathlib import Path
from unittest import mock

FORKSERVER = multiprocessing.get_context(None if sys.platform == "win32" else "forkserver")
if sys.platform != "win32":
    FORKSERVER.set_forkserver_preload(
        [
            *("pickomino.cli.commands.serve", "pickomino.server.runner"),
            # Modules that they import when they start.
            *("litestar._kwargs", "sqlalchemy.dialects.sqlite.pysqlite", "uvloop"),
            "support.server.warmup",
        ]
    )


def can_fork():
    """Return whether processes can be forked, and this one may have children."""
    return sys.platform != "win32" and not multiprocessing.current_process().daemon


@cache
def start_forkserver():
    """Start the process that others are forked from, with the tests on its path."""
    from multiprocessing.forkserver import ensure_running

    with mock.patch.dict(os.environ, PYTHONPATH=str(Path(__file__).parents[2])):
        ensure_running()


class PreloadedProcess:
    """A process forked from the preloaded one, with the interface of `subprocess.Popen`."""

    def __init__(self, arguments, environment, log):
        start_forkserver()
        reader, writer = FORKSERVER.Pipe(duplex=False)
        with reader, writer:
            options = (arguments, environment, str(log), writer)
            self._process = FORKSERVER.Process(target=_run, args=options)
            self._process.start()
            self.stdout = os.fdopen(os.dup(reader.fileno()))
        self.pid = self._process.pid
        self.kill = self._process.kill

    def poll(self):
        return self._process.exitcode

    def wait(self, seconds):
        self._process.join(seconds)
        assert self._process.exitcode is not None, "it does not exit"
        return self._process.exitcode

    def send_signal(self, number):
        os.kill(self.pid, number)


def _run(arguments, environment, log, writer):
    os.environ.clear()
    os.environ.update(environment)
    with writer, open(log, "ab") as errors:  # noqa: PTH123
        os.dup2(writer.fileno(), 1)
        os.dup2(errors.fileno(), 2)
    # The streams from before the fork still refer to the old files.
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
    sys.argv = ["pickomino", *arguments]

    from pickomino.cli import main

    main()
