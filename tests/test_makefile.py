"""The first make targets a user runs, with a fake Python that installs nothing."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pickomino.cli.app import app

ROOT = Path(__file__).parents[1]
PYTHON = """#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then
    mkdir -p "$4/bin" && cp "$0" "$4/bin/python"
    printf '#!/bin/sh\\necho "ran: $*"\\n' > "$4/bin/pickomino" && chmod +x "$4/bin/pickomino"
elif [ "$1" = --version ]; then
    echo Python 3.11.2
elif [ "$2" = pip ]; then
    echo "pip is silent"
elif [ "$2" = benchmarks ]; then
    echo "finds $PYTHONPATH, measures $3"
fi
"""
"""Makes an environment whose pip does nothing and whose `pickomino` prints its arguments."""

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not shutil.which("make"), reason="needs make"
)


@pytest.fixture
def make(tmp_path):
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)

    def run(*arguments, **variables):
        where = f"VENV={tmp_path / 'venv'}", f"PYTHON={python}", "UV="
        command = ["make", "--no-print-directory", *where, *arguments]
        # The tests themselves may be run by make.
        environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
        environment |= variables
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    return run


def test_setup_announces_each_step(make):
    silent = "pip is silent"
    first, libraries, pip, itself, again = make("setup").splitlines()
    assert first.startswith("building ")
    assert first.endswith(" with Python 3.11.2")
    count = len(re.findall("^[a-z].*==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    assert libraries == f"installing {count} libraries from requirements.lock (about a minute)"
    assert itself == "installing pickomino"
    assert pip == again == silent
    assert silent not in make("setup")


def test_play_passes_arguments_to_the_server(make):
    *_, called = make("play", "ARGS=--no-open --lan").splitlines()
    prefix, *words = called.split()
    assert prefix == "ran:"
    bound = app.parse_args(words, exit_on_error=False, print_error=False)[1]
    assert bound.arguments["open_browser"] is False
    assert bound.arguments["lan"] is True


def test_bench_puts_test_helpers_on_the_path(make):
    """The nodes benchmark once failed at its first import."""
    assert make("bench", "ARGS=nodes").splitlines()[-1] == "finds tests, measures nodes"


def test_site_without_npm_says_what_to_install(make, tmp_path):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("chmod", "cp", "grep", "make", "mkdir", "touch"):
        (tools / name).symlink_to(shutil.which(name))
    runtime = tmp_path / "runtime"
    with pytest.raises(subprocess.CalledProcessError) as raised:
        make("site", f"RUNTIME={runtime}", PATH=str(tools))
    first, *_ = raised.value.stderr.splitlines()
    assert first.endswith("install nodejs and npm")
    assert not runtime.exists()
