"""The help of every screen."""

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
    plan,
    press_to,
    recorded_game,
    running_app,
    until,
)
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_text


async def test_help_scrolls_with_end_and_home(tmp_path):
    async with running_app(tmp_path, plan("Ann", "Ben"), size=SIZES["medium"]) as (app, pilot):
        await press(pilot, "question_mark")
        first = screen_text(app)
        await press(pilot, "end")
        last = screen_text(app)
        await press(pilot, "home")
        again = screen_text(app)
    assert "Roll the dice" in first
    assert "Esc x       leave the table" in last
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


async def test_every_screen_has_its_own_help(tmp_path):
    async with running_app(tmp_path / "games") as (app, pilot):
        for make, sentence in HELP.items():
            if make is not HomeScreen:
                await app.push_screen(make())
            await press_to(pilot, HelpScreen, "f1")
            first = screen_text(app)
            await press(pilot, "end")
            assert sentence in first + screen_text(app)
            assert "Ctrl+Q      quit" in first + screen_text(app)
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, HelpScreen))
            if make is not HomeScreen:
                await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
