"""Rooms for tests: a clock that is set by hand, chance from a seed, bots that answer at once."""

from __future__ import annotations

import asyncio
import hashlib
import random
from contextlib import asynccontextmanager

from pickomino import legal_actions
from pickomino.core.dice import nonce_commitment
from pickomino.core.errors import PickominoError
from pickomino.rooms import (
    BotSeat,
    CommitNonce,
    CreateRoom,
    GiveNonce,
    PersonSeat,
    RoomService,
    Settings,
)
from pickomino.rooms.domain.decide import decide
from pickomino.rooms.domain.decision import RequestContext
from pickomino.rooms.domain.lobby import create
from pickomino.rooms.domain.room import RoomState, fold
from pickomino.rooms.domain.tokens import hash_token
from support.memory_store import MemoryStore

CODE = "ABCDEFGH"
ANN, BEN, EVE = (hash_token(name) for name in ("ann", "ben", "eve"))


class HandClock:
    """Stands still until it is moved."""

    def __init__(self, now=1000.0):
        self.time = now
        self._sleepers: list[tuple[float, asyncio.Event]] = []

    def now(self):
        return self.time

    async def sleep(self, seconds):
        event = asyncio.Event()
        self._sleepers.append((self.time + seconds, event))
        await event.wait()

    async def advance(self, seconds):
        """Move on, and let everything happen that was due."""
        self.time += seconds
        due = [event for at, event in self._sleepers if at <= self.time]
        self._sleepers = [entry for entry in self._sleepers if entry[0] > self.time]
        for event in due:
            event.set()
        await idle()


async def idle(rounds=60):
    """Let other tasks run until nothing is left to do at once."""
    for _ in range(rounds):
        await asyncio.sleep(0)


class InstantBots:
    """Any legal action, at once; counts how often it was asked."""

    def __init__(self):
        self.asked = 0

    async def choose(self, bot, position, seed):
        del bot
        self.asked += 1
        await asyncio.sleep(0)
        actions = legal_actions(position)
        if actions[-1].kind == "q":
            return actions[0]
        return random.Random(hashlib.sha256(seed.encode()).digest()).choice(actions)

    async def close(self):
        pass


class Table:
    """A room without a service: commands go straight to the pure decision."""

    def __init__(self, *seats, seed=0, token=ANN, first=0, **settings):
        self.draw = random.Random(seed).randbytes
        self.now = 1000.0
        wish = CreateRoom(seats, Settings(**settings), first)
        decision = create(wish, CODE, self.context(token))
        self.state: RoomState = decision.state
        self.log = list(decision.log)

    def context(self, token, *, is_new=False):
        return RequestContext(token, self.now, self.draw, is_new=is_new)

    def do(self, command, token=ANN, expected=-1, *, is_new=False):
        """Carry a command out; returns the new events."""
        expected = self.state.version if expected == -1 else expected
        before = self.state
        decision = decide(before, command, self.context(token, is_new=is_new), expected)
        assert decision.state.version == before.version + len(decision.log)
        self.log += decision.log
        self.state = decision.state
        return [entry.event for entry in decision.log]

    def refused(self, command, token=ANN, expected=-1, **how):
        """Try a command that must be refused; returns the code."""
        before = self.state
        try:
            events = self.do(command, token, expected, **how)
        except PickominoError as error:
            assert self.state is before
            return error.code
        raise AssertionError(f"{command} was accepted: {events}")

    def check(self):
        """The log alone gives the same state."""
        assert fold(self.log) == self.state

    def commit(self, seat, token=ANN):
        """Bind a seat to a nonce."""
        return self.do(bound(self.state.dice.commitment, seat, token), token)

    def reveal(self, seat, token=ANN):
        """Give the nonce that a seat is bound to."""
        return self.do(GiveNonce(seat, nonce_of(token)), token)

    @property
    def position(self):
        return self.state.game.position


def nonce_of(name):
    """Return the nonce that somebody of this name would draw."""
    return hashlib.sha256(name.encode()).hexdigest()


def bound(commitment, seat, name="ann"):
    """Return the command that commits a seat to its nonce."""
    return CommitNonce(seat, nonce_commitment(commitment, seat, nonce_of(name)))


async def add_to_dice(service, code, *tokens):
    """Commit to nonces and reveal them for all seats of these tokens, the game then begins."""
    for token in tokens:
        view = await service.view(code, token)
        for seat in view.you.commitments_wanted:
            await service.command(code, token, bound(view.room.commitment, seat, token))
    for token in tokens:
        for seat in (await service.view(code, token)).you.nonces_wanted:
            await service.command(code, token, GiveNonce(seat, nonce_of(token)))


def two(**settings):
    """Return a table of Ann and a bot."""
    return Table(PersonSeat("Ann"), BotSeat("random"), **settings)


@asynccontextmanager
async def room_service(store=None, **ports):
    """Open a service for a test, and close it."""
    ports.setdefault("clock", HandClock())
    ports.setdefault("bots", InstantBots())
    ports.setdefault("draw", random.Random(1).randbytes)
    service = RoomService(MemoryStore() if store is None else store, **ports)
    try:
        yield service
    finally:
        await service.close()


async def code_of(awaitable):
    """Return the code with which something is refused."""
    try:
        result = await awaitable
    except PickominoError as error:
        return error.code
    raise AssertionError(f"accepted: {result}")


PRACTICE = Settings(practice=True)


async def practice_room(service, *seats, seed=7, settings=PRACTICE, start=True):
    """Make a practice room and start it; returns its code and the host's token."""
    from pickomino.rooms import Start

    seats = seats or (PersonSeat("Ann"), BotSeat("random"))
    created = await service.create(CreateRoom(tuple(seats), settings), seed=seed)
    if start:
        await service.command(created.code, created.token, Start(), created.version)
    return created.code, created.token


async def practice_view(service, *seats, **how):
    """Begin a practice game; returns its code, the host's token, and what the host sees."""
    code, token = await practice_room(service, *seats, **how)
    return code, token, await service.view(code, token)


async def play_to_the_end(service, code, token, seed=0, most=3000):
    """Play all seats of a token at random until the game is over."""
    from pickomino.rooms import Act

    rng = random.Random(seed)
    for _ in range(most):
        await service.wait_for_bots(code)
        view = await service.view(code, token)
        if view.phase != "playing":
            return view
        legal = view.you.legal if view.you.legal[-1] != "q" else view.you.legal[:1]
        await service.command(code, token, Act(rng.choice(legal)), view.version)
    raise AssertionError("the game does not end")
