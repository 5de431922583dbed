"""Soak suite of the server: kill its process at random moments while people play.

A seed names a few games. Their clients come back by themselves with what they have seen, and the
server is killed (SIGKILL) and started again, until in the end all games are played out.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

import httpx
from websockets.exceptions import WebSocketException

from pickomino import verify
from pickomino.server.storage.vault import Vault
from support.server.secrecy import check_log_is_clean
from support.server.serving import LATE, PATIENCE, Client, Server, addition_to_dice

RULES = ("standard", "classic", "short", "manual", "mini", "standard+extrawurm")
KILLS = 5
"""How often the server of each seed is killed."""
TABLES = ((2, 1), (3, 0), (1, 2))
"""People and bots of each game."""
GONE = (WebSocketException, OSError, TimeoutError)


class Player:
    """A person with one connection at a time, who remembers all that was told."""

    excuses = LATE
    """What a command may be told besides that it was done."""

    def __init__(self, server: Server, code: str, token: str | None, seed: int) -> None:
        self.server = server
        self.code = code
        self.token = token
        self.rng = random.Random(seed)
        self.told: list[dict] = []
        self.seen = 0
        self.confirmed = 0
        """The newest version that an answer or a view has spoken of."""
        self.returns = 0

    async def play(self) -> None:
        """Play until the game is over, however often the server goes away."""
        while True:
            try:
                async with self.server.live(self.code, self.token, self.seen) as client:
                    await self._follow(client)
                    return
            except GONE:
                self.returns += 1
                await asyncio.sleep(0.05)

    async def _follow(self, client: Client) -> None:
        view = await client.shown(60)
        assert view["version"] >= self.confirmed, "something confirmed was lost"
        self._hear_all(client)
        while client.view["phase"] != "over":
            version = client.view["version"]
            command = self._command(client.view)
            if command is not None:
                await asyncio.sleep(self.pause())
                answer = await client.ask(**command)
                assert answer["type"] == "Done" or answer["code"] in self.excuses, answer
                self.confirmed = max(self.confirmed, answer.get("version", 0))
                if answer["type"] == "Refused":
                    # Perhaps nothing comes of it: whoever sees that it is their turn tries again.
                    with contextlib.suppress(TimeoutError):
                        await client.shown(0.5)
                    self._hear_all(client)
                    continue
            if client.view["version"] == version:
                await client.shown(60)
            self._hear_all(client)

    def pause(self) -> float:
        """Return how long to think, so that no game is over before the first kill."""
        return 0 if self.returns else 0.01

    def _command(self, view: dict) -> dict | None:
        if addition := addition_to_dice(view):
            return {"kind": addition[0], **addition[1]}
        for seat in view["own"]:
            if view["seats"][seat]["stand_in"] and view["phase"] == "playing":
                return {"kind": "TakeBack", "seat": seat}
        if not view["is_your_turn"]:
            return None
        legal = view["legal"] if view["legal"][-1] != "q" else view["legal"][:1]
        return {"kind": "Act", "action": self.rng.choice(legal)}

    def _hear_all(self, client: Client) -> None:
        for text in client.heard:
            message = json.loads(text)
            if message["type"] == "RoomView":
                self._hear(message)
        client.heard.clear()

    def _hear(self, view: dict) -> None:
        frames = view.get("frames", [])
        self.told = frames if view.get("is_whole") else self.told + frames
        self.seen = view["version"]
        self.confirmed = max(self.confirmed, self.seen)


def check_seed(seed: int, kills: int = KILLS) -> int:
    """Play some games through several kills; returns how many events their logs have."""
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
        for code, tokens in [seated_table(server, rng.choice(RULES), people, bots)]
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


def seated_table(
    server: Server, rules: str, people: int, bots: int, **settings
) -> tuple[str, list[str]]:
    """Make a room, let people sit down, and begin."""
    seats = [{"type": "PersonSeat", "name": "Ann"}, *[{"type": "OpenSeat"}] * (people - 1)]
    seats += [{"type": "BotSeat", "bot": "random"}] * bots
    code, host = server.create(*seats, rules=rules, **{"turn_limit": 60} | settings)
    tokens = [host]
    with server.http() as http:
        for number in range(1, people):
            body = {"command": {"type": "Join", "name": f"Ben {number}"}}
            tokens.append(http.post(f"/api/rooms/{code}/commands", json=body).json()["token"])
        body = {"command": {"type": "Start"}, "expected": people}
        headers = {"authorization": f"Bearer {host}"}
        begun = http.post(f"/api/rooms/{code}/commands", json=body, headers=headers)
        assert begun.status_code == 200, begun.text
    return code, tokens


def _check(server: Server, players: list[Player], code: str) -> int:
    with closing(sqlite3.connect(server.database)) as database, database:
        rows = database.execute(
            "SELECT entry FROM events WHERE room = ? ORDER BY version", (code,)
        ).fetchall()
    for player in players:
        assert player.returns, "the server was away, and the client came back"
    vault = Vault(Path(f"{server.database}.key"))
    log = [json.loads(vault.decode_row(code, at, entry)) for at, (entry,) in enumerate(rows, 1)]
    check_told(server, players, code, log)
    return len(log)


def check_told(server: Server, players: list[Player], code: str, log: list[dict]) -> None:
    """Everything told is in the log as it was told, and every roll is that of the dice."""
    assert [entry["version"] for entry in log] == list(range(1, len(log) + 1)), code
    last = log[-1]["event"]["type"]
    assert last in ("GameEnded", "Returned", "Absent"), f"{code}: {last} after the end"
    with server.http() as http:
        _, *frames = answered(http, f"/api/rooms/{code}/games/latest").json()["frames"]
        proof = verify(answered(http, f"/api/rooms/{code}/record").text)
    assert proof.is_valid, f"{code}: {proof}"
    for player in players:
        if player.code == code:
            told = [frame for frame in player.told if "wfen" in frame]
            assert told[0]["event"]["type"] == "GameStarted", f"{code}: {told[0]}"
            assert told[1:] == frames, "something was missed, or told otherwise"


def answered(http: httpx.Client, path: str) -> httpx.Response:
    """Ask until the server can: connections to its database may have been cut a moment ago."""
    answer = http.get(path)
    until = time.monotonic() + PATIENCE
    while answer.status_code == httpx.codes.SERVICE_UNAVAILABLE and time.monotonic() < until:
        answer = http.get(path)
    return answer
