"""What is stored is measured, and the oldest finished games go first when it is too much."""

import random
import time

from pickomino.api.finished_games import UPLOADED, FinishedGame
from pickomino.rooms import BotSeat, PersonSeat
from pickomino.server.ops import housekeeping
from pickomino.server.ops.housekeeping import DAY, HOUR, Housekeeper
from pickomino.server.settings import ServerSettings
from pickomino.server.storage.sql_store import SqlStore
from pickomino.server.storage.usage import room_bytes, stored_bytes
from support.room_harness import (
    ManualClock,
    play_to_the_end,
    practice_room,
    room_service,
)
from support.server.in_process import (
    SEATS,
    ignore_litestar_warning,
    open_app,
    open_rooms,
    play_game,
)
from support.server.serving import ANN, BOT
from support.server.stores import managed, open_store

pytestmark = ignore_litestar_warning


async def test_stored_bytes_match_the_file(tmp_path):
    path = tmp_path / "x.db"
    async with open_rooms(path) as (store, service):
        empty = await used_bytes(store)
        for _ in range(6):
            code, token = await practice_room(service, PersonSeat("Ann"), BotSeat("random"))
            await play_to_the_end(service, code, token)
        counted, used = await stored_bytes(store), await used_bytes(store) - empty
        charged = 6 * room_bytes(*service.cached_counts(code))
    assert 0.8 * used < counted < 1.3 * used, (counted, used)
    assert 0.6 * used < charged < 1.6 * used, (charged, used)


async def used_bytes(store):
    """Return the bytes of the pages that a SQLite file uses."""

    def work(connection):
        names = "page_count", "freelist_count", "page_size"
        pages, free, size = (connection.exec_driver_sql(f"PRAGMA {n}").scalar() for n in names)
        return (pages - free) * size

    return await store.write(work)


def upload(number):
    """Return an uploaded game of about 100 kB."""
    game = FinishedGame(f"{UPLOADED}{number}", UPLOADED, "standard", ("Ann",), (1,), (0,), number)
    return game, random.Random(number).randbytes(100_000).hex()


async def test_anonymous_games_are_deleted_first(address):
    async with open_store(address) as store, room_service(store, clock=ManualClock(0.0)) as service:
        _, token = await play_game(service)
        for number in range(20):
            await store.finished_games.store_record(*upload(number))
        housekeeper = Housekeeper(store, service, ServerSettings(storage_megabytes=1))
        await housekeeper.tidy(DAY)
        games = store.finished_games
        left = [n for n in range(20) if await games.has_game(UPLOADED, f"{UPLOADED}{n}")]
        played = await store.finished_games.list_for([token])
        size = await stored_bytes(store)
    assert 5 < len(left) < 15
    assert left == list(range(20))[-len(left) :], "the oldest are deleted"
    assert len(played) == 1
    assert (size <= 1_000_000, housekeeper.is_full) == (True, False)


async def test_running_games_are_never_deleted_for_space(tmp_path, monkeypatch):
    monkeypatch.setattr(housekeeping, "MEGABYTE", 10)
    clock = ManualClock(time.time())
    async with (
        managed(SqlStore(str(tmp_path / "x.db"))) as store,
        room_service(store, clock=clock) as service,
    ):
        running, _ = await practice_room(service, *SEATS)
        _, token = await play_game(service)
        clock.time += 2 * HOUR
        recent, _ = await play_game(service)
        housekeeper = Housekeeper(store, service, ServerSettings(storage_megabytes=1))
        await housekeeper.tidy(clock.time)
        codes = set(await store.codes())
        games = await store.finished_games.list_for([token])
    assert codes == {running, recent}, "players of a game that has just ended may still be there"
    assert (games, housekeeper.is_full) == ([], True)


async def test_full_server_stores_no_new_rooms_or_records(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        code, token = await play_game(state.service)
        state._housekeeper.is_full = True
        game = (await state.service.view(code)).room.game_id
        body = {"type": "CreateRoom", "seats": [ANN, BOT]}
        answers = (
            await http.post("/api/rooms", json=body),
            await http.post("/api/games", json={"record": "hello"}),
            await http.post(f"/api/games/{game}/review"),
        )
        headers = {"authorization": f"Bearer {token}"}
        version = state.service.cached_version(code)
        rematch = {"command": {"type": "Rematch"}, "expected": version}
        played = await http.post(f"/api/rooms/{code}/commands", json=rematch, headers=headers)
        room = await http.get(f"/api/rooms/{code}")
    refused = [(answer.status_code, answer.json()["code"]) for answer in answers]
    assert refused == [(503, "storage_used_up")] * 3
    assert (played.status_code, room.status_code) == (200, 200), "games go on"
