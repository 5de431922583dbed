"""Limits on rooms, seats, spectators and connections, so that one address cannot block others."""

import asyncio
import contextlib
import json
from contextlib import AsyncExitStack

import httpx
import pytest

from pickomino.core.errors import PickominoError
from pickomino.rooms import (
    ChangeSettings,
    CreateRoom,
    Join,
    OpenSeat,
    PersonSeat,
    Request,
    Settings,
)
from pickomino.server.app import create_app
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from support.room_harness import InstantBots
from support.server.in_process import ignore_litestar_warning, open_app
from support.server.serving import ANN, BOT, OPEN, serving
from support.server.stores import managed


def test_new_rooms_of_one_address_are_limited(tmp_path):
    with serving(tmp_path, rooms_per_hour=3, joins_per_minute=2) as server, server.http() as http:
        code, _ = server.create(ANN, OPEN, OPEN, OPEN)
        server.create()
        server.create()
        body = {"type": "CreateRoom", "seats": [ANN, BOT]}
        answer = http.post("/api/rooms", json=body)
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_new_rooms")
        assert answer.json()["parameters"] == {"limit": 3, "minutes": 20}
        join = {"command": {"type": "Join", "name": "Ben"}}
        codes = [http.post(f"/api/rooms/{code}/commands", json=join).status_code for _ in "abc"]
        assert codes == [200, 200, 429]


def test_rooms_and_connections_are_limited(tmp_path):
    async def connect_thrice(server, code):
        async with server.live(code) as one, server.live(code) as two:
            await asyncio.gather(one.next_view(), two.next_view())
            async with server.socket(code) as three:
                refused = json.loads(await three.recv())
                await three.wait_closed()
                return refused["code"], three.close_code

    with (
        serving(tmp_path, max_rooms=2, max_connections_per_address=2) as server,
        server.http() as http,
    ):
        code, _ = server.create()
        server.create()
        answer = http.post("/api/rooms", json={"type": "CreateRoom", "seats": [ANN, BOT]})
        assert (answer.status_code, answer.json()["code"]) == (503, "too_many_rooms")
        assert asyncio.run(connect_thrice(server, code)) == ("too_many_connections", 4008)


async def result_code(awaitable):
    try:
        await awaitable
    except PickominoError as error:
        return error.code
    return ""


async def test_concurrently_created_rooms_count_once(tmp_path):
    command = CreateRoom((PersonSeat("Ann"), PersonSeat("Ben")), Settings(practice=True))
    settings = ServerSettings(database=str(tmp_path / "server.db"), max_rooms=3)
    async with managed(ServerState(settings, InstantBots())) as state:
        tidying = asyncio.create_task(state._housekeeper.tidy(0.0))
        making = [result_code(state.create(command, "10.0.0.1")) for _ in range(5)]
        codes = await asyncio.gather(*making)
        await tidying
        assert (sorted(codes), state._housekeeper.live_rooms, await state.store.count()) == (
            ["", "", "", *["too_many_rooms"] * 2],
            3,
            3,
        )


async def test_connections_of_one_token_are_limited(server):
    code, token = server.create()
    async with asyncio.TaskGroup() as group:
        done = asyncio.Event()

        async def hold():
            async with server.live(code, token) as client:
                answer = await client.receive()
                if answer["type"] == "RoomView":
                    await done.wait()
                return answer["type"]

        tasks = [group.create_task(hold()) for _ in range(11)]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        done.set()
    assert sorted([task.result() for task in tasks]) == ["Refused"] + ["RoomView"] * 10


@ignore_litestar_warning
async def test_two_seats_at_one_address_cannot_remove_the_host(tmp_path):
    """Two seats of one person could once unseat an honest host of a public table."""
    async with open_app(tmp_path / "x.db") as (state, _), AsyncExitStack() as stack:
        app = create_app(state)

        async def send(address, token, command, expected=None):
            transport = httpx.ASGITransport(app, client=(address, 1))
            client = httpx.AsyncClient(transport=transport, base_url="http://games")
            http = await stack.enter_async_context(client)
            body = {"command": command, "expected": expected}
            headers = {"authorization": f"Bearer {token}"} if token else {}
            path = f"/api/rooms/{room.code}/commands"
            return (await http.post(path, json=body, headers=headers)).json()

        async def seats():
            return [seat.kind for seat in (await state.service.view(room.code)).room.seats]

        command = CreateRoom(
            (PersonSeat("Ann"), OpenSeat(), OpenSeat()), Settings(is_public=True, practice=True)
        )
        room = await state.create(command, "192.0.2.1")
        eve = "192.0.2.9"
        joins = [await send(eve, None, {"type": "Join", "name": f"Eve {n}"}) for n in (1, 2)]
        tokens = [done["token"] for done in joins]
        version = joins[-1]["version"]
        begun = await send("192.0.2.1", room.token, {"type": "Start"}, version)
        voted = [await send(eve, token, {"type": "Vote", "seat": 0}) for token in tokens]
        kept = await seats()
        # Strangers once pushed the voters out of memory.
        flood = [await send(eve, hex(n), {"type": "Vote", "seat": 0}) for n in range(40)]
        await send("192.0.2.10", tokens[0], {"type": "Vote", "seat": 0})
        removed = await seats()
    assert {answer["code"] for answer in flood} == {"bad_token"}
    assert [answer["type"] for answer in (begun, *voted)] == ["Done"] * 3
    assert kept == ["person"] * 3
    assert removed == ["bot", "person", "person"], "from two addresses it counts"


async def test_watchers_of_a_room_leave_places_for_players(server):
    code, token = server.create()
    async with contextlib.AsyncExitStack() as stack:
        kinds = []
        for _ in range(52):
            client = await stack.enter_async_context(server.live(code))
            kinds.append((await client.receive()).get("code"))
        ann = await stack.enter_async_context(server.live(code, token))
        view = await ann.receive()
    assert kinds[50:] == ["too_many_watchers"] * 2
    assert view["type"] == "RoomView"


def test_watchers_of_all_rooms_leave_places_for_players(tmp_path):
    async def watch(server):
        code, token = server.create()
        others = [server.create()[0] for _ in range(5)]
        async with contextlib.AsyncExitStack() as stack:
            answers = []
            for other in others:
                client = await stack.enter_async_context(server.live(other))
                answers.append((await client.receive())["type"])
            ann = await stack.enter_async_context(server.live(code, token))
            return answers, await ann.receive()

    with serving(tmp_path, max_connections=5) as server:
        answers, view = asyncio.run(watch(server))
    assert answers == ["RoomView"] * 4 + ["Refused"]
    assert view["type"] == "RoomView"


def test_watchers_from_one_address_are_limited(tmp_path):
    async def watch(server):
        code, _ = server.create()
        async with contextlib.AsyncExitStack() as stack:
            answers = []
            for _ in range(4):
                client = await stack.enter_async_context(server.live(code))
                answers.append((await client.receive())["type"])
            connection = server.live(code, local_addr=("127.0.0.2", 0))
            other = await stack.enter_async_context(connection)
            return answers, (await other.receive())["type"]

    with serving(tmp_path, max_watchers_per_address=3) as server:
        answers, other = asyncio.run(watch(server))
    assert answers == ["RoomView"] * 3 + ["Refused"]
    assert other == "RoomView"


PUBLIC = CreateRoom((PersonSeat("Ann"), OpenSeat(), OpenSeat()), Settings(is_public=True))


def with_state(tmp_path, work, **settings):
    """Run work with an open server state."""

    async def run():
        chosen = ServerSettings(database=str(tmp_path / "x.db"), **settings)
        async with managed(ServerState(chosen, InstantBots())) as state:
            return await work(state)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("limits", "refusals"),
    [
        ({}, [("too_many_watchers", {"limit": 50})]),
        ({"max_watchers_per_address": 2}, [("too_many_own_watchers", {"limit": 2})]),
        ({"max_connections": 5}, [("too_many_server_watchers", {})]),
    ],
)
def test_refused_spectator_learns_which_limit_was_reached(tmp_path, limits, refusals):
    """Every refusal used to name the limit of the table."""

    async def work(state):
        refused = []
        for number in range(51):
            try:
                state.add_watcher("ABCDEFGH", f"10.0.0.{number % 20}")
            except PickominoError as error:
                refused.append((error.code, error.parameters))
        return refused[:1]

    assert with_state(tmp_path, work, **limits) == refusals


def test_room_made_public_later_counts_for_its_address(tmp_path):
    async def work(state):
        for _ in range(3):
            room = await state.create(CreateRoom(PUBLIC.seats), "10.0.0.1")
            change = Request(ChangeSettings(Settings(is_public=True)))
            await state.command(room.code, room.token, change, "10.0.0.1")
        return (await state.room_list.read()).rooms

    assert len(with_state(tmp_path, work, max_listed_per_address=2)) == 2


@pytest.mark.parametrize(
    "addresses",
    [["10.0.0.1"] * 60, [f"2001:db8:0:{number:x}::/64" for number in range(60)]],
    ids=["one address", "one site"],
)
def test_one_address_cannot_fill_the_room_list(tmp_path, addresses):
    async def work(state):
        other = await state.create(PUBLIC, "10.0.0.2")
        for address in addresses:
            await state.create(PUBLIC, address)
        return other.code, (await state.room_list.read()).rooms

    other, rooms = with_state(tmp_path, work, max_listed_per_address=5)
    assert other in {room.code for room in rooms}
    assert len(rooms) == 6


def test_seats_of_one_address_in_a_public_room_are_limited(tmp_path):
    async def work(state):
        public, private = (
            await state.create(PUBLIC, "10.0.0.1"),
            await state.create(CreateRoom(PUBLIC.seats), "10.0.0.1"),
        )
        for _ in range(3):
            await state.rate_limit_join(Join("Ben"), public.code, "10.0.0.2")
        with pytest.raises(PickominoError) as refused:
            await state.rate_limit_join(Join("Ben"), public.code, "10.0.0.2")
        assert refused.value.code == "too_many_seats"
        assert refused.value.parameters == {"limit": 3, "minutes": 10}
        await state.rate_limit_join(Join("Eve"), public.code, "10.0.0.3")
        for _ in range(7):
            await state.rate_limit_join(Join("Ben"), private.code, "10.0.0.2")

    with_state(tmp_path, work, seats_per_address=3)


def test_household_fills_a_public_table(tmp_path):
    """Seven people behind one router sit down, and one of them leaves and comes back."""

    async def work(state):
        code = (await state.create(PUBLIC, "10.0.0.1")).code
        for _ in range(8):
            await state.rate_limit_join(Join("Ben"), code, "10.0.0.1")

    with_state(tmp_path, work)


def test_refused_join_says_when_to_try_again(tmp_path):
    async def work(state):
        code = (await state.create(CreateRoom(PUBLIC.seats), "10.0.0.1")).code
        for _ in range(2):
            await state.rate_limit_join(Join("Ben"), code, "10.0.0.1")
        with pytest.raises(PickominoError) as refused:
            await state.rate_limit_join(Join("Ben"), code, "10.0.0.1")
        assert refused.value.code == "too_many_joins"
        assert refused.value.parameters == {"limit": 2, "seconds": 30}

    with_state(tmp_path, work, joins_per_minute=2)
