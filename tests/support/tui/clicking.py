"""Clicks on what the screen shows, as a person makes them."""

from textual.events import MouseDown, MouseUp

from support.tui.looking import shown
from support.tui.playing import settled


def place_of(app, text):
    """Where a text stands on the screen, from the bottom, or in the dialog that lies over it."""
    boxes = app.screen.query(".dialog")
    rows = boxes.first().region.line_range if boxes else range(app.size.height)
    found = [(shown(app)[y].index(text), y) for y in rows if text in shown(app)[y]]
    assert found, f"{text} is not on the screen"
    return found[-1]


async def click(pilot, text):
    await pilot.click(offset=place_of(pilot.app, text))
    await settled(pilot)


async def click_twice(pilot, text, between=None):
    """Click twice on one place as a person does, who does not wait for what comes of it."""
    x, y = place_of(pilot.app, text)
    where = {"x": x, "y": y, "screen_x": x, "screen_y": y, "delta_x": 0, "delta_y": 0, "button": 1}
    pilot.app.CLICK_CHAIN_TIME_THRESHOLD = 60.0
    for is_second in (False, True):
        if is_second and between is not None:
            await between()
        for kind in (MouseDown, MouseUp):
            pilot.app.post_message(kind(None, shift=False, meta=False, ctrl=False, **where))
    await pilot.pause()


async def press(pilot, *keys):
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def stack(app):
    return [type(screen) for screen in app.screen_stack[1:]]
