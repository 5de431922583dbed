"""The daily puzzles."""

import asyncio

from pickomino import legal_actions
from pickomino.profile.daily_log import DailyLog
from pickomino.puzzles.packs import daily_puzzles, packs, today
from pickomino.tui.action_keys import keyed_actions
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.puzzles.daily import DailyScreen
from support.tui.app_driver import new_app, running, settle, until
from support.tui.screen_text import SIZES, screen_text

FIRST = packs()[0].starts


def test_first_answers_to_the_daily_five_count(tmp_path):
    async def go():
        app = new_app(tmp_path / "games")
        screens = []
        async with running(app, SIZES["large"]) as pilot:
            await settle(pilot)
            await pilot.press("d")
            await until(pilot, lambda: isinstance(app.screen, DailyScreen))
            await settle(pilot)
            for puzzle in app.screen.puzzles:
                app.screen.answer(puzzle.choices[-1].action)
                app.screen.answer(puzzle.best)  # ignored: only the first answer counts
                await settle(pilot)
                screens.append(screen_text(app))
                await pilot.press("enter")
                await settle(pilot)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
            await settle(pilot)
            return screens, screen_text(app), app.folder.parent

    screens, menu, folder = asyncio.run(go())
    assert all(f"{number} of 5" in text for number, text in enumerate(screens, 1))
    assert all("Better: " in text for text in screens)
    assert "Given away in all" in screens[-1]
    assert "Today’s five 5/5 · 1 day in a row" in menu
    costs = DailyLog(folder).costs(today())
    assert costs == [round(p.given_away(p.choices[-1].action), 4) for p in daily_puzzles(today())]


def test_answered_puzzle_is_not_asked_again(tmp_path):
    puzzle, following = daily_puzzles(FIRST)[:2]
    key = next(
        choice.key
        for choice in keyed_actions(legal_actions(puzzle.position))
        if choice.action == puzzle.best and choice.key
    )

    async def go():
        app = new_app(tmp_path / "games")
        async with running(app) as pilot:
            app.push_screen(DailyScreen(FIRST))
            await settle(pilot)
            await pilot.press(key)
            await settle(pilot)
            chosen = app.screen.chosen
            app.pop_screen()
            app.push_screen(DailyScreen(FIRST))
            await settle(pilot)
            return chosen, app.screen.puzzle

    chosen, shown = asyncio.run(go())
    assert chosen == puzzle.best
    assert shown == following


def test_help_can_be_opened_before_the_mount(tmp_path):
    async def go():
        app = new_app(tmp_path / "games")
        async with running(app) as pilot:
            app.push_screen(DailyScreen(FIRST))
            app.action_help()
            await settle(pilot)
            return screen_text(app)

    assert "Five decisions" in asyncio.run(go())


def test_log_shows_all_lines_on_a_small_terminal(tmp_path):
    async def go():
        app = new_app(tmp_path / "games")
        async with running(app, SIZES["small"]) as pilot:
            app.push_screen(DailyScreen(FIRST))
            await settle(pilot)
            asked = screen_text(app)
            app.screen.answer(app.screen.puzzle.choices[-1].action)
            await settle(pilot)
            answered = screen_text(app)
            await pilot.press("l", "home")
            await settle(pilot)
            return asked, answered, screen_text(app)

    asked, answered, log = asyncio.run(go())
    assert "Enter Choose   Esc Back" in asked
    assert "Enter Next   l Log   Esc Back" in answered
    assert "of 100 games won" not in answered, "else the log would not be needed"
    assert log.count("of 100 games won") == 3
