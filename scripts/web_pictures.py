"""Write screenshots of every page, in both themes, for phones and desktops, to build/pictures.

make pictures
make pictures ARGS="table end"               only those whose names start with these words
make pictures ARGS="--screen 390 dialog"     only on a screen of this width
make pictures ARGS="--language de table"     in another language, in a separate folder

In another language, the pictures of the terminal app are taken, too, and texts.md in the folder
lists where each text stands. Their names start with `terminal`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
from app_pictures import take_for_translators
from picture_pages import Shown, all_pages
from picture_texts import PictureTexts
from playwright.sync_api import Browser, sync_playwright

from pickomino.i18n import matching_language

TARGET = Path("build/pictures")
PORT = 8398
SERVER = f"http://127.0.0.1:{PORT}"
THEMES = ("dusk", "daylight")
SCREENS = {
    "320": (320, 568),
    "390": (390, 844),
    "844": (844, 390),
    "1024": (1024, 600),
    "1440": (1440, 900),
    "1920": (1920, 1080),
}
DEFAULT_LANGUAGE = "en-GB"
SETTLE_MS = 700
ENVIRONMENT = {
    "PICKOMINO_BOT_PAUSE": "0",
    "PICKOMINO_MESSAGES_PER_SECOND": "1000",
    "PICKOMINO_REQUESTS_PER_SECOND": "1000",
    "PICKOMINO_ROOMS_PER_HOUR": "100000",
}
CHROMIUM = next(
    filter(
        None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome", "chrome"))
    ),
    None,
)


@contextmanager
def running_server() -> Generator[None]:
    """Run a server with a temporary database."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["serve", "--no-open", "--port", str(PORT), "--database", f"{folder}/games.db"]
        process = subprocess.Popen(
            [sys.executable, "-m", "pickomino", *arguments],
            env=os.environ | ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            for _ in range(300):
                try:
                    httpx.get(f"{SERVER}/health").raise_for_status()
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait(20)


def shoot(
    browser: Browser,
    shown: Shown,
    file: Path,
    *,
    theme: str,
    screen: str,
    language: str,
    texts: PictureTexts,
) -> None:
    """Write one screenshot, and note the texts on it."""
    width, height = SCREENS[screen]
    context = browser.new_context(
        base_url=SERVER,
        viewport={"width": width, "height": height},
        has_touch=min(width, height) < 600,
        is_mobile=min(width, height) < 600,
        locale=language,
    )
    page = context.new_page()
    shown.open(page, theme)
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=file, full_page=width < 700)
    texts.add(file.stem.removesuffix(f"-{theme}-{screen}"), page)
    context.close()


def main() -> None:
    """Write all screenshots, or the requested ones."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("names", nargs="*", help="start of the names of the screenshots to write")
    parser.add_argument("--screen", choices=SCREENS, help="the width of one screen")
    parser.add_argument("--language", default=DEFAULT_LANGUAGE, help="such as de or pt-BR")
    options = parser.parse_args()
    language = matching_language(options.language) or "en"
    texts = PictureTexts(language)
    is_default = options.language == DEFAULT_LANGUAGE
    folder = TARGET if is_default else TARGET / options.language
    folder.mkdir(parents=True, exist_ok=True)
    with running_server(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, shown in all_pages(SERVER, browser).items():
            if options.names and not name.startswith(tuple(options.names)):
                continue
            for theme in THEMES:
                for screen in [options.screen] if options.screen else SCREENS:
                    file = folder / f"{name}-{theme}-{screen}.png"
                    shoot(
                        browser,
                        shown,
                        file,
                        theme=theme,
                        screen=screen,
                        language=options.language.replace("_", "-"),
                        texts=texts,
                    )
            print(name)
        browser.close()
    if not is_default and (not options.names or "terminal" in options.names):
        asyncio.run(take_for_translators(folder, language, texts))
    texts.write(folder / "texts.md")


if __name__ == "__main__":
    main()
