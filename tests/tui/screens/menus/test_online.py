"""The menu of online tables."""

import asyncio

import pytest

from pickomino.rooms import CreateRoom, OpenSeat
from pickomino.tables.seat_tokens import SeatTokens
from pickomino.tables.server_client import ServerClient
from pickomino.tui.preferences import AppPreferences
from pickomino.tui.screens.game.lobby import LobbyScreen
from pickomino.tui.screens.menus.online import OnlineScreen
from pickomino.tui.screens.menus.open_table import OpenTableScreen
from support.tui.app_driver import new_app, running, settle, until
from support.tui.online_players import Server
from support.tui.screen_text import screen_text


def test_opened_table_can_be_joined_by_code(tmp_path):
    async def go(server):
        preferences = AppPreferences(tmp_path / "preferences.json")
        app = new_app(tmp_path / "games", preferences=preferences)
        async with running(app) as pilot:
            await pilot.press("o")
            await settle(pilot)
            app.screen.query_one("#server").value = server.url
            app.screen.query_one("#name").value = "Ann"
            await pilot.press("f2")
            await until(pilot, lambda: isinstance(app.screen, OpenTableScreen))
            for field in ("public", "online-starter", "rules", "single", "steal"):
                app.screen.query_one(f"#{field}").action_turn(1)
                await settle(pilot)
            await pilot.press("f2")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await settle(pilot)
            code, opened = app.screen.view.room.code, screen_text(app)
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, LobbyScreen))
            await pilot.press("o")
            await until(pilot, lambda: f"table {code}" in screen_text(app))
            own = screen_text(app)
            await pilot.press("f3", *code, "enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            return code, opened, own, app.screen.view.room.code

    with Server(tmp_path) as server:
        code, opened, own, joined = asyncio.run(go(server))
        public = asyncio.run(ServerClient(server.url).public_tables())
        guest = asyncio.run(
            ServerClient(server.url).open_table(
                CreateRoom((OpenSeat(),) * 3), SeatTokens(tmp_path / "more")
            )
        )
    assert code == joined
    assert f"/table/{code}" in opened, "the link for the others"
    assert "Ann" in own
    assert [summary.code for summary in public] == [code], "a public table was chosen"
    assert public[0].settings.rules == "classic(steal=forced)"
    assert "Classic, but if you stop and can steal, you must" in opened
    assert "The youngest begins." in opened
    assert guest.code != code
    remembered = AppPreferences(tmp_path / "preferences.json")
    assert (remembered.name, remembered.server) == ("Ann", server.url)


def test_unreachable_server_is_reported(tmp_path):
    async def go():
        app = new_app(tmp_path / "games")
        app.server = "http://127.0.0.1:9"
        async with running(app) as pilot:
            await pilot.press("o")
            await until(pilot, lambda: "is not responding" in screen_text(app))
            return isinstance(app.screen, OnlineScreen)

    assert asyncio.run(go())


@pytest.mark.parametrize("keys", [("f2",), ("f3", *"ABCD2345", "enter")])
def test_missing_address_is_requested(tmp_path, keys):
    async def go():
        app = new_app(tmp_path / "games")
        async with running(app) as pilot:
            await pilot.press("o", "tab")
            await settle(pilot)
            await pilot.press(*keys)
            await until(pilot, lambda: "First type in the address of a server." in screen_text(app))
            return type(app.screen), app.focused.id, app.server

    assert asyncio.run(go()) == (OnlineScreen, "server", "")


def test_leaving_the_server_field_lists_its_tables(tmp_path):
    async def go():
        app = new_app(tmp_path / "games")
        async with running(app) as pilot:
            await pilot.press("o", *"127.0.0.1:9", "tab")
            await until(pilot, lambda: "is not responding" in screen_text(app))
            return app.server

    assert asyncio.run(go()) == "http://127.0.0.1:9"
