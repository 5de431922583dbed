"""nginx and Caddy as configured in `deploy/`: games work, and nodes see the client's address."""

import asyncio
import contextlib
import os
import re
from contextlib import AsyncExitStack, ExitStack, contextmanager

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from soak.suites.kill_server import Player, check_received, start_table
from support.server.daemons import empty_database
from support.server.reverse_proxies import ReverseProxy, find_program
from support.server.serving import ANN, LATE_CODES, OPEN, Server, free_port
from support.server.stores import DatabaseAddress, open_store

MAX_ROOMS = 3
"""Rooms that one address may create."""
MAX_WATCHERS = 2
"""Spectators of one room from one address."""


@pytest.fixture(scope="module")
def nodes(postgres_server, tmp_path_factory):
    """Two servers on one PostgreSQL that trust a local proxy."""
    folder = tmp_path_factory.mktemp("nodes")
    with ExitStack() as stack:
        address = stack.enter_context(empty_database(postgres_server))
        yield [stack.enter_context(_node(address, folder / f"node-{n}")) for n in range(2)]


@contextmanager
def _node(address, folder):
    folder.mkdir()
    node = Server(
        folder,
        key_file=folder.parent / "server.key",
        trusted_proxies="127.0.0.1",
        public_url="https://games.example.org",
        metrics="local",
        rooms_per_hour=MAX_ROOMS,
        max_watchers_per_address=MAX_WATCHERS,
    )
    node.database = address
    yield node.start()
    assert node.stop() == 0, node.log()


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def front(request, nodes, tmp_path_factory):
    if find_program(request.param) is None and "CI" not in os.environ:
        pytest.skip(f"no {request.param} is installed")
    running = ReverseProxy(
        request.param, tmp_path_factory.mktemp(request.param), free_port(), nodes
    )
    yield running.start()
    running.stop()


def test_limits_ignore_forged_client_addresses(front):
    def create_room(address, *, forged=None):
        headers = (
            {} if forged is None else {"x-forwarded-for": forged, "forwarded": f"for={forged}"}
        )
        with front.from_address(address).http(headers=headers) as http:
            body = {"type": "CreateRoom", "seats": [ANN, OPEN], "settings": {}}
            return http.post("/api/rooms", json=body).status_code

    # A different address for each proxy, because they share their nodes.
    greedy = {"nginx": "127.0.0.21", "caddy": "127.0.0.22"}[front.kind]
    assert [create_room(greedy) for _ in range(MAX_ROOMS + 1)] == [201] * MAX_ROOMS + [429]
    assert [create_room(greedy, forged=f"10.0.0.{n}") for n in range(3)] == [429] * 3
    assert create_room("127.0.0.23") == 201
    assert create_room("127.0.0.24", forged=greedy) == 201


async def test_watchers_are_counted_by_client_address(front):
    code, _ = front.from_address("127.0.0.5").create(ANN, OPEN)
    kinds = []
    async with AsyncExitStack() as stack:
        for address in ["127.0.0.6"] * (MAX_WATCHERS + 1) + ["127.0.0.7"]:
            live = front.from_address(address).live(code)
            client = await stack.enter_async_context(live)
            kinds.append((await client.receive())["type"])
    assert kinds == ["RoomView"] * MAX_WATCHERS + ["Refused", "RoomView"]


def test_foreign_origins_are_refused_through_the_proxy(front):
    code, _ = front.from_address("127.0.0.8").create(ANN, OPEN)

    async def greeted(origin):
        async with front.live(code, origin=origin) as client:
            return (await client.receive())["type"]

    assert asyncio.run(greeted("https://games.example.org")) == "RoomView"
    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(greeted("https://evil.example"))
    assert refused.value.response.status_code == 403


def test_proxy_blocks_large_bodies_and_operator_paths(front):
    with front.http() as http:
        assert http.get("/health").status_code == 200
        for path in ("/ready", "/metrics"):
            for end in ("", "/", "//", "%2f", "%2F", "/.", "/x", "?x"):
                answer = http.get(path + end)
                assert (answer.status_code, "pickomino" in answer.text) == (404, False), path + end
        for path in (b"//metrics", b"/./metrics", b"/x/../metrics", b"/%6detrics"):
            address = httpx.URL(front.url).copy_with(raw_path=path)
            assert http.get(address).status_code == 404, path
        # Caddy of Debian 12 says 502 where later ones say 413, or hangs up before all is sent.
        with contextlib.suppress(httpx.TransportError):
            assert http.post("/api/rooms", content=b" " * 2_500_000).status_code in (413, 502)


def test_proxy_requires_tls_and_hides_versions(front):
    with front.http() as http:
        for path in ("/", "/health", "/metrics", "/client/shared/art.js"):
            headers = http.get(path).headers
            assert headers["strict-transport-security"] == "max-age=31536000", path
            assert headers.get("server", "").lower() in ("", "caddy", "nginx"), path


def test_game_continues_while_its_node_is_drained(front, nodes):
    """Both players are routed to one node, and after it has stopped to the other.

    Must be the last test of each proxy: Caddy notices only after a while that the node is back, and
    then moves rooms to another node.
    """
    here = front.from_address("127.0.0.4")
    code, tokens = start_table(here, "short", people=2, bots=1)
    players = [_Guest(here, code, token, 1) for token in tokens]
    counts = asyncio.run(_play_through_a_stop(players, nodes))
    assert sorted(counts) == [0, 2]
    for player in players:
        assert player.returns
    log = asyncio.run(_log(nodes[0], code))
    assert "TakenOver" not in {entry["event"]["type"] for entry in log}
    check_received(here, players, code, log)


class _Guest(Player):
    """A player who takes time for each move until the node has been stopped."""

    excuses = (*LATE_CODES, "service_closed")
    thinking = 0.05

    def pause(self):
        return self.thinking


async def _play_through_a_stop(players, nodes):
    async with asyncio.timeout(120), asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())
        while min(player.seen for player in players) < 20:  # noqa: ASYNC110 - they are elsewhere
            await asyncio.sleep(0.02)
        name = "pickomino_connections"
        counts = [await asyncio.to_thread(read_metric, node, name) for node in nodes]
        busy = nodes[counts.index(max(counts))]
        assert await asyncio.to_thread(busy.stop) == 0
        while not all(player.returns for player in players):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        await asyncio.to_thread(busy.start)
        for player in players:
            player.thinking = 0
    return counts


async def _log(node, code):
    async with open_store(DatabaseAddress(node.database, node.settings["key_file"])) as store:
        return msgspec.to_builtins(await store.load(code))


def read_metric(node, name):
    with node.http() as http:
        text = http.get("/metrics").text
    return float(re.search(rf"^{name} (.+)$", text, re.MULTILINE)[1])
