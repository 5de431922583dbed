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


def test_profile_is_exported_and_deleted(tmp_path, monkeypatch):
    GameLog(tmp_path).add("a", PLAYED_GAME)
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
