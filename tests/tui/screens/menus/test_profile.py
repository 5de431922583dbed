"""The profile screen."""

import asyncio
import json

from pickomino.profile.game_log import GameLog
from pickomino.puzzles.packs import today
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.menus.profile import ProfileScreen
from pickomino.tui.screens.past_games.review import ReviewScreen
from support.tui.app_driver import new_app, plan, play_by_keys, press_to, running, settle, until
from support.tui.sample_profile import PLAYED_GAME
from support.tui.screen_text import SIZES, screen_text


def in_profile(tmp_path, act):
    """Open the profile of a device with one game, act in it, and return the text of the screen."""
    GameLog(tmp_path).add("a", PLAYED_GAME)

    async def go():
        app = new_app(tmp_path / "games")
        async with running(app, SIZES["large"]) as pilot:
            await press_to(pilot, ProfileScreen, "m")
            await act(pilot)
            return screen_text(app)

    return asyncio.run(go())


def test_profile_shows_long_values_in_their_column(tmp_path):
    text = in_profile(tmp_path, settle)
    assert "1 of 1 won" in text
    lines = text.splitlines()
    at = next(place for place, line in enumerate(lines) if "Beat Careful Clara" in line)
    assert lines[at + 1].index("Gus.") == lines[at].index("Beat")


def test_profile_can_be_exported(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    async def export(pilot):
        await pilot.press("e")
        await settle(pilot)

    in_profile(tmp_path, export)
    exported = tmp_path / f"pickomino-profile-{today()}.json"
    assert json.loads(exported.read_text())["games"]["a"]["rules"] == "standard"


def test_profile_can_be_deleted(tmp_path):
    async def delete(pilot):
        await press_to(pilot, ChoiceDialog, "x")
        await press_to(pilot, ProfileScreen, "down", "enter")

    assert "No game has been finished here yet." in in_profile(tmp_path, delete)
    assert not (tmp_path / "games.json").exists()


def test_reviewed_game_is_in_the_profile(tmp_path):
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
