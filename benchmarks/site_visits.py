"""Visits to the static site in a real Chromium: first paint and first roll, as ratios.

The baseline is a page of the same files that holds nothing. On a second visit, the browser has kept
the site.
"""

import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.in_browser import launch_browser, renderer_bytes
from pickomino.server.http.offline_site import POLICY
from pickomino.site.build import build_site
from pickomino.site.runtime import load_runtime
from support.browser.static_site import FileServer

REPEATS = 3
TIMEOUT_MS = 120_000
ALLOWED = {"first roll, first visit": 6.0, "first roll, second visit": 2.0}
BARE = "bare.html"
MEGABYTE = 1_000_000
PAINTED = """() => new Promise((resolve) => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries())
    if (name === "first-contentful-paint") resolve(startTime / 1000);
}).observe({ type: "paint", buffered: true }))"""


def run_visits(runtime):
    """Print the times of visits."""
    with tempfile.TemporaryDirectory() as name, launch_browser() as browser:
        folder = Path(name)
        build_site(folder, load_runtime(runtime))
        page = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><p>nothing'
        (folder / BARE).write_text(page)
        files = FileServer(folder).start()
        try:
            bare, played = memory(browser, files.url)
            visits = [visit(browser, files.url) for _ in range(REPEATS)]
        finally:
            files.stop()
    print(f"Visits to the static site on loopback, in s, median of {REPEATS}")
    medians = {name: statistics.median(times[name] for times in visits) for name in visits[0]}
    paint = medians["bare page"]
    for name, seconds in medians.items():
        allowed = f", allowed {ALLOWED[name]:g}" if name in ALLOWED else ""
        print(f"  {name:28}{seconds:8.2f}{seconds / paint:8.1f} times a bare page{allowed}")
    print(
        f"memory of Chromium's process at the first roll: {played / MEGABYTE:.0f} MB,"
        f" {played / bare:.1f} times a bare page"
    )


def visit(browser, address):
    """Return the seconds of each step of a new visitor who comes back."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()
    page.goto(f"{address}{BARE}", wait_until="commit")
    times = {"bare page": page.evaluate(PAINTED)}
    page.close()
    for name in ("first visit", "second visit"):
        painted, rolled = first_roll(context, f"{address}en/index.html")
        times |= {f"first paint, {name}": painted, f"first roll, {name}": rolled}
    context.close()
    return times


def memory(browser, address):
    """Return the bytes of a page that holds nothing, and of the site at the first roll."""
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()
    page.goto(f"{address}{BARE}")
    bare = renderer_bytes(browser)
    page.goto(f"{address}en/index.html")
    page.get_by_role("button", name="Play now").click()
    page.locator("pm-actions [data-action='r']").wait_for()
    played = renderer_bytes(browser)
    context.close()
    return bare, played


def first_roll(context, home):
    """Return the seconds from opening the start page to its first content and to the dice."""
    page = context.new_page()
    begin = time.perf_counter()
    page.goto(home, wait_until="commit")
    page.get_by_role("button", name="Play now").click()
    page.locator("pm-actions [data-action='r']").wait_for()
    rolled = time.perf_counter() - begin
    painted = page.evaluate(PAINTED)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.close()
    return painted, rolled
