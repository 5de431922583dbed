"""An online table: its phases, requests that fail, and the check of the dice."""

import asyncio
import contextlib

import pytest

from pickomino.core.errors import Problem
from pickomino.record.verification import Verification
from pickomino.rooms.protocol.messages import OpenSeat, React, Start
from pickomino.rooms.protocol.score import Score
from pickomino.tables.addresses import TableAddress
from pickomino.tables.log_watch import log_mark
from pickomino.tables.online import OnlineTable
from pickomino.tables.seat_tokens import SeatTokens
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.game.lobby import LobbyScreen
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.screens.menus.home import HomeScreen
from support.server.serving import free_port
from support.tui.app_driver import (
    new_app,
    play_by_keys,
    running,
    running_app,
    settle,
    until,
)
from support.tui.clicks import press
from support.tui.online_players import OnlinePlayer, Server
from support.tui.screen_text import screen_text, table_screen
from support.tui.scripted_table import ScriptedTable


@contextlib.asynccontextmanager
async def seated_at(folder, table=None):
    """Open a scripted table; yields the pilot and the table."""
    table = table or ScriptedTable()
    async with running(new_app(folder, join=lambda: table)) as pilot:
        yield pilot, table


async def shows(pilot, screen):
    await until(pilot, lambda: isinstance(pilot.app.screen, screen))


@pytest.mark.parametrize("phase", ["lobby", "nonces"])
async def test_game_start_closes_dialogs_over_the_lobby(tmp_path, phase):
    async with seated_at(tmp_path) as (pilot, table):
        table.show(phase)
        await shows(pilot, LobbyScreen)
        pilot.app.action_language()
        await shows(pilot, ChoiceDialog)
        table.show("playing", "one")
        await shows(pilot, TableScreen)
        assert ([type(screen) for screen in pilot.app.screen_stack[1:]], table.closed) == (
            [HomeScreen, TableScreen],
            0,
        )


async def test_help_shows_the_check_code(tmp_path):
    async with seated_at(tmp_path) as (pilot, table):
        table.show("playing", "one")
        await shows(pilot, TableScreen)
        await until(pilot, lambda: pilot.app.screen.view is not None)
        mark = log_mark(pilot.app.screen.view)
        await press(pilot, "question_mark")
        await until(pilot, lambda: f"Check code at step 1: {mark}" in screen_text(pilot.app))


@pytest.mark.parametrize("between", [("lobby", "nonces"), ()])
async def test_next_game_closes_the_end(tmp_path, between):
    async with seated_at(tmp_path) as (pilot, table):
        table.show("playing", "one")
        table.show("over", "one")
        await shows(pilot, EndScreen)
        for phase in between:
            table.show(phase)
            await shows(pilot, LobbyScreen)
        table.show("playing", "two")
        await shows(pilot, TableScreen)
        assert [type(screen) for screen in pilot.app.screen_stack[1:]] == [HomeScreen, TableScreen]


async def test_lobby_stays_during_the_dice_phase(tmp_path):
    async with seated_at(tmp_path) as (pilot, table):
        table.show("lobby")
        await shows(pilot, LobbyScreen)
        lobby = pilot.app.screen
        table.show("nonces", "one")
        await until(pilot, lambda: lobby.view.phase == "nonces")
        assert pilot.app.screen is lobby


async def test_replay_without_a_connection_is_refused(tmp_path):
    async with seated_at(tmp_path) as (pilot, table):
        table.show("over", "one")
        await shows(pilot, EndScreen)
        await pilot.press("v")
        await until(pilot, lambda: "the connection to the table was lost" in screen_text(pilot.app))
        assert type(pilot.app.screen) is TableScreen


async def test_table_is_left_only_once(tmp_path):
    async with seated_at(tmp_path) as (pilot, table):
        table.show("playing", "one")
        await shows(pilot, TableScreen)
        screen = pilot.app.screen
        screen.action_leave()
        screen.action_leave()
        await settle(pilot)
        assert (type(pilot.app.screen), table.closed) == (HomeScreen, 1)


@pytest.mark.parametrize(
    ("verification", "line"),
    [
        (Verification(12), "12 rolls recomputed: all are right."),
        (Verification(0, Problem("commit_mismatch")), "the secret does not match the commitment"),
    ],
)
async def test_log_shows_the_check_of_the_dice(tmp_path, verification, line):
    async with seated_at(tmp_path, ScriptedTable(verification)) as (pilot, table):
        table.show("over", "one")
        await shows(pilot, EndScreen)
        await settle(pilot)
        await press(pilot, "escape", "l")
        assert line in screen_text(pilot.app)


class RematchTable(ScriptedTable):
    """Counts requests for another game."""

    asked = 0

    async def rematch(self):
        self.asked += 1
        self.show("lobby", score=Score(1, (1, 0), (3, 0)), is_ready=self.asked > 1)


async def test_guest_can_ask_for_a_rematch(tmp_path):
    async with seated_at(tmp_path, RematchTable()) as (pilot, table):
        table.show("playing", "one")
        table.show("over", "one")
        await until(pilot, lambda: "n  Play again" in screen_text(pilot.app))
        await pilot.press("n")
        await shows(pilot, LobbyScreen)
        await until(pilot, lambda: "F5 Play again" in screen_text(pilot.app))
        await pilot.press("f5")
        await until(pilot, lambda: "ready" in screen_text(pilot.app))
        lobby, asked = screen_text(pilot.app), table.asked
    assert "F5" not in lobby
    assert asked == 2


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as running_server:
        yield running_server


async def _play_on(person, moves=10_000):
    for _ in range(moves):
        if not await person.move():
            return


async def test_unknown_table_is_reported(server, tmp_path):
    async with running_app(tmp_path, join=lambda: _table(server, tmp_path)) as (app, pilot):
        await until(pilot, lambda: "there is no table ZZZZZZZZ" in screen_text(app))
        assert type(app.screen).__name__ == "HomeScreen"


def _table(server, folder, code="ZZZZZZZZ"):
    from pickomino.tables.online import OnlineTable

    address = TableAddress.parse(f"{server.url}/table/{code}")
    return OnlineTable(address, SeatTokens(folder / "tables.json"))


async def test_online_game_can_be_played_by_keys(server, tmp_path):
    address, token = server.new_room(OpenSeat(), OpenSeat(), OpenSeat(), hints=True, turn_limit=12)
    ben = OnlinePlayer(address, tmp_path / "ben", token)
    app = new_app(tmp_path, join=lambda: _table(server, tmp_path, address.code))
    app.player_name = "Ann"
    async with running(app) as pilot:
        await until(pilot, lambda: f"Table {address.code}" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: "you" in screen_text(app))
        await ben.join("Ben")
        await ben.until(lambda view: sum(seat.kind == "person" for seat in view.room.seats) == 2)
        await ben.table.command(Start(), ben.view.version)
        playing = asyncio.create_task(_play_on(ben))
        await until(pilot, lambda: table_screen(app).view.phase == "playing")
        await pilot.press("e")
        await pilot.press("enter")
        await ben.table.command(React(1, "good_luck"))
        await until(pilot, lambda: "Hello!" in _log(app) and "Good luck!" in _log(app))
        await play_by_keys(pilot)
        await playing
        await until(pilot, lambda: "The game was stopped after 12 turns." in screen_text(app))
        await until(pilot, lambda: "rolls recomputed: all are right." in _log(app))
    await ben.close()


def _log(app):
    from pickomino.i18n.room_text import narrator_for

    table = table_screen(app)
    lines = table.table_log.lines(narrator_for(table.view, app.texts), 1000)
    return "\n".join(line.text for line in lines)


async def test_dead_address_is_reported(tmp_path):
    address = TableAddress.parse(f"http://127.0.0.1:{free_port()}/table/ABCD2345")
    app = new_app(tmp_path, join=lambda: OnlineTable(address, SeatTokens(tmp_path / "tables")))
    async with running(app) as pilot:
        await until(pilot, lambda: "The server does not answer" in screen_text(app))
        await press(pilot, "escape")
        assert type(app.screen) is HomeScreen


def notifications(pilot):
    return [notification.message for notification in pilot.app._notifications]


async def test_dice_made_without_this_device_are_mentioned_once(tmp_path):
    table = ScriptedTable()
    table.dice_notice = Problem("no_own_nonce")
    async with seated_at(tmp_path, table) as (pilot, _):
        for _ in range(2):
            table.show("playing", "one")
            await shows(pilot, TableScreen)
        await until(pilot, lambda: notifications(pilot))
        assert notifications(pilot) == ["the dice include no nonce from this device"]


async def test_alarm_of_a_later_game_is_shown(tmp_path):
    """The verification of an earlier game once hid it."""
    table = ScriptedTable()
    async with seated_at(tmp_path, table) as (pilot, _):
        table.show("playing", "one")
        await shows(pilot, TableScreen)
        pilot.app.screen.table_log.verification = Verification(12)
        table.alarm = Problem("asked_early")
        table.show("playing", "two")
        await until(pilot, lambda: any("before every player" in n for n in notifications(pilot)))
        assert pilot.app.screen.table_log.verification.problem == table.alarm
