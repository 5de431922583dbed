"""Practice and the profile in the terminal: menu, board, and what is kept of a game."""

import asyncio
import json
from datetime import timedelta

from pickomino.profile.game_log import GameLog, PlayedGame
from pickomino.profile.practice_log import PracticeLog
from pickomino.puzzles.packs import today
from pickomino.puzzles.puzzle import parse_puzzle
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.menus.profile import ProfileScreen
from pickomino.tui.screens.past_games.review import ReviewScreen
from pickomino.tui.screens.puzzles.practice import PracticeScreen
from support.tui.app_driver import new_app, plan, play_by_keys, press_to, running, settle, until
from support.tui.screen_text import SIZES, screen_text

OWN = (
    "classic_oooo.o.ooooooooo_27/25_a_5555w_- own 2 s25=0.61/0"
    " r=0.58/0.21/sure_tile,tile:25,failure:0.21 t24=0.55/0/worth_more,better:0.61,chosen:0.55"
)
GAME = PlayedGame(1, "standard", 0, ("bot:random",), 1.0, 15, 2, 4, 31, 0.02, 0.1)


def test_the_menu_leads_to_own_decisions_and_then_to_puzzles(tmp_path):
    PracticeLog(tmp_path).add_cards([parse_puzzle(OWN)], today() - timedelta(days=1))

    async def go():
        app = new_app(tmp_path / "games")
        async with running(app, SIZES["large"]) as pilot:
            await press_to(pilot, ChoiceDialog, "p")
            asked = screen_text(app)
            await press_to(pilot, PracticeScreen, "down", "enter")
            app.screen.answer(app.screen.puzzle.best)
            await settle(pilot)
            told = [screen_text(app)]
            await pilot.press("enter")
            await settle(pilot)
            app.screen.answer(app.screen.puzzle.choices[-1].action)
            await settle(pilot)
            return asked, [*told, screen_text(app)]

    asked, (own, puzzle) = asyncio.run(go())
    assert "1 decision from your own games is due." in asked
    assert "It comes back in 3 days." in own
    assert "Better: " in puzzle
    assert "(−" in puzzle
    assert PracticeLog(tmp_path).player.rating < 1500


def test_the_profile_is_shown_and_deleted(tmp_path, monkeypatch):
    GameLog(tmp_path).add("a", GAME)
    monkeypatch.chdir(tmp_path)

    async def go():
        app = new_app(tmp_path / "games")
        async with running(app, SIZES["large"]) as pilot:
            await press_to(pilot, ProfileScreen, "m")
            before = screen_text(app)
            await pilot.press("e")
            await settle(pilot)
            await press_to(pilot, ChoiceDialog, "x")
            await press_to(pilot, ProfileScreen, "down", "enter")
            return before, screen_text(app)

    before, after = asyncio.run(go())
    assert "1 of 1 won" in before
    lines = before.splitlines()
    at = next(place for place, line in enumerate(lines) if "Beat Careful Clara" in line)
    assert lines[at + 1].index("Gus.") == lines[at].index("Beat"), (
        "long values stay in their column"
    )
    assert "No game has been finished here yet." in after
    exported = tmp_path / f"pickomino-profile-{today()}.json"
    assert json.loads(exported.read_text())["games"]["a"]["rules"] == "standard"
    assert not (tmp_path / "games.json").exists()


def test_a_game_that_was_played_and_reviewed_is_in_the_profile(tmp_path):
    async def go():
        app = new_app(tmp_path / "games", plan("Ann", "bot:random", turn_limit=4))
        async with running(app, SIZES["large"]) as pilot:
            await play_by_keys(pilot)
            await until(pilot, lambda: isinstance(app.screen, EndScreen))
            await pilot.press("r")
            await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
            await until(pilot, lambda: app.screen.review is not None)
            await settle(pilot)

    asyncio.run(go())
    (game,) = GameLog(tmp_path).games.values()
    assert (game.rules, game.rivals, game.turns) == ("standard", ("bot:random",), 2)
    assert game.given_away is not None
