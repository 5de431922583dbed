"""The list of legal actions."""

import pytest

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.tui.screens.game.table import TableScreen
from support.tui.app_driver import new_app, plan, running, running_app, settle, until
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_text, table_screen


async def test_list_scrolls_to_the_best_choice(tmp_path):
    games = ((seed, Game(Rules.preset("standard"), 2, SeededDice(seed))) for seed in range(99))
    seed = next(seed for seed, game in games if len(legal_actions(game.position)) == 6)
    app = new_app(tmp_path, plan("Ann", "Ben", seed=seed))
    async with running(app, SIZES["small"]) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
        await settle(pilot)
        choices = app.screen.query_one("ChoiceList")
        values = {str(choice.action): 0.1 for choice in choices.choices}
        last = str(choices.choices[-1].action)
        choices.show_values(values, last)
        await settle(pilot)
        is_long, text = len(choices.choices) > choices.size.height, screen_text(app)
    assert is_long, "else the list would not have to scroll"
    assert "★ 10" in text


@pytest.mark.parametrize("size", [(80, 16), (60, 18), (80, 14)])
async def test_page_keys_are_safe_without_room(tmp_path, size):
    """Regression: it crashed the app."""
    async with running_app(tmp_path, plan("Ann", "Ida", seed=7), size=size) as (app, pilot):
        await press(pilot, "pagedown", "pageup")
        text, phase = screen_text(app), table_screen(app).view.phase
    assert phase == "playing"
    assert "needs 60 × 20" in text
