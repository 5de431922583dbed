"""The same terminal in every test, and shortcuts in Textual that save time."""

import asyncio

import pytest
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

_PARSED = {}
_parse_rules = Stylesheet._parse_rules
_render_update = Compositor.render_update
_wait_for_screen = Pilot._wait_for_screen


def _parse_once(stylesheet, *arguments, **options):
    """Parse each stylesheet once for the apps of all tests."""
    key = arguments, *options.items(), *stylesheet._variables.items()
    if key not in _PARSED:
        _PARSED[key] = _parse_rules(stylesheet, *arguments, **options)
    return _PARSED[key]


Stylesheet._parse_rules = _parse_once
# By identity as before, but not in Python code: it is called for every rule and widget.
RuleSet.__hash__ = object.__hash__
SOON = 1 / 50
"""Textual lays out changed screens sixty times a second."""
ROUNDS = 100
"""Rounds of the event loop for messages between widgets."""


@pytest.fixture(autouse=True)
def _many_colours(monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORFGBG", raising=False)


@pytest.fixture(autouse=True)
def _drawn_on_demand(request, monkeypatch):
    """Draw a screen only when a test reads it: that halves the time.

    A test with the fixture `drawn` has every change drawn, as in a terminal.
    """
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(Compositor, "render_update", _skip_update)


@pytest.fixture
def drawn():
    """Draw every change."""


def _skip_update(compositor, full=False, **options):
    if full:  # a test reads the screen
        return _render_update(compositor, full=True, **options)
    compositor._dirty_regions.clear()
    return None


@pytest.fixture(autouse=True)
def _waits_for_events(monkeypatch):
    """Wait for events, not until the process is idle, which takes 1/50 second each time."""
    monkeypatch.setattr("textual.app.wait_for_idle", _idle)
    monkeypatch.setattr("textual.pilot.wait_for_idle", _idle)
    monkeypatch.setattr(Pilot, "_wait_for_screen", _wait_for_widgets)


async def _idle(*_):
    """Wait until no callback is due now or soon."""
    loop = asyncio.get_running_loop()
    until = loop.time() + SOON
    while True:
        await asyncio.sleep(0)
        if not loop._ready:
            waiting = [timer.when() for timer in loop._scheduled if not timer.cancelled()]
            next_time = min(waiting, default=until)
            if next_time >= until:
                return
            await asyncio.sleep(next_time - loop.time())


async def _wait_for_widgets(pilot):
    """Wait until every widget has handled its messages.

    Textual sends a message to each of a hundred widgets and waits for all. A widget that waits
    for its next message has handled all others; only if one does not, Textual's way is used.
    """
    loop = asyncio.get_running_loop()
    for _ in range(ROUNDS):
        await asyncio.sleep(0)
        if not loop._ready and all(map(_is_waiting, _widgets(pilot.app))):
            return True
    return await _wait_for_screen(pilot)


def _widgets(app):
    return [app, *app.screen.walk_children(with_self=True)] if app.screen_stack else []


def _is_waiting(widget):
    queue = widget._message_queue
    return widget._closing or widget._closed or (queue.empty() and queue.ready_event._waiters)
