"""Long responses are compressed in a thread, and replays are cached."""

import gzip
import threading
import zlib

import pytest

from pickomino.rooms import PersonSeat
from pickomino.server.work_queue import WorkQueue
from support.room_harness import play_to_the_end, practice_room
from support.server.in_process import ignore_litestar_warning, open_app, play_game

pytestmark = ignore_litestar_warning


class RecordingZlib:
    """The module zlib, with a record of the threads that compress."""

    def __init__(self):
        self.threads = set()

    def __getattr__(self, name):
        if name in ("compress", "compressobj"):
            self.threads.add(threading.current_thread())
        return getattr(zlib, name)


@pytest.mark.parametrize("path", ["?since=0", "/games/latest", "/record"])
async def test_games_are_compressed_in_a_thread(tmp_path, monkeypatch, path):
    """Each `?since=0` once stopped all tables for 12 ms."""
    async with open_app(tmp_path / "x.db") as (state, http):
        code, token = await practice_room(state.service, PersonSeat("Ann"), PersonSeat("Ben"))
        await play_to_the_end(state.service, code, token)
        recording = RecordingZlib()
        monkeypatch.setattr(gzip, "zlib", recording)
        answer = await http.get(f"/api/rooms/{code}{path}")
    assert answer.headers["content-encoding"] == "gzip"
    assert recording.threads
    assert threading.main_thread() not in recording.threads


@pytest.mark.parametrize("path", ["", "?since=0", "/games/latest", "/record", "/qr.svg"])
async def test_clients_without_gzip_get_the_same_bytes(tmp_path, path):
    async with open_app(tmp_path / "x.db") as (state, http):
        code, _ = await play_game(state.service)
        one = await http.get(f"/api/rooms/{code}{path}")
        other = await http.get(f"/api/rooms/{code}{path}", headers={"accept-encoding": "identity"})
    assert one.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in other.headers
    assert one.content == other.content
    assert len(one.content) > 100


async def test_replay_of_a_finished_game_is_built_once(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        code, _ = await play_game(state.service)
        game = (await state.service.view(code)).room.game_id
        paths = [f"/api/rooms/{code}/games/{game}"] * 2
        first = (await http.get(paths[0])).content
        state.service.log = None
        again = (await http.get(paths[1])).content
    assert again == first


async def test_missing_games_do_not_enter_a_queue(tmp_path, monkeypatch):
    async with open_app(tmp_path / "x.db") as (state, http):
        code, _ = await play_game(state.service)
        monkeypatch.setattr(WorkQueue, "submit", None)
        paths = (
            *(f"/game/{code}/nothing/result.png", "/game/ABCDEFGH/latest/result.png"),
            *("/review/nothing/review.png", "/daily/result.png?date=2026-11-15"),
            *("/daily/result.png?date=9999-12-31", "/daily/result.png?date=20261116"),
            *(f"/api/rooms/{code}/games/nothing", "/api/rooms/-/games/nothing"),
        )
        statuses = [(await http.get(path)).status_code for path in paths]
    assert statuses == [404] * len(paths)
