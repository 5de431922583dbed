"""The list of saved games."""

import asyncio

import pytest

from pickomino import Game, read_games
from pickomino.record.json_record import to_json
from pickomino.rooms import Act, PersonSeat, Settings
from pickomino.tables.offline import GamePlan, OfflineTable
from pickomino.tables.saved_games import saved_games
from pickomino.tui.screens.menus.home import HomeScreen
from support.room_harness import InstantBots
from support.tui.app_driver import (
    after_keys,
    plan,
    play_by_keys,
    recorded_game,
    running_app,
    settle,
    until,
)
from support.tui.clicks import press, send
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen


async def save_game(folder, turn_limit=2):
    async with running_app(folder, plan("Ann", "Ida", turn_limit=turn_limit)) as (_, pilot):
        if turn_limit < 100:
            await play_by_keys(pilot)


def test_saved_games_are_listed(tmp_path):
    asyncio.run(save_game(tmp_path))
    listed = after_keys(tmp_path, ["s"])
    assert "over" in listed
    assert "Standard" in listed, "rule sets have their display names"
    assert "Ann, Ida" in listed


def test_saved_game_can_be_replayed(tmp_path):
    asyncio.run(save_game(tmp_path))
    name = after_keys(tmp_path, ["s", "enter"], read=lambda app: type(app.screen).__name__)
    assert name == "ReplayScreen"


def test_saved_game_can_be_deleted(tmp_path):
    asyncio.run(save_game(tmp_path))
    assert "Ann, Ida" in after_keys(tmp_path, ["s", "d", "enter"]), "the first choice is to keep it"
    none = after_keys(tmp_path, ["s", "d", "down", "enter"])
    assert "No game is saved yet." in none
    assert "o Open a file   Esc Back" in none, "no key needs a game"
    assert "Delete" not in none
    assert asyncio.run(saved_games(tmp_path, 9)).games == []


def test_saved_game_is_exported_to_a_new_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "games"
    asyncio.run(save_game(folder))
    assert "Export" in after_keys(folder, ["s", "e"])
    after_keys(folder, ["s", "e"])
    first, second = sorted(tmp_path.glob("*.wgn"))
    (game,) = read_games(first)
    assert game.names == ("Ann", "Ida")
    assert first.read_text() == second.read_text()


def test_saved_game_is_continued_from_the_list(tmp_path):
    asyncio.run(save_game(tmp_path, turn_limit=1000))
    names = after_keys(tmp_path, ["s", "enter"], read=lambda app: table_screen(app).view.room.names)
    assert names == ("Ann", "Ida")


@pytest.mark.parametrize("form", ["wgn", "json"])
async def test_record_file_is_replayed(tmp_path, form):
    game = recorded_game()
    file = tmp_path / f"game.{form}"
    file.write_text(game.wgn() if form == "wgn" else to_json(game))
    async with running_app(tmp_path / "games") as (app, pilot):
        await press(pilot, "r", "o")
        app.screen.query_one("Input").value = str(file)
        await press(pilot, "enter")
        assert app.screen.record.wgn() == Game.from_wgn(game.wgn()).wgn()


@pytest.mark.parametrize(
    ("content", "warning"),
    [(None, "cannot read"), (b"\xff\xfe", "not UTF-8"), (b"nonsense", "no Rules tag")],
)
async def test_files_without_a_record_are_reported(tmp_path, content, warning):
    if content is not None:
        (tmp_path / "file").write_bytes(content)
    async with running_app(tmp_path / "games", size=SIZES["large"]) as (app, pilot):
        app.replay_file(str(tmp_path / "file"))
        await until(pilot, lambda: warning in screen_text(app))
        assert isinstance(app.screen, HomeScreen)


async def test_hint_of_enter_depends_on_the_game(tmp_path):
    for limit in (1, 1000):
        seats = PersonSeat("Ann"), PersonSeat("Ben")
        game = GamePlan(seats, Settings(turn_limit=limit), seed=7)
        table = await OfflineTable.new(tmp_path, game, InstantBots())
        view = await table.view()
        while limit == 1 and view.phase != "over":
            await table.command(Act(view.you.legal[0]), view.version)
            view = await table.view()
        await table.close()
    async with running_app(tmp_path) as (app, pilot):
        await press(pilot, "s")
        key_bars = []
        for _ in range(2):
            key_bars.append(screen_lines(app)[-1])
            await press(pilot, "down")
        assert sorted("Continue" in line for line in key_bars) == [False, True]


async def test_list_can_be_closed_while_it_loads(tmp_path):
    async with running_app(tmp_path) as (app, pilot):
        for _ in range(5):
            send(app, "s", "escape")
            await settle(pilot)
        assert type(app.screen) is HomeScreen
