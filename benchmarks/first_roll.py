"""From an empty browser to the first roll on the table, on loopback, in a real Chromium.

A visitor with nothing cached opens the start page, clicks "Play now" as soon as the button is
there, and waits until the dice can be rolled. The baseline is the same browser with the same
server's smallest answer.
"""

import statistics
import time

from benchmarks.in_browser import opened

REPEATS = 7
MOST_BYTES, MOST_SECONDS = 100_000, 1.0


def visit(browser, address):
    """Return the seconds of a bare answer, to the button and to the dice; bytes; requests."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    begin = time.perf_counter()
    page.goto(f"{address}/robots.txt")
    bare = time.perf_counter() - begin
    loaded = []
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.loadingFinished", lambda told: loaded.append(told["encodedDataLength"]))
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
    sent = [size for size in loaded if size > 0]  # nothing is sent of what is cached
    return bare, ready, rolled, sum(sent), len(sent)


def run():
    with opened() as (browser, address):
        # The first one fills the server's caches and does not count.
        found = [visit(browser, address) for _ in range(REPEATS + 1)][1:]
    bare, ready, rolled, sent, requests = (
        statistics.median(each) for each in zip(*found, strict=True)
    )
    print(f"To the first roll in an empty browser on loopback, median of {REPEATS}")
    print(f"  a bare answer      {bare:5.2f} s")
    print(f"  the start page     {ready:5.2f} s ({ready / bare:.1f} times)")
    print(f"  the first roll     {rolled:5.2f} s ({rolled / bare:.1f} times)")
    print(f"  sent {sent / 1000:.1f} kB, headers too, in {requests:.0f} requests")
    print(f"  that is {rolled / MOST_SECONDS:.2f} of {MOST_SECONDS:g} s", end=" ")
    print(f"and {sent / MOST_BYTES:.2f} of {MOST_BYTES / 1000:g} kB")


if __name__ == "__main__":
    run()
