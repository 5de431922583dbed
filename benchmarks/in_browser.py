"""A real server and a real Chromium, for what a browser is measured at."""

import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")


def chromium():
    """Return the program of a Chromium, or None where only Playwright's own can be tried."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def opened():
    """Open a browser and a server of its own; yields the browser and the server's address."""
    with _served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser, address
        browser.close()


@contextmanager
def _served():
    command = [sys.executable, "-m", "pickomino", "serve", "--no-open", "--language", "en"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [*command, "--database", f"{folder}/games.db"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as server,
    ):
        try:
            yield server.stdout.readline().removeprefix("Play at ").strip()
        finally:
            server.terminate()
