"""One server and one Chromium for all tests of this folder; every test has its own contexts."""

import os
import shutil
import subprocess
import sys
import time

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright

from browser_play import FAKE_HOST
from server.serving import free_port

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
START_SECONDS = 120
PATIENCE_MS = 60_000
"""What anything may take: only a test that fails waits for so long."""
expect.set_options(timeout=PATIENCE_MS)
ENVIRONMENT = {
    "PICKOMINO_BOT_PAUSE": "0",
    "PICKOMINO_MESSAGES_PER_SECOND": "1000",
    "PICKOMINO_REQUESTS_PER_SECOND": "1000",
    "PICKOMINO_ROOMS_PER_HOUR": "100000",
}
HARMLESS = "Cross-Origin-Opener-Policy header has been ignored"
"""What a browser says of a plain http address that is not this machine."""
CLIENT_FILE = """globalThis.clientFile = (name) =>
  document.querySelector('script[type="module"]').src.replace(/page\\.js$/, name)"""
"""Where the page has its modules from: another address would be another module."""
ARGUMENTS = ["--no-sandbox", f"--host-resolver-rules=MAP {FAKE_HOST} 127.0.0.1"]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The address of a running server."""
    port = free_port()
    database = tmp_path_factory.mktemp("server") / "games.db"
    command = [sys.executable, "-m", "pickomino", "serve", "--no-open", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--database", str(database)],
        env=os.environ | ENVIRONMENT,
        stdout=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            httpx.get(f"{address}/health").raise_for_status()
            break
        except httpx.TransportError:
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.1)
    yield address
    process.terminate()
    process.wait(60)


@pytest.fixture(scope="module")
def browser():
    """A real Chromium; without one these tests are skipped, but not in CI.

    Playwright keeps an event loop running in this thread: it must end with the module, or whatever
    comes next in this process cannot start its own.
    """
    with sync_playwright() as playwright:
        # `make browser` may have let playwright install one of its own.
        program = CHROMIUM or playwright.chromium.executable_path
        if not os.path.exists(program):  # noqa: PTH110
            message = "NO CHROME OR CHROMIUM FOUND: THE BROWSER TESTS DO NOT RUN"
            assert not os.environ.get("CI"), message
            print(message, file=sys.__stderr__)
            pytest.skip(message)
        chromium = playwright.chromium.launch(
            executable_path=program, args=ARGUMENTS, timeout=2 * PATIENCE_MS
        )
        yield chromium
        chromium.close()


@pytest.fixture
def new_page(browser, server):
    """Makes pages of separate visitors; whatever a page complains about fails the test."""
    contexts, complaints = [], []

    def hear(told):
        # A coach may be asked in the moment in which the game ends; the page says nothing then.
        is_late = "409" in told.text and told.location["url"].endswith("/coach")
        if told.type in ("error", "warning") and HARMLESS not in told.text and not is_late:
            complaints.append(told.text)

    def make(**options):
        context = browser.new_context(**{"base_url": server, "locale": "en-GB", **options})
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(CLIENT_FILE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", hear)
        return page

    make.complaints = complaints
    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(new_page):
    """The page of one visitor."""
    return new_page()
