"""One server: every fault of disk, database, clock and process while several people play.

A seed determines the order of the faults. The games continue through all of them: confirmed actions
are in the log at the end, refusals were reported, no player was replaced by a stand-in, and people
and bots continue soon after the end of each fault.
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

from support.server.secrecy import stored_log
from support.server.serving import LATE_CODES, Client, Server, next_command

TABLES = ((2, 1), (1, 2), (1, 1))
"""The numbers of people and bots at each table."""
TURN_SECONDS = 60
FAULT_SECONDS = 4.0
"""How long a fault lasts."""
RECOVERY_SECONDS = 3.0
"""The limit, after the end of a fault, in which all tables must continue."""
PATIENCE = 60.0
"""The limit in seconds in a test, where a slow machine is not a failure."""
PAGE = 4096
SMALL_FILE = 65_536
"""The file size limit of a full disk: enough for the log, but not for the database."""
GARBAGE = b"\xa5" * PAGE
HOUR, DAY = 3600.0, 86_400.0
GONE = (WebSocketException, OSError, TimeoutError)


class FaultyServer(Server):
    """A server whose clock and disk can be made to fail."""

    def __init__(self, folder: Path, **settings) -> None:
        super().__init__(folder, **settings)
        self.control = folder / "control.json"
        self.set_faults()
        self.program = (
            str(Path(__file__).parents[2] / "support/server/faulty_program.py"),
            str(self.control),
        )

    def set_faults(self, **faults: object) -> None:
        draft = self.control.with_suffix(".part")
        draft.write_text(json.dumps(faults))
        draft.replace(self.control)

    @property
    def pid(self) -> int:
        return self.process.pid


# Faults; each lasts as long as its context


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
def disk_full(server: FaultyServer) -> Iterator[None]:
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (SMALL_FILE, before[1]))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def read_only(server: FaultyServer) -> Iterator[None]:
    server.set_faults(disk="attempt to write a readonly database")
    yield
    server.set_faults()


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
    """Overwrite all pages but the first, and later restore those that were not rewritten."""
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


def shift_clock(
    seconds: float,
) -> Callable[[FaultyServer], contextlib.AbstractContextManager[None]]:
    @contextmanager
    def clock_shifted(server: FaultyServer) -> Iterator[None]:
        server.set_faults(clock=seconds)
        yield
        server.set_faults()

    return clock_shifted


@contextmanager
def restarted_with_another_date(server: FaultyServer) -> Iterator[None]:
    server.kill()
    server.set_faults(clock=40 * DAY)
    server.start()
    yield
    server.kill()
    server.set_faults()
    server.start()


FAULTS = {
    "killed": killed,
    "frozen": frozen,
    "full": disk_full,
    "read-only": read_only,
    "locked": locked,
    "missing": missing,
    "damaged": damaged,
    "an hour ahead": shift_clock(HOUR),
    "an hour behind": shift_clock(-HOUR),
    "40 days ahead": shift_clock(40 * DAY),
    "40 days behind": shift_clock(-40 * DAY),
    "restarted": restarted_with_another_date,
}
REFUSED = {"full", "read-only", "missing"}
"""Faults during which no action can be confirmed, and the server reports so to all clients."""


class ReconnectingPlayer:
    """A client that acts at every turn and reconnects after every disconnection."""

    def __init__(self, server: Server, code: str, token: str, *, is_host: bool, seed: int) -> None:
        self.server = server
        self.code = code
        self.token = token
        self.is_host = is_host
        self.draw = random.Random(seed)
        self.changed_at = 0.0
        """When the last new version was seen."""
        self.version = 0
        self.acted: list[tuple[int, str]] = []
        """Confirmed actions, with the version after them."""
        self.refusals = 0
        self.is_done = False

    async def play(self) -> None:
        while not self.is_done:
            with contextlib.suppress(*GONE):
                async with self.server.live(self.code, self.token) as client:
                    await client.next_view()
                    await self._follow(client)
            await asyncio.sleep(0.05)

    async def _follow(self, client: Client) -> None:
        while not self.is_done:
            self._check_view(client.view)
            command = next_command(client.view, self.draw, is_host=self.is_host)
            if command is not None:
                await asyncio.sleep(0.05)
                await self._send(client, command)
            if client.view["version"] == self.version:
                with contextlib.suppress(TimeoutError):
                    await client.next_view(1.0)

    def _check_view(self, view: dict) -> None:
        assert view["version"] >= self.version, f"{self.code}: a confirmed event was lost"
        assert not any(seat["stand_in"] for seat in view["seats"]), f"{self.code}: has a stand-in"
        if view["version"] > self.version:
            self.version, self.changed_at = view["version"], time.monotonic()

    async def _send(self, client: Client, command: dict) -> None:
        answer = await client.ask(**command)
        if answer["type"] == "Done":
            assert answer["version"] > self.version or command["kind"] != "Act"
            if command["kind"] == "Act":
                self.acted.append((answer["version"], command["action"]))
        elif answer["code"] == "store_failed":
            self.refusals += 1
            await asyncio.sleep(0.2)
        else:
            assert answer["code"] in (*LATE_CODES, "service_closed"), answer


def check_seed(seed: int) -> int:
    """Play through all faults in random order; return the number of confirmed actions."""
    names = random.Random(seed).sample(sorted(FAULTS), len(FAULTS))
    return check(names, seed, FAULT_SECONDS, RECOVERY_SECONDS)


def check(names: Sequence[str], seed: int, hold: float, recovery: float) -> int:
    """Play through faults that last `hold` seconds, with `recovery` seconds after each."""
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
) -> list[ReconnectingPlayer]:
    players = [player for people, bots in TABLES for player in _table(server, people, bots, draw)]
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        await _wait_until_all_continue(players, playing, PATIENCE, "start")
        for name in names:
            before = sum(player.refusals for player in players)
            with FAULTS[name](server):
                await asyncio.sleep(times[0])
                if name in REFUSED:
                    await _wait_for_refusal(players, before, name)
            await _wait_until_all_continue(players, playing, times[1], name)
            assert ("storage failed" in server.log()) or name not in REFUSED
    finally:
        for player, task in zip(players, playing, strict=True):
            player.is_done = True  # Python 3.11's `wait_for` can lose a cancellation
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return players


async def _wait_for_refusal(players: list[ReconnectingPlayer], before: int, fault: str) -> None:
    """Wait for a refusal: on a busy machine the fault might end before any client acts."""
    begin = time.monotonic()
    while sum(player.refusals for player in players) == before:
        assert time.monotonic() - begin < PATIENCE, f"{fault}: no refusal was reported"
        await asyncio.sleep(0.02)


async def _wait_until_all_continue(
    players: list[ReconnectingPlayer], playing: list[asyncio.Task[None]], seconds: float, fault: str
) -> None:
    """Wait until all clients have seen a new version, within the time limit."""
    begin = time.monotonic()
    while any(player.changed_at < begin for player in players):
        for task in playing:
            if task.done():
                task.result()
        late = [player.code for player in players if player.changed_at < begin]
        assert time.monotonic() - begin < seconds, f"{fault}: {late} do not continue"
        await asyncio.sleep(0.02)


def _table(server: Server, people: int, bots: int, draw: random.Random) -> list[ReconnectingPlayer]:
    code, tokens = server.fill(people, bots, practice=True, turn_seconds=TURN_SECONDS)
    return [
        ReconnectingPlayer(server, code, token, is_host=not seat, seed=draw.randrange(2**32))
        for seat, token in enumerate(tokens)
    ]


def _check(server: Server, player: ReconnectingPlayer) -> int:
    """Check that every confirmed action is in the log near its version; return their number."""
    log = [entry.event for entry in stored_log(server, player.code)]
    assert len(log) >= player.version
    for version, action in player.acted:
        actions = [getattr(event, "action", "") for event in log[:version]]
        # The rolls after it come later in the log, and so may a reaction.
        assert action in actions[-8:], f"{player.code}: {action} before {version} was lost"
    return len(player.acted)
