"""Rooms for tests: a manual clock, seeded random bytes, bots that answer at once."""

from __future__ import annotations

import asyncio
import hashlib
import random
from contextlib import asynccontextmanager

from pickomino import legal_actions
from pickomino.core.dice_terms import nonce_commitment
from pickomino.core.errors import PickominoError
from pickomino.rooms import (
    Act,
    BotSeat,
    CommitNonce,
    CreateRoom,
    GiveNonce,
    PersonSeat,
    Rematch,
    RoomService,
    Settings,
    Start,
    Update,
)
from pickomino.rooms.domain.decide import BotMove, decide, next_automatic_step
from pickomino.rooms.domain.decision import RequestContext
from pickomino.rooms.domain.lobby import create
from pickomino.rooms.domain.room import RoomState, fold
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.storage.memory_store import MemoryStore

CODE = "ABCDEFGH"
ANN, BEN, EVE = (hash_token(name) for name in ("ann", "ben", "eve"))


class ManualClock:
    """A clock that tests advance."""

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
        """Advance the time and run everything that is due."""
        self.time += seconds
        due = [event for at, event in self._sleepers if at <= self.time]
        self._sleepers = [entry for entry in self._sleepers if entry[0] > self.time]
        for event in due:
            event.set()
        await idle()


async def idle(rounds=60):
    """Let other tasks run until they wait for something."""
    for _ in range(rounds):
        await asyncio.sleep(0)


class InstantBots:
    """Bots that choose a random legal action at once, and count the requests."""

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


class PureRoom:
    """A room without a service: commands go straight to `decide`."""

    def __init__(self, *seats, seed=0, token=ANN, first=0, **settings):
        self.draw = random.Random(seed).randbytes
        self.now = 1000.0
        self.addresses = {ANN: "10.0.0.1", BEN: "10.0.0.2", EVE: "10.0.0.3"}
        creation = CreateRoom(seats, Settings(**settings), first)
        decision = create(creation, CODE, self.context(token))
        self.state: RoomState = decision.state
        self.log = list(decision.log)

    def context(self, token, *, is_new=False):
        return RequestContext(token, self.now, self.draw, is_new=is_new, addresses=self.addresses)

    def do(self, command, token=ANN, expected=-1, *, is_new=False):
        """Carry out a command; return the new events."""
        expected = self.state.version if expected == -1 else expected
        before = self.state
        decision = decide(before, command, self.context(token, is_new=is_new), expected)
        assert decision.state.version == before.version + len(decision.log)
        self.log += decision.log
        self.state = decision.state
        return [entry.event for entry in decision.log]

    def refusal(self, command, token=ANN, expected=-1, **how):
        """Return the error code of a command that must be refused."""
        before = self.state
        try:
            events = self.do(command, token, expected, **how)
        except PickominoError as error:
            assert self.state is before
            return error.code
        raise AssertionError(f"{command} was accepted: {events}")

    def check(self):
        """Check that the log determines the state."""
        assert fold(self.log) == self.state

    def commit(self, seat, token=ANN):
        return self.do(commit_nonce(self.state.dice.commitment, seat, token), token)

    def reveal(self, seat, token=ANN):
        return self.do(GiveNonce(seat, nonce_of(token)), token)

    @property
    def position(self):
        return self.state.game.position


def nonce_of(name):
    """Return a nonce that depends only on the name."""
    return hashlib.sha256(name.encode()).hexdigest()


def commit_nonce(commitment, seat, name="ann"):
    """Return the command that commits a seat to its nonce."""
    return CommitNonce(seat, nonce_commitment(commitment, seat, nonce_of(name)))


async def exchange_nonces(service, code, *tokens):
    """Commit to nonces and reveal them for all seats of these tokens, which starts the game."""
    for token in tokens:
        view = await service.view(code, token)
        for seat in view.you.commitments_wanted:
            await service.command(code, token, commit_nonce(view.room.commitment, seat, token))
    for token in tokens:
        for seat in (await service.view(code, token)).you.nonces_wanted:
            await service.command(code, token, GiveNonce(seat, nonce_of(token)))


def ann_and_bot(**settings):
    return PureRoom(PersonSeat("Ann"), BotSeat("random"), **settings)


@asynccontextmanager
async def room_service(store=None, **dependencies):
    """Open a service with test doubles by default, and close it."""
    dependencies.setdefault("clock", ManualClock())
    dependencies.setdefault("bots", InstantBots())
    dependencies.setdefault("draw", random.Random(1).randbytes)
    service = RoomService(MemoryStore() if store is None else store, **dependencies)
    try:
        yield service
    finally:
        await service.close()


async def error_code(awaitable):
    """Return the error code of a call that must be refused."""
    try:
        result = await awaitable
    except PickominoError as error:
        return error.code
    raise AssertionError(f"accepted: {result}")


PRACTICE = Settings(practice=True)


async def practice_room(service, *seats, seed=7, settings=PRACTICE, start=True):
    """Create and start a practice room; return its code and the host's token."""
    seats = seats or (PersonSeat("Ann"), BotSeat("random"))
    created = await service.create(CreateRoom(tuple(seats), settings), seed=seed)
    if start:
        await service.command(created.code, created.token, Start(), created.version)
    return created.code, created.token


async def practice_view(service, *seats, **how):
    """Start a practice game; return its code, the host's token and the host's view."""
    code, token = await practice_room(service, *seats, **how)
    return code, token, await service.view(code, token)


async def wait_for_bots(service, code):
    """Wait until no bot has to move: a player must act, or the game is over."""
    subscription = await service.subscribe(code)
    while isinstance(next_automatic_step((await service._load(code)).state), BotMove):
        if not isinstance(await subscription.next(), Update):
            subscription = await service.subscribe(code)
    subscription.close()


async def play_to_the_end(service, code, token, seed=0, max_actions=3000):
    """Play all seats of a token at random until the game is over."""
    rng = random.Random(seed)
    for _ in range(max_actions):
        await wait_for_bots(service, code)
        view = await service.view(code, token)
        if view.phase != "playing":
            return view
        legal = view.you.legal if view.you.legal[-1] != "q" else view.you.legal[:1]
        await service.command(code, token, Act(rng.choice(legal)), view.version)
    raise AssertionError("the game does not end")


async def play_short_games(service, games=3):
    """Play games in one room; return its code and the records by game id."""
    seats = PersonSeat("Ann"), PersonSeat("Ida")
    settings = Settings("mini", practice=True, turn_limit=6)
    code, token = await practice_room(service, *seats, settings=settings)
    records = {}
    for _ in range(games):
        view = await play_to_the_end(service, code, token)
        records[view.room.game_id] = await service.record(code)
        done = await service.command(code, token, Rematch(), view.version)
        await service.command(code, token, Start(), done.version)
    return code, records
