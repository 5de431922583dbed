"""The rooms of one process: answers commands, stores events, publishes them, and lets bots move.

A room's fold is only cached here: the store's compare-and-set decides between several writers, in
this process or in others, and whoever loses a race loads the log again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from functools import lru_cache
from typing import Final

from pickomino.core.errors import PickominoError, quoted
from pickomino.rooms.bots.coach import Coach, CoachView
from pickomino.rooms.bots.driver import Drivers
from pickomino.rooms.bots.runner import BotRunner, ProcessBots
from pickomino.rooms.committer import Writer
from pickomino.rooms.domain import decide as deciding
from pickomino.rooms.domain import lobby
from pickomino.rooms.domain.decide import BotActs, Inner, Presence, RollCall, TimeIsUp
from pickomino.rooms.domain.decision import Asker, Draft
from pickomino.rooms.domain.past_games import record_of
from pickomino.rooms.domain.room import RoomState
from pickomino.rooms.domain.tokens import Draw, hashed, is_code, is_token, new_code, new_token
from pickomino.rooms.domain.validation import REMOTE_BOTS
from pickomino.rooms.live_rooms import MOST_BYTES, LiveRoom, LiveRooms
from pickomino.rooms.ports import (
    Clock,
    LocalPubSub,
    Neighbours,
    NoNeighbours,
    PubSub,
    Subscription,
    SystemClock,
    Update,
)
from pickomino.rooms.protocol.events import Logged, public_log
from pickomino.rooms.protocol.messages import Command, Created, CreateRoom, Done, Join, encode
from pickomino.rooms.protocol.score import Score
from pickomino.rooms.protocol.views import RoomSummary, RoomView
from pickomino.rooms.storage.store import GameStore, Log, LostRace
from pickomino.rooms.views.room_views import change_of, summary_of

_log = logging.getLogger(__name__)

TRIES: Final = 5
"""How often a lost race is run again where nobody's version is at stake."""


class RoomService:
    """Rooms on a store.

    Every method that takes a `code` raises PickominoError, `unknown_room` among others; nothing
    has changed then. Tokens are secrets of the people: pass them, never publish them.
    """

    def __init__(  # noqa: PLR0913 - one a port
        self,
        store: GameStore,
        pubsub: PubSub | None = None,
        clock: Clock | None = None,
        bots: BotRunner | None = None,
        *,
        draw: Draw = secrets.token_bytes,
        allowed_bots: Collection[str] = REMOTE_BOTS,
        bot_pause: float = 0.0,
        room_bytes: int = MOST_BYTES,
    ) -> None:
        """Take the store and, where the usual ones will not do, the other ports.

        `draw` gives random bytes; `bot_pause` is what a bot waits before each of its moves, so
        that people can follow; `room_bytes` is what rooms at hand may take.
        """
        self.store = store
        self.pubsub = LocalPubSub() if pubsub is None else pubsub
        self.clock = SystemClock() if clock is None else clock
        self.bots = ProcessBots() if bots is None else bots
        self._draw = draw
        self._allowed_bots = tuple(allowed_bots)
        self._rooms = LiveRooms(store, room_bytes)
        self.unreadable: set[str] = set()
        """Rooms that were to be listed, and are damaged."""
        self._is_closed = False
        self.neighbours: Neighbours = NoNeighbours()
        """Set by whoever knows of others on the same store."""
        self._coach = Coach(self.bots)
        self._drivers = Drivers(self.bots, self.clock, self._decide_inner, bot_pause)
        self._writer = Writer(store, self._rooms, self.pubsub, self._drivers, self.clock)

    # What shells ask for

    async def create(
        self,
        command: CreateRoom,
        *,
        token: str | None = None,
        seed: int | None = None,
        score: Score | None = None,
    ) -> Created:
        """Make a room; the host's token is a new one unless the shell brings its own.

        A `seed` fixes the dice of the first game of a practice room; a `score` is that of a match
        that began in another room.
        """
        self._refuse_if_closed()
        if token is not None and not is_token(token):
            raise PickominoError("bad_token")
        token = new_token(self._draw) if token is None else token
        while True:
            code = new_code(self._draw)
            draft = lobby.create(command, code, self._asker(hashed(token)), seed, score)
            try:
                async with self._rooms.fresh(code) as room:
                    await self._writer.write(room, draft)
            except LostRace:
                continue
            return Created(code, token, draft.state.version)

    async def command(
        self, code: str, token: str | None, command: Command, expected: int | None = None
    ) -> Done:
        """Carry out a command, or raise its error code; `stale` asks for a new view.

        `expected` is the version of the view that the command was made for.
        """
        self._refuse_if_closed()
        new = None
        if token is None and isinstance(command, Join):
            new = new_token(self._draw)
        asker = self._asker(_hash(token if new is None else new), is_new=new is not None)
        room = await self._decide(code, command, asker, expected)
        return Done(room.state.version, new)

    async def view(self, code: str, token: str | None = None, since: int | None = None) -> RoomView:
        """Show a room to a token's holder, or to anybody who watches.

        `since` is the version already seen: what happened later comes along, or the whole game.
        """
        room = await self._load(code, token)
        return await room.view(_hash(token), since, self.clock.now())

    async def news(self, code: str, holder: str, since: int | None) -> tuple[int, bytes]:
        """Return the version of a room, and its view as it is sent to the holder of a hashed token.

        To those who have seen a version, with what happened since then.
        """
        room = await self._rooms.get(code)
        view = await room.view(holder, since, self.clock.now())
        if holder and not view.you.seats and not view.you.is_host:
            raise PickominoError("bad_token")
        return view.version, encode(view)

    def news_at_hand(self, code: str, holder: str, since: int | None) -> tuple[int, bytes] | None:
        """Return the same to those who have seen the version before, or None to all others.

        It is the same for everybody but for `you`, and was written once.
        """
        room = self._rooms.peek(code)
        if room is None or since is None or room.told_since != since:
            return None
        text = room.told_to(holder)
        return None if text is None else (room.state.version, text)

    async def subscribe(
        self, code: str, on_update: Callable[[], None] | None = None
    ) -> Subscription:
        """Follow a room from now on: subscribe first, then ask for a view, so nothing is missed.

        `on_update` is called for each update, and must neither wait nor raise.
        """
        self._refuse_if_closed()
        await self._load(code)
        subscription = await self.pubsub.subscribe(code, on_update)
        await self.neighbours.refresh(code)
        return subscription

    async def presence(self, code: str, token: str, *, is_here: bool) -> None:
        """Note that the people behind a token have come, or lost their connection."""
        self._refuse_if_closed()
        await self._decide(code, Presence(is_here), self._asker(_hash(token)), None)

    async def roll_call(self, code: str, here: Collection[str]) -> None:
        """Note who of a room is here, by hashed tokens; all others who hold seats are absent."""
        self._refuse_if_closed()
        await self._decide_inner(code, RollCall(frozenset(here)), None)

    async def coach(self, code: str, token: str | None = None) -> CoachView:
        """Advise whoever is to act, where the table plays with hints."""
        state = (await self._load(code, token)).state
        if not state.settings.hints:
            raise PickominoError("no_hints")
        if state.phase != "playing" or state.game is None:
            raise PickominoError("not_running")
        return await self._coach.advise(state.game.position, state.version)

    async def record(self, code: str, game_id: str | None = None) -> str:
        """Write the present game, or an earlier one of this room, as WGN."""
        room = await self._load(code)
        if game_id is None or _is_of(room.state, game_id):
            return await asyncio.to_thread(room.state.record)
        return await asyncio.to_thread(record_of, await self.store.load(code), game_id)

    async def log(self, code: str) -> tuple[Logged, ...]:
        """Return everything that happened in a room, without what is for its log alone."""
        return await asyncio.to_thread(public_log, await self.store.load(_checked(code)))

    async def last_change(self, code: str) -> float:
        """Return when something last happened in a room, in seconds since 1970."""
        return (await self._load(code)).state.updated_at

    async def is_public(self, code: str) -> bool:
        """Return whether strangers may find a room."""
        return (await self._rooms.get(_checked(code))).state.settings.is_public

    async def rooms(self, most: int | None = None) -> tuple[RoomSummary, ...]:
        """List rooms that can be read, the one that changed last first; all, or the first few."""
        found: list[RoomSummary] = []
        async for room in self.rooms_in_turn():
            if len(found) == most:
                break
            found.append(room)
        return tuple(found)

    async def rooms_in_turn(self) -> AsyncIterator[RoomSummary]:
        """Return rooms one by one, so that whoever looks for one need not load them all."""
        for code in await self.store.codes():
            try:
                room = await self._rooms.get(code)
            except PickominoError as error:
                _log.warning("room %s cannot be read: %s", code, error)
                if error.code == "room_damaged":
                    self.unreadable.add(code)
            else:
                yield summary_of(room.state)

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        """Put a room away; whoever asks for it then gets `unknown_room`.

        With a time only if nothing has happened since then; returns whether it was put away.
        """
        async with self._rooms.locked(_checked(code)):
            is_away = await self.store.archive(code, idle_since)
            if is_away:
                self.drop(code)
            return is_away

    async def settled(self, code: str) -> RoomState:
        """Wait until no bot is to move: a person must act, or the game is over."""
        while True:
            room = await self._load(code)
            changed = room.changed
            if not isinstance(deciding.awaited(room.state), deciding.BotMove):
                return room.state
            await changed.wait()
            self._refuse_if_closed()

    # What others on the same store do

    def version_at_hand(self, code: str) -> int | None:
        """Return which version of a room is in memory, if any is."""
        room = self._rooms.peek(code)
        return None if room is None else room.state.version

    def drop(self, code: str) -> None:
        """Forget a room that was put away, here or by others."""
        self._drivers.forget(code)
        self._rooms.drop(code)

    async def hear(self, code: str, log: Log) -> None:
        """Take over what another service added to a log, and tell those who follow it here.

        Whoever wrote last also sees to what the room awaits.
        """
        async with self._rooms.locked(code):
            room = await self._rooms.held(code)
            since = room.state.version
            draft = Draft(room.state, self._asker(""))
            for entry in log:
                if entry.version == draft.state.version + 1:
                    draft.take(entry)
            if not draft.log:
                return
            room.go_on(draft.state, change_of(draft))
            self._drivers.forget(code)
        self.pubsub.tell(Update(code, since, draft.state.version))

    def give_grace(self) -> None:
        """Let nobody run out of time in the next seconds: what they did could not be stored."""
        self._drivers.give_grace()

    def stop_driving(self) -> None:
        """Leave it to others to move for bots and to watch clocks."""
        self._drivers.forget_all()

    # Start and end

    async def resume_all(self, codes: Iterable[str] | None = None) -> int:
        """Resume every room that awaits a bot or a deadline; returns how many there are.

        A store that knows which rooms those are can save the others from being loaded.
        """
        self._drivers.give_grace()
        for code in await self.store.codes() if codes is None else codes:
            try:
                room = await self._rooms.get(code)
            except PickominoError as error:
                _log.warning("room %s is left alone: %s", code, error)
            else:
                self._drivers.follow(room.state)
        return len(self._drivers)

    async def resume(self, code: str) -> None:
        """Resume one room, and give people time to come back to it."""
        self._drivers.follow((await self._load(code)).state, is_resumed=True)

    async def close(self) -> None:
        """Stop: nothing more is accepted, what is being written is finished, bots go home."""
        self._is_closed = True
        self._writer.stop_following()
        await self._drivers.close()
        await self._coach.close()
        await self._writer.close()
        await self.bots.close()
        await self.pubsub.close()
        self._rooms.wake_all()

    # How it is done

    async def _load(self, code: str, token: str | None = None) -> LiveRoom:
        """Return a room to somebody who may look: a wrong token is a mistake worth reporting."""
        await self.neighbours.refresh(_checked(code))
        room = await self._rooms.get(_checked(code))
        if token is not None and not room.state.knows(hashed(token)):
            raise PickominoError("bad_token")
        return room

    async def _decide(
        self, code: str, command: Command | Inner, asker: Asker, expected: int | None
    ) -> LiveRoom:
        """Decide and store; a lost race is run again, which makes a command that cares stale."""
        if (self.version_at_hand(code) or 0) < (expected or 0):
            # Somebody has seen more than this service, by another one.
            await self.neighbours.refresh(_checked(code))
        is_driven = isinstance(command, (BotActs, TimeIsUp))
        for _ in range(TRIES):
            async with self._rooms.locked(_checked(code)):
                room = await self._rooms.held(code)
                self._writer.catch_up(room)
                # Another process may be ahead: no log goes back in time.
                if asker.now < room.state.updated_at:
                    asker = asker._replace(now=room.state.updated_at)
                draft = deciding.decide(room.state, command, asker, expected)
                if not draft.log:
                    return room
                try:
                    await self._writer.write(room, draft, is_driven=is_driven)
                except LostRace:
                    continue
                return room
        version = (await self._rooms.get(code)).state.version
        raise PickominoError("stale", expected=expected, version=version)

    async def _decide_inner(self, code: str, command: Inner, expected: int | None) -> None:
        await self._decide(code, command, self._asker(""), expected)

    def _asker(self, token: str, *, is_new: bool = False) -> Asker:
        return Asker(token, self.clock.now(), self._draw, self._allowed_bots, is_new)

    def _refuse_if_closed(self) -> None:
        if self._is_closed:
            raise PickominoError("service_closed")


@lru_cache(maxsize=4096)
def _checked(code: str) -> str:
    if not is_code(code):
        raise PickominoError("unknown_room", room=quoted(code))
    return code


def _hash(token: str | None) -> str:
    return "" if token is None else hashed(token)


def _is_of(state: RoomState, game_id: str) -> bool:
    return state.game is not None and state.dice is not None and state.dice.game_id == game_id
