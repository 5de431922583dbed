"""The searchable list of actions."""

import asyncio

from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from support.tui.app_driver import (
    new_app,
    plan,
    running,
    settle,
)
from support.tui.screen_text import screen_text


def test_actions_are_found_by_a_part_of_their_name(tmp_path):
    async def go():
        app = new_app(tmp_path, plan("Ann", "Ben"))
        async with running(app) as pilot:
            await pilot.press("ctrl+p")
            await settle(pilot)
            await pilot.press(*"LANG")
            await settle(pilot)
            listed = screen_text(app)
            await pilot.press("enter")
            await settle(pilot)
            return listed, type(app.screen)

    listed, screen = asyncio.run(go())
    assert "Ctrl+L  Language" in listed
    assert "Colours" not in listed
    assert screen is ChoiceDialog
