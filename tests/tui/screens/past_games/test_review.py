"""The review of a game."""

import asyncio

from pickomino import Game
from pickomino.analysis.review import review as review_game
from pickomino.i18n.review_text import format_sum_figure
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.screens.past_games.review import ReviewScreen
from support.tui.app_driver import (
    new_app,
    recorded_game,
    running,
    settle,
    until,
)
from support.tui.screen_text import SIZES, screen_text

UNFINISHED = '[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25'


async def reviewed(pilot):
    """Wait for the review of a game."""
    await until(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
    await until(pilot, lambda: pilot.app.screen.moments)
    await settle(pilot)


def test_moments_of_a_review_open_in_the_replay(tmp_path):
    record = recorded_game().wgn()

    async def go():
        app = new_app(tmp_path)
        async with running(app, SIZES["large"]) as pilot:
            app.push_screen(ReplayScreen(Game.from_wgn(record)))
            await settle(pilot)
            await pilot.press("r")
            await reviewed(pilot)
            text, moments = screen_text(app), list(app.screen.moments)
            await pilot.press("end", "enter")
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            return text, moments, app.screen.at, app.screen.narrator

    text, moments, at, narrator = asyncio.run(go())
    review = review_game(Game.from_wgn(record))
    for seat in review.seats:
        assert format_sum_figure("own_luck", seat.own_luck, narrator.texts) in text
        assert format_sum_figure("given_away", seat.given_away, narrator.texts) in text
    assert [moment.text.split()[0] for moment in moments[-len(review.turns) :]] == [
        turn.label for turn in review.turns
    ]
    assert at == moments[-1].at


def test_unfinished_game_has_no_review(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            app.push_screen(ReplayScreen(Game.from_wgn(UNFINISHED)))
            await settle(pilot)
            await pilot.press("r")
            await settle(pilot)
            return type(app.screen), [hint.key for hint in app.screen.hints()]

    kind, keys = asyncio.run(go())
    assert kind is ReplayScreen
    assert "r" not in keys
