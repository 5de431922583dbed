"""Soak suite of the server: everything that a machine may do to it, while several people play.

A seed names an order of faults. The games go on through all of them: what was confirmed is in the
log in the end, what was refused was said, nobody was taken over, and people and bots play on soon
after the end of each cause.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from websockets.exceptions import WebSocketException

from pickomino.server.storage.vault import Vault
from support.server.serving import LATE, Client, Server, next_command

TABLES = ((2, 1), (1, 2), (1, 1))
"""People and bots of each game."""
TURN_SECONDS = 60
HOLD = 4.0
"""Seconds that a fault lasts."""
RECOVERY = 3.0
"""Seconds after its end in which everybody plays on."""
PATIENCE = 60.0
"""Seconds in a test, where a slow machine is no failure."""
PAGE = 4096
SMALL_FILE = 65_536
"""A file may grow so far on a full disk: the log may, the database does not."""
GARBAGE = b"\xa5" * PAGE
HOUR, DAY = 3600.0, 86_400.0
GONE = (WebSocketException, OSError, TimeoutError)


class FaultyServer(Server):
    """A server whose clock and disk can be told what to do."""

    def __init__(self, folder: Path, **settings) -> None:
        super().__init__(folder, **settings)
        self.control = folder / "control.json"
        self.tell()
        self.program = (
            str(Path(__file__).parents[2] / "support/server/faulty_program.py"),
            str(self.control),
        )

    def tell(self, **faults: object) -> None:
        draft = self.control.with_suffix(".part")
        draft.write_text(json.dumps(faults))
        draft.replace(self.control)

    @property
    def pid(self) -> int:
        return self.process.pid


# What may happen; each lasts while its context does


@contextmanager
def killed(server: FaultyServer) -> Iterator[None]:
    server.kill()
    yield
    server.start()


@contextmanager
def frozen(server: FaultyServer) -> Iterator[None]:
    os.kill(server.pid, signal.SIGSTOP)
    yield
    os.kill(server.pid, signal.SIGCONT)


@contextmanager
def full(server: FaultyServer) -> Iterator[None]:
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (SMALL_FILE, before[1]))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def read_only(server: FaultyServer) -> Iterator[None]:
    server.tell(disk="attempt to write a readonly database")
    yield
    server.tell()


@contextmanager
def locked(server: FaultyServer) -> Iterator[None]:
    with closing(sqlite3.connect(server.database, timeout=30)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@contextmanager
def missing(server: FaultyServer) -> Iterator[None]:
    away = server.database.with_suffix(".away")
    server.database.rename(away)
    yield
    away.rename(server.database)


@contextmanager
def damaged(server: FaultyServer) -> Iterator[None]:
    """Spoil all pages but the first, and mend those that nobody has written anew."""
    with closing(sqlite3.connect(server.database, timeout=30)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = server.database.read_bytes()
    with server.database.open("r+b", buffering=0) as file:
        for at in range(PAGE, len(before), PAGE):
            os.pwrite(file.fileno(), GARBAGE, at)
        yield
        for at in range(PAGE, len(before), PAGE):
            if os.pread(file.fileno(), PAGE, at) == GARBAGE:
                os.pwrite(file.fileno(), before[at : at + PAGE], at)


def jump(seconds: float) -> Callable[[FaultyServer], contextlib.AbstractContextManager[None]]:
    @contextmanager
    def jumped(server: FaultyServer) -> Iterator[None]:
        server.tell(clock=seconds)
        yield
        server.tell()

    return jumped


@contextmanager
def restarted_with_another_date(server: FaultyServer) -> Iterator[None]:
    server.kill()
    server.tell(clock=40 * DAY)
    server.start()
    yield
    server.kill()
    server.tell()
    server.start()


FAULTS = {
    "killed": killed,
    "frozen": frozen,
    "full": full,
    "read-only": read_only,
    "locked": locked,
    "missing": missing,
    "damaged": damaged,
    "an hour ahead": jump(HOUR),
    "an hour behind": jump(-HOUR),
    "40 days ahead": jump(40 * DAY),
    "40 days behind": jump(-40 * DAY),
    "restarted": restarted_with_another_date,
}
REFUSED = {"full", "read-only", "missing"}
"""Faults in which nothing can be confirmed, and everybody is told so."""


class Player:
    """A person who acts whenever it is their turn, and comes back whenever they are cut off."""

    def __init__(self, server: Server, code: str, token: str, *, is_host: bool, seed: int) -> None:
        self.server = server
        self.code = code
        self.token = token
        self.is_host = is_host
        self.draw = random.Random(seed)
        self.changed_at = 0.0
        """When something new was seen."""
        self.version = 0
        self.acted: list[tuple[int, str]] = []
        """Confirmed actions, with the version after them."""
        self.refusals = 0
        self.is_done = False

    async def play(self) -> None:
        while not self.is_done:
            with contextlib.suppress(*GONE):
                async with self.server.live(self.code, self.token) as client:
                    await client.shown()
                    await self._follow(client)
            await asyncio.sleep(0.05)

    async def _follow(self, client: Client) -> None:
        while not self.is_done:
            self._look(client.view)
            command = next_command(client.view, self.draw, is_host=self.is_host)
            if command is not None:
                await asyncio.sleep(0.05)
                await self._ask(client, command)
            if client.view["version"] == self.version:
                with contextlib.suppress(TimeoutError):
                    await client.shown(1.0)

    def _look(self, view: dict) -> None:
        assert view["version"] >= self.version, f"{self.code}: something confirmed was lost"
        assert not any(seat["stand_in"] for seat in view["seats"]), f"{self.code}: taken over"
        if view["version"] > self.version:
            self.version, self.changed_at = view["version"], time.monotonic()

    async def _ask(self, client: Client, command: dict) -> None:
        answer = await client.ask(**command)
        if answer["type"] == "Done":
            assert answer["version"] > self.version or command["kind"] != "Act"
            if command["kind"] == "Act":
                self.acted.append((answer["version"], command["action"]))
        elif answer["code"] == "store_failed":
            self.refusals += 1
            await asyncio.sleep(0.2)
        else:
            assert answer["code"] in (*LATE, "service_closed"), answer


def check_seed(seed: int) -> int:
    """Play through all faults in some order; returns how many actions were confirmed."""
    names = random.Random(seed).sample(sorted(FAULTS), len(FAULTS))
    return check(names, seed, HOLD, RECOVERY)


def check(names: Sequence[str], seed: int, hold: float, recovery: float) -> int:
    """Play through faults that last for some seconds, and get over each in so many."""
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        server = FaultyServer(Path(folder), bot_pause=0.05).start()
        try:
            players = asyncio.run(_play(server, names, draw, (hold, recovery)))
            return sum(_check(server, player) for player in players)
        except AssertionError as error:
            raise AssertionError(f"{names}: {error}\n{server.log()[-3000:]}") from error
        finally:
            if server.process.poll() is None:
                server.stop()


async def _play(
    server: FaultyServer, names: Sequence[str], draw: random.Random, times: tuple[float, float]
) -> list[Player]:
    players = [player for people, bots in TABLES for player in _table(server, people, bots, draw)]
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        await _all_go_on(players, playing, PATIENCE, "start")
        for name in names:
            before = sum(player.refusals for player in players)
            with FAULTS[name](server):
                await asyncio.sleep(times[0])
                if name in REFUSED:
                    await _somebody_is_told(players, before, name)
            await _all_go_on(players, playing, times[1], name)
            assert ("storage fails" in server.log()) or name not in REFUSED
    finally:
        for player, task in zip(players, playing, strict=True):
            player.is_done = True  # a cancellation may get lost in Python 3.11's `wait_for`
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return players


async def _somebody_is_told(players: list[Player], before: int, fault: str) -> None:
    """Wait for a refusal: on a busy machine a fault may be over before anybody acts."""
    begin = time.monotonic()
    while sum(player.refusals for player in players) == before:
        assert time.monotonic() - begin < PATIENCE, f"{fault}: nobody was told"
        await asyncio.sleep(0.02)


async def _all_go_on(
    players: list[Player], playing: list[asyncio.Task[None]], seconds: float, fault: str
) -> None:
    """Wait until everybody has seen something new, which must not take too long."""
    begin = time.monotonic()
    while any(player.changed_at < begin for player in players):
        for task in playing:
            if task.done():
                task.result()
        late = [player.code for player in players if player.changed_at < begin]
        assert time.monotonic() - begin < seconds, f"{fault}: {late} stand still"
        await asyncio.sleep(0.02)


def _table(server: Server, people: int, bots: int, draw: random.Random) -> list[Player]:
    seats = [{"type": "PersonSeat", "name": "Ann"}, *[{"type": "OpenSeat"}] * (people - 1)]
    seats += [{"type": "BotSeat", "bot": "random"}] * bots
    code, host = server.create(*seats, practice=True, turn_seconds=TURN_SECONDS)
    tokens = [host]
    with server.http() as http:
        for number in range(1, people):
            body = {"command": {"type": "Join", "name": f"Ben {number}"}}
            tokens.append(http.post(f"/api/rooms/{code}/commands", json=body).json()["token"])
    return [
        Player(server, code, token, is_host=token == host, seed=draw.randrange(2**32))
        for token in tokens
    ]


def _check(server: Server, player: Player) -> int:
    """Every action that was confirmed is in the log, where it was said to be."""
    with closing(sqlite3.connect(server.database)) as database, database:
        rows = database.execute(
            "SELECT entry FROM events WHERE room = ? ORDER BY version", (player.code,)
        ).fetchall()
    vault = Vault(Path(f"{server.database}.key"))
    log = [entry.event for entry in vault.decode_log(player.code, [row[0] for row in rows])]
    assert len(log) >= player.version
    for version, action in player.acted:
        told = [getattr(event, "action", "") for event in log[:version]]
        # The dice that fall then come after it, and so may a reaction.
        assert action in told[-8:], f"{player.code}: {action} before {version} was lost"
    return len(player.acted)
