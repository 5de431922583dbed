"""What keeps a server and the browsers of people safe: limits, headers, origins, files."""

import asyncio
import contextlib
import gzip
import json
import re
import sqlite3
from contextlib import closing
from itertools import takewhile

import pytest

from pickomino.core.errors import ALL_MESSAGES, PickominoError
from pickomino.i18n import texts_in
from pickomino.rooms import CreateRoom, PersonSeat, Settings
from pickomino.server.http.security import content_policy, is_allowed_origin
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from pickomino.server.throttle import (
    MAX_KEYS,
    SITE_FACTOR,
    AddressCounter,
    AddressThrottle,
    Throttle,
    address_key,
)
from support.room_harness import InstantBots
from support.server.serving import ANN, BOT, OPEN, serving
from support.server.stores import managed


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_a_bucket_fills_up_again():
    clock = Clock()
    throttle = Throttle(3, 2.0, clock)
    assert [throttle.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert throttle.allows("b"), "another key has its own"
    clock.now += 0.5
    assert [throttle.allows("a") for _ in range(2)] == [True, False]
    clock.now += 100
    assert [throttle.allows("a") for _ in range(4)] == [True, True, True, False]


def test_a_throttle_remembers_a_bounded_number_of_keys():
    throttle = Throttle(1, 0.0, Clock())
    for number in range(MAX_KEYS + 50):
        throttle.allows(str(number))
    assert len(throttle._buckets) == MAX_KEYS
    assert not throttle.allows(str(MAX_KEYS + 49)), "the newest are remembered"


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:0:1::99", "2001:db8:0:1::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_one_household_count_together(host, key):
    assert address_key(host) == key


def test_an_ipv6_site_has_a_purse_of_its_own():
    throttle = AddressThrottle(2, 0.0, Clock())
    allowed = [throttle.allows(f"2001:db8:0:{number:x}::/64") for number in range(100)]
    assert sum(allowed) == 2 * SITE_FACTOR
    assert throttle.allows("2001:db8:1::/64"), "another site"
    assert throttle.allows("10.0.0.1")


def test_an_ipv6_site_has_only_so_much_open():
    counter = AddressCounter(2)
    keys = [f"2001:db8:0:{number:x}::/64" for number in range(20) for _ in range(3)]
    entered = [key for key in keys if counter.try_acquire(key)]
    assert len(entered) == 2 * SITE_FACTOR
    for key in entered:
        counter.release(key)
    assert not counter._open


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("", "a.example", True),
        ("http://a.example", "a.example", True),
        ("http://A.example:80", "a.example", True),
        ("https://a.example", "a.example:443", True),
        ("http://a.example:8000", "a.example:8000", True),
        ("https://games.example", "127.0.0.1:8080", True),
        ("http://a.example:8001", "a.example:8000", False),
        ("http://a.example.evil", "a.example", False),
        ("http://evil@a.example", "a.example", False),
        ("https://games.example.evil", "127.0.0.1", False),
        ("null", "null", False),
        ("file://a.example", "a.example", False),
        ("http://[", "[", False),
    ],
)
def test_foreign_origins_are_refused(origin, host, allowed):
    assert is_allowed_origin(origin, host, ["https://games.example"]) == allowed


def test_every_answer_carries_the_headers_that_protect(server):
    with server.http() as http:
        for path in ("/health", "/api/nothing", "/nothing", "/api/rooms"):
            headers = http.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "object-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert headers["cross-origin-opener-policy"] == "same-origin"
            assert "server" not in headers
        assert http.get("/api/options").headers["cache-control"] == "no-store"


def test_browsers_report_only_where_the_host_wants_that(tmp_path, server):
    page = "/table/ABCD2345?from=secret"
    blocked = {"effective-directive": "script-src", "blocked-uri": "https://evil.example/x?y=1"}
    report = {"csp-report": blocked | {"document-uri": page}}
    with server.http() as http:
        assert http.post("/api/csp-reports", json=report).status_code == 404
        assert "report-uri" not in http.get("/").headers["content-security-policy"]
    with serving(tmp_path, csp_reports="true") as wants, wants.http() as http:
        assert "report-uri /api/csp-reports" in http.get("/").headers["content-security-policy"]
        assert http.post("/api/csp-reports", json=report).status_code == 204
        assert http.post("/api/csp-reports", content=b"{").status_code == 400
        log = wants.log()
    assert "a browser blocked 'evil.example': 'script-src'" in log
    assert "secret" not in log


def test_head_is_answered_like_get_without_a_body(server):
    with server.http() as http:
        for path in ("/", "/rules", "/health", "/client/shared/art.js"):
            whole, head = (http.request(method, path) for method in ("GET", "HEAD"))
            assert (head.status_code, head.content) == (whole.status_code, b"")
            assert head.headers["content-type"] == whole.headers["content-type"]


def test_a_strange_host_gets_nothing_into_the_policy():
    assert content_policy("x; script-src *") == content_policy("")


def test_pages_of_other_sites_may_not_make_rooms(server):
    with server.http() as http:
        body = {"type": "CreateRoom", "seats": [ANN, BOT]}
        answer = http.post("/api/rooms", json=body, headers={"origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
        assert http.post("/api/rooms", json=body, headers={"origin": server.url}).is_success


def test_an_allowed_origin_may(tmp_path):
    with (
        serving(tmp_path, allowed_origins="https://a.example, https://b.example") as server,
        server.http() as http,
    ):
        body = {"type": "CreateRoom", "seats": [ANN, BOT]}
        answer = http.post("/api/rooms", json=body, headers={"origin": "https://b.example"})
        assert answer.status_code == 201


def test_the_client_is_packed_and_not_sent_twice(server):
    with server.http(headers={"accept-encoding": "gzip"}) as http:
        plain = http.get("/client/shared/art.js", headers={"accept-encoding": "identity"})
        with http.stream("GET", "/client/shared/art.js") as packed:
            raw = b"".join(packed.iter_raw())
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(raw) == plain.content
        assert plain.headers["content-type"].startswith("text/javascript")
        again = http.get("/client/shared/art.js", headers={"if-none-match": plain.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert plain.headers["cache-control"] == "no-cache"
        present = re.search(r"/client/v-[0-9a-f]+/", http.get("/").text)[0]
        kept = http.get(f"{present}shared/art.js")
        assert kept.content == plain.content
        assert "immutable" in kept.headers["cache-control"]
        older = http.get("/client/v-0123456789ab/shared/art.js")
        assert (older.content, older.headers["cache-control"]) == (plain.content, "no-cache")


@pytest.mark.parametrize(
    "path", ["/client/../settings.py", "/client/%2e%2e/settings.py", "/client/nothing", "/client/"]
)
def test_nothing_but_the_client_is_handed_out(server, path):
    with server.http() as http:
        assert http.get(path).status_code == 404


def test_one_address_makes_only_so_many_rooms(tmp_path):
    with serving(tmp_path, rooms_per_hour=3, joins_per_minute=2) as server, server.http() as http:
        code, _ = server.create(ANN, OPEN, OPEN, OPEN)
        server.create()
        server.create()
        body = {"type": "CreateRoom", "seats": [ANN, BOT]}
        answer = http.post("/api/rooms", json=body)
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
        join = {"command": {"type": "Join", "name": "Ben"}}
        codes = [http.post(f"/api/rooms/{code}/commands", json=join).status_code for _ in "abc"]
        assert codes == [200, 200, 429]


def test_a_server_has_only_so_many_rooms_and_connections(tmp_path):
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


def test_rooms_made_at_once_and_while_they_are_counted_count_once(tmp_path):
    command = CreateRoom((PersonSeat("Ann"), PersonSeat("Ben")), Settings(practice=True))
    settings = ServerSettings(database=str(tmp_path / "server.db"), max_rooms=3)

    async def make():
        async with managed(ServerState(settings, InstantBots())) as state:
            tidying = asyncio.create_task(state._housekeeper.tidy(0.0))
            making = [result_code(state.create(command, "10.0.0.1")) for _ in range(5)]
            found = await asyncio.gather(*making)
            await tidying
            return sorted(found), state._housekeeper.live_rooms, await state.store.count()

    assert asyncio.run(make()) == (["", "", "", *["too_many_rooms"] * 2], 3, 3)


def test_requests_of_one_address_are_limited(tmp_path):
    with serving(tmp_path, requests_per_second=1) as server, server.http() as http:
        codes = [http.get("/api/rooms").status_code for _ in range(30)]
    assert codes[:2] == [200] * 2
    assert 429 in codes


PATHS = (
    "/table/AAAAAAAA",
    "/",
    "/nowhere",
    "/health",
    "/api/openapi.json",
    "/client/shared/art.js",
)


def test_every_address_of_the_server_is_guarded(tmp_path):
    with serving(tmp_path, requests_per_second=1) as server, server.http() as http:
        for path in PATHS:
            asked = (http.get(path).status_code for _ in range(40))
            # Whoever is refused waits ever longer: once is enough.
            codes = list(takewhile(lambda code: code != 429, asked))
            assert set(codes) <= {200, 404}
            assert len(codes) < 40, path
        refused = http.get("/", headers={"accept-language": "de"})
        assert refused.text == texts_in("de").gettext(ALL_MESSAGES["too_fast"])


def test_proxies_are_believed_only_when_trusted(tmp_path):
    for trusted, told in (("", 429), ("127.0.0.1", 201)):
        folder = tmp_path / (trusted or "none")
        folder.mkdir()
        with (
            serving(folder, trusted_proxies=trusted, rooms_per_hour=1) as server,
            server.http() as http,
        ):
            body = {"type": "CreateRoom", "seats": [ANN, BOT]}
            codes = [
                http.post("/api/rooms", json=body, headers={"x-forwarded-for": address}).status_code
                for address in ("192.0.2.1", "192.0.2.2")
            ]
            assert codes == [201, told]


def test_one_token_has_only_so_many_connections(server):
    async def connect_many():
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
        return [task.result() for task in tasks]

    assert sorted(asyncio.run(connect_many())) == ["Refused"] + ["RoomView"] * 10


def test_a_failure_of_ours_leaks_nothing(tmp_path):
    with serving(tmp_path) as server, server.http() as http:
        code, _ = server.create()
        with closing(sqlite3.connect(server.database)) as database, database:
            database.execute("DROP TABLE events")
        other = "AAAAAAAA" if code != "AAAAAAAA" else "BBBBBBBB"
        answer = http.get(f"/api/rooms/{other}")
        assert answer.status_code == 503
        told = json.dumps(answer.json())
        assert "Traceback" not in told
        assert answer.json()["code"] == "store_failed"


def test_watchers_do_not_keep_players_out(server):
    async def watch():
        code, token = server.create()
        async with contextlib.AsyncExitStack() as stack:
            kinds = []
            for _ in range(52):
                client = await stack.enter_async_context(server.live(code))
                kinds.append((await client.receive()).get("code"))
            ann = await stack.enter_async_context(server.live(code, token))
            return kinds, await ann.receive()

    kinds, view = asyncio.run(watch())
    assert kinds[50:] == ["too_many_watchers"] * 2
    assert view["type"] == "RoomView"


def test_places_are_kept_for_those_who_hold_seats(tmp_path):
    async def watch(server):
        code, token = server.create()
        others = [server.create()[0] for _ in range(5)]
        async with contextlib.AsyncExitStack() as stack:
            told = []
            for other in others:
                client = await stack.enter_async_context(server.live(other))
                told.append((await client.receive())["type"])
            ann = await stack.enter_async_context(server.live(code, token))
            return told, await ann.receive()

    with serving(tmp_path, max_connections=5) as server:
        told, view = asyncio.run(watch(server))
    assert told == ["RoomView"] * 4 + ["Refused"]
    assert view["type"] == "RoomView"


def test_a_public_url_pins_the_host(tmp_path):
    body = {"type": "CreateRoom", "seats": [ANN, BOT]}
    with (
        serving(tmp_path, public_url="https://games.example:444/") as server,
        server.http() as http,
    ):
        evil = {"host": "evil.example", "origin": "http://evil.example"}
        refused = http.post("/api/rooms", json=body, headers=evil)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_address")
        assert http.get("/", headers={"host": "evil.example"}).status_code == 400
        for host in ("games.example", "games.example:444", "localhost:1", "[::1]", "127.0.0.1"):
            assert http.get("/health", headers={"host": host}).status_code == 200, host


def test_watchers_from_one_address_leave_places_in_a_room(tmp_path):
    async def watch(server):
        code, _ = server.create()
        async with contextlib.AsyncExitStack() as stack:
            told = []
            for _ in range(4):
                client = await stack.enter_async_context(server.live(code))
                told.append((await client.receive())["type"])
            near = server.live(code, local_addr=("127.0.0.2", 0))
            other = await stack.enter_async_context(near)
            return told, (await other.receive())["type"]

    with serving(tmp_path, max_watchers_per_address=3) as server:
        told, other = asyncio.run(watch(server))
    assert told == ["RoomView"] * 3 + ["Refused"]
    assert other == "RoomView"
