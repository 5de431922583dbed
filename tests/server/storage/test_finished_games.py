"""Finished games outlive their rooms, and belong to their players."""

import asyncio
import sqlite3
import time
from contextlib import closing

from msgspec.structs import replace

from pickomino import Game
from pickomino.rooms import Act, OpenSeat, PersonSeat, Rematch, Start
from pickomino.rooms.protocol.messages import Join
from pickomino.rooms.views.replay import replay
from pickomino.server.ops.housekeeping import DAY, Housekeeper
from pickomino.server.settings import ServerSettings
from support.room_harness import (
    error_code,
    play_to_the_end,
    practice_room,
)
from support.server.in_process import (
    SEATS,
    SHORT,
    ignore_litestar_warning,
    open_app,
    open_rooms,
    play_game,
)

pytestmark = ignore_litestar_warning


async def play_again(service, code, token):
    view = await service.view(code, token)
    done = await service.command(code, token, Rematch(), view.version)
    await service.command(code, token, Start(), done.version)
    return await play_to_the_end(service, code, token)


async def test_every_game_is_stored_when_it_ends(tmp_path):
    async with open_rooms(tmp_path / "x.db") as (store, service):
        code, token = await play_game(service)
        first = (await service.view(code)).room.game_id
        view = await play_again(service, code, token)
        games, of_stranger = (
            await store.finished_games.list_for([token]),
            await store.finished_games.list_for(["eve"]),
        )
    assert {game.id for game in games} == {first, view.room.game_id}
    last = next(game for game in games if game.id == view.room.game_id)
    assert last.names == view.room.names
    assert last.scores == view.table.scores
    assert last.winners == view.table.winners
    assert [last.names[seat] for seat in last.seats] == ["Ann"]
    assert of_stranger == []
    assert abs(last.ended_at - time.time()) < DAY, "the date, not the time of the server's clock"


async def test_running_game_is_not_stored(tmp_path):
    async with open_rooms(tmp_path / "x.db") as (store, service):
        _, token = await practice_room(service, *SEATS)
        assert (await store.finished_games.list_for([token])) == []


async def test_finished_game_outlives_its_room(tmp_path):
    now = time.time()
    async with open_rooms(tmp_path / "x.db", now) as (store, service):
        code, token = await play_game(service)
        log, record = await service.log(code), await service.record(code)
        (game,) = await store.finished_games.list_for([token])
        housekeeper = Housekeeper(store, service, ServerSettings(finished_days=100))
        for days in (8, 50, 99):
            await housekeeper.tidy(now + days * DAY)
        gone = (
            await error_code(service.view(code)),
            await store.archived_rooms(now + 400 * DAY, 9),
        )
        stored = await store.finished_games.log(code, game.id)
        await housekeeper.tidy(now + 101 * DAY)
        left = await store.finished_games.list_for([token])
    assert gone == ("unknown_room", ())
    assert replay(stored, game.id).frames == replay(log).frames
    assert Game.from_wgn(record).position.wfen() == replay(stored).frames[-1].wfen
    assert left == []


async def test_only_players_may_delete_a_game(tmp_path):
    async with open_rooms(tmp_path / "x.db") as (store, service):
        _, token = await play_game(service)
        _, other = await play_game(service)
        (game,) = await store.finished_games.list_for([token])
        refused = [
            await error_code(store.finished_games.delete(game.id, who)) for who in (other, None)
        ]
        await store.finished_games.delete(game.id, token)
        again = await error_code(store.finished_games.delete(game.id, token))
        left = await store.finished_games.list_for([token, other])
    assert refused == ["bad_token", "bad_token"]
    assert again == "unknown_game"
    assert len(left) == 1


async def test_players_are_those_seated_at_the_start(tmp_path):
    async with open_rooms(tmp_path / "x.db") as (store, service):
        code, ann = await practice_room(
            service, PersonSeat("Ann"), OpenSeat(), settings=SHORT, start=False
        )
        ben = (await service.command(code, None, Join("Ben"))).token
        view = await service.view(code)
        await service.command(code, ann, Start(), view.version)
        for _ in range(60):
            view = await service.view(code, ann)
            token = ann if view.you.is_your_turn else ben
            if view.phase == "over":
                break
            await play_one(service, code, token)
        of_ann, of_ben = [await store.finished_games.list_for([token]) for token in (ann, ben)]
    assert [replace(game, seats=()) for game in of_ann] == [
        replace(game, seats=()) for game in of_ben
    ]
    assert (of_ann[0].seats, of_ben[0].seats) == ((0,), (1,))


async def play_one(service, code, token):
    view = await service.view(code, token)
    legal = view.you.legal
    action = legal[-1] if legal[-1] != "q" else legal[0]
    await service.command(code, token, Act(action), view.version)


async def play_for_two(service):
    """Play a short game of Ann and Ben; return the room's code and their tokens."""
    code, ann = await practice_room(
        service, PersonSeat("Ann"), OpenSeat(), settings=SHORT, start=False
    )
    ben = (await service.command(code, None, Join("Ben"))).token
    view = await service.view(code)
    await service.command(code, ann, Start(), view.version)
    while (view := await service.view(code, ann)).phase != "over":
        await play_one(service, code, ann if view.you.is_your_turn else ben)
    return code, ann, ben


async def test_deleted_game_stays_with_the_other_players(tmp_path):
    """One player could once delete a game for all of them."""
    async with open_app(tmp_path / "x.db") as (state, http):
        games = state.store.finished_games
        code, ann, ben = await play_for_two(state.service)
        (game,) = await games.list_for([ann])
        addresses = addresses_of(code, game.id)
        before = [(await http.get(address)).text for address in addresses]
        profile = f"/api/games/{game.id}/profile"
        of_ben = {"authorization": f"Bearer {ben}"}
        rivals = [(await http.get(profile, headers=of_ben)).json()["game"]["rivals"]]
        await games.delete(game.id, ann)
        rivals += [(await http.get(profile, headers=of_ben)).json()["game"]["rivals"]]
        lists = [await games.list_for([token]) for token in (ann, ben)]
        after = [await http.get(address) for address in addresses]
        again = await error_code(games.delete(game.id, ann))
        stored = str(await games.log(code, game.id))
    assert lists[0] == []
    assert [kept.names for kept in lists[1]] == [("a former player", "Ben")]
    assert [answer.status_code for answer in after] == [200] * len(addresses)
    replay, record = after[0].json(), after[1].text
    assert replay["names"] == ["a former player", "Ben"]
    assert Game.from_wgn(record).tags["a"] == "a former player"
    assert "Ann" in before[0]
    assert "Ann" in before[1]
    assert "Ann" not in replay["names"] + [seat["name"] for seat in replay["seats"]]
    assert "Ann" not in record + stored
    assert rivals == [["Ann"], ["a former player"]], "a cached entry once kept the name"
    assert again == "bad_token"


def addresses_of(code, game):
    return [
        f"/api/rooms/{code}/games/{game}",
        f"/api/rooms/{code}/record?game={game}",
        f"/game/{code}/{game}",
        f"/game/{code}/{game}/result.png",
        f"/review/{game}",
        f"/review/{game}/try",
    ]


async def test_game_deleted_by_all_is_gone_everywhere(tmp_path):
    """As long as its room existed, the replay and the picture could still be seen."""
    async with open_app(tmp_path / "x.db") as (state, http):
        games = state.store.finished_games
        code, ann, ben = await play_for_two(state.service)
        (game,) = await games.list_for([ann])
        for token in (ann, ben):
            await games.delete(game.id, token)
        latest = [f"/api/rooms/{code}/games/latest", f"/api/rooms/{code}/record"]
        addresses = [*addresses_of(code, game.id), f"/review/{game.id}/review.png", *latest]
        statuses = {address: (await http.get(address)).status_code for address in addresses}
        codes = {(await http.get(address)).json()["code"] for address in addresses[:2]}
        review = await http.post(f"/api/games/{game.id}/review", json={})
        room = await http.get(f"/api/rooms/{code}")
    assert statuses == dict.fromkeys(addresses, 404)
    assert codes == {"game_deleted"}, "an unknown game would raise an alarm about its dice"
    assert review.status_code == 404
    assert room.status_code == 200, "the table itself is put away later"


def test_games_of_an_older_database_are_backfilled(tmp_path):
    path = tmp_path / "x.db"

    async def play():
        async with open_rooms(path) as (store, service):
            code, token = await play_game(service)
            await play_again(service, code, token)
            archived, other = await play_game(service)
            await store.archive(archived)
            again, third = await play_game(service)
            view = await service.view(again, third)
            done = await service.command(again, third, Rematch(), view.version)
            await service.command(again, third, Start(), done.version)
            tokens = token, other, third
            return await store.finished_games.list_for(tokens), tokens

    async def look(tokens):
        async with open_rooms(path) as (store, _):
            return await store.finished_games.list_for(tokens)

    before, tokens = asyncio.run(play())
    with closing(sqlite3.connect(path)) as database:
        for table in (
            "daily_answers",
            "reviews",
            "players",
            "games",
            "nodes",
            "attendance",
            "cluster",
        ):
            database.execute(f"DROP TABLE {table}")
        for column in ("epoch", "digest", "digested"):
            database.execute(f"ALTER TABLE rooms DROP COLUMN {column}")
        database.execute("UPDATE alembic_version SET version_num = '0001'")
        database.commit()
    assert len(before) == 4, "one of the five is still running"
    dated = [replace(game, ended_at=1000.0) for game in before]
    assert asyncio.run(look(tokens)) == dated, "with the time of their last event"


def test_replay_and_record_outlive_the_room(tmp_path):
    async def work():
        async with open_app(tmp_path / "x.db") as (state, http):
            code, token = await play_game(state.service)
            (game,) = (await http.post("/api/games/mine", json={"tokens": [token]})).json()["games"]
            addresses = [
                f"/game/{code}/{game['id']}",
                f"/api/rooms/{code}/games/{game['id']}",
                f"/api/rooms/{code}/record?game={game['id']}",
            ]
            before = [(await http.get(address)).text for address in addresses]
            await state.service.archive(code)
            after = [await http.get(address) for address in addresses]
            headers = {"Authorization": f"Bearer {token}"}
            deleted = await http.delete(f"/api/games/{game['id']}", headers=headers)
            gone = [(await http.get(address)).status_code for address in addresses]
            return before, after, deleted.status_code, gone

    before, after, deleted, gone = asyncio.run(work())
    assert [answer.status_code for answer in after] == [200, 200, 200]
    assert [answer.text for answer in after[1:]] == before[1:]
    assert "data-table" in before[0], "a link to the table"
    assert "data-table" not in after[0].text
    assert deleted == 204
    assert gone == [404, 404, 404]


async def test_games_are_listed_only_for_tokens(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        await play_game(state.service)
        bodies = ({"tokens": []}, {"tokens": ["x" * 201]}, {"tokens": ["a"] * 201}, {}, [])
        none, *bad = [await http.post("/api/games/mine", json=body) for body in bodies]
    assert none.json() == {"games": []}
    assert [answer.json()["code"] for answer in bad] == ["bad_message"] * 4
