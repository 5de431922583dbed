"""The review of a game."""

from pickomino import Game
from pickomino.analysis.review import review as review_game
from pickomino.i18n.review_text import format_signed_percent
from pickomino.tui.screens.past_games.replay import ReplayScreen
from support.tui.app_driver import (
    press_to,
    recorded_game,
    reviewed,
    running_app,
    settle,
)
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_text

UNFINISHED = '[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25'


async def test_moments_of_a_review_open_in_the_replay(tmp_path):
    record = recorded_game().wgn()
    async with running_app(tmp_path, size=SIZES["large"]) as (app, pilot):
        app.push_screen(ReplayScreen(Game.from_wgn(record)))
        await settle(pilot)
        await pilot.press("r")
        await reviewed(pilot)
        text, moments = screen_text(app), list(app.screen.moments)
        await press_to(pilot, ReplayScreen, "end", "enter")
        at, narrator = app.screen.at, app.screen.narrator
    review = review_game(Game.from_wgn(record))
    for seat in review.seats:
        assert format_signed_percent(seat.own_luck, narrator.texts) in text
        assert format_signed_percent(-seat.given_away, narrator.texts) in text
    assert [moment.text.split()[0] for moment in moments[-len(review.turns) :]] == [
        turn.label[:-1] for turn in review.turns
    ]
    assert at == moments[-1].at


async def test_unfinished_game_has_no_review(tmp_path):
    async with running_app(tmp_path) as (app, pilot):
        app.push_screen(ReplayScreen(Game.from_wgn(UNFINISHED)))
        await settle(pilot)
        await press(pilot, "r")
        assert type(app.screen) is ReplayScreen
        assert "r" not in [hint.key for hint in app.screen.hints()]


async def test_review_of_one_person_answers_three_questions_first(tmp_path):
    async with running_app(tmp_path, size=SIZES["small"]) as (app, pilot):
        app.push_screen(ReplayScreen(recorded_game()))
        await settle(pilot)
        await press(pilot, "r")
        await reviewed(pilot)
        text = " ".join(screen_text(app).split())
        listed = app.screen.query_one("#moments").size.height
    asked = ["Was Ann lucky?", "Where did Ann go wrong?", "What should Ann learn?"]
    places = [text.index(part) for part in (*asked, "Win chance at the start")]
    assert places == sorted(places)
    assert listed >= 2
