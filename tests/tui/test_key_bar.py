"""The line of keys: whatever else there is no room for, it always tells the way out."""

import asyncio

import pytest

from pickomino.i18n import LANGUAGES
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.widgets.key_bar import KeyBar, KeyHint
from support.tui.app_driver import (
    QuietBots,
    new_app,
    plan,
    play_by_keys,
    recorded_game,
    resize,
    running,
    settle,
)
from support.tui.screen_text import SIZES, screen_lines
from support.tui.scripted_table import ScriptedTable

SMALLER = [("small", language) for language in LANGUAGES]
SMALLER += [("medium", language) for language in ("de", "nl", "fr")]
"""In which languages it is looked at in each size: what is small is always short of room."""


def last_lines(folder, show, looks=SMALLER, **how):
    """Show a screen in one size and language after the other; returns the line of keys in each."""

    async def go():
        how.setdefault("make_bots", QuietBots)
        app = new_app(folder, **how)
        async with running(app, SIZES["small"]) as pilot:
            await show(pilot)
            async for look in shown_in(pilot, looks):
                lines[look] = screen_lines(app)[-1]
                (way,) = [hint for hint in app.screen.query_one(KeyBar).hints if hint.key == "Esc"]
                ways[look] = way.text

    lines, ways = {}, {}
    asyncio.run(go())
    for look, line in lines.items():
        assert f" Esc {ways[look]} " in line, look
    return lines


async def shown_in(pilot, looks):
    """Show one size and language after the other."""
    for size, language in looks:
        if tuple(pilot.app.size) != SIZES[size]:
            await resize(pilot, SIZES[size])
        pilot.app.set_language(language)
        await settle(pilot)
        yield size, language


def pressing(*keys):
    async def press(pilot):
        for key in keys:
            await pilot.press(key)
            await settle(pilot)

    return press


async def replay(pilot):
    await pilot.app.push_screen(ReplayScreen(recorded_game()))


async def after_the_end(pilot):
    await play_by_keys(pilot)
    await pressing("escape")(pilot)


SCREENS = {
    "new game": (pressing("n"), {}),
    "saved games": (pressing("s"), {}),
    "games to look at": (pressing("r"), {}),
    "replay": (replay, {}),
    "choosing": (pressing(), {"plan": ("Ann", "Ida")}),
    "deciding, with taking back": (pressing("2"), {"plan": ("Ann", "Ida")}),
    "a bot thinks": (pressing(), {"plan": ("bot:family", "Ann")}),
    "after the end": (after_the_end, {"plan": ("Ann", "Ida")}),
    "connecting": (pressing(), {"join": ScriptedTable}),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_the_way_out_is_shown_however_little_room_there_is(tmp_path, screen):
    """Once it was left out where there was little."""
    show, how = SCREENS[screen]
    if "plan" in how:
        how = {"game": plan(*how["plan"], seed=7, turn_limit=2)}
    lines = last_lines(tmp_path, show, **how)
    for shown_size in ("small", "medium"):
        alike = {line for (size, _), line in lines.items() if size == shown_size}
        assert len(alike) > 1, "the languages do not differ"


def test_the_menu_tells_how_to_quit(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app, SIZES["small"]) as pilot:
            async for look in shown_in(pilot, SMALLER):
                found[look] = (f" q {app.texts.gettext('Quit')} ", screen_lines(app)[-1])

    found = {}
    asyncio.run(go())
    assert [name for name, (text, line) in found.items() if text not in line] == []


def test_the_way_out_stays_where_nothing_else_fits(tmp_path):
    hints = [KeyHint("F2", "x" * 40, ""), KeyHint("a", "y" * 40, ""), KeyHint("Esc", "Back", "")]

    async def show(pilot):
        await pressing("s")(pilot)
        pilot.app.screen.hints = lambda: hints
        pilot.app.screen.show_hints()

    (line,) = last_lines(tmp_path, show, [("small", "en")]).values()
    assert "x" * 40 in line
    assert "y" not in line
