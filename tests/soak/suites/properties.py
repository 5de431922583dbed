"""Properties: every Hypothesis test, with other and more examples than in `make test`.

A seed determines the examples.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PATHS = ("analysis", "core", "record", "server", "rooms", "test_fuzz.py")


def check_seed(seed: int) -> int:
    """Run the tests; return their number."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-m",
        "hypothesis",
        f"--hypothesis-seed={seed}",
    ]
    command += ["--hypothesis-profile=soak", *(f"tests/{path}" for path in PATHS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    return int(re.findall(r"(\d+) passed", done.stdout)[-1])
