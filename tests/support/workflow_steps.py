"""Runs the shell steps of a workflow on this machine, with stand-ins for what it lacks."""

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

STAND_IN = """#!/bin/sh
echo "$(basename "$0") $*" >> "$STAND_IN_LOG"
"""
"""Writes down how it was called."""
CONTEXT = {
    "github.repository": "chickens/pickomino",
    "github.server_url": "https://github.example",
    "github.token": "a-token",
}


class Step(NamedTuple):
    workflow: str
    job: str
    number: int
    script: str
    environment: dict[str, str]


def load(path):
    """Return a workflow; YAML reads the key `on` as a boolean."""
    return yaml.safe_load(path.read_text("utf-8"))


def jobs():
    return [
        (path.stem, name, job) for path in WORKFLOWS for name, job in load(path)["jobs"].items()
    ]


def shell_steps():
    return [
        Step(workflow, name, number, step["run"], step.get("env", {}))
        for workflow, name, job in jobs()
        for number, step in enumerate(job["steps"])
        if "run" in step
    ]


def fill_in(text):
    """Replace the expressions of a value by what they have in a run on GitHub."""
    return re.sub(r"\${{\s*([\w.]+)\s*}}", lambda match: CONTEXT[match[1]], text)


def run_step(step, folder, tools, stand_ins=(), **environment):
    """Run a step in a folder as a runner does.

    Return how the stand-ins were called, and what the step printed. `tools` is a folder for files
    of the runner, such as a step's outputs.
    """
    tools.mkdir(exist_ok=True)
    log = tools / "log"
    log.write_text("")
    for name in stand_ins:
        (tools / name).write_text(STAND_IN)
        (tools / name).chmod(0o755)
    runner = {
        "GITHUB_OUTPUT": str(tools / "output"),
        "GITHUB_REF_NAME": "v0.1.0",
        "GITHUB_REPOSITORY": CONTEXT["github.repository"],
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "STAND_IN_LOG": str(log),
    }
    kept = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    own = {name: fill_in(value) for name, value in step.environment.items()}
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", fill_in(step.script)],
        cwd=folder,
        env=kept | runner | own | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return log.read_text().splitlines(), done.stdout
