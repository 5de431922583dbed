"""Runs commands of the CLI, in this process if the output is the same, otherwise in a new one."""

import io
import os
import subprocess
import sys
from unittest import mock

from pickomino.cli.app import HELP, main

ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
}
SETTINGS = {"PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}
COMPILING = "pickomino: compiling the turn solver (first run only) ...\n"


def pickomino(*arguments, text="", data=None, **environment):
    """Run a command; return exit code, standard output and standard error as text."""
    given = text.encode() if data is None else data
    chosen = ENVIRONMENT | SETTINGS | environment
    # Help pages are translated in place and would keep their language in this process.
    is_help = not arguments or any(option in arguments for option in HELP)
    run = _in_own_process if is_help else _in_this_process
    return _without_notice(*run(arguments, given, chosen))


def run_alone(*arguments, text="", **environment):
    """Run a command in a new process; return exit code, standard output and standard error."""
    chosen = ENVIRONMENT | SETTINGS | environment
    return _without_notice(*_in_own_process(arguments, text.encode(), chosen))


def _without_notice(code, output, errors):
    # Printed once on a new machine, by the first command that needs the solver.
    return code, output, errors.replace(COMPILING, "")


def _in_own_process(arguments, given, environment):
    command = [sys.executable, "-m", "pickomino", *arguments]
    done = subprocess.run(
        command, input=given, capture_output=True, check=False, timeout=180, env=environment
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def _in_this_process(arguments, given, environment):
    encoding = environment["PYTHONIOENCODING"]
    stdin, stdout, stderr = (
        io.TextIOWrapper(io.BytesIO(start), encoding, write_through=True)
        for start in (given, b"", b"")
    )
    with (
        mock.patch.dict(os.environ, environment, clear=True),
        mock.patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
        mock.patch.object(sys, "argv", ["pickomino", *arguments]),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    return code, stdout.buffer.getvalue().decode(), stderr.buffer.getvalue().decode()
