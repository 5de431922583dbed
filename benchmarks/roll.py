"""Frames dropped during a roll in a real Chromium whose CPU is throttled four times.

Eight dice are rolled at the usual speed. Chromium's tracing reports for every frame, from the click
until the dice lie in their groups, whether it was drawn, dropped, or drawn in part (the dice moved,
but other changes came later). Dropped and partial frames both count. Other load on the machine
drops frames too, so two baselines are measured in turns: an empty page on which eight boxes move
for as long, and an unthrottled roll with the CPU time of its work (throttling would count as work).
"""

import json
import statistics
from collections import Counter
from typing import NamedTuple

from benchmarks.in_browser import open_browser

REPEATS = 5
THROTTLING = 4
MAX_MISSED = 0.05
TRACED = ["disabled-by-default-devtools.timeline.frame", "devtools.timeline", "blink.user_timing"]
WORK = {
    "FunctionCall": "scripts",
    "UpdateLayoutTree": "styles",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "Commit": "paint",
}
LONG_TIMEOUTS = """const later = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...more) => later(run, ms >= 3000 ? 60_000 : ms, ...more);"""
"""Prolongs timeouts, so that dice are not rolled automatically on a slow machine."""
ROLL = """() => new Promise((done) => {
  const rolled = document.querySelector('.rolled');
  const grouped = (_changes, observer) => {
    if (!rolled.querySelector('.group')) return;
    observer.disconnect();
    setTimeout(() => done(performance.mark('end').name), 250);
  };
  new MutationObserver(grouped).observe(rolled, { childList: true });
  performance.mark('start');
  document.querySelector("pm-actions [data-action='r']").click();
})"""
MOVE = """() => new Promise((done) => {
  const boxes = Array.from({ length: 8 }, () => document.createElement('div'));
  for (const [index, box] of boxes.entries()) {
    Object.assign(box.style, { width: '50px', height: '50px', background: 'tan' });
    document.body.append(box);
    const frames = [{ transform: 'translate(90px, 50px) rotate(300deg)' }, { transform: 'none' }];
    box.animate(frames, { duration: 400 + index * 70 });
  }
  performance.mark('start');
  setTimeout(() => done(performance.mark('end').name), 1200);
})"""


class Trace(NamedTuple):
    """The figures of one trace roll or movement."""

    frames: int
    dropped: int
    in_part: int
    elements: int
    passes: int
    work: Counter[str]

    @property
    def share(self):
        return (self.dropped + self.in_part) / self.frames


def trace(browser, page, script, throttling=THROTTLING):
    """Run a script that marks its start and end, and return the figures in between."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": throttling})
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(script)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    marks = {event["name"]: event for event in events if event["name"] in {"start", "end"}}
    start, end = marks["start"], marks["end"]
    events = [event for event in events if start["ts"] <= event["ts"] <= end["ts"]]
    drops = [e["args"]["hasPartialUpdate"] for e in events if e["name"] == "DroppedFrame"]
    work = Counter()
    elements = 0
    for event in events:
        if event["name"] in WORK and (event["pid"], event["tid"]) == (start["pid"], start["tid"]):
            work[WORK[event["name"]]] += event.get("tdur", 0) / 1000
            elements += event["args"].get("elementCount", 0)
    names = Counter(event["name"] for event in events)
    passes = names["UpdateLayoutTree"] + names["Layout"]
    frames = names["BeginFrame"]
    return Trace(frames, drops.count(False), drops.count(True), elements, passes, work)


def roll(browser, address, throttling=THROTTLING):
    """Trace a roll."""
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    context.add_init_script(LONG_TIMEOUTS)
    page = context.new_page()
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    page.locator("pm-actions [data-action='r']").wait_for()
    page.wait_for_load_state("networkidle")
    return trace(browser, page, ROLL, throttling)


def move(browser):
    """Trace eight boxes that move on an empty page."""
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    return trace(browser, page, MOVE)


def print_frames(title, traces):
    """Print the frames, and return the median share of those dropped or drawn in part."""
    frames, dropped, in_part = (sum(column) for column in list(zip(*traces, strict=True))[:3])
    share = statistics.median(trace.share for trace in traces)
    print(f"  {title}: {frames} frames, {dropped} dropped, {in_part} drawn in part", end="")
    print(f"; median share of both {share:.1%}")
    return share


def print_work(traces):
    parts = {
        name: statistics.median(trace.work[name] for trace in traces) for name in WORK.values()
    }
    elements, passes = (
        statistics.median(getattr(trace, name) for trace in traces)
        for name in ("elements", "passes")
    )
    print(f"  work of an unthrottled roll: {sum(parts.values()):.0f} ms (", end="")
    print(", ".join(f"{part} {ms:.0f}" for part, ms in parts.items()), end="")
    print(f"); {elements:.0f} elements styled, {passes:.0f} passes of style and layout")


def run():
    with open_browser() as (browser, address):
        # The first round fills the server's caches and does not count.
        turns = [
            (roll(browser, address), move(browser), roll(browser, address, throttling=1))
            for _ in range(REPEATS + 1)
        ][1:]
    rolls, moves, plain = zip(*turns, strict=True)
    print(f"A roll with the CPU throttled {THROTTLING} times, {REPEATS} rolls")
    share = print_frames("a roll", rolls)
    print_frames("eight boxes on an empty page", moves)
    print_work(plain)
    print(f"  that is {share / MAX_MISSED:.2f} of {MAX_MISSED:.0%}")


if __name__ == "__main__":
    run()
