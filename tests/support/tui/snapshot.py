"""Snapshots of screens as text: the characters of each line, then its colours.

A snapshot takes a fiftieth of the space of an SVG, and its changes can be read.
`UPDATE_SNAPSHOTS=1 pytest tests/tui/test_snapshots.py` writes all of them: review the diff.
"""

import difflib
import os
from itertools import groupby
from pathlib import Path

from textual._context import visible_screen_stack

from support.tui.app_driver import resize, running, settle
from support.tui.clicks import press
from support.tui.screen_text import SIZES as TESTED

SIZES = {**TESTED, "wide": (110, 34), "wider": (120, 40), "tiny": (40, 12)}
ALL = [name for name in SIZES if name != "tiny"]
FOLDER = Path(__file__).parents[2] / "tui/snapshots"
MAX_DIFFERENCES = 60
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def picture(app):
    """Return the screen with what is visible below a dialog: lines, then styles as `a58 b2`."""
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
    """Compare a screen, at each of its sizes, with its snapshot."""
    drawn = "\n\n".join(f"== {size}\n{text}" for size, text in pictures.items()) + "\n"
    file = FOLDER / f"{name}.txt"
    if "UPDATE_SNAPSHOTS" in os.environ:
        file.parent.mkdir(exist_ok=True)
        file.write_text(drawn, encoding="utf-8")
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    if kept != drawn:
        changes = difflib.unified_diff(kept.split("\n"), drawn.split("\n"), "kept", "drawn", n=1)
        raise AssertionError("\n".join(list(changes)[:MAX_DIFFERENCES]))


def pressing(*keys):
    async def settle_and_press(pilot):
        await settle(pilot)
        await press(pilot, *keys)

    return settle_and_press


async def pictures(app, show, sizes):
    async with running(app, SIZES["medium"], notifications=False) as pilot:
        await show(pilot)
        return await at_every_size(pilot, sizes)


async def at_every_size(pilot, sizes=ALL):
    drawn = {}
    for name in sizes:
        await resize(pilot, SIZES[name])
        drawn["{} × {}".format(*SIZES[name])] = await still_picture(pilot)
    return drawn


async def still_picture(pilot):
    """Return the screen once it no longer changes."""
    before, now = "", picture(pilot.app)
    while now != before:
        await settle(pilot)
        before, now = now, picture(pilot.app)
    return now
