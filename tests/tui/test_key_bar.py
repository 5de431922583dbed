"""The line of keys: whatever else there is no room for, it always tells the way out."""

import asyncio

import pytest

from pickomino.i18n import LANGUAGES
from pickomino.tui.screens.replay import ReplayScreen
from pickomino.tui.widgets.key_bar import Hint, KeyBar
from tui.looking import SIZES, shown
from tui.playing import QuietBots, new_app, plan, play_by_keys, recorded, running, settled
from tui.scripted import ScriptedTable

SMALLER = [(SIZES["small"], LANGUAGES), (SIZES["medium"], ["de", "nl", "fr"])]
"""In which languages it is looked at in each size: what is small is always short of room."""


def last_lines(folder, size, show, languages=LANGUAGES, **how):
    """Show a screen in one language after the other; returns the line of keys in each."""

    async def go():
        how.setdefault("make_bots", QuietBots)
        app = new_app(folder, **how)
        async with running(app, size) as pilot:
            await show(pilot)
            for language in languages:
                app.speak(language)
                await settled(pilot)
                lines[language] = shown(app)[-1]
                (way,) = [hint for hint in app.screen.query_one(KeyBar).hints if hint.key == "Esc"]
                ways[language] = way.text

    lines, ways = {}, {}
    asyncio.run(go())
    for language, line in lines.items():
        assert f" Esc {ways[language]} " in line, language
    return lines


def pressing(*keys):
    async def press(pilot):
        for key in keys:
            await pilot.press(key)
            await settled(pilot)

    return press


async def replay(pilot):
    await pilot.app.push_screen(ReplayScreen(recorded()))


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


@pytest.mark.parametrize(("size", "languages"), SMALLER, ids=["small", "medium"])
@pytest.mark.parametrize("screen", SCREENS)
def test_the_way_out_is_shown_however_little_room_there_is(tmp_path, size, languages, screen):
    """Once it was left out where there was little."""
    show, how = SCREENS[screen]
    if "plan" in how:
        how = {"game": plan(*how["plan"], seed=7, turn_limit=2)}
    lines = last_lines(tmp_path, size, show, languages, **how)
    assert len(set(lines.values())) > 1, "the languages do not differ"


@pytest.mark.parametrize(("size", "languages"), SMALLER, ids=["small", "medium"])
def test_the_menu_tells_how_to_quit(tmp_path, size, languages):
    async def go():
        app = new_app(tmp_path)
        async with running(app, size) as pilot:
            for language in languages:
                app.speak(language)
                await settled(pilot)
                found[language] = (f" q {app.texts.gettext('Quit')} ", shown(app)[-1])

    found = {}
    asyncio.run(go())
    assert [name for name, (text, line) in found.items() if text not in line] == []


def test_the_way_out_stays_where_nothing_else_fits(tmp_path):
    hints = [Hint("F2", "x" * 40, ""), Hint("a", "y" * 40, ""), Hint("Esc", "Back", "")]

    async def show(pilot):
        await pressing("s")(pilot)
        pilot.app.screen.hints = lambda: hints
        pilot.app.screen.show_hints()

    line = last_lines(tmp_path, SIZES["small"], show, ["en"])["en"]
    assert "x" * 40 in line
    assert "y" not in line
