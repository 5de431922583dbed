"""Soak suite of properties: every test that hypothesis feeds, with examples of its own.

A seed names the examples; `make test` always has the same few.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACES = ("analysis", "core", "record", "server", "rooms", "test_fuzz.py")


def check_seed(seed: int) -> int:
    """Run the tests; returns how many there were."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-m",
        "hypothesis",
        f"--hypothesis-seed={seed}",
    ]
    command += ["--hypothesis-profile=soak", *(f"tests/{place}" for place in PLACES)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    return int(re.findall(r"(\d+) passed", done.stdout)[-1])
