"""Frames that a roll drops in a real Chromium whose processor is slowed down four times.

A person rolls eight dice at the usual speed. Chromium's tracing says of every frame whether it was
drawn or dropped, from the press until the dice lie in their groups.
"""

import json
import statistics

from benchmarks.in_browser import opened

REPEATS = 5
SLOWED = 4
MOST_DROPPED = 0.05
FRAMES = ["disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
ROLL = """() => new Promise((done) => {
  const look = () => {
    if (!document.querySelector('.rolled .group')) return requestAnimationFrame(look);
    setTimeout(() => done(performance.mark('grouped').name), 250);
  };
  performance.mark('pressed');
  document.querySelector("pm-actions [data-action='r']").click();
  look();
})"""


def roll(browser, address):
    """Return how many frames a roll had, and how many of them were dropped."""
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    page.locator("pm-actions [data-action='r']").wait_for()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    browser.start_tracing(page=page, categories=FRAMES)
    page.evaluate(ROLL)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    times = {event["name"]: event["ts"] for event in events}
    names = [e["name"] for e in events if times["pressed"] <= e["ts"] <= times["grouped"]]
    return names.count("BeginFrame"), names.count("DroppedFrame")


def run():
    with opened() as (browser, address):
        # The first one fills the server's caches and does not count.
        found = [roll(browser, address) for _ in range(REPEATS + 1)][1:]
    share = statistics.median(dropped / frames for frames, dropped in found)
    frames, dropped = map(sum, zip(*found, strict=True))
    print(f"A roll with the processor slowed {SLOWED} times, {REPEATS} rolls")
    print(f"  {frames} frames, {dropped} dropped; median of the shares {share:.1%}")
    print(f"  that is {share / MOST_DROPPED:.2f} of {MOST_DROPPED:.0%}")


if __name__ == "__main__":
    run()
