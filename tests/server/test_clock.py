"""The server keeps its own time: a wrong system clock causes no timeouts, archiving or blocking."""

from contextlib import asynccontextmanager

import pytest

from pickomino.rooms import CreateRoom, OpenSeat, PersonSeat, React, Settings, Start
from pickomino.rooms.clock import MAX_STEP_SECONDS, SteadyClock
from pickomino.rooms.domain.decide import CheckDeadline
from pickomino.rooms.protocol.messages import Join
from pickomino.server.ops.housekeeping import DAY, HOUR
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from support.room_harness import InstantBots, error_code
from support.server.stores import managed

JUMPS = pytest.mark.parametrize("jump", [HOUR, -HOUR, 40 * DAY, -40 * DAY])
TABLE = CreateRoom((PersonSeat("Ann"), OpenSeat()), Settings(practice=True, turn_seconds=60))


class Machine:
    """A machine whose clocks are set by hand."""

    def __init__(self):
        self.wall, self.steady = 1.7e9, 500.0

    def time(self):
        return self.wall

    def monotonic(self):
        return self.steady

    def work(self, seconds):
        """Let time pass."""
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def machine(monkeypatch):
    machine = Machine()
    monkeypatch.setattr("pickomino.rooms.clock.time", machine)
    return machine


def open_state(folder):
    settings = ServerSettings(database=str(folder / "server.db"))
    return managed(ServerState(settings, InstantBots()))


async def begin_game(state):
    """Start a game of Ann and Ben; return the room and Ann's token."""
    made = await state.create(TABLE, "10.0.0.1")
    done = await state.service.command(made.code, None, Join("Ben"))
    await state.service.command(made.code, made.token, Start(), done.version)
    await state.service.command(made.code, made.token, React(0, "hello"))
    return made.code, made.token


@asynccontextmanager
async def playing(folder):
    """Open a server; yield its state and a room with a running game."""
    async with open_state(folder) as state:
        yield state, await begin_game(state)


async def seconds_left(state, room):
    """Return the seconds left for the player to act."""
    view = await state.service.view(*room)
    return view.deadline - view.now


async def check_nothing_happens(state, room):
    """Assert that no player is timed out, no room is archived, and Ann may react."""
    before = (await state.service.view(*room)).version
    await state.service._decide_internal(room[0], CheckDeadline(), None)
    assert (await state.service.view(*room)).version == before, "taken over"
    assert await state._housekeeper.tidy(state.clock.now()) == (0, 0)
    await state.service.command(*room, React(0, "hello"))


@JUMPS
async def test_clock_jump_changes_nothing_while_running(tmp_path, machine, jump):
    async with playing(tmp_path) as (state, room):
        machine.work(2)
        assert await seconds_left(state, room) == pytest.approx(58)
        machine.wall += jump
        machine.work(1)
        assert await seconds_left(state, room) == pytest.approx(57)
        await check_nothing_happens(state, room)


@JUMPS
async def test_clock_jump_changes_nothing_between_starts(tmp_path, machine, jump):
    async with playing(tmp_path) as (_, room):
        pass
    machine.wall += jump
    async with open_state(tmp_path) as state:
        machine.work(2)
        assert await seconds_left(state, room) == pytest.approx(58)
        await check_nothing_happens(state, room)
    # Events with a wrong system clock do not make other rooms old.
    async with open_state(tmp_path) as state:
        machine.work(2)
        await check_nothing_happens(state, room)


async def test_outage_does_not_use_up_the_turn_time(tmp_path, machine):
    async with playing(tmp_path) as (state, room):
        machine.work(2)
        await state.service.command(*room, React(0, "hello"))
    machine.work(HOUR)
    async with open_state(tmp_path) as state:
        assert await seconds_left(state, room) == pytest.approx(58)


async def test_frozen_server_times_no_player_out(tmp_path, machine):
    async with playing(tmp_path) as (state, room):
        machine.work(HOUR)
        assert await seconds_left(state, room) == pytest.approx(60 - MAX_STEP_SECONDS)
        await check_nothing_happens(state, room)


async def test_time_stands_still_while_storage_fails(tmp_path, machine):
    async with playing(tmp_path) as (state, room):
        for problem, passed in (("full", 0), (None, 2)):
            state.store._set_problem(problem)
            machine.work(2)
            assert await seconds_left(state, room) == pytest.approx(60 - passed)


def test_clock_continues_from_the_log(machine):
    clock = SteadyClock()
    assert clock.now() == machine.wall
    clock.set_time(5.0)
    machine.work(1)
    assert clock.now() == 6.0


async def test_unarchived_room_is_not_archived_again(tmp_path, machine):
    async with open_state(tmp_path) as state:
        code, token = await begin_game(state)
        await begin_game(state)
        await state.service.archive(code)
        machine.work(1)
        await state.store.unarchive(code)
        assert await error_code(state.store.unarchive(code)) == "not_archived"
        assert await state._housekeeper.tidy(state.clock.now()) == (0, 0)
        assert (await state.service.view(code, token)).room.code == code
