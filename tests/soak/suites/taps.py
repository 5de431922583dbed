"""Touch screens: random taps and double taps through games in a real Chromium.

A seed determines 200 taps. Dice may be set aside only after they have been shown lying still.
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
    """Tap through as many games as needed; return the number of taps."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        single, double, still_times = 0, 0, []
        while single + double < TAPS:
            taps, more = _tap_through_game(
                browser, server.url, TAPS - single - double, seed + len(still_times)
            )
            single, double = single + taps.single, double + taps.double
            still_times += more
        browser.close()
    print(
        f"seed {seed}: {single} taps and {double} double taps set dice aside"
        f" {len(still_times)} times, after lying still for {min(still_times):.0f} ms at least",
        flush=True,
    )
    too_early = [still for still in still_times if still < STILL_MS]
    assert not too_early, f"dice were set aside after {too_early} ms"
    return single + double


def _tap_through_game(
    browser: Browser, address: str, count: int, seed: int
) -> tuple[Taps, list[float]]:
    """Tap through one game; return the taps, and how long the chosen dice had lain still."""
    with browser.new_context(base_url=address, **PHONE) as context:
        page = context.new_page()
        page.add_init_script(WATCH_DICE)
        enter(page, make_table(address), speed="normal")
        return random_taps(page, count, seed), page.evaluate("chosen")
