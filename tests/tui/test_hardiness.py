"""What must not bring the app down: haste, small windows, dead servers, folders nobody may use."""

import asyncio
import os
import sys

import pytest
from textual import events

from pickomino.tables.addresses import TableAddress
from pickomino.tables.online import OnlineTable
from pickomino.tables.seat_tokens import SeatTokens
from pickomino.tables.table_log import LogLine
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.dialogs.help import HelpScreen
from pickomino.tui.screens.dialogs.log import LogScreen
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.menus.new_game import NewGameScreen
from pickomino.tui.screens.menus.online import OnlineScreen
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.screens.past_games.saved import SavedScreen
from pickomino.tui.screens.puzzles.daily import DailyScreen
from pickomino.tui.screens.puzzles.practice import PracticeScreen
from pickomino.tui.screens.puzzles.tutorial import TutorialScreen
from soak.suites.terminal_fuzz import (
    ACTIONS,
    SOAK_SEEDS,
    check_terminal,
    check_terminal_is_restored,
)
from support.tui.app_driver import (
    new_app,
    plan,
    press_to,
    recorded_game,
    resize,
    running,
    settle,
    until,
)
from support.tui.screen_text import SIZES, screen_lines, screen_text

if sys.platform != "win32":
    from support.server.serving import free_port
    from support.tui.terminal import Terminal


def send(app, *keys):
    """Press keys all at once, before anything comes of the first."""
    for key in keys:
        event = events.Key(key, key if len(key) == 1 else None)
        event.set_sender(app)
        app._driver.send_message(event)


@pytest.mark.parametrize("keys", ["qs", "qn", "q?"])
def test_keys_typed_after_leaving_lead_nowhere(tmp_path, keys):
    async def go():
        app = new_app(tmp_path)
        async with app.run_test(size=SIZES["medium"]) as pilot:
            send(app, *keys)
            await until(pilot, lambda: not app.is_running)
        return app.return_code

    assert asyncio.run(go()) == 0


def test_a_list_that_is_left_before_it_is_read_is_left(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            for _ in range(5):
                send(app, "s", "escape")
                await settle(pilot)
            return type(app.screen)

    assert asyncio.run(go()) is HomeScreen


@pytest.mark.parametrize("keys", [("n", "f2"), ("n", "right", "f2"), ("s", "v", "d"), ("o", "f5")])
def test_keys_that_are_quicker_than_the_screen_do_no_harm(tmp_path, keys):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            send(app, *keys)
            await settle(pilot)
            await pilot.press("escape")
            return app.is_running

    assert asyncio.run(go())


@pytest.mark.parametrize("size", [(4, 24), (60, 19)])
def test_a_terminal_that_is_too_small_says_what_is_needed(tmp_path, size):
    note = "Pickominoneeds60×20"[: size[0] * size[1]]

    async def go():
        app = new_app(tmp_path, plan("Ann", "Ben"))

        def is_noted():
            return note in "".join(screen_lines(app)).replace(" ", "")

        async with running(app) as pilot:
            before = app.screen.view.version
            await resize(pilot, size)
            await until(pilot, is_noted)
            await pilot.press("1", "2", "3", "4", "5", "w", "enter")
            await settle(pilot)
            unmoved = app.screen.view.version == before
            await resize(pilot, SIZES["medium"])
            await until(pilot, lambda: not is_noted())
            await pilot.press("down", "enter")
            await until(pilot, lambda: app.screen.view.version > before)
            return unmoved, screen_text(app)

    unmoved, large = asyncio.run(go())
    assert unmoved, "nobody sees what a key would do"
    assert "Ann" in large


def test_a_screen_hears_of_a_small_size_before_it_is_there(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app, (40, 12)) as pilot:
            screen = SavedScreen()
            screen.on_resize(events.Resize(app.size, app.size))
            await app.push_screen(screen)
            await until(pilot, lambda: "needs 60 × 20" in screen_text(app))
            return screen.is_current

    assert asyncio.run(go())


def test_a_dead_address_is_told(tmp_path):
    async def go():
        address = TableAddress.parse(f"http://127.0.0.1:{free_port()}/table/ABCD2345")
        app = new_app(tmp_path, join=lambda: OnlineTable(address, SeatTokens(tmp_path / "tables")))
        async with running(app) as pilot:
            await until(pilot, lambda: "The server does not answer" in screen_text(app))
            await pilot.press("escape")
            await settle(pilot)
            return type(app.screen)

    assert asyncio.run(go()) is HomeScreen


def test_a_game_begins_where_it_cannot_be_kept_and_the_reason_is_told(tmp_path):
    (tmp_path / "file").write_text("no folder")

    async def go():
        app = new_app(tmp_path / "file" / "games", plan("Ann", "Ben"))
        async with running(app) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
            await settle(pilot)
            await until(pilot, lambda: "Not a directory" in screen_text(app))
            return app.screen.view.phase

    assert asyncio.run(go()) == "playing"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_ctrl_z_gives_the_shell_back_and_fg_returns(tmp_path):
    command = ["/bin/bash", "--norc", "-i"]
    with Terminal(folder=tmp_path, command=command, PS1="shell: ") as terminal:
        terminal.wait_for("shell: ")
        terminal.press(f"{sys.executable} -m pickomino play --seed 7\n")
        terminal.wait_for("choose a symbol")
        terminal.forget()
        terminal.press("\x1a")
        terminal.wait_for("Stopped")
        terminal.wait_for("shell: ")
        terminal.forget()
        terminal.press("2\x15fg\n")
        terminal.wait_for("choose a symbol")
        assert b"sets aside" not in terminal.text(), "what is typed in the shell plays no move"
        terminal.press("\x11")
        terminal.wait_for("shell: ")
        terminal.press("exit\n")
        terminal.drain(60)
        assert os.waitstatus_to_exitcode(terminal.status) == 0


def test_the_last_line_of_a_help_is_in_reach_and_home_returns(tmp_path):
    async def go():
        app = new_app(tmp_path, plan("Ann", "Ben"))
        async with running(app, SIZES["medium"]) as pilot:
            await pilot.press("question_mark")
            await settle(pilot)
            first = screen_text(app)
            await pilot.press("end")
            await settle(pilot)
            last = screen_text(app)
            await pilot.press("home")
            await settle(pilot)
            return first, last, screen_text(app)

    first, last, again = asyncio.run(go())
    assert "Roll the dice" in first
    assert "Esc         leave the table" in last
    assert "Ctrl+Q      quit" in last
    assert again == first


HELP = {
    HomeScreen: "Roll the dice",
    NewGameScreen: "Two to seven seats",
    SavedScreen: "saved after every move",
    OnlineScreen: "any machine that runs",
    DailyScreen: "the same for everybody",
    PracticeScreen: "match your skill",
    TutorialScreen: "Chapters",
    lambda: ReplayScreen(recorded_game()): "move by move",
}


def test_every_screen_has_its_own_help(tmp_path):
    async def go():
        app = new_app(tmp_path / "games")
        found = []
        async with running(app) as pilot:
            for make in HELP:
                if make is not HomeScreen:
                    await app.push_screen(make())
                await press_to(pilot, HelpScreen, "f1")
                first = screen_text(app)
                await pilot.press("end")
                await settle(pilot)
                found.append(first + screen_text(app))
                await pilot.press("escape")
                await until(pilot, lambda: not isinstance(app.screen, HelpScreen))
                if make is not HomeScreen:
                    await pilot.press("escape")
                await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        return found

    for said, text in zip(HELP.values(), asyncio.run(go()), strict=True):
        assert said in text
        assert "Ctrl+Q      quit" in text


def test_the_newest_and_the_oldest_lines_of_a_long_log_are_in_reach(tmp_path):
    lines = [LogLine(f"line {number}.") for number in range(200)]

    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await app.push_screen(LogScreen(lines, "What happened"))
            await settle(pilot)
            newest = screen_text(app)
            await pilot.press("home")
            await settle(pilot)
            return newest, screen_text(app)

    newest, oldest = asyncio.run(go())
    assert "line 199." in newest
    assert "line 0." not in newest
    assert "line 0." in oldest


def test_what_can_be_done_is_found_by_a_part_of_its_name(tmp_path):
    async def go():
        app = new_app(tmp_path, plan("Ann", "Ben"))
        async with running(app) as pilot:
            await pilot.press("ctrl+p")
            await settle(pilot)
            await pilot.press(*"LANG")
            await settle(pilot)
            listed = screen_text(app)
            await pilot.press("enter")
            await settle(pilot)
            return listed, type(app.screen)

    listed, screen = asyncio.run(go())
    assert "Ctrl+L  Language" in listed
    assert "Colours" not in listed
    assert screen is ChoiceDialog


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_real_terminal_is_given_back_after_random_keys():
    assert check_terminal_is_restored(20, actions=30) == 30


def test_the_soak_presses_five_thousand_times():
    assert ACTIONS * SOAK_SEEDS == 5000


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("seed", [4, 6])
def test_random_keys_clicks_and_sizes_are_lived_through(seed):
    assert check_terminal(seed, actions=40) == 40
