"""Live connections of real clients to a real server."""

import asyncio
import json
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pickomino import verify
from pickomino.server.storage.vault import Vault
from support.server.serving import ANN, BOT, OPEN, serving


def run(work):
    return asyncio.run(asyncio.wait_for(work, 60))


def test_whole_game_can_be_played_against_bots(server):
    async def play():
        code, token = server.create(ANN, BOT, BOT, rules="mini")
        async with server.live(code, token) as ann:
            await ann.next_view()
            assert (await ann.ask("Start"))["type"] == "Done"
            return code, await ann.play_to_end()

    code, view = run(play())
    assert sum(view["scores"]) > 0
    assert view["winners"]
    with server.http() as http:
        proof = verify(http.get(f"/api/rooms/{code}/record").text)
    assert proof.is_valid


def test_two_players_see_the_same_game(server):
    async def play():
        code, token = server.create(ANN, OPEN, rules="mini", turn_limit=8)
        async with server.live(code, token) as ann, server.live(code) as ben:
            await asyncio.gather(ann.next_view(), ben.next_view())
            joined = await ben.ask("Join", name="Ben", expected=None)
            assert joined["token"]
            await ben.next_view()
            assert ben.view["own"] == (1,)
            await ann.until(lambda message: message.get("seats", [0, 0])[1]["name"] == "Ben")
            await ann.ask("Start")
            await asyncio.gather(ann.play_to_end(), ben.play_to_end())
            return code, ann, ben

    code, ann, ben = run(play())
    assert ann.view["scores"] == ben.view["scores"]
    with server.http() as http:
        start, *frames = http.get(f"/api/rooms/{code}/games/latest").json()["frames"]
    replayed = [shown(frame) for frame in frames]
    assert "event" not in start
    for client in (ann, ben):
        views = [message for message in map(json.loads, client.received) if "phase" in message]
        frames = [frame for view in views for frame in view.get("frames", ()) if "wfen" in frame]
        assert frames[0]["event"]["type"] == "GameStarted"
        assert [shown(frame) for frame in frames[1:]] == replayed, "in order, none missing"


def shown(frame):
    """Return what a frame shows: an event, or the end of a turn."""
    return frame.get("event") or frame["ended"]


def test_answer_precedes_the_view_with_its_events(server):
    async def play():
        code, token = server.create(practice=True)
        async with server.live(code, token) as ann:
            await ann.next_view()
            await ann.send({"command": {"type": "Start"}, "expected": 1, "id": 5})
            return [(await ann.receive())["type"], (await ann.receive())["type"]]

    assert run(play()) == ["Done", "RoomView"]


def test_first_view_after_a_lost_action_contains_the_room(server):
    async def play():
        code, token = server.create(practice=True)
        async with server.live(code, token) as ann:
            await ann.next_view()
            await ann.ask("Start")
            view = await ann.until(lambda message: message.get("phase") == "playing")
            before = view["version"]
            await ann.ask("Act", action=ann.view["legal"][0])
        async with server.live(code, token, before) as ann:
            return await ann.receive()

    assert run(play())["room"]["seats"]


def test_reconnecting_client_gets_missed_events(server):
    async def play():
        code, token = server.create(ANN, OPEN, practice=True)
        async with server.live(code, token) as ann:
            first = await ann.next_view()
        async with server.live(code) as ben:
            await ben.next_view()
            await ben.ask("Join", name="Ben", expected=None)
        async with server.live(code, token, since=first["version"]) as ann:
            return first, await ann.next_view()

    first, again = run(play())
    assert first["frames"] == ()
    assert [frame["event"]["type"] for frame in again["frames"]][:1] == ["SeatChanged"]
    assert not again["is_whole"]


def test_double_click_in_two_tabs_counts_once(server):
    async def play():
        code, token = server.create(practice=True)
        async with server.live(code, token) as tab, server.live(code, token) as other:
            await asyncio.gather(tab.next_view(), other.next_view())
            await tab.ask("Start")
            await asyncio.gather(tab.next_view(), other.next_view())
            version, action = tab.view["version"], tab.view["legal"][0]
            answers = await asyncio.gather(
                tab.ask("Act", action=action, expected=version),
                other.ask("Act", action=action, expected=version),
            )
            again = await tab.ask("Act", action=action, expected=version)
            return answers, again

    answers, again = run(play())
    assert sorted(answer["type"] for answer in answers) == ["Done", "Refused"]
    refused = next(answer for answer in answers if answer["type"] == "Refused")
    assert refused["code"] == again["code"] == "stale"
    assert refused["parameters"]["version"] >= 4


def test_forbidden_commands_get_error_codes(server):
    async def play():
        code, token = server.create(ANN, OPEN, practice=True)
        _, stranger = server.create(practice=True)
        async with server.live(code, token) as ann, server.live(code) as ben:
            await asyncio.gather(ann.next_view(), ben.next_view())
            await ben.ask("Join", name="Ben", expected=None)
            await ann.until(lambda message: message.get("version") == 2)
            await ann.ask("Start")
            await asyncio.gather(ann.next_view(), ben.until(lambda m: m.get("phase") == "playing"))
            legal = ann.view["legal"][0]
            codes = {
                "out of turn": (await ben.ask("Act", action=legal))["code"],
                "illegal": (await ann.ask("Act", action="t36"))["code"],
                "nonsense": (await ann.ask("Act", action="zzz"))["code"],
                "not host": (await ben.ask("HostRemove", seat=0))["code"],
                "other's seat": (await ben.ask("Leave", seat=0))["code"],
                "rude": (await ben.ask("React", seat=1, reaction="<b>"))["code"],
            }
            before = ann.view["version"]
            async with server.live(code, "forged" * 7) as forger:
                codes["forged"] = (await forger.receive())["code"]
                closed = await forger.wait_closed()
            async with server.live(code, stranger) as other:
                codes["other's room"] = (await other.receive())["code"]
            async with server.live(code, token) as tab:
                return codes, closed, before, await tab.next_view()

    codes, closed, before, view = run(play())
    assert codes == {
        "out of turn": "not_your_turn",
        "illegal": "illegal_action",
        "nonsense": "bad_action",
        "not host": "not_host",
        "other's seat": "not_your_seat",
        "rude": "bad_reaction",
        "forged": "bad_token",
        "other's room": "bad_token",
    }
    assert closed == 4003
    assert view["version"] == before, "nothing has changed"


@pytest.mark.parametrize(
    ("first", "code", "closed"),
    [
        ('{"type":"Hello","protocol":2}', "bad_protocol", 4000),
        ('{"type":"Hello"}', "bad_message", 4000),
        ('{"type":"Hello","protocol":3,"more":1}', "bad_message", 4000),
        ("nonsense", "bad_message", 4000),
        ("[" * 15_000, "bad_message", 4000),
        (b"\xff\xfe", "bad_message", 4000),
        ("", "bad_message", 4000),
    ],
)
def test_bad_hello_is_refused(server, first, code, closed):
    async def play():
        room, _ = server.create()
        async with server.socket(room) as socket:
            await socket.send(first)
            answer = json.loads(await socket.recv())
            await socket.wait_closed()
            return answer["code"], socket.close_code

    assert run(play()) == (code, closed)


@pytest.mark.parametrize("code", ["AAAAAAAA", "nothing", "x" * 300, "%2e%2e"])
def test_unknown_room_is_refused(server, code):
    async def play():
        async with server.live(code) as client:
            return (await client.receive())["code"], await client.wait_closed()

    assert run(play()) == ("unknown_room", 4004)


def test_malformed_messages_keep_the_connection_open(server):
    bad = ["{", "[]", "null", '{"command":{"type":"Nothing"}}', '{"command":{"type":"Act"}}', "é"]

    async def play():
        room, token = server.create()
        async with server.live(room, token) as client:
            await client.next_view()
            for text in bad:
                await client.socket.send(text)
                assert (await client.receive())["code"] == "bad_message", text
            await client.send({"type": "Ping"})
            return await client.receive()

    assert run(play()) == {"type": "Pong"}


def test_large_message_closes_only_its_connection(server):
    async def play():
        room, token = server.create()
        async with server.live(room, token) as ann, server.live(room, token) as other:
            await asyncio.gather(ann.next_view(), other.next_view())
            with suppress(ConnectionClosed):  # it may be closed before all of it is sent
                await ann.socket.send("x" * 1_000_000)
            closed = await ann.wait_closed()
            return closed, await other.ask("SetSeat", seat=1, plan=OPEN)

    closed, answer = run(play())
    assert closed == 1009
    assert answer["type"] == "Done"


def test_flood_is_cut_off_without_delaying_others(tmp_path):
    async def flood(client):
        try:
            for number in range(3000):
                await client.socket.send(json.dumps({"type": "Ping", "n": number}))
        except Exception:  # noqa: BLE001 - cut off, as expected
            return await client.wait_closed()
        return await client.wait_closed()

    async def play(server):
        room, token = server.create(practice=True)
        other_room, other_token = server.create(practice=True)
        async with (
            server.live(room, token) as loud,
            server.live(other_room, other_token) as calm,
        ):
            await asyncio.gather(loud.next_view(), calm.next_view())
            flooding = asyncio.create_task(flood(loud))
            begin = time.monotonic()
            started = await calm.ask("Start")
            seconds = time.monotonic() - begin
            return await flooding, loud.received, started, seconds

    with serving(tmp_path, messages_per_second=20) as server:
        closed, received, started, seconds = run(play(server))
    assert closed == 4008
    assert sum('"too_fast"' in text for text in received) >= 5
    assert started["type"] == "Done"
    assert seconds < 10


def test_pages_of_other_sites_may_not_connect(server):
    async def status(origin):
        room, _ = server.create()
        try:
            async with server.socket(room, origin=origin) as socket:
                await socket.send('{"type":"Hello","protocol":3}')
                return json.loads(await socket.recv())["type"]
        except InvalidStatus as refused:
            return refused.response.status_code

    assert run(status("https://evil.example")) == 403
    assert run(status("null")) == 403
    assert run(status(f"http://127.0.0.1:{server.port + 1}")) == 403
    assert run(status(f"http://127.0.0.1:{server.port}")) == "RoomView"
    assert run(status(None)) == "RoomView"


def test_dice_secret_stays_hidden_until_the_end(server):
    paths = ("", "?since=0", "/record", "/record?format=json", "/games/latest", "/coach")

    async def play():
        code, token = server.create(ANN, BOT, rules="mini", hints=True, turn_limit=12)
        sent = b""
        async with server.live(code, token) as ann, server.live(code) as eve:
            await asyncio.gather(ann.next_view(), eve.next_view())
            await ann.ask("Start")
            await ann.next_view()
            await ann.step()
            secrets = secrets_of(server, code)
            with server.http(headers={"authorization": f"Bearer {token}"}) as http:
                while ann.view["phase"] != "over":
                    # On her turn the game cannot end in the meantime.
                    for path in paths if ann.view["is_your_turn"] else ():
                        sent += http.get(f"/api/rooms/{code}{path}").content
                    await ann.step()
                revealed = http.get(f"/api/rooms/{code}/games/latest").text
            await eve.until(lambda message: message["phase"] == "over")
            for text in ann.received + eve.received:
                if '"phase":"over"' not in text:
                    sent += text.encode()
            return secrets, sent, revealed, token

    secrets, sent, revealed, token = run(play())
    assert len(sent) > 50_000
    for secret in secrets:
        assert secret.encode() not in sent
        assert bytes.fromhex(secret) not in sent
    assert secrets[0] in revealed, "the secret is revealed after the game"
    assert token.encode() not in sent


def secrets_of(server, code):
    """Read the dice secret and the hashed tokens from the database."""
    with closing(sqlite3.connect(server.database)) as database, database:
        query = "SELECT version, entry FROM events WHERE room = ?"
        rows = database.execute(query, (code,)).fetchall()
    vault = Vault(Path(f"{server.database}.key"))
    entries = [json.loads(vault.decode_row(code, *row))["event"] for row in rows]
    secret = next(entry["secret"] for entry in entries if entry["type"] == "DiceCommitted")
    return [secret, entries[0]["host"]]


def test_only_a_lasting_disconnect_is_an_absence(server):
    async def play():
        code, token = server.create(ANN, OPEN, practice=True)
        async with server.live(code) as watcher:
            await watcher.next_view()
            async with server.live(code) as ben:
                await ben.next_view()
                ben_token = (await ben.ask("Join", name="Ben", expected=None))["token"]
            async with server.live(code, token) as ann, server.live(code, ben_token) as ben:
                await asyncio.gather(ann.next_view(), ben.next_view())
            # Ben leaves after Ann has reloaded, so Ann's absence would be reported first.
            async with server.live(code, token) as ann:
                await ann.next_view()
                absent = await watcher.until(lambda message: message["seats"][1]["is_absent"])
            async with server.live(code, ben_token) as ben:
                await ben.next_view()
                back = await watcher.until(lambda message: not message["seats"][1]["is_absent"])
            return absent, back["frames"][0]["event"]

    absent, back = run(play())
    assert absent["frames"][0]["event"] == {"type": "Absent", "seat": 1}
    assert not absent["seats"][0]["is_absent"]
    assert back == {"type": "Returned", "seat": 1}


def test_player_who_leaves_a_seat_may_keep_watching(server):
    async def play():
        code, token = server.create(ANN, OPEN)
        async with server.live(code, token) as ann, server.live(code) as ben:
            await asyncio.gather(ann.next_view(), ben.next_view())
            await ben.ask("Join", name="Ben", expected=None)
            await ben.next_view()
            await ben.ask("Leave", seat=1)
            view = await ben.next_view()
            assert (await ben.ask("Leave", seat=1))["code"] == "bad_token"
            return view

    assert run(play())["own"] == ()


def test_slow_reader_gets_the_newest_view(server):
    async def play():
        code, token = server.create(ANN, OPEN)
        async with server.live(code, token) as ann, server.live(code, token) as slow:
            await asyncio.gather(ann.next_view(), slow.next_view())
            for number in range(250):
                plan = {"type": "PersonSeat", "name": f"{number:03}" + "x" * 30}
                answer = await ann.ask("SetSeat", seat=1, plan=plan)
                assert answer["type"] == "Done", answer
                while ann.view["version"] < answer["version"]:
                    await ann.next_view()
            last = ann.view["version"]
            return last, await slow.until(lambda message: message.get("version") == last)

    last, view = run(play())
    assert view["version"] == last
    assert view["seats"][1]["name"].startswith("249")


def test_stopping_server_closes_connections_gracefully(tmp_path):
    async def play(server):
        code, token = server.create(practice=True)
        async with server.live(code, token) as ann:
            await ann.next_view()
            begin = time.monotonic()
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            closed = await ann.wait_closed()
            return closed, await stopping, time.monotonic() - begin

    with serving(tmp_path) as server:
        closed, exit_code, seconds = run(play(server))
        log = server.log()
    assert closed == 1001
    assert exit_code == 0
    assert seconds < 30
    assert "graceful shutdown exceeded" not in log, "it waited for a client"
    assert "Traceback" not in log
