"""Rooms: kill a playing process at a random moment, and continue from its folder.

A seed determines one game. Processes that play it are killed (SIGKILL) several times; then it is
played to the end.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from pickomino import verify
from pickomino.rooms import (
    Act,
    BotSeat,
    CreateRoom,
    FileStore,
    PersonSeat,
    RoomService,
    Settings,
    Start,
    Subscription,
    Update,
    fold,
)
from pickomino.rooms.protocol import events
from pickomino.tables.saved_games import device_token
from support.room_harness import exchange_nonces, wait_for_bots
from support.thread_bots import ThreadBots

TESTS = Path(__file__).parents[2]
RULES = ("standard", "classic", "short", "manual", "mini", "standard+extrawurm")
KILLS = 5
"""The number of kills in each game."""


def check_seed(seed: int) -> int:
    """Play one game through several kills; return the number of events in its log."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begun = asyncio.run(_begin(folder, rng))
        confirmed = [f"{entry.version} {entry.event!r}" for entry in _load(folder)]
        for _ in range(KILLS):
            confirmed += _play_until_killed(folder, rng.randrange(40), rng.uniform(0, 0.02))
            _check_confirmed(folder, confirmed)
        asyncio.run(_play(folder, _ignore_updates))
        _check_confirmed(folder, confirmed)
        state = fold(_load(folder))
        assert state.phase == "over", f"{begun}: not finished"
        proof = verify(state.record())
        assert proof.is_valid, f"{begun}: {proof}"
        return state.version


def _play_until_killed(folder: Path, events_first: int, delay: float) -> list[str]:
    """Let a process play, kill it, and return the events that it had published."""
    command = [sys.executable, "-m", "soak.suites.kill_rooms", str(folder)]
    with subprocess.Popen(command, cwd=TESTS, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(events_first)]
        time.sleep(delay)
        process.kill()
        lines += process.stdout.readlines()
    assert process.returncode in (0, -9), f"the player failed: {process.returncode}"
    return [line.removesuffix("\n") for line in lines if line.endswith("\n")]


def _check_confirmed(folder: Path, confirmed: list[str]) -> None:
    """Check that every published event is in the log, at its place and unchanged."""
    log = {entry.version: f"{entry.version} {entry.event!r}" for entry in _load(folder)}
    for line in confirmed:
        version = int(line.split(" ")[0])
        assert log.get(version) == line, f"published {line}, but the log has {log.get(version)}"


def _load(folder: Path) -> tuple[events.LogEntry, ...]:
    store = FileStore(folder)
    (code,) = store.codes_now()
    return store.load_now(code)


async def _begin(folder: Path, rng: random.Random) -> str:
    token = device_token(folder)
    rules, practice = rng.choice(RULES), rng.random() < 0.5
    seats = PersonSeat("Ann"), BotSeat("random"), BotSeat("beginner")
    service = RoomService(FileStore(folder), bots=ThreadBots(), bot_pause=9.0)
    request = CreateRoom(seats, Settings(rules=rules, practice=practice))
    created = await service.create(request, token=token)
    await service.command(created.code, token, Start(), 1)
    if not practice:
        await exchange_nonces(service, created.code, token)
    await service.close()
    return f"{rules}, {'practice' if practice else 'committed'}"


async def _play(
    folder: Path, listener: Callable[[RoomService, Subscription], Awaitable[None]]
) -> None:
    """Resume the game, and play it to the end for the person."""
    service = RoomService(FileStore(folder), bots=ThreadBots())
    (code,) = await service.store.codes()
    listening = asyncio.ensure_future(listener(service, await service.subscribe(code)))
    token = device_token(folder)
    await service.resume_all()
    while True:
        await wait_for_bots(service, code)
        view = await service.view(code, token)
        if view.phase != "playing":
            break
        legal = view.you.legal if view.you.legal[-1] != "q" else view.you.legal[:1]
        choice = legal[view.version % len(legal)]
        await service.command(code, token, Act(choice), view.version)
    await service.close()
    await listening


async def _ignore_updates(_service: RoomService, subscription: Subscription) -> None:
    async for _ in subscription:
        pass


async def _print_events(service: RoomService, subscription: Subscription) -> None:
    """Print every event once it is published: from then on it must not be lost."""
    async for update in subscription:
        assert isinstance(update, Update)
        for entry in (await service.log(update.code))[update.since : update.version]:
            print(f"{entry.version} {entry.event!r}", flush=True)


if __name__ == "__main__":
    asyncio.run(_play(Path(sys.argv[1]), _print_events))
