"""Local tables: new, save, resume, undo, rematch, list."""

import asyncio
import os

import pytest

from pickomino import Game, PickominoError, verify
from pickomino.rooms import Act, BotSeat, PersonSeat, Rematch, RoomService, Settings, Undo
from pickomino.rooms.protocol import events
from pickomino.rooms.storage.file_store import FileStore
from pickomino.tables.offline import GamePlan, OfflineTable
from pickomino.tables.saved_games import device_token, last_unfinished, saved_games
from support.room_harness import InstantBots, error_code, wait_for_bots

SEATS = PersonSeat("Ann"), BotSeat("random"), PersonSeat("Ida")


async def new(folder, seats=SEATS, **settings):
    plan = GamePlan(seats, Settings(**settings), seed=5)
    return await OfflineTable.new(folder, plan, InstantBots())


async def act(table, view):
    await table.command(Act(view.you.legal[0]), view.version)


async def play_some(table, actions):
    for _ in range(actions):
        await wait_for_bots(table.service, table.code)
        view = await table.view()
        if view.phase != "playing":
            break
        await act(table, view)
    await wait_for_bots(table.service, table.code)
    return await table.view()


async def test_saved_game_is_resumed(tmp_path):
    table = await new(tmp_path)
    left = await play_some(table, 20)
    log = await table.service.log(table.code)
    await table.close()
    again = await OfflineTable.resume(tmp_path, table.code, InstantBots())
    view = await again.view()
    assert view.table.wfen == left.table.wfen
    assert await again.service.log(again.code) == log
    end = await play_some(again, 10_000)
    wgn = await again.record()
    await again.close()
    assert await last_unfinished(tmp_path) is None
    saved = (await saved_games(tmp_path, 9)).games
    assert end.phase == "over"
    assert verify(wgn).is_valid
    assert [room.phase for room in saved] == ["over"]
    assert saved[0].scores == end.table.scores


async def test_last_unfinished_game_is_found(tmp_path):
    tables = [await new(tmp_path) for _ in range(3)]
    for path in tmp_path.rglob("*.room"):
        os.utime(path, (1, 1))  # the test may take less than one tick of the file system
    await play_some(tables[1], 3)
    for table in tables:
        await table.close()
    last = await last_unfinished(tmp_path)
    chosen = await OfflineTable.resume(tmp_path, tables[0].code, InstantBots())
    codes = last.code, chosen.code
    await chosen.close()
    missing = await error_code(OfflineTable.resume(tmp_path, "ZZZZZZZZ", InstantBots()))
    expected = (tables[1].code, tables[0].code)
    assert codes == expected
    assert missing == "unknown_room"


async def test_table_between_two_games_counts_as_unfinished(tmp_path):
    table = await new(tmp_path, turn_limit=1)
    end = await play_some(table, 10_000)
    await table.command(Rematch(), end.version)  # the terminal is closed before Start
    await table.close()
    assert (await last_unfinished(tmp_path)).phase == "lobby"


async def test_updates_include_an_undo(tmp_path):
    table = await new(tmp_path, rules="mini", hints=True)
    updates = await table.service.subscribe(table.code)
    view = await table.view()
    assert view.room.settings.hints
    await act(table, view)
    await table.command(Undo(), (await table.view()).version)
    assert (await table.view()).table.wfen == view.table.wfen
    acted, undone = [await updates.next() for _ in range(2)]
    assert (acted.since, acted.version) == (view.version, undone.since)
    assert isinstance((await table.service.log(table.code))[undone.since].event, events.Undone)
    updates.close()
    await table.close()


async def test_rematch_is_saved_as_another_game(tmp_path):
    table = await new(tmp_path, rules="mini")
    await play_some(table, 10_000)
    first = table.code
    await table.rematch()
    again = await table.view()
    await table.close()
    saved = await saved_games(tmp_path, 9)
    view, saved = again, {game.code: game.phase for game in saved.games}
    assert view.phase == "playing"
    assert view.room.names == ("Ann", "bot:random", "Ida")
    assert (view.room.starter, view.room.score.games) == (1, 1)
    assert view.room.settings.rules == "mini"
    assert saved == {first: "over", view.room.code: "playing"}, "each game is saved"


async def test_second_click_is_refused(tmp_path):
    table = await new(tmp_path)
    view = await table.view()
    await act(table, view)
    code = await error_code(act(table, view))
    await table.close()
    assert code == "stale"


def test_same_seed_gives_the_same_game(tmp_path):
    async def play(folder):
        table = await new(folder, seats=(PersonSeat("Ann"), PersonSeat("Ida")))
        await play_some(table, 30)
        wgn = await table.record()
        await table.close()
        return wgn

    one, other = (asyncio.run(play(tmp_path / name)) for name in "ab")
    assert Game.from_wgn(one).events == Game.from_wgn(other).events


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ((), "bad_players"),
        ((PersonSeat("Ann"),), "too_few_players"),
        ((PersonSeat(""), BotSeat("random")), "bad_name"),
        ((PersonSeat("Ann"), BotSeat("nobody")), "unknown_bot"),
    ],
)
def test_invalid_tables_are_refused(tmp_path, seats, code):
    assert asyncio.run(error_code(new(tmp_path, seats))) == code


async def test_record_of_a_saved_game_can_be_read(tmp_path):
    table = await new(tmp_path)
    await table.close()
    assert (
        Game.from_wgn(await RoomService(FileStore(tmp_path)).record(table.code)).tags["a"] == "Ann"
    )


async def test_saved_game_can_be_deleted(tmp_path):
    table = await new(tmp_path)
    await table.close()
    await FileStore(tmp_path).delete(table.code)
    assert (await saved_games(tmp_path, 9)).games == []


def test_device_token_is_kept(tmp_path):
    assert device_token(tmp_path / "new") == device_token(tmp_path / "new")
    (tmp_path / "new" / "device.token").write_text("broken")
    with pytest.raises(PickominoError) as caught:
        device_token(tmp_path / "new")
    assert caught.value.code == "bad_token"
