"""A real server and a real Chromium for benchmarks in the browser."""

import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")


def chromium():
    """Return the path of an installed Chromium, or None to use Playwright's own."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def open_browser():
    """Start a server and a browser; yield the browser and the server's address."""
    with _serve() as address, launch_browser() as browser:
        yield browser, address


@contextmanager
def launch_browser():
    """Start a browser; yield it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


def renderer_bytes(browser):
    """Return the memory of the browser's largest process of pages and workers."""
    devtools = browser.new_browser_cdp_session()
    processes = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    return max(_own_bytes(p["id"]) for p in processes if p["type"] == "renderer")


def _own_bytes(process):
    """Return the memory of a process; what it shares with others counts in part."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    share = next(line for line in lines if line.startswith("Pss:"))
    return 1024 * int(share.split()[1])


@contextmanager
def _serve():
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
            assert server.stdout is not None
            yield server.stdout.readline().removeprefix("Play at ").strip()
        finally:
            server.terminate()
