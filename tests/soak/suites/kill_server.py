"""One server: its process is killed at random moments while people play.

A seed determines a few games. The server is killed (SIGKILL) and restarted several times. Clients
reconnect with the last version they have seen, and all games are played to the end.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from websockets.exceptions import WebSocketException

from pickomino import verify
from support.server.secrecy import check_log_is_clean, stored_log
from support.server.serving import LATE_CODES, TIMEOUT, Client, Server, dice_command

RULES = ("standard", "classic", "short", "manual", "mini", "standard+extrawurm")
KILLS = 5
"""The number of kills per seed."""
TABLES = ((2, 1), (3, 0), (1, 2))
"""The numbers of people and bots at each table."""
GONE = (WebSocketException, OSError, TimeoutError)


class Player:
    """A client with one connection at a time, which records all frames it receives."""

    excuses = LATE_CODES
    """Error codes with which a command may be refused."""

    def __init__(self, server: Server, code: str, token: str | None, seed: int) -> None:
        self.server = server
        self.code = code
        self.token = token
        self.rng = random.Random(seed)
        self.frames: list[dict] = []
        self.seen = 0
        self.confirmed = 0
        """The newest version in an answer or a view."""
        self.returns = 0

    async def play(self) -> None:
        """Play until the game is over, reconnecting whenever the server is gone."""
        while True:
            try:
                async with self.server.live(self.code, self.token, self.seen) as client:
                    await self._follow(client)
                    return
            except GONE:
                self.returns += 1
                await asyncio.sleep(0.05)

    async def _follow(self, client: Client) -> None:
        view = await client.next_view(60)
        assert view["version"] >= self.confirmed, "a confirmed event was lost"
        self._record_frames(client)
        while client.view["phase"] != "over":
            version = client.view["version"]
            command = self._command(client.view)
            if command is not None:
                await asyncio.sleep(self.pause())
                answer = await self.ask(client, command)
                assert answer["type"] == "Done" or answer["code"] in self.excuses, answer
                self.confirmed = max(self.confirmed, answer.get("version", 0))
                if answer["type"] == "Refused":
                    # If no new view follows, the player tries again when it is still their turn.
                    with contextlib.suppress(TimeoutError):
                        await client.next_view(0.5)
                    self._record_frames(client)
                    continue
            if client.view["version"] == version:
                await client.next_view(60)
            self._record_frames(client)

    async def ask(self, client: Client, command: dict) -> dict:
        return await client.ask(**command)

    def pause(self) -> float:
        """Return the thinking time, which keeps games from ending before the first kill."""
        return 0 if self.returns else 0.01

    def _command(self, view: dict) -> dict | None:
        if addition := dice_command(view):
            return {"kind": addition[0], **addition[1]}
        for seat in view["own"]:
            if view["seats"][seat]["stand_in"] and view["phase"] == "playing":
                return {"kind": "TakeBack", "seat": seat}
        if not view["is_your_turn"]:
            return None
        legal = view["legal"] if view["legal"][-1] != "q" else view["legal"][:1]
        return {"kind": "Act", "action": self.rng.choice(legal)}

    def _record_frames(self, client: Client) -> None:
        for text in client.received:
            message = json.loads(text)
            if message["type"] == "RoomView":
                self._record_view(message)
        client.received.clear()

    def _record_view(self, view: dict) -> None:
        frames = view.get("frames", [])
        self.frames = frames if view.get("is_whole") else self.frames + frames
        self.seen = view["version"]
        self.confirmed = max(self.confirmed, self.seen)


def check_seed(seed: int, kills: int = KILLS) -> int:
    """Play some games through several kills; return the number of events in their logs."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name), bot_pause=0.02).start()
        try:
            players = asyncio.run(_play(server, rng, kills))
            check_log_is_clean(server, [player.token for player in players])
            return sum(_check(server, players, code) for code in {p.code for p in players})
        except AssertionError as error:
            raise AssertionError(f"{error}\n{server.log()[-3000:]}") from error
        finally:
            if server.process.poll() is None:
                server.stop()


async def _play(server: Server, rng: random.Random, kills: int) -> list[Player]:
    players = [
        Player(server, code, token, rng.randrange(2**32))
        for people, bots in TABLES
        for code, tokens in [start_table(server, rng.choice(RULES), people, bots)]
        for token in tokens
    ]
    async with asyncio.timeout(150), asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())
        for _ in range(kills):
            await asyncio.sleep(rng.uniform(0.1, 0.8))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        server.settings["bot_pause"] = 0
    return players


def start_table(
    server: Server, rules: str, people: int, bots: int, **settings
) -> tuple[str, list[str]]:
    """Create a room, let people join, and start the game; return its code and their tokens."""
    code, tokens = server.fill(people, bots, rules=rules, **{"turn_limit": 60} | settings)
    server.begin(code, tokens[0], people)
    return code, tokens


def _check(server: Server, players: list[Player], code: str) -> int:
    for player in players:
        assert player.returns, "the client never had to reconnect"
    log = msgspec.to_builtins(stored_log(server, code))
    check_received(server, players, code, log)
    return len(log)


def check_received(server: Server, players: list[Player], code: str, log: list[dict]) -> None:
    """Check that all received frames are those of the game, and that its rolls can be verified."""
    assert [entry["version"] for entry in log] == list(range(1, len(log) + 1)), code
    last = log[-1]["event"]["type"]
    assert last in ("GameEnded", "Returned", "Absent"), f"{code}: {last} after the end"
    with server.http() as http:
        _, *frames = get_when_available(http, f"/api/rooms/{code}/games/latest").json()["frames"]
        for frame in frames:
            frame.pop("texts", None)  # only replays describe the choices of past decisions
        proof = verify(get_when_available(http, f"/api/rooms/{code}/record").text)
    assert proof.is_valid, f"{code}: {proof}"
    for player in players:
        if player.code == code:
            first, *received = [frame for frame in player.frames if "wfen" in frame]
            assert first["event"]["type"] == "GameStarted", f"{code}: {first}"
            assert received == frames, "a frame was missed or changed"


def get_when_available(http: httpx.Client, path: str) -> httpx.Response:
    """Repeat a request until it succeeds: database connections may have just been cut."""
    answer = http.get(path)
    until = time.monotonic() + TIMEOUT
    while answer.status_code == httpx.codes.SERVICE_UNAVAILABLE and time.monotonic() < until:
        answer = http.get(path)
    return answer
