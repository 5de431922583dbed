"""The replay of a game."""

import pytest

from pickomino.tui.screens.past_games.replay import ReplayScreen
from support.tui.app_driver import (
    recorded_game,
    running_app,
    settle,
)
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_lines, screen_text


async def test_replay_moves_by_events_and_turns(tmp_path):
    game = recorded_game()
    async with running_app(tmp_path) as (app, pilot):
        app.push_screen(ReplayScreen(game))
        await settle(pilot)
        places = []
        for key in ("right", "right", "left", "down", "down", "up", "end", "home"):
            await pilot.press(key)
            places.append(app.screen.at)
        await pilot.press("g")
        await press(pilot, *"2b", "enter")
        at, text, steps = app.screen.at, screen_text(app), app.screen.table_log.steps
    ends = [
        i + 1 for i, step in enumerate(steps) if type(step.game_step.event).__name__ == "TurnEnd"
    ]
    assert places == [1, 2, 1, ends[0], ends[1], ends[0], len(steps), 0]
    assert at == ends[2] + 1
    assert "turn 2b" in text
    assert "Turn 2: Uncle Gus" in text


@pytest.mark.parametrize("size", SIZES.values())
async def test_every_step_of_a_replay_fits_the_screen(tmp_path, size):
    game = recorded_game(seed=8)
    async with running_app(tmp_path, size=size) as (app, pilot):
        app.push_screen(ReplayScreen(game))
        await settle(pilot)
        for _ in range(0, len(game.events), 7):
            app.screen.action_step(7)
            await pilot.pause()
            assert {len(line) for line in screen_lines(app)} == {size[0]}
        assert app.screen.at == len(game.events)
