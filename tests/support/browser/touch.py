"""Random taps, and a measure of how long dice were visible before they were chosen."""

import random
from collections import Counter
from typing import NamedTuple

PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}

WATCH_DICE = """
globalThis.chosen = [];
let dice = '', since = performance.now();
const look = () => {
  const groups = [...document.querySelectorAll('.rolled .group .die')];
  const tray = document.querySelector('.rolled')?.getBoundingClientRect();
  const now = groups.map((die) => {
    const {x, y} = die.getBoundingClientRect();
    return [die.dataset.face, x - tray.x, y - tray.y].map(Number).map(Math.round);
  }).join();
  if (now !== dice) [dice, since] = [now, performance.now()];
  requestAnimationFrame(look);
};
addEventListener('DOMContentLoaded', look);
const {send} = WebSocket.prototype;
WebSocket.prototype.send = function (text) {
  const {command} = JSON.parse(text);
  if (command?.type === 'Act' && command.action.startsWith('k'))
    chosen.push(performance.now() - since);
  return send.call(this, text);
};
"""
"""Records for how long, in ms, the dice had been still at each choice."""

TARGETS = "pm-dice button, pm-actions button, .rolled, .tray"


IS_OVER = "() => document.querySelector('.end-slot:not([hidden]) pm-end') !== null"


class Taps(NamedTuple):
    """Numbers of taps; a double tap counts once."""

    single: int
    double: int


def random_taps(page, count, seed):
    """Tap and double-tap random targets without waiting until they are ready.

    Stops when the game is over; returns the numbers of taps.
    """
    rng = random.Random(seed)
    touches = Counter()
    for _ in range(count):
        if page.evaluate(IS_OVER):
            break
        spots = page.evaluate(
            "(where) => [...document.querySelectorAll(where)].map((element) => {"
            "const {x, y, width, height} = element.getBoundingClientRect();"
            "return [x + width / 2, y + height / 2];"
            "}).filter(([x, y]) => x > 0 && y > 0 && y < innerHeight)",
            TARGETS,
        )
        spot = rng.choice(spots or [[195, 600]])
        times = rng.choice((1, 1, 2))
        touches[times] += 1
        for _ in range(times):
            page.touchscreen.tap(*spot)
        page.keyboard.press("Escape")
        page.wait_for_timeout(rng.choice((0, 30, 120, 400)))
    return Taps(touches[1], touches[2])
