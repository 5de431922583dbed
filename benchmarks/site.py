"""Visits to the static site; and its bots, coach and review, compared with a server's.

Node runs the same files as the site's worker in a browser. `make site` fetches what it needs.
"""

import asyncio
import json
import math
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.review import play_game
from benchmarks.site_visits import run_visits
from benchmarks.timed_answers import timed_answers
from pickomino import Rules
from pickomino.evaluation.export import export_kernels
from pickomino.site.runtime import load_runtime
from soak.suites.offline import random_decision

RUNTIME = Path("build/runtime")
HERE = Path(__file__).parent
POSITIONS = 100
SHARE = 0.99
TABLES = {
    "two players": ("classic", 2),
    "three players": ("classic", 3),
    "seven players": ("classic", 7),
    "Extrawurm, two players": ("classic+extrawurm", 2),
    "Extrawurm, four players": ("classic+extrawurm", 4),
}
ALLOWED = {"champion": 0.3, "coach": 0.5}
MEGABYTE = 1_000_000


def tables():
    """Return the positions and the game of each table, as JSON values."""
    return {
        name: {
            "players": players,
            "extrawurm": Rules.parse(rules).extrawurm,
            "positions": [
                random_decision(Rules.parse(rules), players, seed).wfen()
                for seed in range(POSITIONS)
            ],
            "game": play_game(Rules.parse(rules), players, seed=1).wgn(),
        }
        for name, (rules, players) in TABLES.items()
    }


async def prepare_nothing(_players, _extrawurm):
    """Do nothing: NumPy reads a network when it is first used."""


def answer_offline(text):
    """Return the seconds of each answer in the browser's Python, and its memory in bytes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = load_runtime(RUNTIME).files | export_kernels()
        for file, content in files.items():
            (folder / file).write_bytes(content)
        shutil.copy(RUNTIME / "pyodide-lock.json", folder)
        (folder / "package.json").write_text('{"type": "module"}')
        (folder / "tasks.json").write_text(text)
        source = (HERE / "timed_answers.py").read_text()
        (folder / "timed.py").write_text(source + CALL)
        command = [shutil.which("node") or "node", HERE / "site_bots.mjs", folder]
        # An error of Pyodide prints a megabyte of JavaScript before its message.
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            sys.exit(result.stderr[-3000:])
    answer = json.loads(result.stdout.splitlines()[-1])
    return answer["results"], answer["bytes"]


CALL = """
import pickomino_kernels

async def prepare(players, extrawurm):
    await pickomino_kernels.prepare(players, extrawurm, lambda share: None)

json.dumps(await timed_answers(tasks, prepare, processor_seconds))
"""


def run():
    """Print the results."""
    if not RUNTIME.exists() or shutil.which("node") is None:
        print("The site is not measured: it needs Node and build/runtime (`make site`)")
        return
    run_visits(RUNTIME)
    print()
    text = json.dumps(tables())
    here = asyncio.run(timed_answers(text, prepare_nothing, time.process_time))
    offline, size = answer_offline(text)
    print(f"Answers on the static site, in ms of processor time, {POSITIONS} decisions per table")
    heads = ("median", "99 %", "max", "allowed", "on a server", "ratio")
    print(f"{'':36}" + "".join(f"{head:>12}" for head in heads))
    for name in TABLES:
        for kind, times in offline[name].items():
            print_row(f"{name}, {kind}", sorted(times), sorted(here[name][kind]), kind)
    print(f"memory of Python and five networks: {size / MEGABYTE:.0f} MB")


def print_row(title, times, server_times, kind):
    """Print the times of one kind of answer."""
    median, server = statistics.median(times), statistics.median(server_times)
    late = times[math.ceil(len(times) * SHARE) - 1]
    allowed = f"{1000 * ALLOWED[kind]:.0f}" if kind in ALLOWED else "-"
    figures = "".join(f"{1000 * seconds:12.1f}" for seconds in (median, late, times[-1]))
    print(f"{title:36}{figures}{allowed:>12}{1000 * server:12.1f}{median / server:12.1f}")


if __name__ == "__main__":
    run()
