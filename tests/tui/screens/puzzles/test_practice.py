"""Practice."""

from datetime import timedelta

from pickomino.profile.practice_log import PracticeLog
from pickomino.puzzles.packs import today
from pickomino.puzzles.puzzle import parse_puzzle
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.puzzles.practice import PracticeScreen
from support.tui.app_driver import press_to, running_app, settle
from support.tui.clicks import press
from support.tui.sample_profile import OWN_DECISION
from support.tui.screen_text import SIZES, screen_text


async def test_due_decisions_are_asked_before_puzzles(tmp_path):
    PracticeLog(tmp_path).add_cards([parse_puzzle(OWN_DECISION)], today() - timedelta(days=1))
    async with running_app(tmp_path / "games", size=SIZES["large"]) as (app, pilot):
        await press_to(pilot, ChoiceDialog, "p")
        asked = screen_text(app)
        await press_to(pilot, PracticeScreen, "down", "enter")
        app.screen.answer(app.screen.puzzle.best)
        await settle(pilot)
        own = screen_text(app)
        await press(pilot, "enter")
        app.screen.answer(app.screen.puzzle.choices[-1].action)
        await settle(pilot)
        puzzle = screen_text(app)
    assert "1 decision from your own games is due." in asked
    assert "It comes back in 3 days." in own
    assert "Better: " in puzzle
    assert "(−" in puzzle
    assert PracticeLog(tmp_path).player.rating < 1500
