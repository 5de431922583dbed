"""The five of a day in the terminal: asked on the board, and remembered in the menu."""

import asyncio
from datetime import timedelta

from pickomino import legal_actions
from pickomino.profile.daily_log import DailyLog
from pickomino.puzzles.packs import daily_puzzles, packs, today
from pickomino.tui.action_keys import keyed_actions
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.puzzles.daily import DailyScreen
from support.tui.app_driver import new_app, running, settle, until
from support.tui.screen_text import SIZES, screen_text

FIRST = packs()[0].starts


def test_the_menu_leads_to_five_questions_and_shows_what_became_of_them(tmp_path):
    async def go():
        app = new_app(tmp_path / "games")
        told = []
        async with running(app, SIZES["large"]) as pilot:
            await settle(pilot)
            await pilot.press("d")
            await until(pilot, lambda: isinstance(app.screen, DailyScreen))
            await settle(pilot)
            for puzzle in app.screen.puzzles:
                app.screen.answer(puzzle.choices[-1].action)
                app.screen.answer(puzzle.best)  # Only the first answer counts.
                await settle(pilot)
                told.append(screen_text(app))
                await pilot.press("enter")
                await settle(pilot)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
            await settle(pilot)
            return told, screen_text(app), app.folder.parent

    told, menu, folder = asyncio.run(go())
    assert all(f"{number} of 5" in text for number, text in enumerate(told, 1))
    assert all("Better: " in text for text in told)
    assert "Given away in all" in told[-1]
    assert "Today’s five 5/5 · 1 day in a row" in menu
    costs = DailyLog(folder).costs(today())
    assert costs == [round(p.given_away(p.choices[-1].action), 4) for p in daily_puzzles(today())]


def test_keys_answer_and_what_was_answered_is_not_asked_again(tmp_path):
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


def test_help_may_be_asked_for_before_the_questions_are_there(tmp_path):
    async def go():
        app = new_app(tmp_path / "games")
        async with running(app) as pilot:
            app.push_screen(DailyScreen(FIRST))
            app.action_help()
            await settle(pilot)
            return screen_text(app)

    assert "Five decisions" in asyncio.run(go())


def test_all_that_is_said_can_be_read_on_a_small_terminal(tmp_path):
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
    assert "of 100 games won" not in answered, "otherwise nothing was missing"
    assert log.count("of 100 games won") == 3


def test_a_day_in_the_past_is_no_part_of_the_streak(tmp_path):
    log, day = DailyLog(tmp_path), FIRST + timedelta(days=3)
    for place in range(5):
        assert log.add(FIRST, place, 0.0, day)
        assert log.add(day, place, 0.0, day)
    assert log.streak(day) == 1


def test_of_two_answers_in_two_windows_the_first_counts(tmp_path):
    first, second = DailyLog(tmp_path), DailyLog(tmp_path)
    assert first.add(FIRST, 0, 0.1, FIRST)
    assert second.add(FIRST, 0, 0.3, FIRST)
    assert first.costs(FIRST) == second.costs(FIRST) == [0.1]


def test_a_file_that_is_damaged_is_noticed_and_replaced(tmp_path):
    assert not DailyLog(tmp_path).is_damaged
    for text in ("{", "[1]", '{"x": 1}', '{"2026-11-16": {"costs": [0, "many"]}}'):
        (tmp_path / "daily.json").write_text(text)
        log = DailyLog(tmp_path)
        assert log.is_damaged, text
        assert log.costs(FIRST) == []
        assert log.add(FIRST, 0, 0.1, FIRST)
        assert DailyLog(tmp_path).costs(FIRST) == [0.1]
