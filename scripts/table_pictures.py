"""Write sheets of pictures of every state of a table, and a film of a roll, to build/sheets.

Each sheet has one state on every screen and in both themes; the film has ten frames of one roll.

make sheets
make sheets ARGS="bust film"             only those whose name begins so
make sheets ARGS="--language de-DE end"  in another language
"""

from __future__ import annotations

import argparse
import base64
import json
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from web_pictures import CHROMIUM, SERVER, THEMES, USUAL_LANGUAGE, lobby_room, running_server

from support.browser.play import act, finish, make_table, remember, view_of

TARGET = Path("build/sheets")
SCREENS = [(320, 568), (390, 844), (844, 390), (1024, 600), (1440, 900)]
SCALE = 0.5
FRAMES = 10
HOLD = """Element.prototype.requestFullscreen = async () => {};
const later = globalThis.setTimeout;
globalThis.setTimeout = (run, ms = 0, ...more) =>
  later(() => (globalThis.isHeld && ms >= 200) || run(...more), ms >= 3000 ? 600_000 : ms);"""
"""Dice wait in the hand, whatever is shown stays once it is held, and windows keep their size."""
HELD = """() => {
  globalThis.isHeld = true;
  for (const motion of document.getAnimations()) motion.pause();
}"""
ENDED = """() => {
  globalThis.isHeld = true;
  for (const motion of document.getAnimations())
    if (motion.effect.getComputedTiming().endTime < Infinity) motion.finish();
}"""
"""What is on its way has arrived: its way would be another one on the next screen."""
PRESS = """() => {
  document.querySelector("pm-actions [data-action='r']").click();
  return Date.now() / 1000;
}"""

Table = dict[str, object]
Look = Callable[[Page, str | Table], None]


def until(is_there: Callable[[dict], bool], **options) -> Table:
    """Make a table and play it until something is there, again and again if the game ends first."""
    while True:
        made = make_table(SERVER, **options)
        while (view := view_of(SERVER, made))["phase"] == "playing":
            if is_there(view):
                return made
            if view["is_your_turn"]:
                act(SERVER, made, _simple(view["legal"]))
            else:
                time.sleep(0.05)


def _simple(legal: list[str]) -> str:
    order = [action for kind in "tsbk" for action in legal if action[0] == kind]
    return order[0] if order else legal[0]


def can(kind: str) -> Callable[[dict], bool]:
    return lambda view: any(action[0] == kind for action in view["legal"])


def is_later(view: dict) -> bool:
    return int(view["turn"][:-1]) > 3 and can("k")(view)


TWO = {"bots": ("family", "beginner")}
ALONE = {"people": ("Ann", "Bob"), "bots": ()}


def all_states() -> dict[str, tuple[Callable[[], str | Table], dict, Look]]:
    """Return by name: how the page is made, the preferences, and what is done there."""
    at_once = {"speed": "normal", "rollsAtOnce": True}
    states = {
        "home": (lambda: "/", {}, wait_for("pm-play-now button")),
        "lobby": (lobby_room, {}, wait_for("pm-lobby button")),
        "first-game": (lambda: "/", {"speed": "slow"}, first_game),
        "hand": (lambda: make_table(SERVER, **TWO), {"speed": "slow"}, hold),
        "rolling": (lambda: make_table(SERVER, **TWO), {"speed": "slow"}, roll),
        "groups": (lambda: until(is_later, **ALONE), {}, wait_for("button.group")),
        "kept": (lambda: until(can("r"), **ALONE), {}, wait_for("[data-action='r']")),
        "stop": (lambda: until(can("t"), **ALONE), {}, wait_for("[data-action^='t']")),
        "bust": (lambda: make_table(SERVER, **ALONE), at_once, fail),
        "rival": (lambda: until(can("r"), **TWO), at_once, let_rival_play),
        "steal": (lambda: until(can("s"), **ALONE), {}, wait_for("[data-action^='s']")),
        "raven": (
            lambda: until(can("b"), **ALONE, rules="classic+extrawurm"),
            {},
            wait_for("[data-action^='b']"),
        ),
        "end": (lambda: make_table(SERVER, **TWO), {}, lambda page, _: finish(page)),
        "television": (
            lambda: until(is_later, **ALONE, hints=True) | {"token": None},
            {},
            watch_large,
        ),
        "tutorial": (lambda: "/tutorial", {}, wait_for("pm-tutorial button.primary")),
    }
    for voice in ("whisper", "numbers", "everything"):
        states[f"coach-{voice}"] = (
            lambda: until(is_later, **ALONE, hints=True),
            {"voice": voice, "coach": True},
            wait_for("pm-coach .coach-reason"),
        )
    return states


def wait_for(selector: str) -> Look:
    return lambda page, _target: page.locator(selector).first.wait_for()


def first_game(page: Page, _target: str | Table) -> None:
    page.locator("pm-play-now .first-game").click()
    page.locator("pm-guide:not([hidden])").wait_for()
    page.evaluate(HELD)


def hold(page: Page, _target: str | Table) -> None:
    page.locator(".rolling-dice .die").first.wait_for()


def roll(page: Page, target: str | Table) -> None:
    hold(page, target)
    page.locator("pm-actions [data-action='r']").click()
    page.wait_for_timeout(500)
    page.evaluate(HELD)


def fail(page: Page, made: Table) -> None:
    """Roll on and on until nothing new comes, and hold what is shown then."""
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
    page.evaluate(ENDED)


def let_rival_play(page: Page, made: Table) -> None:
    page.locator("pm-dice").wait_for()
    turn = view_of(SERVER, made)["turn"]
    while (view := view_of(SERVER, made))["turn"] == turn and view["is_your_turn"]:
        act(SERVER, made, _simple(view["legal"]))
    page.locator("pm-turn-title:not(.is-yours)").wait_for()
    page.locator("pm-dice .group.is-still").first.wait_for()
    page.evaluate(ENDED)


def watch_large(page: Page, _target: str | Table) -> None:
    page.locator("[data-tool='eye']").click()
    page.locator("body.is-television .win-chance").first.wait_for()


def opened(browser: Browser, target: str | Table, preferred: dict, language: str) -> Page:
    context = browser.new_context(base_url=SERVER, locale=language)
    page = context.new_page()
    page.add_init_script(HOLD)
    made = target if isinstance(target, dict) else None
    own = [made] if made and made.get("token") else []
    remember(page, *own, **preferred)
    voice = json.dumps(json.dumps(preferred.get("voice")))
    page.add_init_script(f"localStorage.setItem('pickomino.voice', {voice});")
    page.goto(f"/table/{made['code']}" if made else str(target))
    return page


def sheet(browser: Browser, file: Path, shots: list[tuple[str, bytes]], columns: int) -> None:
    """Put pictures into one."""
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
    """Return ten frames of one roll as the screen showed them, until the dice lie in groups."""
    made = make_table(SERVER, bots=("family",))
    page = opened(browser, made, {"speed": "normal"}, language)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".rolling-dice .die").first.wait_for()
    devtools = page.context.new_cdp_session(page)
    frames: list[tuple[float, bytes]] = []

    def keep(told: dict) -> None:
        frames.append((told["metadata"]["timestamp"], base64.b64decode(told["data"])))
        devtools.send("Page.screencastFrameAck", {"sessionId": told["sessionId"]})

    devtools.on("Page.screencastFrame", keep)
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
    """Write all sheets, or those that are asked for."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("names", nargs="*", help="how the names of wanted sheets begin")
    parser.add_argument("--language", default=USUAL_LANGUAGE, help="as browsers name it: de-DE")
    options = parser.parse_args()
    folder = TARGET / options.language
    folder.mkdir(parents=True, exist_ok=True)
    names = tuple(options.names) or ("",)
    with running_server(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        if "film".startswith(names):
            sheet(browser, folder / "film.png", film(browser, options.language), 5)
        for name, (make, preferred, look) in all_states().items():
            if not name.startswith(names):
                continue
            target = make()
            page = opened(browser, target, preferred, options.language)
            look(page, target)
            sheet(browser, folder / f"{name}.png", shots_of(page), len(SCREENS))
            page.context.close()
            print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
