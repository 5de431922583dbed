"""How a game was played, in the terminal: the sum, the moments, and the way to each of them."""

import asyncio

from pickomino import Game
from pickomino.analysis.review import review as review_game
from pickomino.i18n.review_text import format_sum_figure
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.screens.past_games.review import ReviewScreen
from support.tui.app_driver import (
    new_app,
    plan,
    play_by_keys,
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


def test_a_finished_game_is_reviewed_and_its_moments_are_gone_to(tmp_path):
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


def test_while_a_game_runs_nobody_is_told_what_was_best(tmp_path):
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


def test_the_end_of_a_game_leads_to_its_review_and_on_to_the_replay(tmp_path):
    async def go():
        app = new_app(tmp_path, plan(turn_limit=2))
        async with running(app) as pilot:
            await play_by_keys(pilot)
            await pilot.press("r")
            await reviewed(pilot)
            await pilot.press("escape")
            await settle(pilot)
            return type(app.screen)

    assert asyncio.run(go()) is ReplayScreen
