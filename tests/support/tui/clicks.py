"""Clicks on texts of the screen."""

from textual.events import Key, MouseDown, MouseUp

from support.tui.app_driver import settle
from support.tui.screen_text import screen_lines


def place_of(app, text):
    """Return where a text is on the screen, or in the open dialog; the last of several places."""
    boxes = app.screen.query(".dialog")
    rows = boxes.first().region.line_range if boxes else range(app.size.height)
    lines = screen_lines(app)
    places = [(lines[y].index(text), y) for y in rows if text in lines[y]]
    assert places, f"{text} is not on the screen"
    return places[-1]


async def click(pilot, text):
    await pilot.click(offset=place_of(pilot.app, text))
    await settle(pilot)


async def click_twice(pilot, text, between=None):
    """Double-click on a text: the second click does not wait for the effect of the first."""
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
        await settle(pilot)


def send(app, *keys):
    """Press keys all at once, before the first one has an effect."""
    for key in keys:
        event = Key(key, key if len(key) == 1 else None)
        event.set_sender(app)
        app._driver.send_message(event)


def stack(app):
    return [type(screen) for screen in app.screen_stack[1:]]
