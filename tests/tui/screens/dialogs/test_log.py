"""The dialog with the whole log."""

import asyncio

from pickomino.tables.table_log import LogLine
from pickomino.tui.screens.dialogs.log import LogScreen
from support.tui.app_driver import (
    new_app,
    running,
    settle,
)
from support.tui.screen_text import screen_text


def test_long_log_scrolls_from_end_to_start(tmp_path):
    lines = [LogLine(f"line {number}.") for number in range(200)]

    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await app.push_screen(LogScreen(lines, "What happened"))
            await settle(pilot)
            newest = screen_text(app)
            await pilot.press("home")
            await settle(pilot)
            return newest, screen_text(app)

    newest, oldest = asyncio.run(go())
    assert "line 199." in newest
    assert "line 0." not in newest
    assert "line 0." in oldest
