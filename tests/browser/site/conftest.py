"""The static site, built once, and visitors who have never been there."""

import os
from pathlib import Path

import pytest

from pickomino.site.build import build_site
from pickomino.site.runtime import load_runtime
from support.browser.static_site import LONG_MS, PREFERENCES, FileServer, note_foreign_requests

ROOT = Path(__file__).parents[3]
RUNTIME = ROOT / "build" / "runtime"


@pytest.fixture(scope="session")
def runtime():
    """Return Python for the browser; without it these tests are skipped, except in CI."""
    if not (RUNTIME / ".complete").exists():
        message = "THE STATIC SITE IS NOT TESTED: PYTHON FOR THE BROWSER IS MISSING (make site)"
        assert not os.environ.get("CI"), message
        pytest.skip(message)
    return load_runtime(RUNTIME)


@pytest.fixture(scope="session")
def site(runtime, tmp_path_factory):
    """Return the folder of the site."""
    folder = tmp_path_factory.mktemp("site")
    build_site(folder, runtime)
    return folder


@pytest.fixture
def files(site):
    """Return a server that sends the site's files."""
    server = FileServer(site).start()
    yield server
    server.stop()


@pytest.fixture
def new_page(browser, files):
    """Return a factory of pages of one new visitor; their errors and foreign requests fail."""
    context = browser.new_context(base_url=files.url, locale="en-GB")
    context.set_default_timeout(LONG_MS)
    context.add_init_script(PREFERENCES)
    complaints = []

    def on_console(message):
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def open_page():
        page = context.new_page()
        page.on("console", on_console)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    note_foreign_requests(context, files.url, complaints)
    open_page.complaints = complaints
    yield open_page
    context.close()
    assert complaints == []


@pytest.fixture
def page(new_page):
    """Return a page of a new visitor."""
    return new_page()
