"""The daily puzzles."""

from pickomino import legal_actions
from pickomino.profile.daily_log import DailyLog
from pickomino.puzzles.packs import daily_puzzles, packs, today
from pickomino.tui.action_keys import keyed_actions
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.puzzles.daily import DailyScreen
from support.tui.app_driver import new_app, press_to, running, running_app, settle
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_text

FIRST = packs()[0].starts


async def test_first_answers_to_the_daily_five_count(tmp_path):
    app = new_app(tmp_path / "games")
    screens = []
    async with running(app, SIZES["large"]) as pilot:
        await settle(pilot)
        await press_to(pilot, DailyScreen, "d")
        for puzzle in app.screen.puzzles:
            app.screen.answer(puzzle.choices[-1].action)
            app.screen.answer(puzzle.best)  # ignored: only the first answer counts
            await settle(pilot)
            screens.append(screen_text(app))
            await press(pilot, "enter")
        await press_to(pilot, HomeScreen, "escape")
        menu, folder = screen_text(app), app.folder.parent
    assert all(f"{number} of 5" in text for number, text in enumerate(screens, 1))
    assert all("Better: " in text for text in screens)
    assert "In total, you gave away" in screens[-1]
    assert "Today’s five 5/5 · 1 day in a row" in menu
    costs = DailyLog(folder).costs(today())
    assert costs == [round(p.given_away(p.choices[-1].action), 4) for p in daily_puzzles(today())]


async def test_answered_puzzle_is_not_asked_again(tmp_path):
    puzzle, following = daily_puzzles(FIRST)[:2]
    key = next(
        choice.key
        for choice in keyed_actions(legal_actions(puzzle.position))
        if choice.action == puzzle.best and choice.key
    )
    async with running_app(tmp_path / "games") as (app, pilot):
        app.push_screen(DailyScreen(FIRST))
        await settle(pilot)
        await press(pilot, key)
        chosen = app.screen.chosen
        app.pop_screen()
        app.push_screen(DailyScreen(FIRST))
        await settle(pilot)
        shown = app.screen.puzzle
    assert chosen == puzzle.best
    assert shown == following


async def test_help_can_be_opened_before_the_mount(tmp_path):
    async with running_app(tmp_path / "games") as (app, pilot):
        app.push_screen(DailyScreen(FIRST))
        app.action_help()
        await settle(pilot)
        assert "Five decisions" in screen_text(app)


async def test_log_shows_all_lines_on_a_small_terminal(tmp_path):
    async with running_app(tmp_path / "games", size=SIZES["small"]) as (app, pilot):
        app.push_screen(DailyScreen(FIRST))
        await settle(pilot)
        asked = screen_text(app)
        app.screen.answer(app.screen.puzzle.choices[-1].action)
        await settle(pilot)
        answered = screen_text(app)
        await press(pilot, "l", "home")
        log = screen_text(app)
    assert "Enter Choose   Esc Back" in asked
    assert "Enter Next   l Log   Esc Back" in answered
    assert "of 100 games won" not in answered, "else the log would not be needed"
    assert log.count("of 100 games won") == 3
