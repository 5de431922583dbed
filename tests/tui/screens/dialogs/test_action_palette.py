"""The searchable list of actions."""

from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from support.tui.app_driver import (
    plan,
    running_app,
)
from support.tui.clicks import press
from support.tui.screen_text import screen_text


async def test_actions_are_found_by_a_part_of_their_name(tmp_path):
    async with running_app(tmp_path, plan("Ann", "Ben")) as (app, pilot):
        await press(pilot, "ctrl+p")
        await press(pilot, *"LANG")
        listed = screen_text(app)
        await press(pilot, "enter")
        screen = type(app.screen)
    assert "Ctrl+L  Language" in listed
    assert "Colours" not in listed
    assert screen is ChoiceDialog
