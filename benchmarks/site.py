"""Visits to the static site; and its bots, coach and review, compared with a server's.

A worker in Chromium runs the same files as the site's. `make site` fetches what it needs.
"""

import asyncio
import json
import math
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.in_browser import launch_browser, renderer_bytes
from benchmarks.review import play_game
from benchmarks.site_visits import run_visits
from benchmarks.timed_answers import timed_answers
from pickomino import Rules
from pickomino.evaluation.export import export_kernels
from pickomino.server.http import static_files as client
from pickomino.site.runtime import load_runtime
from soak.suites.offline import random_decision
from support.browser.static_site import FileServer

RUNTIME = Path("build/runtime")
HERE = Path(__file__).parent
POSITIONS = 100
REVIEWS = 5
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
    """Return the positions and the games of each table, as JSON values."""
    return {
        name: {
            "players": players,
            "extrawurm": Rules.parse(rules).extrawurm,
            "positions": [
                random_decision(Rules.parse(rules), players, seed).wfen()
                for seed in range(POSITIONS)
            ],
            "games": [
                play_game(Rules.parse(rules), players, seed).wgn() for seed in range(REVIEWS)
            ],
        }
        for name, (rules, players) in TABLES.items()
    }


async def prepare_nothing(_players, _extrawurm):
    """Do nothing: NumPy reads a network when it is first used."""


def answer_offline(text):
    """Return the seconds of each answer in the browser's Python, and its memory in bytes."""
    with tempfile.TemporaryDirectory() as name, launch_browser() as browser:
        folder = Path(name)
        write_files(folder)
        files = FileServer(folder).start()
        try:
            page = browser.new_page()
            page.goto(f"{files.url}index.html")
            answer = page.evaluate(ASK_WORKER, text)
            size = renderer_bytes(browser)
        finally:
            files.stop()
    if "error" in answer:
        # An error of Pyodide may have a megabyte of JavaScript before its message.
        sys.exit(answer["error"][-3000:])
    return json.loads(answer["results"]), size


def write_files(folder):
    """Write a page and what its worker loads."""
    files = load_runtime(RUNTIME).files | export_kernels()
    files["index.html"] = b"<p>nothing"
    files["timed.py"] = ((HERE / "timed_answers.py").read_text() + CALL).encode()
    for file, content in files.items():
        (folder / file).write_bytes(content)
    shutil.copy(RUNTIME / "pyodide-lock.json", folder)
    shutil.copy(HERE / "site_worker.js", folder)
    shutil.copytree(client.FOLDER / "offline", folder / "offline")


ASK_WORKER = """(tasks) => new Promise((resolve, reject) => {
  const worker = new Worker("site_worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(tasks);
})"""
CALL = """
import pickomino_kernels

async def prepare(players, extrawurm):
    await pickomino_kernels.prepare(players, extrawurm, lambda share: None)

json.dumps(await timed_answers(tasks, prepare, clock))
"""


def run():
    """Print the results."""
    if not RUNTIME.exists():
        print("The site is not measured: it needs build/runtime (`make site`)")
        return
    run_visits(RUNTIME)
    print()
    text = json.dumps(tables())
    here = asyncio.run(timed_answers(text, prepare_nothing, time.perf_counter))
    offline, size = answer_offline(text)
    print(f"Answers on the static site, in ms, {POSITIONS} decisions per table")
    heads = ("median", "99 %", "max", "allowed", "on a server", "ratio")
    print(f"{'':36}" + "".join(f"{head:>12}" for head in heads))
    for name in TABLES:
        for kind, times in offline[name].items():
            print_row(f"{name}, {kind}", sorted(times), sorted(here[name][kind]), kind)
    print(f"memory of Chromium's process with Python and all networks: {size / MEGABYTE:.0f} MB")


def print_row(title, times, server_times, kind):
    """Print the times of one kind of answer."""
    median, server = statistics.median(times), statistics.median(server_times)
    late = times[math.ceil(len(times) * SHARE) - 1]
    allowed = f"{1000 * ALLOWED[kind]:.0f}" if kind in ALLOWED else "-"
    figures = "".join(f"{1000 * seconds:12.1f}" for seconds in (median, late, times[-1]))
    print(f"{title:36}{figures}{allowed:>12}{1000 * server:12.1f}{median / server:12.1f}")


if __name__ == "__main__":
    run()
