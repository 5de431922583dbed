"""The menu of online tables."""

import pytest
from textual.events import Paste

from pickomino.rooms import CreateRoom, OpenSeat
from pickomino.tables.seat_tokens import SeatTokens
from pickomino.tables.server_client import ServerClient
from pickomino.tui.preferences import AppPreferences
from pickomino.tui.screens.game.lobby import LobbyScreen
from pickomino.tui.screens.menus.online import OnlineScreen
from pickomino.tui.screens.menus.open_table import OpenTableScreen
from support.tui.app_driver import new_app, press_to, running, running_app, settle, until
from support.tui.clicks import press
from support.tui.online_players import Server
from support.tui.screen_text import screen_text


async def test_opened_table_can_be_joined_by_code(tmp_path):
    preferences = AppPreferences(tmp_path / "preferences.json")
    app = new_app(tmp_path / "games", preferences=preferences)
    with Server(tmp_path) as server:
        async with running(app) as pilot:
            await press(pilot, "o")
            app.screen.query_one("#server").value = server.url
            app.screen.query_one("#name").value = "Ann"
            await press_to(pilot, OpenTableScreen, "f2")
            for field in ("public", "online-starter", "rules", "single", "steal"):
                app.screen.query_one(f"#{field}").action_turn(1)
                await settle(pilot)
            await press_to(pilot, LobbyScreen, "f2")
            code, opened = app.screen.view.room.code, screen_text(app)
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, LobbyScreen))
            await pilot.press("o")
            await until(pilot, lambda: f"table {code}" in screen_text(app))
            own = screen_text(app)
            await press_to(pilot, LobbyScreen, "f3", *code, "enter")
            joined = app.screen.view.room.code
        client = ServerClient(server.url)
        public = await client.public_tables()
        guest = await client.open_table(
            CreateRoom((OpenSeat(),) * 3), SeatTokens(tmp_path / "more")
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


async def test_unreachable_server_is_reported(tmp_path):
    app = new_app(tmp_path / "games")
    app.server = "http://127.0.0.1:9"
    async with running(app) as pilot:
        await pilot.press("o")
        await until(pilot, lambda: "is not responding" in screen_text(app))
        assert isinstance(app.screen, OnlineScreen)


@pytest.mark.parametrize("keys", [("f2",), ("f3", *"ABCD2345", "enter")])
async def test_missing_address_is_requested(tmp_path, keys):
    async with running_app(tmp_path / "games") as (app, pilot):
        await press(pilot, "o", "tab")
        await pilot.press(*keys)
        await until(pilot, lambda: "First type in the address of a server." in screen_text(app))
        assert (type(app.screen), app.focused.id, app.server) == (OnlineScreen, "server", "")


async def paste(pilot, text):
    pilot.app.screen.focused.post_message(Paste(text))
    await settle(pilot)


async def test_pasted_tab_leads_to_the_next_field(tmp_path):
    """Server and name both went into the field of the server."""
    async with running_app(tmp_path / "games") as (app, pilot):
        await press(pilot, "o")
        await paste(pilot, "127.0.0.1:9\tAnn\tBen\r\nmore")
        fields = [app.screen.query_one(name).value for name in ("#server", "#name")]
        assert fields == ["127.0.0.1:9", "Ann Ben"]
        assert app.focused.id == "name"


async def test_leaving_the_server_field_lists_its_tables(tmp_path):
    async with running_app(tmp_path / "games") as (app, pilot):
        await pilot.press("o", *"127.0.0.1:9", "tab")
        await until(pilot, lambda: "is not responding" in screen_text(app))
        assert app.server == "http://127.0.0.1:9"
