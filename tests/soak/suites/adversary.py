"""A malicious server: every order of up to four deviations, against the terminal and the browser.

A seed is a stage of the game and the first two deviations; the seeds mix them, so that any share of
the seeds is a sample. Orders that begin with an order that has raised the alarm are left out,
because the client does nothing more after it. So are those in which a deviation was not possible,
because they are the same without it.
"""

from __future__ import annotations

import asyncio
import atexit
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from threading import Thread

from playwright.sync_api import Page, sync_playwright

from benchmarks.in_browser import chromium
from support.adversary.browser import attack_watcher, prepare
from support.adversary.deviations import DEVIATIONS, HONEST, STAGES
from support.adversary.outcome import Outcome
from support.adversary.terminal import attack_terminal

MAX_LENGTH = 4
STARTS = tuple(product(STAGES, DEVIATIONS, DEVIATIONS))
STEP = 1009
"""A prime, so that consecutive seeds have different stages and deviations."""
CLIENT = Path(__file__).parents[3] / "src/pickomino/client"
FILES_OF_PLAYERS = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - tests only
"""In memory, because the terminal waits for the disk before it reveals anything."""
Attack = Callable[[str, tuple[str, ...]], Outcome]


def check_seed(seed: int) -> tuple[int, dict[str, float]]:
    """Run every attack that begins like this; return how many, and what came of them."""
    stage, *start = STARTS[seed * STEP % len(STARTS)]
    figures: Counter[str] = Counter()
    clients = {"terminal": attack_in_terminal, "browser": partial(attack_watcher, page())}
    for client, attack in clients.items():
        check_orders(count_outcomes(attack, client, figures), stage, tuple(start))
    return sum(figures.values()), dict(figures)


def check_sums(sums: Mapping[str, float]) -> None:
    """Print how many orders were run against each client, and how many raised the alarm."""
    for name, count in sorted(sums.items()):
        print(f"{name}: {count:,.0f}")


def count_outcomes(attack: Attack, client: str, figures: Counter[str]) -> Attack:
    """Return an attack that counts its outcomes."""

    def run(stage: str, script: tuple[str, ...]) -> Outcome:
        outcome = attack(stage, script)
        figures[f"{client}, {'alarm' if outcome.alarm else 'harmless'}"] += 1
        return outcome

    return run


@cache
def page() -> Page:
    """Return a page of this process's browser that can load the client's modules."""
    files = partial(QuietFiles, directory=str(CLIENT))
    server = ThreadingHTTPServer(("127.0.0.1", 0), files)
    Thread(target=server.serve_forever, daemon=True).start()
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
    opened = browser.new_context(base_url=f"http://127.0.0.1:{server.server_port}").new_page()
    opened.add_init_script("globalThis.clientFile = (name) => `/${name}`")
    prepare(opened, "/")
    return opened


class QuietFiles(SimpleHTTPRequestHandler):
    """Serves files without a line for each of them."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it overrides
        pass


def check_orders(attack: Attack, stage: str, start: tuple[str, ...]) -> int:
    """Check all orders that begin with two deviations; if these are the same, only that one."""
    first, second = start
    if first == second:
        check(attack, stage, ())
        check(attack, stage, (first,))
        return 2
    if _is_last(check(attack, stage, (first,))):
        return 1
    count, orders = 1, [start]
    while orders:
        order = orders.pop()
        count += 1
        if not _is_last(check(attack, stage, order)) and len(order) < MAX_LENGTH:
            orders += [(*order, name) for name in DEVIATIONS if name not in order]
    return count


def _is_last(outcome: Outcome) -> bool:
    return bool(outcome.alarm) or outcome.room.has_impossible_step


def check(attack: Attack, stage: str, script: tuple[str, ...]) -> Outcome:
    """Raise AssertionError if an attack works, or if honest behaviour raises the alarm."""
    outcome = attack(stage, script)
    is_safe = bool(outcome.alarm) or outcome.is_harmless
    assert is_safe, f"{stage}: {script} lets the server choose the dice"
    is_false = bool(outcome.alarm) and set(script) <= HONEST
    assert not is_false, f"{stage}: {script} raises the alarm {outcome.alarm}"
    return outcome


def attack_in_terminal(stage: str, script: tuple[str, ...]) -> Outcome:
    """Run an attack in a thread, because the event loop of Playwright runs in this one."""

    def run() -> Outcome:
        with tempfile.TemporaryDirectory(dir=FILES_OF_PLAYERS) as folder:
            return asyncio.run(attack_terminal(Path(folder), stage, script))

    return threads().submit(run).result()


@cache
def threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)
