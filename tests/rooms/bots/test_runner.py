"""Bots in processes: whatever they do wrong, the game continues."""

import asyncio
import logging
import sys
import textwrap
from pathlib import Path

import pytest

from pickomino import Position, legal_actions
from pickomino.evaluation.network_files import use_networks
from pickomino.rooms import BotSeat, PersonSeat, ProcessBots
from pickomino.rooms.bots.runner import quick_choice
from support.network_files import bundled_networks_afterwards, small_network
from support.room_harness import InstantBots, practice_room, room_service, wait_for_bots
from support.server.serving import eventually

POSITION = Position.from_wfen("standard oooooooooooooooo -/- a - 1234455w")
DECIDE = Position.from_wfen("standard oooooooooooooooo -/- a 355www -")


def test_game_continues_when_the_runner_fails(caplog):
    class Failing(InstantBots):
        async def choose(self, bot, position, seed):
            raise RuntimeError(f"{bot} is out of {position} and {seed}")

    async def play():
        async with room_service(bots=Failing()) as service:
            code, _ = await practice_room(service, BotSeat("random"), BotSeat("family"))
            await asyncio.wait_for(wait_for_bots(service, code), 60)
            return await service.view(code)

    with caplog.at_level(logging.CRITICAL):
        assert asyncio.run(play()).phase == "over"


def test_event_loop_runs_while_a_bot_thinks():
    async def play():
        bots = ProcessBots(workers=1)
        ticks = 0
        try:
            choosing = asyncio.create_task(bots.choose("beginner", POSITION, "1"))
            while not choosing.done():
                await asyncio.sleep(0.005)
                ticks += 1
            return ticks, choosing.result()
        finally:
            await bots.close()

    ticks, action = asyncio.run(play())
    assert ticks > 5
    assert action in legal_actions(POSITION)


def test_workers_use_the_same_network_files(tmp_path):
    path = small_network(tmp_path / "mine.npz", favours=1)
    opening = Position.from_wfen("standard oooooooooooooooo -/- a 555www -")

    async def advise():
        bots = ProcessBots(workers=1)
        try:
            return await bots.advise(opening)
        finally:
            await bots.close()

    with bundled_networks_afterwards():
        use_networks([path])
        own = asyncio.run(advise())
    assert abs(own.value - asyncio.run(advise()).value) > 0.1


def external(tmp_path, body):
    """Write an external bot program; return its specification."""
    program = tmp_path / "bot.py"
    program.write_text(
        "import sys, os, time\nfor line in sys.stdin:\n    line = line.split()\n"
        + textwrap.indent(textwrap.dedent(body), "    ")
    )
    return f"external:command={sys.executable} {program}"


def test_hanging_worker_is_replaced(tmp_path):
    spec = external(tmp_path, "time.sleep(100)")

    async def play():
        bots = ProcessBots(workers=1, seconds=0.3, load_seconds=1.0)
        try:
            hung = await bots.choose(spec, POSITION, "1")
            assert not bots._players.idle[0].process.is_running
            fine = await bots.choose("random", DECIDE, "2")
            return hung, fine
        finally:
            await bots.close()

    hung, fine = asyncio.run(play())
    assert hung == quick_choice(POSITION)
    assert fine in legal_actions(DECIDE)


def test_worker_survives_cancelled_requests():
    async def play():
        bots = ProcessBots(workers=1)
        try:
            await bots.warm("random")
            pid = bots._players.idle[0].process._process.pid
            for _ in range(3):
                asking = asyncio.create_task(bots.choose("random", POSITION, "1"))
                await asyncio.sleep(0)
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
            answers = [await bots.choose("random", at, "1") for at in (POSITION, DECIDE)]
            (worker,) = bots._players.idle
            return answers, worker.process._process.pid == pid
        finally:
            await bots.close()

    (first, second), is_same = asyncio.run(play())
    assert first in legal_actions(POSITION)
    assert second in legal_actions(DECIDE)
    assert is_same


def test_excess_requests_get_quick_answers():
    async def play():
        bots = ProcessBots(workers=1, max_waiting=1)
        try:
            asking = [
                asyncio.create_task(bots.choose("random", POSITION, str(i))) for i in range(6)
            ]
            answers = await asyncio.gather(*asking)
            return answers, await bots.choose("random", POSITION, "9")
        finally:
            await bots.close()

    answers, later = asyncio.run(play())
    assert answers.count(quick_choice(POSITION)) >= 4
    assert later in legal_actions(POSITION)


def test_worker_survives_requests_that_no_bot_can_answer():
    async def play():
        bots = ProcessBots(workers=1)
        try:
            answers = [await bots.choose("nobody", POSITION, "1") for _ in range(2)]
            return answers, bots._players.idle[0].process.is_running
        finally:
            await bots.close()

    assert asyncio.run(play()) == ([quick_choice(POSITION)] * 2, True)


async def test_real_workers_play_the_turns_of_bots():
    async with room_service(bots=ProcessBots(workers=1)) as service:
        seats = BotSeat("beginner"), BotSeat("random"), PersonSeat("Ann")
        code, token = await practice_room(service, *seats)
        await asyncio.wait_for(wait_for_bots(service, code), 60)
        assert (await service.view(code, token)).you.is_your_turn


def is_running(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize("has_answered", [True, False])
async def test_external_programs_are_killed_after_a_timeout(tmp_path, has_answered):
    """They were once left running."""
    note = tmp_path / "pids"
    spec = external(
        tmp_path,
        f"""
        if line[0] == "pickomino" and {has_answered}:
            print("ready", flush=True)
            continue
        with open({str(note)!r}, "a") as file:
            print(os.getpid(), file=file)
        while True:
            pass
        """,
    )
    bots = ProcessBots(workers=1, seconds=0.3, load_seconds=2.0)
    try:
        # A busy machine may not start them in time, or kill them before they have written.
        while not note.exists() or not note.read_text():
            for seed in "12" if has_answered else "1":
                assert await bots.choose(spec, POSITION, seed) in legal_actions(POSITION)
    finally:
        await bots.close()
    pids = [int(line) for line in note.read_text().split()]
    assert pids
    assert eventually(lambda: not any(map(is_running, pids))), "a program is still running"
