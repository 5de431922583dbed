"""Load times of the puzzle and profile pages in Chromium with an empty cache, on loopback.

The baseline is the smallest response of the same server in the same browser.
"""

import statistics
import time

from benchmarks.in_browser import open_browser

REPEATS = 7
MAX_SECONDS = 1.0
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
PAGES = {"/daily": "pm-daily-five", "/practice": "pm-practice-question", "/profile": ".ladder"}


def visit(browser, address, path, selector):
    """Return the seconds for the baseline, to the first paint, and until the page is complete."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    begin = time.perf_counter()
    page.goto(f"{address}/robots.txt")
    baseline = time.perf_counter() - begin
    begin = time.perf_counter()
    page.goto(f"{address}{path}", wait_until="commit")
    page.locator(selector).wait_for()
    ready = time.perf_counter() - begin
    page.wait_for_function(PAINTED)
    painted = page.evaluate(PAINTED) / 1000
    context.close()
    return baseline, painted, ready


def run():
    print(f"Page loads with an empty cache on loopback, median of {REPEATS}")
    with open_browser() as (browser, address):
        for path, selector in PAGES.items():
            # The first visit fills the server's caches and does not count.
            visits = [visit(browser, address, path, selector) for _ in range(REPEATS + 1)][1:]
            baseline, painted, ready = map(statistics.median, zip(*visits, strict=True))
            print(f"  {path:10} baseline {baseline:.2f} s, first paint {painted:.2f} s", end=", ")
            print(f"complete {ready:.2f} s ({ready / baseline:.1f} times)", end=": ")
            print(f"{painted / MAX_SECONDS:.2f} of {MAX_SECONDS:g} s")


if __name__ == "__main__":
    run()
