"""The list of saved games."""

import asyncio

import pytest
from textual import events

from pickomino import Game
from pickomino.record.json_record import to_json
from pickomino.rooms import LocalTable, PersonSeat, Settings
from pickomino.tui.screens.menus.home import HomeScreen
from support.room_harness import InstantBots
from support.tui.app_driver import (
    after_keys,
    new_app,
    plan,
    play_by_keys,
    recorded_game,
    running,
    settle,
    until,
)
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen


def save_game(folder, turn_limit=2):
    async def go():
        app = new_app(folder, plan("Ann", "Ida", turn_limit=turn_limit))
        async with running(app) as pilot:
            if turn_limit < 100:
                await play_by_keys(pilot)

    asyncio.run(go())


def test_saved_games_are_listed(tmp_path):
    save_game(tmp_path)
    listed = after_keys(tmp_path, ["s"])
    assert "over" in listed
    assert "Standard" in listed, "rule sets have their display names"
    assert "Ann, Ida" in listed


def test_saved_game_can_be_replayed(tmp_path):
    save_game(tmp_path)
    name = after_keys(tmp_path, ["s", "enter"], read=lambda app: type(app.screen).__name__)
    assert name == "ReplayScreen"


def test_saved_game_can_be_deleted(tmp_path):
    save_game(tmp_path)
    assert "Ann, Ida" in after_keys(tmp_path, ["s", "d", "enter"]), "the first choice is to keep it"
    none = after_keys(tmp_path, ["s", "d", "down", "enter"])
    assert "No game is saved yet." in none
    assert "o Open a file   Esc Back" in none, "no key needs a game"
    assert "Delete" not in none
    assert asyncio.run(LocalTable.saved(tmp_path)).games == ()


def test_saved_game_is_continued_from_the_list(tmp_path):
    save_game(tmp_path, turn_limit=1000)
    names = after_keys(tmp_path, ["s", "enter"], read=lambda app: table_screen(app).view.room.names)
    assert names == ("Ann", "Ida")


@pytest.mark.parametrize("form", ["wgn", "json"])
def test_record_file_is_replayed(tmp_path, form):
    game = recorded_game()
    file = tmp_path / f"game.{form}"
    file.write_text(game.wgn() if form == "wgn" else to_json(game))

    async def go():
        app = new_app(tmp_path / "games")
        async with running(app) as pilot:
            for key in ("r", "o"):
                await pilot.press(key)
                await settle(pilot)
            app.screen.query_one("Input").value = str(file)
            await pilot.press("enter")
            await settle(pilot)
            return app.screen.record.wgn()

    assert asyncio.run(go()) == Game.from_wgn(game.wgn()).wgn()


def test_files_without_a_record_are_reported(tmp_path):
    contents = {"bytes": b"\xff\xfe", "text": b"nonsense"}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)

    async def go():
        app = new_app(tmp_path / "games")
        async with running(app, SIZES["large"]) as pilot:
            for name, warning in (
                ("nothing", "cannot read"),
                ("bytes", "not UTF-8"),
                ("text", "no Rules tag"),
            ):
                app.replay_file(str(tmp_path / name))
                await until(pilot, lambda warning=warning: warning in screen_text(app))
                assert isinstance(app.screen, HomeScreen)

    asyncio.run(go())


def test_hint_of_enter_depends_on_the_game(tmp_path):
    async def go():
        for limit in (1, 1000):
            seats = PersonSeat("Ann"), PersonSeat("Ben")
            table = await LocalTable.new(
                tmp_path, seats, Settings(turn_limit=limit), seed=7, bots=InstantBots()
            )
            view = await table.view()
            while limit == 1 and view.phase != "over":
                view = await table.act(view.you.legal[0])
            await table.close()
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await pilot.press("s")
            await settle(pilot)
            key_bars = []
            for _ in range(2):
                key_bars.append(screen_lines(app)[-1])
                await pilot.press("down")
                await settle(pilot)
            return sorted("Continue" in line for line in key_bars)

    assert asyncio.run(go()) == [False, True]


def send(app, *keys):
    """Press keys all at once, before the first one has an effect."""
    for key in keys:
        event = events.Key(key, key if len(key) == 1 else None)
        event.set_sender(app)
        app._driver.send_message(event)


def test_list_can_be_closed_while_it_loads(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            for _ in range(5):
                send(app, "s", "escape")
                await settle(pilot)
            return type(app.screen)

    assert asyncio.run(go()) is HomeScreen
