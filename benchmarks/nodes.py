"""The cost of an action on SQLite, and with one and two nodes on PostgreSQL and Redis.

Rooms are played without a network: each process plays its tables as fast as possible, and the CPU
time of an action is measured there, in PostgreSQL and in Redis. Sockets and views are not included;
they cost the same with any database (see `load`). The three setups are measured in turns, and the
medians are shown, so that other load on the machine affects all of them alike.
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
from typing import cast

import msgspec

TABLES = 40
SECONDS = 5.0
ROUNDS = 5
_TICKS = os.sysconf("SC_CLK_TCK")


class You(msgspec.Struct, frozen=True):
    """The part of a player's options that a client needs."""

    legal: tuple[str, ...] = ()


class View(msgspec.Struct, frozen=True):
    """The part of a view that a client needs."""

    you: You = You()


_view_decoder = msgspec.json.Decoder(View)

NODE = """
import asyncio, sys
from benchmarks.nodes import play
print(*asyncio.run(play(*sys.argv[1:])))
"""


async def play(database, key_file, redis):
    """Play in one process; return the number of actions and the CPU seconds."""
    from pickomino.rooms.bots.runner import BotRunner
    from pickomino.server.settings import ServerSettings
    from pickomino.server.state import ServerState
    from support.room_harness import InstantBots

    settings = ServerSettings(database=database, key_file=key_file, redis=redis)
    state = ServerState(settings, cast("BotRunner", InstantBots()))  # no coach is asked
    await state.open()
    tables = [await _start_table(state.service) for _ in range(TABLES)]
    await asyncio.sleep(1)  # until start-up work is done
    begin, until = time.process_time(), time.monotonic() + SECONDS
    played = await asyncio.gather(*(_play(state.service, *table, until) for table in tables))
    used = time.process_time() - begin
    await state.close()
    return sum(played), used


async def _start_table(service):
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
    version, digest, legal = view.version, view.digest, view.you.legal
    while time.monotonic() < until:
        if legal:
            action = legal[-1] if legal[-1] != "q" else legal[0]
            await service.command(code, token, Act(action), version)
            version, digest, text = service.cached_update(code, holder, version, digest)
            legal = _view_decoder.decode(text).you.legal
            actions += 1
        else:
            view = await service.view(code, token)
            next_step = Rematch() if view.phase == "over" else Start()
            await service.command(code, token, next_step, view.version)
            view = await service.view(code, token)
            version, digest, legal = view.version, view.digest, view.you.legal
    return actions


def _measure(count, database, key_file, redis):
    """Let processes play at the same time; return their actions, and CPU seconds per action."""
    command = [sys.executable, "-c", NODE, str(database), str(key_file), redis]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    results = [[float(part) for part in p.communicate()[0].split()] for p in processes]
    actions = sum(played for played, _ in results)
    return actions, sum(used for _, used in results) / actions


def _cpu_seconds(pid):
    """Return the CPU seconds of a process and its children, including those that ended."""
    own = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    total = sum(map(int, own[11:15]))
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if fields[1] == str(pid):
                total += sum(map(int, fields[11:13]))
    return total / _TICKS


def run():
    """Print the results."""
    from support.server.daemons import RedisServer, run_postgres

    print(f"{TABLES} tables per process, as fast as possible; CPU time per action")
    rounds = {name: [] for name in ("SQLite", "one node", "two nodes")}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        data = Path(tempfile.mkdtemp(prefix="pickomino-"))
        address = stack.enter_context(run_postgres(data))
        daemons = [int((data / "postmaster.pid").read_text().split()[0])]
        redis = RedisServer(folder).start()
        assert redis.process is not None
        stack.callback(redis.stop)
        daemons.append(redis.process.pid)
        key = folder / "key"
        for number in range(ROUNDS):
            rounds["SQLite"].append((*_measure(1, folder / f"{number}.db", key, ""), 0.0, 0.0))
            for count, name in ((1, "one node"), (2, "two nodes")):
                before = [_cpu_seconds(pid) for pid in daemons]
                actions, cost = _measure(count, address, key, redis.address)
                used = [_cpu_seconds(pid) - b for pid, b in zip(daemons, before, strict=True)]
                rounds[name].append((actions, cost, *(seconds / actions for seconds in used)))
    for name, results in rounds.items():
        _print(name, *(statistics.median(column) for column in zip(*results, strict=True)))
    costs = {name: [cost for _, cost, *_ in results] for name, results in rounds.items()}
    _compare("one node to SQLite", costs["one node"], costs["SQLite"])
    _compare("two nodes to one node", costs["two nodes"], costs["one node"])


def _print(name, actions, cost, postgres, redis):
    print(
        f"  {name:10} {actions / SECONDS:6.0f} actions per second; {cost * 1e3:.2f} ms in the node,"
        f" {postgres * 1e3:.2f} in PostgreSQL, {redis * 1e3:.3f} in Redis"
    )


def _compare(name, costs, others):
    ratios = sorted(cost / other for cost, other in zip(costs, others, strict=True))
    middle = statistics.median(ratios)
    print(f"  {name}: {middle:.2f} times ({ratios[0]:.2f} to {ratios[-1]:.2f})")


if __name__ == "__main__":
    run()
