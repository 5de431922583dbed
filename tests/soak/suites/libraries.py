"""Learners of other libraries, each in a whole short training on the project's environments.

The requirements of these libraries contradict each other, so each group has an environment of its
own under build/, installed from a lock file: gigabytes, once. A seed determines a library. The
training must raise the result that its program prints.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

from support.doc_pages import Block, blocks

ROOT = Path(__file__).parents[3]
BUILD = ROOT / "build" / "libraries"
WRAPPED_SEAT = "tests/soak/libraries/wrapped_seat.py"
FIGURES = re.compile(r": (-?[\d.]+)%? before, (-?[\d.]+)%? after (\d+) ")
SECONDS = 1800
UNKNOWN = ("Argument", "Lambda", "Member", "Parameter", "Variable")


class Training(NamedTuple):
    """A program with its arguments, and by how much its result must at least rise."""

    group: str
    """The lock file and the environment."""
    command: tuple[str, ...]
    gain: float


TRAININGS = {
    "RLlib": Training("rllib", ("examples/rllib_ppo.py", "20", "200"), 5),
    "Tianshou": Training("tianshou", ("examples/tianshou_ppo.py", "20", "200"), 5),
    "SuperSuit": Training("wrappers", (WRAPPED_SEAT, "supersuit", "20000", "400"), 0.1),
    "Shimmy": Training("wrappers", (WRAPPED_SEAT, "shimmy", "20000", "400"), 0.1),
}


def check_seed(seed: int) -> int:
    """Train with one of the libraries; return the number of updates or steps."""
    name = list(TRAININGS)[seed % len(TRAININGS)]
    training = TRAININGS[name]
    python = make_environment(training.group)
    if training.command[0].startswith("examples/"):
        check_types(training.command[0], python)
    for recipe in recipes(name):
        run(python, "-c", recipe.text)
    output = run(python, *training.command)
    updates = check_output(name, output, training.gain)
    print(f"libraries: {name}: {output.splitlines()[-1]}", flush=True)
    return updates


def check_types(example: str, python: Path) -> None:
    """Raise AssertionError if mypy or basedpyright finds a mistake, given these libraries."""
    folder = python.parents[1]
    project = folder / "pyright.json"
    project.write_text(
        json.dumps(
            {
                "include": [str(ROOT / example)],
                "extraPaths": [str(ROOT / "src")],
                "venvPath": str(folder.parent),
                "venv": folder.name,
                "pythonVersion": "3.11",
                "typeCheckingMode": "strict",
                # Much of these libraries has no annotations.
                **dict.fromkeys((f"reportUnknown{kind}Type" for kind in UNKNOWN), False),
                "reportMissingTypeStubs": False,
            }
        )
    )
    ours = Path(sys.executable)
    run(ours, "-m", "basedpyright", "-p", str(project))
    run(ours, "-m", "mypy", "--python-executable", str(python), example)


def recipes(name: str) -> list[Block]:
    """Return the code of docs/recipes.md that uses a library."""
    uses = re.compile(rf"^(?:from|import) {name.lower()}\b", re.MULTILINE)
    listed = [block for block in blocks("python") if uses.search(block.text)]
    assert all(block.page == "docs/recipes.md" for block in listed)
    return listed


def check_output(name: str, output: str, gain: float) -> int:
    """Raise AssertionError unless the result rose by `gain`; return the number of updates."""
    figures = FIGURES.search(output)
    assert figures, f"{name} printed no result:\n{output}"
    before, after = float(figures[1]), float(figures[2])
    assert after >= before + gain, f"{name} learned nothing: {figures[0]}"
    return int(figures[3])


def make_environment(group: str) -> Path:
    """Return the Python of a group; install it if its lock file has changed."""
    lock, folder = ROOT / f"requirements-{group}.lock", BUILD / group
    python, stamp = folder / "bin" / "python", folder / "installed"
    digest = hashlib.sha256(lock.read_bytes() + torch_version().encode()).hexdigest()
    if not stamp.exists() or stamp.read_text() != digest:
        print(f"libraries: installing {group} (gigabytes, a few minutes)", flush=True)
        venv.create(folder, with_pip=True, clear=True)
        install = ("-m", "pip", "install", "-q", "--disable-pip-version-check")
        run(python, *install, torch_version())
        run(python, *install, "--require-hashes", "--no-deps", "-r", str(lock))
        stamp.write_text(digest)
    return python


def torch_version() -> str:
    """Return the requirement of torch, which is in no lock file."""
    lines = (ROOT / "training" / "requirements.txt").read_text("utf-8").splitlines()
    return next(line for line in lines if line.startswith("torch=="))


def run(python: Path, *arguments: str) -> str:
    """Return what a program prints; raise AssertionError if it fails."""
    sources = str(ROOT / "src")
    settings = {"PYTHONPATH": sources, "MYPYPATH": sources, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [python, *arguments],
        cwd=ROOT,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, f"{arguments}:\n{done.stdout}\n{done.stderr}"
    return done.stdout
