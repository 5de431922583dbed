"""The program in a process of its own that has its modules already: it starts ten times as fast."""

from __future__ import annotations

import multiprocessing
import os
import sys
from functools import cache
from pathlib import Path
from unittest import mock

FORKS = multiprocessing.get_context(None if sys.platform == "win32" else "forkserver")
if sys.platform != "win32":
    FORKS.set_forkserver_preload(
        [
            *("pickomino.cli.serve", "pickomino.server.runner"),
            # What they load when they start.
            *("litestar._kwargs", "sqlalchemy.dialects.sqlite.pysqlite", "uvloop"),
            "support.server.warmup",
        ]
    )


def can_fork():
    """Whether there is a process to fork, and this one may have children."""
    return sys.platform != "win32" and not multiprocessing.current_process().daemon


@cache
def start_to_prepare():
    """Start the process that others are forked from; it must find what is to be loaded."""
    from multiprocessing.forkserver import ensure_running

    with mock.patch.dict(os.environ, PYTHONPATH=str(Path(__file__).parents[2])):
        ensure_running()


class PreparedProcess:
    """What `subprocess.Popen` offers, of a process that was forked from a prepared one."""

    def __init__(self, arguments, environment, log):
        start_to_prepare()
        reader, writer = FORKS.Pipe(duplex=False)
        with reader, writer:
            given = (arguments, environment, str(log), writer)
            self._process = FORKS.Process(target=_run, args=given)
            self._process.start()
            self.stdout = os.fdopen(os.dup(reader.fileno()))
        self.pid = self._process.pid
        self.kill = self._process.kill

    def poll(self):
        return self._process.exitcode

    def wait(self, seconds):
        self._process.join(seconds)
        assert self._process.exitcode is not None, "it does not end"
        return self._process.exitcode

    def send_signal(self, number):
        os.kill(self.pid, number)


def _run(arguments, environment, log, writer):
    os.environ.clear()
    os.environ.update(environment)
    with writer, open(log, "ab") as errors:  # noqa: PTH123
        os.dup2(writer.fileno(), 1)
        os.dup2(errors.fileno(), 2)
    # The streams from before the fork would still take these for files.
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
    sys.argv = ["pickomino", *arguments]

    from pickomino.cli import main

    main()
