"""The lobby: one seat for each player, and clicks on all its keys."""

import asyncio
import contextlib

import pytest

from pickomino import PickominoError
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.rooms.protocol.messages import (
    BotSeat,
    ChooseStarter,
    Join,
    Leave,
    OpenSeat,
    SetSeat,
    Settings,
    Start,
)
from pickomino.rooms.protocol.views import Room, RoomView, SeatView, You
from pickomino.tui.screens.game.lobby import LobbyScreen
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.widgets.key_bar import KeyBar
from support.tui.app_driver import new_app, running, running_app, settle, until
from support.tui.clicks import click, click_twice, press, stack
from support.tui.screen_text import SIZES, screen_lines, screen_text
from support.tui.scripted_table import ScriptedTable

SMALLER = [SIZES["small"], SIZES["medium"]]
FREE = SeatView("open", "", "")
OWN = SeatView("person", "Ann", "", is_host=True)
BEN = SeatView("person", "Ben", "")


class LobbyTable(ScriptedTable):
    """A table before its game; it records requests, and answers when the test lets it."""

    def __init__(self):
        super().__init__()
        self.requests = []
        self.refusal = None
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    def seat(self, *seats, is_host=True, phase="lobby"):
        """Yield a view of the room with these seats."""
        self._version += 1
        room = Room(self.code, Settings("classic"), seats)
        you = You(tuple(number for number, seat in enumerate(seats) if seat is OWN), is_host)
        self._views.put_nowait(RoomView(self._version, phase, room, you=you))

    async def command(self, command, _expected=None):
        self.requests.append(command)
        await self.may_answer.wait()
        if self.refusal is not None:
            raise self.refusal


@contextlib.asynccontextmanager
async def in_lobby(folder, *seats, size=SIZES["medium"]):
    """Open a lobby; yields the pilot and the table."""
    table = LobbyTable()
    app = new_app(folder, join=lambda: table)
    app.player_name = "Ann"
    async with running(app, size) as pilot:
        table.seat(*seats)
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await settle(pilot)
        yield pilot, table


async def show_seats(pilot, table, *seats):
    """Show the room with these seats and wait for it."""
    table.seat(*seats)
    await until(pilot, lambda: pilot.app.screen.view.room.seats == seats)
    await pilot.pause()


async def wait_for_seat(pilot, table):
    await until(pilot, lambda: table.requests)
    await show_seats(pilot, table, OWN, FREE, FREE)


async def test_double_click_takes_one_seat(tmp_path):
    """Regression: it took the seat that had moved there."""
    async with in_lobby(tmp_path, FREE, FREE, FREE) as (pilot, table):
        await click_twice(pilot, "1  open", lambda: wait_for_seat(pilot, table))
        await settle(pilot)
        assert table.requests == [Join("Ann", 0)]


async def test_only_one_seat_is_requested_at_a_time(tmp_path):
    async with in_lobby(tmp_path, FREE, FREE, FREE) as (pilot, table):
        table.may_answer.clear()
        await click_twice(pilot, "1  open")
        await pilot.press("down", "enter")
        table.may_answer.set()
        await settle(pilot)
        await press(pilot, "enter")  # answered, but the room does not show it yet
        assert table.requests == [Join("Ann", 0)]


async def test_refused_player_may_take_another_seat(tmp_path):
    async with in_lobby(tmp_path, FREE, FREE) as (pilot, table):
        table.refusal = PickominoError("seat_taken", seat=0)
        await click(pilot, "1  open")
        await click(pilot, "2  open")
        assert table.requests == [Join("Ann", 0), Join("Ann", 1)]


async def test_seated_player_is_offered_no_second_seat(tmp_path):
    async with in_lobby(tmp_path, OWN, FREE) as (pilot, table):
        assert "2  open  " in screen_text(pilot.app)
        await click(pilot, "2  open")
        await press(pilot, "enter")
        assert table.requests == []
        await show_seats(pilot, table, FREE, FREE)
        assert screen_text(pilot.app).count("open: Enter takes this seat") == 2
        await click(pilot, "2  open")
        assert table.requests == [Join("Ann", 1)]


@pytest.mark.parametrize("size", SMALLER)
async def test_keys_of_the_lobby_can_be_clicked(tmp_path, size):
    requests = [Start(), SetSeat(1, BotSeat("family")), Leave(0)]
    async with in_lobby(tmp_path, OWN, FREE, size=size) as (pilot, table):
        for text in ("Start ", "Bot ", "Stand up "):
            await click(pilot, text)
        await click(pilot, "Leave ")
        assert (table.requests, stack(pilot.app), table.closed) == (requests, [HomeScreen], 1)


async def test_marked_bot_is_removed(tmp_path):
    bot = SeatView("bot", "", "family")
    async with in_lobby(tmp_path, OWN, bot, FREE) as (pilot, table):
        await click(pilot, "Uncle Gus")
        await click(pilot, "Bot ")
        assert table.requests == [SetSeat(1, OpenSeat())]


async def test_only_possible_keys_are_offered(tmp_path):
    async with in_lobby(tmp_path, FREE, BEN) as (pilot, table):
        bars = []
        for seats, is_host, phase in (
            ((OWN, BEN), True, "lobby"),
            ((OWN, BEN), False, "lobby"),
            ((FREE, BEN), False, "lobby"),
            ((OWN, BEN), True, "nonces"),
        ):
            table.seat(*seats, is_host=is_host, phase=phase)
            version = table._version
            await until(pilot, lambda version=version: pilot.app.screen.view.version == version)
            bars.append("".join(hint.key for hint in pilot.app.screen.query_one(KeyBar).hints))
        assert bars == ["F2F3F4F6F1Esc", "F4F1Esc", "F1Esc", "Esc"]


async def test_click_outside_keeps_the_lobby_open(tmp_path):
    async with in_lobby(tmp_path, OWN, FREE) as (pilot, table):
        await pilot.click(offset=(0, 0))
        await settle(pilot)
        assert (stack(pilot.app), table.closed) == ([HomeScreen, TableScreen, LobbyScreen], 0)


@pytest.mark.parametrize("size", SMALLER)
async def test_key_bar_of_a_full_lobby_is_visible(tmp_path, size):
    room = Room(LobbyTable.code, Settings("classic"), (OWN, *[FREE] * 6))
    view = RoomView(1, "lobby", room, you=You((0,), is_host=True))
    async with running_app(tmp_path, size=size) as (app, pilot):
        for language in LANGUAGES:
            app.set_language(language)
            await app.push_screen(LobbyScreen(LobbyTable(), view))
            await settle(pilot)
            bar = app.screen.query_one(KeyBar).region
            leaving = texts_in(language).gettext("Leave")
            assert f" Esc {leaving} " in screen_lines(app)[bar.y], language
            await app.pop_screen()


async def test_host_chooses_who_begins(tmp_path):
    async with in_lobby(tmp_path, OWN, FREE, BEN) as (pilot, table):
        await press(pilot, "end", "f6")
        requests, text = table.requests, screen_text(pilot.app)
    assert requests == [ChooseStarter(2)]
    assert "Ann  you, host, begins" in text
