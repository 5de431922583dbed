"""Files and databases of an older version, whose logs contain the ends of turns, are read.

`tests/data/turn_ends_logged` was written by that version: a practice game in a file, with undone
moves, and a game with committed dice in a database. Both stop in the middle of a turn.
"""

import asyncio
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from pickomino import Game, verify
from pickomino.rooms import FileStore, Undo
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import game_frames
from pickomino.rooms.views.replay import replay
from pickomino.server.storage.sql_store import SqlStore
from support.room_harness import play_to_the_end, room_service

DATA = Path(__file__).parents[2] / "data/turn_ends_logged"
CODE, TOKEN = "7WQZTS63", "A" * 43


@pytest.fixture(params=["file", "database"])
def store(request, tmp_path):
    shutil.copytree(DATA, tmp_path / "old")
    if request.param == "file":
        return FileStore(tmp_path / "old")
    return SqlStore(str(tmp_path / "old/rooms.db"))


def with_store(store, work):
    """Run work with a service of the store."""

    async def run():
        if isinstance(store, SqlStore):
            await store.open()
        async with room_service(store) as service:
            result = await work(service)
        if isinstance(store, SqlStore):
            await store.close()
        return result

    return asyncio.run(run())


def test_old_log_gives_the_same_frames(store):
    async def look(service):
        log = await service.store.load(CODE)
        return log, await service.view(CODE, TOKEN, 0), await service.record(CODE)

    log, view, record = with_store(store, look)
    assert any(isinstance(entry.event, events.TurnEnded) for entry in log)
    game = Game.from_wgn(record)
    frames = [frame for frame in view.frames if not isinstance(frame.event, events.Undone)]
    assert view.is_whole
    assert frames[1:] == game_frames(game.start, game.steps)[1:]
    shown = [replace(frame, texts={}) for frame in replay(log).frames]
    assert shown[1:] == frames[1:]


def test_continued_old_game_can_be_verified(store):
    async def play(service):
        before = len(await service.store.load(CODE))
        await play_to_the_end(service, CODE, TOKEN)
        return (await service.store.load(CODE))[before:], await service.record(CODE)

    added, record = with_store(store, play)
    assert isinstance(added[-1].event, events.GameEnded)
    assert not any(isinstance(entry.event, events.TurnEnded) for entry in added)
    assert verify(record).is_valid


def test_old_decisions_can_be_undone(tmp_path):
    async def undo_all(service):
        wfens = []
        while (view := await service.view(CODE, TOKEN)).you.can_undo:
            wfens.append(view.table.wfen)
            await service.command(CODE, TOKEN, Undo(), view.version)
        return wfens, view.table.wfen

    shutil.copytree(DATA, tmp_path / "old")
    wfens, first = with_store(FileStore(tmp_path / "old"), undo_all)
    assert len(wfens) > 40
    assert first.startswith("mini oooooooooooooooo -/- a - ")
