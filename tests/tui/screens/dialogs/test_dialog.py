"""Dialogs: closed and answered by clicks, even double clicks."""

import pytest

from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.dialogs.help import HelpScreen
from pickomino.tui.screens.dialogs.log import LogScreen
from pickomino.tui.screens.dialogs.prompt import PromptDialog
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.menus.new_game import NewGameScreen
from support.tui.app_driver import (
    new_app,
    running,
    running_app,
    settle,
)
from support.tui.clicks import click, click_twice, place_of, press, stack
from support.tui.screen_text import SIZES

SMALLER = [SIZES["small"], SIZES["medium"]]


async def open_languages(app):
    app.action_language()


async def open_help(app):
    app.action_help()


async def open_prompt(app):
    await app.push_screen(PromptDialog("Which?"))


async def open_log(app):
    await app.push_screen(LogScreen([], "What happened"))


OPENERS = {
    ChoiceDialog: open_languages,
    HelpScreen: open_help,
    PromptDialog: open_prompt,
    LogScreen: open_log,
}


@pytest.mark.parametrize("size", SMALLER)
async def test_click_outside_closes_the_dialog(tmp_path, size):
    async with running_app(tmp_path, size=size) as (app, pilot):
        for dialog, opened in OPENERS.items():
            await opened(app)
            await settle(pilot)
            assert stack(app) == [HomeScreen, dialog]
            await pilot.click(offset=(0, 0))
            await settle(pilot)
            assert stack(app) == [HomeScreen], dialog


@pytest.mark.parametrize(
    ("dialog", "title"), [(ChoiceDialog, "Language"), (PromptDialog, "Which?")]
)
async def test_click_inside_keeps_the_dialog_open(tmp_path, dialog, title):
    async with running_app(tmp_path) as (app, pilot):
        await OPENERS[dialog](app)
        await settle(pilot)
        x, y = place_of(app, title)
        await pilot.click(offset=(x, y))
        await pilot.click(offset=(x, y - 1))  # the border
        await settle(pilot)
        assert stack(app) == [HomeScreen, dialog]


async def test_double_click_keeps_the_opened_dialog(tmp_path):
    async with running_app(tmp_path) as (app, pilot):
        await click_twice(pilot, "How to play", lambda: settle(pilot))
        await settle(pilot)
        assert stack(app) == [HomeScreen, HelpScreen]


async def test_double_click_on_an_answer_closes_one_dialog(tmp_path):
    """Regression: it closed the screen below, too."""
    async with running_app(tmp_path) as (app, pilot):
        await press(pilot, "n")
        app.action_language()
        await settle(pilot)
        await click_twice(pilot, "Nederlands")
        await settle(pilot)
        assert (stack(app), app.language) == ([HomeScreen, NewGameScreen], "nl")


@pytest.mark.parametrize("size", SMALLER)
@pytest.mark.parametrize(("text", "answer"), [("OK", "3b"), ("Back ", None)])
async def test_prompt_is_answered_by_clicks(tmp_path, size, text, answer):
    app, answers = new_app(tmp_path), []
    async with running(app, size) as pilot:
        await app.push_screen(PromptDialog("Which?"), answers.append)
        await press(pilot, "3", "b")
        await click(pilot, text)
        assert (answers, stack(app)) == ([answer], [HomeScreen])
