"""What an action costs on SQLite, and with one and two nodes on PostgreSQL and Redis.

Rooms without a network: each process plays its tables as fast as it goes, and what is measured is
the processor time of an action there, in PostgreSQL and in Redis. Sockets and views for them cost
the same on any database, and come on top (`load`). The three are measured in turns, and the medians
are shown: what else the machine does falls on all of them.
"""

import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import msgspec

TABLES = 40
SECONDS = 5.0
ROUNDS = 5
_TICKS = os.sysconf("SC_CLK_TCK")


class You(msgspec.Struct, frozen=True):
    """As much of what a player may do."""

    legal: tuple[str, ...] = ()


class News(msgspec.Struct, frozen=True):
    """As much of a view as a player needs."""

    you: You = You()


_news = msgspec.json.Decoder(News)

NODE = """
import asyncio, sys
from benchmarks.nodes import play
print(*asyncio.run(play(*sys.argv[1:])))
"""


async def play(database, key_file, redis):
    """Play in one process; returns actions and seconds of its processor."""
    from pickomino.server.settings import ServerSettings
    from pickomino.server.state import ServerState
    from support.room_harness import InstantBots

    settings = ServerSettings(database=database, key_file=key_file, redis=redis)
    state = ServerState(settings, InstantBots())
    await state.open()
    tables = [await _table(state.service) for _ in range(TABLES)]
    await asyncio.sleep(1)  # what a start takes is over
    begin, until = time.process_time(), time.monotonic() + SECONDS
    played = await asyncio.gather(*(_play(state.service, *table, until) for table in tables))
    used = time.process_time() - begin
    await state.close()
    return sum(played), used


async def _table(service):
    from pickomino.rooms import CreateRoom, PersonSeat, Settings, Start

    seats = PersonSeat("Ann"), PersonSeat("Ben")
    made = await service.create(CreateRoom(seats, Settings(practice=True)), seed=1)
    await service.command(made.code, made.token, Start(), made.version)
    await service.subscribe(made.code)
    return made.code, made.token


async def _play(service, code, token, until):
    from pickomino.rooms import Act, Rematch, Start
    from pickomino.rooms.domain.tokens import hash_token

    actions, holder = 0, hash_token(token)
    view = await service.view(code, token)
    version, legal = view.version, view.you.legal
    while time.monotonic() < until:
        if legal:
            action = legal[-1] if legal[-1] != "q" else legal[0]
            await service.command(code, token, Act(action), version)
            version, text = service.cached_update(code, holder, version)
            legal = _news.decode(text).you.legal
            actions += 1
        else:
            view = await service.view(code, token)
            next_step = Rematch() if view.phase == "over" else Start()
            await service.command(code, token, next_step, view.version)
            view = await service.view(code, token)
            version, legal = view.version, view.you.legal
    return actions


def _measured(count, database, key_file, redis):
    """Let processes play at the same time; returns actions a second, and their seconds for one."""
    command = [sys.executable, "-c", NODE, str(database), str(key_file), redis]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    found = [[float(part) for part in p.communicate()[0].split()] for p in processes]
    actions = sum(played for played, _ in found)
    return actions, sum(used for _, used in found) / actions


def _used(pid):
    """Return the seconds that a process and its children have used, those that ended included."""
    own = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    total = sum(map(int, own[11:15]))
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if fields[1] == str(pid):
                total += sum(map(int, fields[11:13]))
    return total / _TICKS


def run():
    """Print what was measured."""
    from support.server.daemons import RedisServer, run_postgres

    print(f"{TABLES} tables in each process, as fast as it goes; processor time of one action")
    rounds = {name: [] for name in ("SQLite", "one node", "two nodes")}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        data = Path(tempfile.mkdtemp(prefix="pickomino-"))
        address = stack.enter_context(run_postgres(data))
        daemons = [int((data / "postmaster.pid").read_text().split()[0])]
        redis = RedisServer(folder).start()
        stack.callback(redis.stop)
        daemons.append(redis.process.pid)
        key = folder / "key"
        for number in range(ROUNDS):
            rounds["SQLite"].append((*_measured(1, folder / f"{number}.db", key, ""), 0.0, 0.0))
            for count, name in ((1, "one node"), (2, "two nodes")):
                before = [_used(pid) for pid in daemons]
                actions, cost = _measured(count, address, key, redis.address)
                used = [_used(pid) - b for pid, b in zip(daemons, before, strict=True)]
                rounds[name].append((actions, cost, *(each / actions for each in used)))
    for name, found in rounds.items():
        _line(name, *(statistics.median(column) for column in zip(*found, strict=True)))
    here = {name: [cost for _, cost, *_ in found] for name, found in rounds.items()}
    _compare("one node to SQLite", here["one node"], here["SQLite"])
    _compare("two nodes to one node", here["two nodes"], here["one node"])


def _line(name, actions, cost, postgres, redis):
    print(
        f"  {name:10} {actions / SECONDS:6.0f} actions a second; {cost * 1e3:.2f} ms here,"
        f" {postgres * 1e3:.2f} in PostgreSQL, {redis * 1e3:.3f} in Redis"
    )


def _compare(name, costs, others):
    ratios = sorted(cost / other for cost, other in zip(costs, others, strict=True))
    middle = statistics.median(ratios)
    print(f"  {name}: {middle:.2f} times ({ratios[0]:.2f} to {ratios[-1]:.2f})")


if __name__ == "__main__":
    run()
