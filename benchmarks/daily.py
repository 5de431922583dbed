"""How soon the page of the daily puzzles paints and asks, in an empty Chromium on loopback.

The baseline is the same browser with the same server's smallest answer.
"""

import statistics
import time

from benchmarks.in_browser import opened

REPEATS = 7
MOST_SECONDS = 1.0
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
PAGES = {"/daily": "pm-daily-five", "/practice": "pm-practice-question", "/profile": ".ladder"}


def visit(browser, address, path, shown):
    """Return the seconds of a bare answer, to the first paint, and until all is there."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    begin = time.perf_counter()
    page.goto(f"{address}/robots.txt")
    bare = time.perf_counter() - begin
    begin = time.perf_counter()
    page.goto(f"{address}{path}", wait_until="commit")
    page.locator(shown).wait_for()
    ready = time.perf_counter() - begin
    page.wait_for_function(PAINTED)
    painted = page.evaluate(PAINTED) / 1000
    context.close()
    return bare, painted, ready


def run():
    print(f"In an empty browser on loopback, median of {REPEATS}")
    with opened() as (browser, address):
        for path, shown in PAGES.items():
            # The first one fills the server's caches and does not count.
            found = [visit(browser, address, path, shown) for _ in range(REPEATS + 1)][1:]
            bare, painted, ready = map(statistics.median, zip(*found, strict=True))
            print(f"  {path:10} a bare answer {bare:.2f} s, painted {painted:.2f} s", end=", ")
            print(f"all there {ready:.2f} s ({ready / bare:.1f} times)", end=": ")
            print(f"{painted / MOST_SECONDS:.2f} of {MOST_SECONDS:g} s")


if __name__ == "__main__":
    run()
