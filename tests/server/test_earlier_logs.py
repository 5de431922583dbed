"""Files and databases of the version before, whose logs had the ends of turns, are read.

`tests/data/turn_ends_logged` was written by that version: a practice game in a file, with moves
taken back, and a game with committed dice in a database. Both stand in the middle of a turn.
"""

import asyncio
import shutil
from pathlib import Path

import pytest

from pickomino import Game, verify
from pickomino.rooms import FileStore, Undo
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import game_frames
from pickomino.rooms.views.replay import replay
from pickomino.server.storage.sql_store import SqlStore
from support.room_harness import play_to_the_end, room_service

DATA = Path(__file__).parent.parent / "data/turn_ends_logged"
CODE, TOKEN = "7WQZTS63", "A" * 43


@pytest.fixture(params=["file", "database"])
def store(request, tmp_path):
    shutil.copytree(DATA, tmp_path / "old")
    if request.param == "file":
        return FileStore(tmp_path / "old")
    return SqlStore(str(tmp_path / "old/rooms.db"))


def with_store(store, work):
    """Run something on a service of the store."""

    async def run():
        if isinstance(store, SqlStore):
            await store.open()
        async with room_service(store) as service:
            result = await work(service)
        if isinstance(store, SqlStore):
            await store.close()
        return result

    return asyncio.run(run())


def test_an_earlier_log_is_told_as_a_new_one_would_be(store):
    async def look(service):
        log = await service.store.load(CODE)
        return log, await service.view(CODE, TOKEN, 0), await service.record(CODE)

    log, view, record = with_store(store, look)
    assert any(isinstance(entry.event, events.TurnEnded) for entry in log)
    game = Game.from_wgn(record)
    told = [frame for frame in view.frames if not isinstance(frame.event, events.Undone)]
    assert view.is_whole
    assert told[1:] == game_frames(game.start, game.steps)[1:]
    assert list(replay(log).frames[1:]) == told[1:]


def test_an_earlier_game_goes_on_and_can_be_verified(store):
    async def play(service):
        before = len(await service.store.load(CODE))
        await play_to_the_end(service, CODE, TOKEN)
        return (await service.store.load(CODE))[before:], await service.record(CODE)

    added, record = with_store(store, play)
    assert isinstance(added[-1].event, events.GameEnded)
    assert not any(isinstance(entry.event, events.TurnEnded) for entry in added)
    assert verify(record).is_valid


def test_what_was_decided_before_is_taken_back(tmp_path):
    async def take_back(service):
        wfens = []
        while (view := await service.view(CODE, TOKEN)).you.can_undo:
            wfens.append(view.table.wfen)
            await service.command(CODE, TOKEN, Undo(), view.version)
        return wfens, view.table.wfen

    shutil.copytree(DATA, tmp_path / "old")
    wfens, first = with_store(FileStore(tmp_path / "old"), take_back)
    assert len(wfens) > 40
    assert first.startswith("mini oooooooooooooooo -/- a - ")
