"""Screens kept as text: their characters, and below each line its colours.

A picture takes a fiftieth of the room of an SVG, and a change of it can be read.
`UPDATE_SNAPSHOTS=1 pytest tests/tui/test_snapshots.py` writes all anew: look at the changes.
"""

import difflib
import os
from itertools import groupby
from pathlib import Path

from textual._context import visible_screen_stack

from support.tui.looking import SIZES as TESTED
from support.tui.playing import resized, settled

SIZES = {**TESTED, "wide": (110, 34), "wider": (120, 40), "tiny": (40, 12)}
ALL = [name for name in SIZES if name != "tiny"]
FOLDER = Path(__file__).parents[2] / "tui/snapshots"
MOST_DIFFERENCES = 60
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def picture(app):
    """The screen with what is seen beneath a dialog: `text`, then runs of styles, as `a58 b2`."""
    visible_screen_stack.set(app._background_screens)
    styles, lines = {}, []
    for strip in app.screen._compositor.render_strips():
        lines.append("".join(segment.text for segment in strip).rstrip())
        cells = [(str(segment.style), segment.cell_length) for segment in strip]
        lines.append(" ".join(_runs(cells, styles)))
    legend = [f"{name} = {style}" for style, name in styles.items()]
    return "\n".join([*lines, *legend])


def _runs(cells, styles):
    for style, run in groupby(cells, key=lambda cell: cell[0]):
        place = len(styles)
        letter = LETTERS[place % len(LETTERS)] + "'" * (place // len(LETTERS))
        yield f"{styles.setdefault(style, letter)}{sum(length for _, length in run)}"


def check(name, pictures):
    """Compare a screen, at each of its sizes, with what was kept."""
    found = "\n\n".join(f"== {size}\n{text}" for size, text in pictures.items()) + "\n"
    file = FOLDER / f"{name}.txt"
    if "UPDATE_SNAPSHOTS" in os.environ:
        file.parent.mkdir(exist_ok=True)
        file.write_text(found, encoding="utf-8")
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    if kept != found:
        changes = difflib.unified_diff(kept.split("\n"), found.split("\n"), "kept", "found", n=1)
        raise AssertionError("\n".join(list(changes)[:MOST_DIFFERENCES]))


def pressing(*keys):
    async def press(pilot):
        await settled(pilot)
        for key in keys:
            await pilot.press(key)
            await settled(pilot)

    return press


async def pictures(app, show, sizes):
    async with app.run_test(size=SIZES["medium"]) as pilot:
        await show(pilot)
        found = await at_every_size(pilot, sizes)
        app.workers.cancel_all()
    return found


async def at_every_size(pilot, sizes=ALL):
    found = {}
    for name in sizes:
        await resized(pilot, SIZES[name])
        found["{} × {}".format(*SIZES[name])] = await still_picture(pilot)
    return found


async def still_picture(pilot):
    """What is seen once nothing changes any more."""
    before, now = "", picture(pilot.app)
    while now != before:
        await settled(pilot)
        before, now = now, picture(pilot.app)
    return now
