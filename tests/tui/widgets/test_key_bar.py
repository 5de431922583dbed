"""The key bar: the exit key is always shown, and every hint can be clicked."""

import asyncio
import contextlib

import pytest

from pickomino.i18n import LANGUAGES
from pickomino.tui.screens.dialogs.log import LogScreen
from pickomino.tui.screens.dialogs.prompt import PromptDialog
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.widgets.key_bar import KeyBar, KeyHint, MoreKeysDialog
from support.tui.app_driver import (
    QuietBots,
    careful_key,
    new_app,
    plan,
    play_by_keys,
    recorded_game,
    resize,
    running,
    running_app,
    settle,
    until,
)
from support.tui.clicks import click, place_of, press
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen
from support.tui.scripted_table import ScriptedTable
from support.tui.snapshot import pressing

LOOKS = [("small", language) for language in LANGUAGES]
LOOKS += [("medium", language) for language in ("de", "nl", "fr")]
"""Sizes and languages to check; a small terminal is short of room in every language."""


def last_lines(folder, show, looks=LOOKS, **how):
    """Show a screen in each size and language; returns the key bar of each."""

    async def go():
        how.setdefault("make_bots", QuietBots)
        async with running_app(folder, **how, size=SIZES["small"]) as (app, pilot):
            await show(pilot)
            async for look in each_look(pilot, looks):
                lines[look] = screen_lines(app)[-1]
                hints = app.screen.query_one(KeyBar).hints
                (labels[look],) = [hint.text for hint in hints if hint.key == "Esc"]

    lines, labels = {}, {}
    asyncio.run(go())
    for look, line in lines.items():
        assert f" Esc {labels[look]} " in line, look
    return lines


async def each_look(pilot, looks):
    """Yield each size and language after the app has switched to it."""
    for size, language in looks:
        if tuple(pilot.app.size) != SIZES[size]:
            await resize(pilot, SIZES[size])
        pilot.app.set_language(language)
        await settle(pilot)
        yield size, language


async def replay(pilot):
    await pilot.app.push_screen(ReplayScreen(recorded_game()))


async def after_the_end(pilot):
    await play_by_keys(pilot)
    await pressing("escape")(pilot)


SCREENS = {
    "new game": (pressing("n"), {}),
    "saved games": (pressing("s"), {}),
    "games to replay": (pressing("r"), {}),
    "replay": (replay, {}),
    "choosing": (pressing(), {"plan": ("Ann", "Ida")}),
    "deciding, with undo": (pressing("2"), {"plan": ("Ann", "Ida")}),
    "a bot thinks": (pressing(), {"plan": ("bot:family", "Ann")}),
    "after the end": (after_the_end, {"plan": ("Ann", "Ida")}),
    "connecting": (pressing(), {"join": ScriptedTable}),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_exit_key_is_always_shown(tmp_path, screen):
    """Regression: it was left out in small terminals."""
    show, how = SCREENS[screen]
    if "plan" in how:
        how = {"game": plan(*how["plan"], seed=7, turn_limit=2)}
    lines = last_lines(tmp_path, show, **how)
    for shown_size in ("small", "medium"):
        alike = {line for (size, _), line in lines.items() if size == shown_size}
        assert len(alike) > 1, "the languages do not differ"


async def test_menu_shows_how_to_quit(tmp_path):
    bars = {}
    async with running_app(tmp_path, size=SIZES["small"]) as (app, pilot):
        async for look in each_look(pilot, LOOKS):
            bars[look] = (f" q {app.texts.gettext('Quit')} ", screen_lines(app)[-1])
    assert [name for name, (text, line) in bars.items() if text not in line] == []


def test_exit_key_stays_if_nothing_else_fits(tmp_path):
    hints = [KeyHint("F2", "x" * 40, ""), KeyHint("a", "y" * 40, ""), KeyHint("Esc", "Back", "")]

    async def show(pilot):
        await pressing("s")(pilot)
        pilot.app.screen.hints = lambda: hints
        pilot.app.screen.show_hints()

    (line,) = last_lines(tmp_path, show, [("small", "en")]).values()
    assert "x" * 40 in line
    assert "y" not in line


@contextlib.asynccontextmanager
async def replaying(folder, size):
    """Replay a recorded game, 30 events after its start."""
    async with running_app(folder, size=size) as (app, pilot):
        await app.push_screen(ReplayScreen(recorded_game()))
        await settle(pilot)
        app.screen.action_step(30)
        await settle(pilot)
        yield pilot


async def test_hints_of_a_replay_can_be_clicked(tmp_path):
    async with replaying(tmp_path, SIZES["medium"]) as pilot:
        places = []
        for text in ("Step ", "Back ", " ↓ ", " ↑ ", " Home ", " End "):
            x, y = place_of(pilot.app, text)
            await pilot.click(offset=(x + 1, y))
            await settle(pilot)
            places.append(pilot.app.screen.at)
        ends = turn_ends(pilot.app.screen)
    after = min(end for end in ends if end > 30)
    before = max(end for end in ends if end < after)
    assert places == [31, 30, after, before, 0, ends[-1]]


def turn_ends(replay):
    """Return after how many events each turn of a replay ends."""
    kinds = [type(step.game_step.event).__name__ for step in replay.table_log.steps]
    return [index + 1 for index, kind in enumerate(kinds) if kind == "TurnEnd"]


async def test_hints_without_room_can_be_clicked_in_a_list(tmp_path):
    async with replaying(tmp_path, SIZES["small"]) as pilot:
        app, places = pilot.app, []
        for text in ("To the start", "To the end"):
            await click(pilot, "…")
            assert isinstance(app.screen, MoreKeysDialog)
            await click(pilot, text)
            places.append(app.screen.at == app.screen.last)
        await click(pilot, "…")
        await click(pilot, "Go to turn")
        assert isinstance(app.screen, PromptDialog)
        await press(pilot, "2", "b")
        await click(pilot, "OK")
        text = screen_text(app)
    assert places == [False, True]
    assert "turn 2b" in text


async def test_list_of_hints_works_with_keys(tmp_path):
    async with replaying(tmp_path, SIZES["small"]) as pilot:
        for key in ("enter", "g"):
            await click(pilot, "…")
            await press(pilot, key)
            assert isinstance(pilot.app.screen, PromptDialog), key
            await press(pilot, "escape")
        await click(pilot, "…")
        assert isinstance(pilot.app.screen, MoreKeysDialog)
        await press(pilot, "escape")
        assert type(pilot.app.screen) is ReplayScreen


async def test_log_can_be_clicked_while_a_bot_plays(tmp_path):
    app = new_app(tmp_path, plan("Ann", "bot:family"), make_bots=QuietBots, language="de")
    async with running(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
        table = table_screen(app)
        while table.view.you.is_your_turn:
            version = table.view.version
            await pilot.press(careful_key(table.view))
            await until(pilot, lambda version=version: table.view.version > version)
        await settle(pilot)
        assert "Verlauf" not in screen_lines(app)[-1]
        assert " Esc Verlassen " in screen_lines(app)[-1]
        await click(pilot, "…")
        await click(pilot, "Verlauf")
        assert type(app.screen) is LogScreen


@pytest.mark.parametrize("size", [SIZES["small"], SIZES["medium"]])
async def test_every_hint_is_in_the_bar_or_the_list(tmp_path, size):
    async with running_app(tmp_path, size=size) as (app, pilot):
        await app.push_screen(ReplayScreen(recorded_game()))
        for language in LANGUAGES:
            app.set_language(language)
            await settle(pilot)
            line = screen_lines(app)[-1]
            missing = [
                hint
                for hint in app.screen.hints()
                if f" {hint.key} {hint.label.strip()}".rstrip() not in line
            ]
            assert ("…" in line) == bool(missing), language
            if missing:
                await click(pilot, "…")
                listed = screen_text(app)
                assert all(hint.text in listed for hint in missing), language
                await press(pilot, "escape")
