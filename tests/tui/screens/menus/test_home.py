"""The main menu."""

import pytest

from pickomino.tui.screens.dialogs.help import HelpScreen
from pickomino.tui.screens.menus.home import HomeScreen
from support.tui.app_driver import (
    running_app,
)
from support.tui.clicks import click, press, stack
from support.tui.screen_text import SIZES, screen_text


@pytest.mark.parametrize("size", SIZES.values())
async def test_menu_opens_every_screen(tmp_path, size):
    ways = (
        (["n"], "New game"),
        (["s"], "Saved games"),
        (["question_mark"], "How to play"),
        (["l"], "Deutsch"),
        ([*["down"] * 6, "enter"], "Replay a game"),
    )
    async with running_app(tmp_path, size=size) as (app, pilot):
        home = app.screen
        for keys, title in ways:
            await press(pilot, *keys)
            assert app.screen is not home
            assert title in screen_text(app)
            await press(pilot, "escape")
            assert app.screen is home
            assert "Quit" in screen_text(app)


async def test_click_on_choose_opens_the_marked_entry(tmp_path):
    async with running_app(tmp_path) as (app, pilot):
        await press(pilot, *["down"] * 9)
        await click(pilot, "Choose ")
        assert stack(app) == [HomeScreen, HelpScreen]
