"""Write contact sheets of every state of a table, and a film of a roll, to build/sheets.

Each sheet shows one state on every screen and in both themes; the film has ten frames of a roll.

make sheets
make sheets ARGS="bust film"             only those whose names start with these words
make sheets ARGS="--language de-DE end"  in another language
"""

from __future__ import annotations

import argparse
import base64
import json
import time
from collections.abc import Callable
from pathlib import Path

from picture_pages import lobby_room
from playwright.sync_api import Browser, Page, sync_playwright
from web_pictures import CHROMIUM, DEFAULT_LANGUAGE, SERVER, THEMES, running_server

from support.browser.play import act, finish, make_table, remember, view_of

TARGET = Path("build/sheets")
SCREENS = [(320, 568), (390, 844), (844, 390), (1024, 600), (1440, 900)]
SCALE = 0.5
FRAMES = 10
ALLOW_FREEZE = """Element.prototype.requestFullscreen = async () => {};
const later = globalThis.setTimeout;
globalThis.setTimeout = (run, ms = 0, ...more) =>
  later(() => (globalThis.isFrozen && ms >= 200) || run(...more), ms >= 3000 ? 600_000 : ms);"""
"""Keeps dice in the hand, stops timers once frozen, and keeps the size of the window."""
FREEZE = """() => {
  globalThis.isFrozen = true;
  for (const motion of document.getAnimations()) motion.pause();
}"""
FREEZE_AT_END = """() => {
  globalThis.isFrozen = true;
  for (const motion of document.getAnimations())
    if (motion.effect.getComputedTiming().endTime < Infinity) motion.finish();
}"""
"""Finishes animations, whose paths would be wrong on the next screen size."""
PRESS = """() => {
  document.querySelector("pm-actions [data-action='r']").click();
  return Date.now() / 1000;
}"""

Table = dict[str, object]
Prepare = Callable[[Page, str | Table], None]


def play_until(is_reached: Callable[[dict], bool], **options) -> Table:
    """Make tables and play them until one meets a condition."""
    while True:
        made = make_table(SERVER, **options)
        while (view := view_of(SERVER, made))["phase"] == "playing":
            if is_reached(view):
                return made
            if view["is_your_turn"]:
                act(SERVER, made, _simple_choice(view["legal"]))
            else:
                time.sleep(0.05)


def _simple_choice(legal: list[str]) -> str:
    order = [action for kind in "tsbk" for action in legal if action[0] == kind]
    return order[0] if order else legal[0]


def can(kind: str) -> Callable[[dict], bool]:
    return lambda view: any(action[0] == kind for action in view["legal"])


def is_later(view: dict) -> bool:
    return int(view["turn"][:-1]) > 3 and can("k")(view)


TWO = {"bots": ("family", "beginner")}
ALONE = {"people": ("Ann", "Bob"), "bots": ()}


def all_states() -> dict[str, tuple[Callable[[], str | Table], dict, Prepare]]:
    """Return by name how to make the page, its preferences, and what to do there."""
    at_once = {"speed": "normal", "rollsAtOnce": True}
    states: dict[str, tuple[Callable[[], str | Table], dict, Prepare]] = {
        "home": (lambda: "/", {}, wait_for("pm-play-now button")),
        "lobby": (lambda: lobby_room(SERVER), {}, wait_for("pm-lobby button")),
        "first-game": (lambda: "/", {"speed": "slow"}, first_game),
        "hand": (lambda: make_table(SERVER, **TWO), {"speed": "slow"}, hold),
        "rolling": (lambda: make_table(SERVER, **TWO), {"speed": "slow"}, roll),
        "groups": (lambda: play_until(is_later, **ALONE), {}, wait_for("button.group")),
        "set-aside": (lambda: play_until(can("r"), **ALONE), {}, wait_for("[data-action='r']")),
        "stop": (lambda: play_until(can("t"), **ALONE), {}, wait_for("[data-action^='t']")),
        "bust": (lambda: make_table(SERVER, **ALONE), at_once, fail),
        "rival": (lambda: play_until(can("r"), **TWO), at_once, let_rival_play),
        "steal": (lambda: play_until(can("s"), **ALONE), {}, wait_for("[data-action^='s']")),
        "raven": (
            lambda: play_until(can("b"), **ALONE, rules="classic+extrawurm"),
            {},
            wait_for("[data-action^='b']"),
        ),
        "end": (lambda: make_table(SERVER, **TWO), {}, lambda page, _: finish(page)),
        "television": (
            lambda: play_until(is_later, **ALONE, hints=True) | {"token": None},
            {},
            show_television,
        ),
        "tutorial": (lambda: "/tutorial", {}, wait_for("pm-tutorial button.primary")),
    }
    for voice in ("whisper", "numbers", "everything"):
        states[f"coach-{voice}"] = (
            lambda: play_until(is_later, **ALONE, hints=True),
            {"voice": voice, "coach": True},
            wait_for("pm-coach .coach-reason"),
        )
    return states


def wait_for(selector: str) -> Prepare:
    return lambda page, _target: page.locator(selector).first.wait_for()


def first_game(page: Page, _target: str | Table) -> None:
    page.locator("pm-play-now .first-game").click()
    page.locator("pm-guide:not([hidden])").wait_for()
    page.evaluate(FREEZE)


def hold(page: Page, _target: str | Table) -> None:
    page.locator(".rolling-dice .die").first.wait_for()


def roll(page: Page, target: str | Table) -> None:
    hold(page, target)
    page.locator("pm-actions [data-action='r']").click()
    page.wait_for_timeout(500)
    page.evaluate(FREEZE)


def fail(page: Page, made: str | Table) -> None:
    """Roll until a turn fails, and freeze the page then."""
    assert isinstance(made, dict)
    page.locator("pm-dice").wait_for()
    has_failed = False
    while not has_failed:
        page.locator("pm-verdict:not(.is-fresh)").wait_for(state="attached")
        turn = view_of(SERVER, made)["turn"]
        while (view := view_of(SERVER, made))["turn"] == turn:
            legal = view["legal"]
            act(SERVER, made, "r" if "r" in legal else legal[0])
        page.locator("pm-verdict.is-fresh").wait_for()
        has_failed = page.locator("pm-verdict.has-failed").count() > 0
    page.evaluate(FREEZE_AT_END)


def let_rival_play(page: Page, made: str | Table) -> None:
    assert isinstance(made, dict)
    page.locator("pm-dice").wait_for()
    turn = view_of(SERVER, made)["turn"]
    while (view := view_of(SERVER, made))["turn"] == turn and view["is_your_turn"]:
        act(SERVER, made, _simple_choice(view["legal"]))
    page.locator("pm-turn-title:not(.is-yours)").wait_for()
    page.locator("pm-dice .group.is-still").first.wait_for()
    page.evaluate(FREEZE_AT_END)


def show_television(page: Page, _target: str | Table) -> None:
    page.locator("[data-tool='eye']").click()
    page.locator("body.is-television .win-chance").first.wait_for()


def open_page(browser: Browser, target: str | Table, preferences: dict, language: str) -> Page:
    context = browser.new_context(base_url=SERVER, locale=language)
    page = context.new_page()
    page.add_init_script(ALLOW_FREEZE)
    made = target if isinstance(target, dict) else None
    own = [made] if made and made.get("token") else []
    remember(page, *own, **preferences)
    voice = json.dumps(json.dumps(preferences.get("voice")))
    page.add_init_script(f"localStorage.setItem('pickomino.voice', {voice});")
    page.goto(f"/table/{made['code']}" if made else str(target))
    return page


def sheet(browser: Browser, file: Path, shots: list[tuple[str, bytes]], columns: int) -> None:
    """Write several screenshots into one picture."""
    figures = "".join(
        f"<figure><figcaption>{name}</figcaption>"
        f"<img src='data:image/png;base64,{base64.b64encode(shot).decode()}'></figure>"
        for name, shot in shots
    )
    page = browser.new_page(viewport={"width": 2300, "height": 900})
    page.set_content(
        "<style>body { margin: 8px; font: 12px sans-serif; } figure { margin: 4px; }"
        "main { display: grid; width: max-content; }"
        f"main {{ grid-template-columns: repeat({columns}, max-content); }}"
        f"img {{ zoom: {SCALE}; outline: 2px solid; }}</style><main>{figures}</main>"
    )
    page.locator("main").screenshot(path=file)
    page.close()


def shots_of(page: Page) -> list[tuple[str, bytes]]:
    """Return a state on every screen, in both themes."""
    shots = []
    for theme in THEMES:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(150)
            shots.append((f"{theme} {width}", page.screenshot()))
    return shots


def film(browser: Browser, language: str) -> list[tuple[str, bytes]]:
    """Return ten frames of one roll as painted, until the dice are grouped."""
    made = make_table(SERVER, bots=("family",))
    page = open_page(browser, made, {"speed": "normal"}, language)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".rolling-dice .die").first.wait_for()
    devtools = page.context.new_cdp_session(page)
    frames: list[tuple[float, bytes]] = []

    def on_frame(event: dict) -> None:
        frames.append((event["metadata"]["timestamp"], base64.b64decode(event["data"])))
        devtools.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    devtools.on("Page.screencastFrame", on_frame)
    devtools.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})
    start = page.evaluate(PRESS)
    page.locator(".rolled button.group").first.wait_for()
    page.wait_for_timeout(300)
    devtools.send("Page.stopScreencast")
    page.context.close()
    frames = [frame for frame in frames if frame[0] > start]
    chosen = [frames[round(i * (len(frames) - 1) / (FRAMES - 1))] for i in range(FRAMES)]
    return [(f"{(when - frames[0][0]) * 1000:.0f} ms", frame) for when, frame in chosen]


def main() -> None:
    """Write all sheets, or the requested ones."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("names", nargs="*", help="start of the names of the sheets to write")
    parser.add_argument("--language", default=DEFAULT_LANGUAGE, help="a tag such as de-DE")
    options = parser.parse_args()
    folder = TARGET / options.language
    folder.mkdir(parents=True, exist_ok=True)
    names = tuple(options.names) or ("",)
    with running_server(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        if "film".startswith(names):
            sheet(browser, folder / "film.png", film(browser, options.language), 5)
        for name, (make, preferences, prepare) in all_states().items():
            if not name.startswith(names):
                continue
            target = make()
            page = open_page(browser, target, preferences, options.language)
            prepare(page, target)
            sheet(browser, folder / f"{name}.png", shots_of(page), len(SCREENS))
            page.context.close()
            print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
