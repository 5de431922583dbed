"""The help of every screen."""

import asyncio

from pickomino.tui.screens.dialogs.help import HelpScreen
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.menus.new_game import NewGameScreen
from pickomino.tui.screens.menus.online import OnlineScreen
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.screens.past_games.saved import SavedScreen
from pickomino.tui.screens.puzzles.daily import DailyScreen
from pickomino.tui.screens.puzzles.practice import PracticeScreen
from pickomino.tui.screens.puzzles.tutorial import TutorialScreen
from support.tui.app_driver import (
    new_app,
    plan,
    press_to,
    recorded_game,
    running,
    settle,
    until,
)
from support.tui.screen_text import SIZES, screen_text


def test_help_scrolls_with_end_and_home(tmp_path):
    async def go():
        app = new_app(tmp_path, plan("Ann", "Ben"))
        async with running(app, SIZES["medium"]) as pilot:
            await pilot.press("question_mark")
            await settle(pilot)
            first = screen_text(app)
            await pilot.press("end")
            await settle(pilot)
            last = screen_text(app)
            await pilot.press("home")
            await settle(pilot)
            return first, last, screen_text(app)

    first, last, again = asyncio.run(go())
    assert "Roll the dice" in first
    assert "Esc         leave the table" in last
    assert "Ctrl+Q      quit" in last
    assert again == first


HELP = {
    HomeScreen: "Roll the dice",
    NewGameScreen: "Two to seven seats",
    SavedScreen: "saved after every move",
    OnlineScreen: "any machine that runs",
    DailyScreen: "the same for everybody",
    PracticeScreen: "match your skill",
    TutorialScreen: "Chapters",
    lambda: ReplayScreen(recorded_game()): "move by move",
}


def test_every_screen_has_its_own_help(tmp_path):
    async def go():
        app = new_app(tmp_path / "games")
        pages = []
        async with running(app) as pilot:
            for make in HELP:
                if make is not HomeScreen:
                    await app.push_screen(make())
                await press_to(pilot, HelpScreen, "f1")
                first = screen_text(app)
                await pilot.press("end")
                await settle(pilot)
                pages.append(first + screen_text(app))
                await pilot.press("escape")
                await until(pilot, lambda: not isinstance(app.screen, HelpScreen))
                if make is not HomeScreen:
                    await pilot.press("escape")
                await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        return pages

    for sentence, page in zip(HELP.values(), asyncio.run(go()), strict=True):
        assert sentence in page
        assert "Ctrl+Q      quit" in page
