"""Attacks on the terminal client: a real `OnlineTable` and a real WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Response

from pickomino.core.errors import PickominoError
from pickomino.rooms import encode
from pickomino.rooms.protocol.messages import Command, Request, decode_request, refusal
from pickomino.tables.addresses import TableAddress
from support.adversary.deviations import attack
from support.adversary.malicious_room import Answer, Exchange, MaliciousRoom, View
from support.adversary.outcome import Outcome
from support.tui.online_players import OnlinePlayer


class FakeServer:
    """Speaks the real protocol with one client, and lets a test decide what it says."""

    def __init__(self, room: MaliciousRoom) -> None:
        self.room = room
        self.requests: list[Request] = []
        self.is_connected = asyncio.Event()
        self._socket = None

    async def handle(self, socket) -> None:
        await socket.recv()
        self._socket = socket
        self.is_connected.set()
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                self.requests.append(decode_request(text.encode()))

    def respond(self, _connection, request):
        """Answer requests for records; anything else becomes a WebSocket."""
        address = urlsplit(request.path)
        if "/record" not in address.path:
            return None
        (game_id,) = parse_qs(address.query)["game"]
        try:
            status, body = HTTPStatus.OK, self.room.record(game_id).encode()
        except PickominoError as error:
            status, body = HTTPStatus.CONFLICT, encode(refusal(error))
        headers = Headers({"Content-Length": str(len(body)), "Connection": "close"})
        return Response(status.value, status.phrase, headers, body)

    async def send(self, message) -> None:
        await self._socket.send(json.dumps(message))


async def attack_terminal(
    folder: Path, stage: str, script: tuple[str, ...], room: MaliciousRoom | None = None
) -> Outcome:
    """Run an attack against a terminal client; return what the client says."""
    room = room or MaliciousRoom()
    async with terminal_at(room, folder) as client:
        await client.run(attack(room, stage, script))
        alarm, is_verified = await _last_check(client.player)
    notice = client.player.table.dice_notice
    return Outcome(room, alarm, "" if notice is None else notice.code, is_verified)


@asynccontextmanager
async def terminal_at(room: MaliciousRoom, folder: Path) -> AsyncIterator[Terminal]:
    """Connect a terminal client to a malicious room."""
    fake = FakeServer(room)
    async with serve(fake.handle, "127.0.0.1", 0, process_request=fake.respond) as server:
        port = server.sockets[0].getsockname()[1]
        address = TableAddress.parse(f"http://127.0.0.1:{port}/table/{room.state.code}")
        player = OnlinePlayer(address, folder, token="t")  # noqa: S106
        await fake.is_connected.wait()
        try:
            yield Terminal(fake, player)
        finally:
            await player.close()


class Terminal(NamedTuple):
    """A terminal client and the server that attacks it."""

    fake: FakeServer
    player: OnlinePlayer

    async def run(self, exchange: Exchange) -> None:
        """Deliver messages, and pass the commands of the client on, until there is an alarm."""
        table, commands = self.player.table, None
        while table.alarm is None:
            try:
                item = exchange.send(commands)
            except StopIteration:
                break
            commands = await self._deliver(item)

    async def _deliver(self, item: View | Answer) -> list[tuple[int, Command]]:
        fake, table = self.fake, self.player.table
        before, received = len(fake.requests), table._received
        if isinstance(item, Answer):
            done = {"type": "Done", "version": fake.room.state.version, "id": item.id}
            refused = {"type": "Refused", "code": "no_nonce_wanted", "id": item.id}
            await fake.send(done if item.is_done else refused)
        else:
            await fake.send(item.content | {"type": "RoomView"})
        await _until(lambda: table._received > received)
        await _until(lambda: _is_quiet(fake, table))
        return [(request.id, request.command) for request in fake.requests[before:]]


def _is_quiet(fake: FakeServer, table) -> bool:
    """Return whether every command has arrived, and no record is being verified."""
    pending = len(table._pending)
    return len(fake.requests) == table._last_id and len(table._dice_tasks) == pending


async def _until(condition) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110 - the client has no event for it
            await asyncio.sleep(0.0005)


async def _last_check(player: OnlinePlayer) -> tuple[str, bool]:
    """Return the alarm, and whether the client has verified the record at the end of a game."""
    table, view = player.table, player.view
    if table.alarm is not None:
        return table.alarm.code, False
    if view is None or view.phase != "over":
        return "", False
    seen = [step.game_step for step in player.table_log.steps]
    try:
        verification = await table.check_dice(view.room.game_id, seen)
    except PickominoError as error:
        if error.code == "game_deleted":
            return "", False
        if error.code != "too_fast":
            raise
        verification = await table.check_dice(view.room.game_id, seen)
    if verification is None or verification.problem is None:
        return "", verification is not None
    return verification.problem.code, False
