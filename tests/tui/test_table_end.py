"""The end of a game at a table of this device, leaving it before, and what is kept of it."""

import asyncio
from pathlib import Path

from pickomino import Game
from pickomino.cli.files import RecordFiles
from pickomino.rooms import LocalTable
from support.tui.app_driver import new_app, plan, play_by_keys, running, settle, until
from support.tui.screen_text import screen_text, table_screen

PEOPLE = plan("Ann", "Ida", seed=5)


async def set_something_aside(pilot):
    table = table_screen(pilot.app)
    await pilot.press(table.view.you.legal[0][1:])
    await until(pilot, lambda: table.view.table.total > 0)
    return table


def test_a_game_is_left_and_gone_on_with(tmp_path):
    async def play():
        app = new_app(tmp_path, PEOPLE)
        async with running(app) as pilot:
            table = await set_something_aside(pilot)
            left = table.view
        again = new_app(tmp_path)
        async with running(again) as pilot:
            await until(pilot, lambda: "Continue: Ann, Ida" in screen_text(again))
            await pilot.press("c")
            await until(pilot, lambda: len(again.screen_stack) > 2)
            await settle(pilot)
            return left, table_screen(again).view, screen_text(again)

    left, view, text = asyncio.run(play())
    assert view.table.wfen == left.table.wfen
    assert view.version == left.version
    assert "Ann sets aside" in text


def test_after_the_end_one_plays_again_and_the_next_seat_begins(tmp_path):
    async def play():
        app = new_app(tmp_path, plan("Ann", "Ida", turn_limit=2, seed=7))
        async with running(app) as pilot:
            await play_by_keys(pilot)
            text = screen_text(app)
            await pilot.press("n")
            table = table_screen(app)
            await until(pilot, lambda: table.view.phase == "playing")
            return text, table.view.room

    text, room = asyncio.run(play())
    assert "stopped after 2 turns" in text
    assert (room.names, room.starter) == (("Ann", "Ida"), 1)


def test_after_playing_again_the_game_before_can_be_looked_at(tmp_path):
    async def play():
        app = new_app(tmp_path, plan("Ann", "Ida", turn_limit=2, seed=7))
        async with running(app) as pilot:
            for _ in range(2):
                await play_by_keys(pilot)
                await pilot.press("n")
                table = table_screen(app)
                await until(pilot, lambda table=table: table.view.phase == "playing")
            await settle(pilot)
            await pilot.press("escape")
            await pilot.press("r")
            await settle(pilot)
            return screen_text(app)

    text = asyncio.run(play())
    assert text.count("over") == 2
    assert text.count("Ann, Ida") + text.count("Ida, Ann") == 3


def test_the_end_leads_to_the_replay(tmp_path):
    async def play():
        app = new_app(tmp_path, plan("Ann", "Ida", turn_limit=2, seed=7))
        async with running(app) as pilot:
            await play_by_keys(pilot)
            await pilot.press("v")
            await until(pilot, lambda: type(app.screen).__name__ == "ReplayScreen")
            await pilot.press("end")
            await pilot.pause()
            return screen_text(app)

    assert "Ida" in asyncio.run(play())


def test_playing_again_keeps_the_record_of_the_game_before(tmp_path):
    """Once it was written over."""
    (tmp_path / "game-2.wgn").write_text("somebody else's")
    records = RecordFiles(str(tmp_path / "game.wgn"))

    async def play():
        app = new_app(
            tmp_path, plan("Ann", "Ida", turn_limit=2, seed=7), write_record=records.write
        )
        async with running(app) as pilot:
            await play_by_keys(pilot)
            await pilot.press("n")
            await until(pilot, (tmp_path / "game-3.wgn").exists)
            await play_by_keys(pilot)

    asyncio.run(play())
    first, other, second = (
        (tmp_path / name).read_text() for name in ("game.wgn", "game-2.wgn", "game-3.wgn")
    )
    assert '[a "Ann"]' in first
    assert Game.from_wgn(first).turn == 2
    assert other == "somebody else's"
    assert '[Round "2"]' in second
    assert Game.from_wgn(second).turn == 2


def test_records_that_cannot_be_written_do_not_end_the_game(tmp_path):
    from pickomino.cli.files import write_text

    target = tmp_path / "missing" / "game.wgn"

    async def play():
        app = new_app(tmp_path, PEOPLE, write_record=lambda _, text: write_text(str(target), text))
        async with running(app) as pilot:
            await until(pilot, lambda: "cannot write" in screen_text(app))
            return table_screen(app).view.phase

    assert asyncio.run(play()) == "playing"


def test_a_folder_that_cannot_be_used_is_told(tmp_path):
    (tmp_path / "games").write_text("no folder")

    async def play():
        app = new_app(tmp_path / "games", PEOPLE)
        async with running(app) as pilot:
            await until(pilot, lambda: "could not be saved" in screen_text(app))
            return type(app.screen).__name__

    assert asyncio.run(play()) == "TableScreen"


def test_every_event_is_safe_before_it_shows(tmp_path):
    async def play():
        app = new_app(tmp_path, PEOPLE)
        async with running(app) as pilot:
            table = await set_something_aside(pilot)
            ((saved,), _) = await LocalTable.saved(Path(tmp_path))
            return saved.version, table.view.version

    saved, seen = asyncio.run(play())
    assert saved == seen
