"""Soak suite of touch screens: taps and double taps at random through games in a real Chromium.

A seed names 200 of them. No dice may be set aside that were not shown lying still before.
"""

from __future__ import annotations

import tempfile

from playwright.sync_api import Browser, sync_playwright

from benchmarks.in_browser import chromium
from support.browser.play import enter, make_table
from support.browser.touch import PHONE, WATCH_DICE, Taps, random_taps
from support.server.serving import serving

TAPS = 200
STILL_MS = 300


def check_seed(seed: int) -> int:
    """Tap through a game, and through another one where it ends too early; returns the taps."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        single, double, chosen = 0, 0, []
        while single + double < TAPS:
            taps, more = _game(browser, server.url, TAPS - single - double, seed + len(chosen))
            single, double, chosen = single + taps.single, double + taps.double, chosen + more
        browser.close()
    print(
        f"seed {seed}: {single} taps and {double} double taps set dice aside {len(chosen)} times,"
        f" which had lain still for {min(chosen):.0f} ms at least",
        flush=True,
    )
    hasty = [still for still in chosen if still < STILL_MS]
    assert not hasty, f"dice were set aside after {hasty} ms"
    return single + double


def _game(browser: Browser, address: str, count: int, seed: int) -> tuple[Taps, list[float]]:
    """Tap through one game; returns the taps, and for how long chosen dice had lain still."""
    with browser.new_context(base_url=address, **PHONE) as context:
        page = context.new_page()
        page.add_init_script(WATCH_DICE)
        enter(page, make_table(address), speed="normal")
        return random_taps(page, count, seed), page.evaluate("chosen")
