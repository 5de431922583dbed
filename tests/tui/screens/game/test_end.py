"""The end of a game, rematches, and records."""

import pytest

from pickomino import Game
from pickomino.cli.files import RecordFiles
from pickomino.rooms import Act, PersonSeat, Settings
from pickomino.tables.offline import GamePlan, OfflineTable
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.past_games.replay import ReplayScreen
from support.room_harness import InstantBots
from support.tui.app_driver import (
    new_app,
    plan,
    play_by_keys,
    reviewed,
    running,
    running_app,
    set_something_aside,
    settle,
    until,
)
from support.tui.clicks import press, stack
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen
from support.tui.scripted_table import ScriptedTable

PEOPLE = plan("Ann", "Ida", seed=5)


async def test_left_game_is_continued(tmp_path):
    async with running_app(tmp_path, PEOPLE) as (_, pilot):
        table = await set_something_aside(pilot)
        left = table.view
    again = new_app(tmp_path)
    async with running(again) as pilot:
        await until(pilot, lambda: "Continue: Ann, Ida" in screen_text(again))
        await pilot.press("c")
        await until(pilot, lambda: len(again.screen_stack) > 2)
        await settle(pilot)
        view, text = table_screen(again).view, screen_text(again)
    assert view.table.wfen == left.table.wfen
    assert view.version == left.version
    assert "Ann sets aside" in text


async def test_next_seat_begins_the_rematch(tmp_path):
    async with running_app(tmp_path, plan("Ann", "Ida", turn_limit=2, seed=7)) as (app, pilot):
        await play_by_keys(pilot)
        text = screen_text(app)
        await pilot.press("n")
        table = table_screen(app)
        await until(pilot, lambda: table.view.phase == "playing")
        room = table.view.room
    assert "stopped after 2 turns" in text
    assert (room.names, room.starter) == (("Ann", "Ida"), 1)


async def test_earlier_games_of_a_match_are_listed(tmp_path):
    async with running_app(tmp_path, plan("Ann", "Ida", turn_limit=2, seed=7)) as (app, pilot):
        for _ in range(2):
            await play_by_keys(pilot)
            await pilot.press("n")
            table = table_screen(app)
            await until(pilot, lambda table=table: table.view.phase == "playing")
        await settle(pilot)
        await pilot.press("escape")
        await press(pilot, "r")
        text = screen_text(app)
    assert text.count("over") == 2
    assert text.count("Ann, Ida") + text.count("Ida, Ann") == 3


async def test_end_opens_the_replay(tmp_path):
    async with running_app(tmp_path, plan("Ann", "Ida", turn_limit=2, seed=7)) as (app, pilot):
        await play_by_keys(pilot)
        await pilot.press("v")
        await until(pilot, lambda: type(app.screen).__name__ == "ReplayScreen")
        await pilot.press("end")
        await pilot.pause()
        assert "Ida" in screen_text(app)


async def test_rematch_keeps_the_previous_record(tmp_path):
    """Regression: it was overwritten."""
    (tmp_path / "game-2.wgn").write_text("another file")
    records = RecordFiles(str(tmp_path / "game.wgn"))
    app = new_app(tmp_path, plan("Ann", "Ida", turn_limit=2, seed=7), write_record=records.write)
    async with running(app) as pilot:
        await play_by_keys(pilot)
        await pilot.press("n")
        await until(pilot, (tmp_path / "game-3.wgn").exists)
        await play_by_keys(pilot)
    first, other, second = (
        (tmp_path / name).read_text() for name in ("game.wgn", "game-2.wgn", "game-3.wgn")
    )
    assert '[a "Ann"]' in first
    assert Game.from_wgn(first).turn == 2
    assert other == "another file"
    assert '[Round "2"]' in second
    assert Game.from_wgn(second).turn == 2


async def test_unwritable_record_does_not_end_the_game(tmp_path):
    from pickomino.cli.files import write_text

    target = tmp_path / "missing" / "game.wgn"
    app = new_app(tmp_path, PEOPLE, write_record=lambda _, text: write_text(str(target), text))
    async with running(app) as pilot:
        await until(pilot, lambda: "cannot write" in screen_text(app))
        assert table_screen(app).view.phase == "playing"


@pytest.mark.parametrize("seats", [(0,), ()])
async def test_rematch_is_offered_to_players_only(tmp_path, seats):
    app = new_app(tmp_path, join=lambda: table)
    table = ScriptedTable()
    table.seats = seats
    async with running(app) as pilot:
        table.show("over", "game")
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        await press(pilot, "escape")
        assert ("Again" in screen_text(app)) is bool(seats)


async def leave_before_the_last_turn(folder, players):
    """Play a game of 27 turns up to the last one, and leave it."""
    settings = Settings("manual", turn_limit=27)
    table = await OfflineTable.new(folder, GamePlan(players, settings, seed=11), InstantBots())
    view = await table.view()
    while view.table.turn != "14a":
        claims = [token for token in view.you.legal if token[0] in "ts"]
        action = (claims or sorted(view.you.legal, reverse=True))[0]
        await table.command(Act(action), view.version)
        view = await table.view()
    await table.close()


async def test_ranking_shows_only_whole_tiles(tmp_path):
    await leave_before_the_last_turn(tmp_path, (PersonSeat("Ann"), PersonSeat("Ben")))
    async with running_app(tmp_path, size=SIZES["small"]) as (app, pilot):
        await pilot.press("c")
        await play_by_keys(pilot)
        await settle(pilot)
        stacks = [len(stack) for stack in table_screen(app).board.position.stacks]
        lines = screen_lines(app)
    ranked = [line for line in lines if ". ◆" in line or ". ●" in line]
    assert len(ranked) == 2
    assert max(stacks) > 3, "else there would be nothing to wrap"
    after_ranks = lines[lines.index(ranked[1]) + 1].strip("│ ")
    assert not after_ranks.strip(), "no row of the ranking is wrapped"
    figures = [line.strip("│ ") for line in lines if ": " in line]
    assert all(figure.count("(") == figure.count(")") for figure in figures)
    assert any(figure.startswith("Boldest roll: ") for figure in figures), "no figure is wrapped"


async def test_click_outside_the_end_shows_the_table(tmp_path):
    table = ScriptedTable()
    async with running_app(tmp_path, join=lambda: table) as (app, pilot):
        table.show("over", "one")
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        await settle(pilot)
        await pilot.click(offset=(0, 0))
        await settle(pilot)
        assert (stack(app), table.closed) == ([HomeScreen, TableScreen], 0)


async def test_end_opens_the_review_over_the_replay(tmp_path):
    async with running_app(tmp_path, plan(turn_limit=2)) as (app, pilot):
        await play_by_keys(pilot)
        await pilot.press("r")
        await reviewed(pilot)
        await press(pilot, "escape")
        assert type(app.screen) is ReplayScreen
