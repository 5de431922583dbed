"""Tables of clients for the benchmarks of the server."""

import json
import time

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from pickomino.core.dice_terms import nonce_commitment
from pickomino.rooms.protocol.messages import PROTOCOL

SEATS = 4
NONCE = "0f" * 32


class You(msgspec.Struct, frozen=True):
    """The part of a player's options that a client needs."""

    is_your_turn: bool = False
    legal: tuple[str, ...] = ()
    nonces_wanted: tuple[int, ...] = ()


class Room(msgspec.Struct, frozen=True):
    """The part of a room that a client needs."""

    commitment: str = ""


class Message(msgspec.Struct):
    """The part of a message that a client needs."""

    type: str
    version: int = 0
    phase: str = ""
    code: str = ""
    room: Room = Room()
    you: You = You()


class Channel(ClientConnection):
    """A connection that records when messages are sent and received."""

    sent_at = 0.0
    arrived_at = 0.0

    def data_received(self, data):
        self.arrived_at = time.perf_counter()
        super().data_received(data)

    def send_data(self):
        if self.protocol.writes:  # also called after each received message
            self.sent_at = time.perf_counter()
        super().send_data()


class Table:
    """Four connections, and the times of their actions."""

    def __init__(self):
        self.sockets: list[Channel] = []
        self.times: list[float] = []
        """From the first byte sent to the last byte received."""
        self.client_times: list[float] = []
        """The additional time for encoding and decoding."""
        self.bytes = 0

    def record(self, begin, sent_at):
        """Record the times of an action that all seats have seen."""
        arrived_at = max(channel.arrived_at for channel in self.sockets)
        self.times.append(arrived_at - sent_at)
        self.client_times.append(time.perf_counter() - begin - self.times[-1])


class RoomTable(Table):
    """Four players in a room of our server."""

    decode = msgspec.json.Decoder(Message).decode

    async def open(self, base, http):
        seats = [{"type": "PersonSeat", "name": "Ann"}, *[{"type": "OpenSeat"}] * (SEATS - 1)]
        made = (await post(http, "/api/rooms", {"type": "CreateRoom", "seats": seats})).json()
        commands = f"/api/rooms/{made['code']}/commands"
        tokens = [made["token"]]
        for number in range(1, SEATS):
            body = {"command": {"type": "Join", "name": f"Ben {number}"}}
            tokens.append((await post(http, commands, body)).json()["token"])
        body = {"command": {"type": "Start"}, "expected": SEATS}
        await post(http, commands, body, {"authorization": f"Bearer {tokens[0]}"})
        address = f"{base}/api/rooms/{made['code']}/live"
        self.sockets = [await connect_channel(address) for _ in tokens]
        for channel, token in zip(self.sockets, tokens, strict=True):
            await channel.send(json.dumps({"type": "Hello", "protocol": PROTOCOL, "token": token}))
        self.views = [await self._view(seat) for seat in range(SEATS)]
        for seat in range(SEATS):
            await self._command(seat, self._commitment(seat))
        for seat in range(SEATS):
            await self._until(seat, lambda view: view.you.nonces_wanted)
            await self._command(seat, {"type": "GiveNonce", "seat": seat, "nonce": NONCE})
        for seat in range(SEATS):
            await self._until(seat, lambda view: view.phase == "playing")

    def _commitment(self, seat):
        commitment = nonce_commitment(self.views[0].room.commitment, seat, NONCE)
        return {"type": "CommitNonce", "seat": seat, "commitment": commitment}

    async def act(self):
        """Play an action and wait until all seats have seen it; return False after the game."""
        acting = [seat for seat, view in enumerate(self.views) if view.you.is_your_turn]
        if not acting:
            return False
        view = self.views[acting[0]]
        begin = time.perf_counter()
        action = {"type": "Act", "action": _choose(view.you.legal)}
        await self._command(acting[0], action, view.version)
        await self._all_reach(view.version + 1)
        self.record(begin, self.sockets[acting[0]].sent_at)
        return True

    async def _command(self, seat, command, expected=None):
        request = {"command": command} | ({} if expected is None else {"expected": expected})
        await self.sockets[seat].send(json.dumps(request))

    async def _all_reach(self, version):
        for seat in range(len(self.views)):
            await self._until(seat, lambda view: view.version >= version)

    async def _until(self, seat, is_reached):
        while not is_reached(self.views[seat]):
            self.views[seat] = await self._view(seat)

    async def _view(self, seat):
        while True:
            text = await self.sockets[seat].recv(decode=False)
            self.bytes += len(text)
            message = self.decode(text)
            if message.type == "RoomView":
                return message
            if message.type == "Refused":
                raise RuntimeError(message.code)


class EchoTable(Table):
    """Four connections to the echo server, which take turns."""

    count = 0

    async def open(self, base, number):
        self.sockets = [await connect_channel(f"{base}/{number}") for _ in range(SEATS)]

    async def act(self):
        begin = time.perf_counter()
        self.count += 1
        acting = self.sockets[self.count % SEATS]
        await acting.send('{"command":{"type":"Act","action":"k5"}}')
        for channel in self.sockets:
            self.bytes += len(await channel.recv(decode=False))
        self.record(begin, acting.sent_at)
        return True


def _choose(legal):
    """Return an action that continues the turn if possible, so that games are long."""
    return next((action for action in legal if action[0] in "rk"), legal[0])


async def post(http, path, body, headers=None):
    answer = await http.post(path, json=body, headers=headers)
    answer.raise_for_status()
    return answer


async def connect_channel(address) -> Channel:
    connection = await connect(
        address,
        proxy=None,
        compression=None,
        ping_interval=None,
        max_size=None,
        create_connection=Channel,
    )
    assert isinstance(connection, Channel)
    return connection
