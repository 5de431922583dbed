"""Soak suite of touch screens: taps and double taps at random through a game in a real Chromium.

A seed names 200 of them. No dice may be set aside that were not shown lying still before.
"""

from __future__ import annotations

import tempfile

from playwright.sync_api import sync_playwright

from benchmarks.in_browser import chromium
from browser_play import enter, make_table
from server.serving import serving
from touch import PHONE, WATCH_DICE, random_taps

TAPS = 200
STILL_MS = 300


def check_seed(seed: int) -> int:
    """Tap through a game; gives how often dice were set aside."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_context(base_url=server.url, **PHONE).new_page()
        page.add_init_script(WATCH_DICE)
        enter(page, make_table(server.url), speed="normal")
        random_taps(page, TAPS, seed)
        chosen = page.evaluate("chosen")
        browser.close()
    hasty = [still for still in chosen if still < STILL_MS]
    assert not hasty, f"dice were set aside after {hasty} ms"
    return len(chosen)
