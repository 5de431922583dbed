"""What an online table does by itself while a guest looks at something else."""

import asyncio
import contextlib

import pytest

from pickomino.core.errors import Problem
from pickomino.record.verification import Verification
from pickomino.rooms.protocol.score import Score
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.game.lobby import LobbyScreen
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.screens.menus.home import HomeScreen
from support.tui.app_driver import new_app, running, settle, until
from support.tui.screen_text import screen_text
from support.tui.scripted_table import ScriptedTable


@contextlib.asynccontextmanager
async def sitting(folder, table=None):
    """Sit at a scripted table; returns the pilot and the table."""
    table = table or ScriptedTable()
    async with running(new_app(folder, join=lambda: table)) as pilot:
        yield pilot, table


async def shows(pilot, screen):
    await until(pilot, lambda: isinstance(pilot.app.screen, screen))


@pytest.mark.parametrize("phase", ["lobby", "nonces"])
def test_a_dialog_over_the_lobby_does_not_keep_the_lobby_over_the_game(tmp_path, phase):
    async def play():
        async with sitting(tmp_path) as (pilot, table):
            table.show(phase)
            await shows(pilot, LobbyScreen)
            pilot.app.action_language()
            await shows(pilot, ChoiceDialog)
            table.show("playing", "one")
            await shows(pilot, TableScreen)
            return [type(screen) for screen in pilot.app.screen_stack[1:]], table.closed

    assert asyncio.run(play()) == ([HomeScreen, TableScreen], 0)


@pytest.mark.parametrize("between", [("lobby", "nonces"), ()])
def test_the_end_of_a_game_does_not_cover_the_next_one(tmp_path, between):
    async def play():
        async with sitting(tmp_path) as (pilot, table):
            table.show("playing", "one")
            table.show("over", "one")
            await shows(pilot, EndScreen)
            for phase in between:
                table.show(phase)
                await shows(pilot, LobbyScreen)
            table.show("playing", "two")
            await shows(pilot, TableScreen)
            return [type(screen) for screen in pilot.app.screen_stack[1:]]

    assert asyncio.run(play()) == [HomeScreen, TableScreen]


def test_the_lobby_stays_while_people_add_to_the_dice(tmp_path):
    async def play():
        async with sitting(tmp_path) as (pilot, table):
            table.show("lobby")
            await shows(pilot, LobbyScreen)
            lobby = pilot.app.screen
            table.show("nonces", "one")
            await until(pilot, lambda: lobby.view.phase == "nonces")
            return pilot.app.screen is lobby

    assert asyncio.run(play())


def test_a_replay_while_the_server_is_away_is_refused_in_the_app(tmp_path):
    async def play():
        async with sitting(tmp_path) as (pilot, table):
            table.show("over", "one")
            await shows(pilot, EndScreen)
            await pilot.press("v")
            await until(pilot, lambda: "there is no connection" in screen_text(pilot.app))
            return type(pilot.app.screen)

    assert asyncio.run(play()) is TableScreen


def test_a_table_that_is_left_twice_is_left_once(tmp_path):
    async def play():
        async with sitting(tmp_path) as (pilot, table):
            table.show("playing", "one")
            await shows(pilot, TableScreen)
            screen = pilot.app.screen
            screen.action_leave()
            screen.action_leave()
            await settle(pilot)
            return type(pilot.app.screen), table.closed

    assert asyncio.run(play()) == (HomeScreen, 1)


@pytest.mark.parametrize(
    ("verification", "told"),
    [
        (Verification(12), "12 rolls recomputed: all are right."),
        (Verification(0, Problem("commit_mismatch")), "the secret does not match the commitment"),
    ],
)
def test_the_log_tells_whether_the_dice_were_as_promised(tmp_path, verification, told):
    async def play():
        async with sitting(tmp_path, ScriptedTable(verification)) as (pilot, table):
            table.show("over", "one")
            await shows(pilot, EndScreen)
            await settle(pilot)
            await pilot.press("escape", "l")
            await settle(pilot)
            return screen_text(pilot.app)

    assert told in asyncio.run(play())


class Asking(ScriptedTable):
    """Notes who asks for another game."""

    asked = 0

    async def rematch(self):
        self.asked += 1
        self.show("lobby", score=Score(1, (1, 0), (3, 0)), is_ready=self.asked > 1)


def test_a_guest_asks_for_another_game_at_the_end_or_in_the_lobby(tmp_path):
    async def play():
        async with sitting(tmp_path, Asking()) as (pilot, table):
            table.show("playing", "one")
            table.show("over", "one")
            await until(pilot, lambda: "n  Play again" in screen_text(pilot.app))
            await pilot.press("n")
            await shows(pilot, LobbyScreen)
            await until(pilot, lambda: "F5 Play again" in screen_text(pilot.app))
            await pilot.press("f5")
            await until(pilot, lambda: "ready" in screen_text(pilot.app))
            return screen_text(pilot.app), table.asked

    lobby, asked = asyncio.run(play())
    assert "F5" not in lobby
    assert asked == 2
