"""The dialog with the whole log."""

from pickomino.tables.table_log import LogLine
from pickomino.tui.screens.dialogs.log import LogScreen
from support.tui.app_driver import (
    running_app,
    settle,
)
from support.tui.clicks import press
from support.tui.screen_text import screen_text


async def test_long_log_scrolls_from_end_to_start(tmp_path):
    lines = [LogLine(f"line {number}.") for number in range(200)]
    async with running_app(tmp_path) as (app, pilot):
        await app.push_screen(LogScreen(lines, "What happened"))
        await settle(pilot)
        newest = screen_text(app)
        await press(pilot, "home")
        oldest = screen_text(app)
    assert "line 199." in newest
    assert "line 0." not in newest
    assert "line 0." in oldest
