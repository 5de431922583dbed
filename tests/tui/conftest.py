"""The same terminal everywhere, and no work on what nobody sees."""

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


def _parsed_once(stylesheet, *given, **how):
    """Parse what all apps of these tests have in common only once."""
    key = given, *how.items(), *stylesheet._variables.items()
    if key not in _PARSED:
        _PARSED[key] = _parse_rules(stylesheet, *given, **how)
    return _PARSED[key]


Stylesheet._parse_rules = _parsed_once
# By identity as before, but not in Python: it is asked for every rule and widget.
RuleSet.__hash__ = object.__hash__
SOON = 1 / 50
"""Screens are laid out anew sixty times a second, if something has changed."""
ROUNDS = 100
"""So often the loop goes round for what widgets tell each other."""


@pytest.fixture(autouse=True)
def _many_colours(monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.fixture(autouse=True)
def _drawn_when_looked_at(request, monkeypatch):
    """Draw a screen when a test looks at it: half of the time went into what nobody saw.

    A test that asks for `drawn` has every change drawn, as in a terminal.
    """
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(Compositor, "render_update", _unseen)


@pytest.fixture
def drawn():
    """Every change is drawn."""


def _unseen(compositor, full=False, **how):
    if full:  # a picture, for who looks
        return _render_update(compositor, full=True, **how)
    compositor._dirty_regions.clear()
    return None


@pytest.fixture(autouse=True)
def _waits_for_events(monkeypatch):
    """Textual's own tests wait until the process needs little time, a fiftieth of a second each."""
    monkeypatch.setattr("textual.app.wait_for_idle", _idle)
    monkeypatch.setattr("textual.pilot.wait_for_idle", _idle)
    monkeypatch.setattr(Pilot, "_wait_for_screen", _all_heard)


async def _idle(*_):
    """Wait until nothing is to be done, now and soon."""
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


async def _all_heard(pilot):
    """Wait until every widget has heard what was told.

    Textual sends each of a hundred widgets a message, and waits for all. Whoever waits for the
    next message has heard all others; only where somebody does not, they are asked.
    """
    loop = asyncio.get_running_loop()
    for _ in range(ROUNDS):
        await asyncio.sleep(0)
        if not loop._ready and all(map(_listens, _widgets(pilot.app))):
            return True
    return await _wait_for_screen(pilot)


def _widgets(app):
    return [app, *app.screen.walk_children(with_self=True)] if app.screen_stack else []


def _listens(widget):
    queue = widget._message_queue
    return widget._closing or widget._closed or (queue.empty() and queue.ready_event._waiters)
