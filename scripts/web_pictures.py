"""Write screenshots of every page, in both themes, for phones and desktops, to build/pictures.

make pictures
make pictures ARGS="table end"               only those whose names start with these words
make pictures ARGS="--language de table"     in another language, in a separate folder

In the folder, texts.md lists the texts on each page.
"""

from __future__ import annotations

import argparse
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
from picture_texts import PictureTexts
from playwright.sync_api import Browser, sync_playwright

from pickomino.i18n import matching_language
from support.browser.play import act, finish, make_table, post, remember, view_of

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


def play_rounds(rounds: int, **options):
    """Make a table, and play by simple rules until a claim is possible in a late enough round."""
    made = make_table(SERVER, **options)
    while True:
        view = view_of(SERVER, made)
        if view["phase"] != "playing":
            return made
        if not view["is_your_turn"]:
            time.sleep(0.05)
            continue
        legal = view["legal"]
        is_late = int(view["turn"][:-1]) >= rounds
        if is_late and any(action[0] in "ts" for action in legal):
            return made
        claims = [action for action in legal if action[0] in "tsb"]
        dice = sorted(action for action in legal if action[0] == "k")
        act(SERVER, made, claims[0] if claims else dice[-1] if dice else legal[0])


def all_pages() -> dict[str, str | dict]:
    """Return every page by name: its address, or the table to enter."""
    over = make_table(SERVER, practice=False, bots=("beginner", "family"))
    lobby = lobby_room()
    pages: dict[str, str | dict] = {
        "home": "/",
        "rules": "/rules",
        "privacy": "/privacy",
        "missing": "/table/NOTABLE2",
        "tutorial": "/tutorial",
        "daily": "/daily",
        "practice": "/practice",
        "profile": "/profile",
        "position": "/position",
        "upload": "/review",
        "lobby": lobby,
        "table-2": play_rounds(3, bots=("family",)),
        "table-4-coach": play_rounds(3, bots=("family", "expert", "beginner"), hints=True),
        "table-7-extrawurm": play_rounds(
            2, bots=("family", "expert", "beginner") * 2, rules="classic+extrawurm"
        ),
        "table-choose": make_table(SERVER, bots=("family", "expert")),
        "pass-and-play": make_table(SERVER, people=("Ann", "Bob", "Cleo"), bots=()),
        "end": over,
    }
    return pages


def lobby_room() -> dict:
    seats = [{"type": "PersonSeat", "name": "Ann"}, {"type": "BotSeat", "bot": "family"}]
    body = {"type": "CreateRoom", "seats": [*seats, {"type": "OpenSeat"}], "settings": {}}
    return post(SERVER, "/api/rooms", body)


def finish_in(browser: Browser, made: dict) -> None:
    """Play a table to its end."""
    context = browser.new_context(base_url=SERVER)
    page = context.new_page()
    remember(page, made)
    page.goto(f"/table/{made['code']}")
    finish(page)
    context.close()


def shoot(
    browser: Browser,
    target: str | dict,
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
    made = target if isinstance(target, dict) else None
    remember(page, *([made] if made else []), theme=theme)
    page.goto(f"/table/{made['code']}" if made else str(target))
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLE_MS)
    if target == "/tutorial":
        page.locator("pm-tutorial .button.primary").click()
        page.wait_for_timeout(100)
    page.screenshot(path=file, full_page=width < 700)
    texts.add(file.stem.removesuffix(f"-{theme}-{screen}"), page)
    context.close()


def main() -> None:
    """Write all screenshots, or the requested ones."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("names", nargs="*", help="start of the names of the screenshots to write")
    parser.add_argument("--language", default=DEFAULT_LANGUAGE, help="such as de or pt-BR")
    options = parser.parse_args()
    texts = PictureTexts(matching_language(options.language) or "en")
    is_default = options.language == DEFAULT_LANGUAGE
    folder = TARGET if is_default else TARGET / options.language
    folder.mkdir(parents=True, exist_ok=True)
    with running_server(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        pages = all_pages()
        over = pages["end"]
        assert isinstance(over, dict)
        finish_in(browser, over)
        pages["replay"] = f"/game/{over['code']}/{view_of(SERVER, over)['game_id']}"
        for name, target in pages.items():
            if options.names and not name.startswith(tuple(options.names)):
                continue
            for theme in THEMES:
                for screen in SCREENS:
                    file = folder / f"{name}-{theme}-{screen}.png"
                    shoot(
                        browser,
                        target,
                        file,
                        theme=theme,
                        screen=screen,
                        language=options.language.replace("_", "-"),
                        texts=texts,
                    )
            print(name)
        texts.write(folder / "texts.md")
        browser.close()


if __name__ == "__main__":
    main()
