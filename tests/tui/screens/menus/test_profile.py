"""The profile screen."""

import json
from contextlib import asynccontextmanager

from pickomino.profile.game_log import GameLog
from pickomino.puzzles.packs import today
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.menus.profile import ProfileScreen
from pickomino.tui.screens.past_games.review import ReviewScreen
from support.tui.app_driver import new_app, plan, play_by_keys, press_to, running, settle, until
from support.tui.clicks import press
from support.tui.sample_profile import PLAYED_GAME
from support.tui.screen_text import SIZES, screen_lines, screen_text


@asynccontextmanager
async def open_profile(folder):
    """Open the profile of a device with one game."""
    GameLog(folder).add("a", PLAYED_GAME)
    async with running(new_app(folder / "games"), SIZES["large"]) as pilot:
        await press_to(pilot, ProfileScreen, "m")
        yield pilot


async def test_profile_shows_long_values_in_their_column(tmp_path):
    async with open_profile(tmp_path) as pilot:
        lines = screen_lines(pilot.app)
    assert any("1 of 1 won" in line for line in lines)
    at = next(place for place, line in enumerate(lines) if "Beat Careful Clara" in line)
    assert lines[at + 1].index("Gus.") == lines[at].index("Beat")


async def test_profile_can_be_exported(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with open_profile(tmp_path) as pilot:
        await press(pilot, "e")
    exported = tmp_path / f"pickomino-profile-{today()}.json"
    assert json.loads(exported.read_text())["games"]["a"]["rules"] == "standard"


async def test_profile_can_be_deleted(tmp_path):
    async with open_profile(tmp_path) as pilot:
        await press_to(pilot, ChoiceDialog, "x")
        await press_to(pilot, ProfileScreen, "down", "enter")
        assert "No game has been finished here yet." in screen_text(pilot.app)
    assert not (tmp_path / "games.json").exists()


async def test_reviewed_game_is_in_the_profile(tmp_path):
    app = new_app(tmp_path / "games", plan("Ann", "bot:random", turn_limit=4))
    async with running(app, SIZES["large"]) as pilot:
        await play_by_keys(pilot)
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        await press_to(pilot, ReviewScreen, "r")
        await until(pilot, lambda: app.screen.review is not None)
        await settle(pilot)
    (game,) = GameLog(tmp_path).games.values()
    assert (game.rules, game.rivals, game.turns) == ("standard", ("bot:random",), 2)
    assert game.given_away is not None
