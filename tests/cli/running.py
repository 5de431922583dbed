"""Runs the real program in a process of its own."""

import os
import subprocess
import sys

ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
}


def pickomino(*arguments, text="", data=None, timeout=180, **environment):
    """Run a command; gives exit code, standard output and standard error as text."""
    done = subprocess.run(
        [sys.executable, "-m", "pickomino", *arguments],
        input=text.encode() if data is None else data,
        capture_output=True,
        check=False,
        timeout=timeout,
        env=ENVIRONMENT | {"PYTHONIOENCODING": "utf-8", "COLUMNS": "100"} | environment,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()
