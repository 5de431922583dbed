"""One server and one Chromium for all tests of this folder; every test has its own pages."""

import os
import shutil
import sys
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from support.browser.play import FAKE_HOST
from support.browser.visitors import TIMEOUT_MS, Visitors
from support.server.serving import serving

NAMES = (
    "chromium-headless-shell",  # the same engine without windows: a third of the processor time
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
)
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
expect.set_options(timeout=TIMEOUT_MS)
HARMLESS = "Cross-Origin-Opener-Policy header has been ignored"
"""A browser's warning about a plain http address that is not this machine."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {FAKE_HOST} 127.0.0.1"]
SCREENS = {"phone": {"width": 360, "height": 740}, "laptop": {"width": 1366, "height": 768}}
OPEN = ExitStack()
"""Closes the browser after the last test."""


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Yield the address of a running server."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running.url


@pytest.fixture(scope="module")
def browser():
    """Return a real Chromium; without one these tests are skipped, except in CI."""
    return chromium()


@cache
def chromium():
    playwright = OPEN.enter_context(sync_playwright())
    OPEN.callback(chromium.cache_clear)
    # `make browser` may have installed Playwright's own.
    program = CHROMIUM or playwright.chromium.executable_path
    if not os.path.exists(program):  # noqa: PTH110
        message = "NO CHROME OR CHROMIUM FOUND: THE BROWSER TESTS DO NOT RUN"
        assert not os.environ.get("CI"), message
        print(message, file=sys.__stderr__)
        pytest.skip(message)
    started = playwright.chromium.launch(
        executable_path=program, args=ARGUMENTS, timeout=2 * TIMEOUT_MS
    )
    OPEN.callback(started.close)
    return started


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem):
    """Close the browser with the last test of this folder.

    Playwright keeps an event loop running in this thread, so that later tests in this process
    could not start theirs.
    """
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        OPEN.close()


@pytest.fixture
def launch_with_profile(browser):
    """Return a function that starts a Chromium of its own, which keeps its data in a folder."""

    def launch(profile):
        return browser.browser_type.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=ARGUMENTS, timeout=2 * TIMEOUT_MS
        )

    return launch


@pytest.fixture(scope="module")
def visitors(browser):
    return visitors_in(browser)


@cache
def visitors_in(browser):
    OPEN.callback(visitors_in.cache_clear)
    return Visitors(browser)


@pytest.fixture
def new_page(visitors, server, request):
    """Return a factory of pages, each of a separate visitor; errors of a page fail the test."""
    arrivals, complaints = [], []
    failed = request.session.testsfailed

    def on_console(message):
        address = message.location["url"]
        is_expected = HARMLESS in message.text or any(
            status in message.text and address.endswith(path) for status, path in make.refusals
        )
        if message.type in ("error", "warning") and not is_expected:
            complaints.append(f"{message.text} {address}")

    def make(**options):
        arrivals.append(visitors.come(**{"base_url": server, "locale": "en-GB", **options}))
        page = arrivals[-1][0].page
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", on_console)
        return page

    make.complaints = complaints
    # The coach may be requested just as the game ends; the page shows nothing then.
    make.refusals = [("409", "/coach")]
    yield make
    is_clean = not complaints and request.session.testsfailed == failed
    for visitor, pool in arrivals:
        visitors.go(visitor, pool, can_reuse=is_clean)
    assert complaints == []


@pytest.fixture
def page(new_page):
    """Return the page of a new visitor."""
    return new_page()


@pytest.fixture(params=SCREENS.values(), ids=SCREENS)
def screen(request):
    """Return the size of a phone's screen, then that of a laptop's."""
    return request.param


@pytest.fixture
def page_on_each_screen(new_page, screen):
    """Return the page of a new visitor with a phone, then with a laptop."""
    return new_page(viewport=screen)
