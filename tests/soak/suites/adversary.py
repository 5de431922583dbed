"""A malicious server: every order of up to four deviations, against the terminal and the browser.

A seed is a stage of the game and the first two deviations. Orders that begin with an order that has
raised the alarm are left out, because the client does nothing more after it. So are those in which
a deviation was not possible, because they are the same without it.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.in_browser import chromium
from support.adversary.browser import attack_watcher, prepare
from support.adversary.deviations import DEVIATIONS, HONEST, STAGES
from support.adversary.outcome import Outcome
from support.adversary.terminal import attack_terminal
from support.browser.visitors import CLIENT_FILE
from support.server.serving import serving

MAX_LENGTH = 4
STARTS = tuple(product(STAGES, DEVIATIONS, DEVIATIONS))
Attack = Callable[[str, tuple[str, ...]], Outcome]


def check_seed(seed: int) -> int:
    """Run every attack that begins like this; return how many."""
    stage, *start = STARTS[seed % len(STARTS)]
    count = check_orders(attack_in_terminal, stage, tuple(start))
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_context(base_url=server.url).new_page()
        page.add_init_script(CLIENT_FILE)
        prepare(page)

        def attack_browser(stage: str, script: tuple[str, ...]) -> Outcome:
            return attack_watcher(page, stage, script)

        count += check_orders(attack_browser, stage, tuple(start))
        browser.close()
    return count


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
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(attack_terminal(Path(folder), stage, script))
