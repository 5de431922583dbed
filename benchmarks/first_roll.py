"""The time from an empty browser cache to the first roll, in a real Chromium on loopback.

A visitor opens the start page, clicks "Play now" as soon as the button appears, and waits until the
dice can be rolled. The baseline is the smallest response of the same server in the same browser.
"""

import statistics
import time

from benchmarks.in_browser import open_browser

REPEATS = 7
MAX_BYTES, MAX_SECONDS = 100_000, 1.0


def visit(browser, address):
    """Return the seconds for the baseline, to the button and to the dice; bytes; requests."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    begin = time.perf_counter()
    page.goto(f"{address}/robots.txt")
    baseline = time.perf_counter() - begin
    loaded = []
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    begin = time.perf_counter()
    page.goto(address, wait_until="commit")
    play = page.get_by_role("button", name="Play now")
    play.wait_for()
    ready = time.perf_counter() - begin
    play.click()
    page.locator("pm-actions [data-action='r']").wait_for()
    rolled = time.perf_counter() - begin
    page.wait_for_load_state("networkidle")
    context.close()
    sent = [size for size in loaded if size > 0]  # cached responses have size 0
    return baseline, ready, rolled, sum(sent), len(sent)


def run():
    with open_browser() as (browser, address):
        # The first visit fills the server's caches and does not count.
        visits = [visit(browser, address) for _ in range(REPEATS + 1)][1:]
    baseline, ready, rolled, sent, requests = (
        statistics.median(column) for column in zip(*visits, strict=True)
    )
    print(f"First roll with an empty browser cache on loopback, median of {REPEATS}")
    print(f"  the baseline       {baseline:5.2f} s")
    print(f"  the start page     {ready:5.2f} s ({ready / baseline:.1f} times)")
    print(f"  the first roll     {rolled:5.2f} s ({rolled / baseline:.1f} times)")
    print(f"  sent {sent / 1000:.1f} kB, including headers, in {requests:.0f} requests")
    print(f"  that is {rolled / MAX_SECONDS:.2f} of {MAX_SECONDS:g} s", end=" ")
    print(f"and {sent / MAX_BYTES:.2f} of {MAX_BYTES / 1000:g} kB")


if __name__ == "__main__":
    run()
