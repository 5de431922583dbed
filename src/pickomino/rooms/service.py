"""The rooms of one process: answers commands, stores events, publishes them and drives bots.

Room states are only cached here. If there are several writers, in this process or in others, the
store's compare-and-set decides which one succeeds, and the other writers load the log again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from pickomino.core.errors import PickominoError, quote
from pickomino.core.position import Position
from pickomino.rooms.bots.coach import Coach, CoachView
from pickomino.rooms.bots.driver import Drivers
from pickomino.rooms.bots.runner import BotRunner, ProcessBots
from pickomino.rooms.clock import Clock
from pickomino.rooms.committer import Committer
from pickomino.rooms.domain import lobby
from pickomino.rooms.domain.decide import (
    CheckDeadline,
    InternalCommand,
    MarkAbsentExcept,
    PlayForBot,
    SetPresence,
    decide,
)
from pickomino.rooms.domain.decision import Decision, RequestContext
from pickomino.rooms.domain.past_games import LATEST, record_of
from pickomino.rooms.domain.room import RoomState
from pickomino.rooms.domain.tokens import Draw, hash_token, is_code, is_token, new_code, new_token
from pickomino.rooms.domain.validation import REMOTE_BOTS
from pickomino.rooms.live_rooms import MAX_CACHE_BYTES, EncodedView, LiveRoom, LiveRooms
from pickomino.rooms.peers import PeerNodes
from pickomino.rooms.protocol.events import GameStarted, LogEntry, redact_log
from pickomino.rooms.protocol.log_chain import LogHead, LogTail
from pickomino.rooms.protocol.messages import Command, Created, CreateRoom, Done, Join, encode
from pickomino.rooms.protocol.score import Score
from pickomino.rooms.protocol.views import RoomView
from pickomino.rooms.pubsub import LocalPubSub, Subscription, Update
from pickomino.rooms.storage.store import GameStore, VersionConflict
from pickomino.rooms.views.room_views import change_of

_log = logging.getLogger(__name__)

NO_ADDRESSES: Final[Mapping[str, str]] = MappingProxyType({})
MAX_ATTEMPTS: Final = 5
"""A command is refused as stale after this many attempts that ended in a version conflict."""


class RoomService:
    """Serves the rooms of a store.

    Every method that takes a `code` may raise PickominoError, for example `unknown_room`; in that
    case nothing has changed. Tokens are secret: give one only to its player, never publish it.
    """

    def __init__(  # noqa: PLR0913 - one per dependency
        self,
        store: GameStore,
        pubsub: LocalPubSub | None = None,
        clock: Clock | None = None,
        bots: BotRunner | None = None,
        *,
        draw: Draw = secrets.token_bytes,
        allowed_bots: Collection[str] = REMOTE_BOTS,
        bot_pause: float = 0.0,
        room_bytes: int = MAX_CACHE_BYTES,
    ) -> None:
        """Connect rooms to a store; the other dependencies have defaults.

        `draw` returns random bytes; `bot_pause` is how many seconds a bot waits before each move,
        so that people can follow; `room_bytes` limits the memory of cached rooms.
        """
        self.store = store
        self.pubsub = LocalPubSub() if pubsub is None else pubsub
        self.clock = Clock() if clock is None else clock
        self.bots = ProcessBots() if bots is None else bots
        self._draw = draw
        self._allowed_bots = tuple(allowed_bots)
        self._rooms = LiveRooms(store, room_bytes)
        self._is_closed = False
        self.peers = PeerNodes()
        """A cluster node replaces this with its actual peers."""
        self._coach = Coach(self.bots)
        self._drivers = Drivers(self.bots, self.clock, self._decide_internal, bot_pause)
        self._committer = Committer(store, self._rooms, self.pubsub, self._drivers, self.clock)

    # Commands and views

    async def create(
        self,
        command: CreateRoom,
        *,
        token: str | None = None,
        seed: int | None = None,
        score: Score | None = None,
    ) -> Created:
        """Create a room; the host is given a new token unless `token` is passed.

        A `seed` fixes the dice of the first game of a practice room; `score` continues a match
        that began in another room.
        """
        self._require_open()
        if token is not None and not is_token(token):
            raise PickominoError("bad_token")
        token = new_token(self._draw) if token is None else token
        while True:
            code = new_code(self._draw)
            context = self._context(hash_token(token))
            decision = lobby.create(command, code, context, seed, score)
            try:
                async with self._rooms.create(code) as room:
                    await self._committer.commit(room, decision)
            except VersionConflict:
                continue
            return Created(code, token, decision.state.version)

    async def command(
        self,
        code: str,
        token: str | None,
        command: Command,
        expected: int | None = None,
        addresses: Mapping[str, str] = NO_ADDRESSES,
    ) -> Done:
        """Carry out a command; raises PickominoError, with code `stale` if the view was outdated.

        `expected` is the version of the view that the command was made for. `addresses` are those
        of the voters so far, by token hash.
        """
        self._require_open()
        issued = None
        if token is None and isinstance(command, Join):
            issued = new_token(self._draw)
        holder = _hash(token if issued is None else issued)
        context = self._context(holder, is_new=issued is not None)._replace(addresses=addresses)
        room = await self._decide(code, command, context, expected)
        return Done(room.state.version, issued)

    async def view(self, code: str, token: str | None = None, since: int | None = None) -> RoomView:
        """Return a room as the holder of a token sees it or, without a token, as a spectator does.

        `since` is the version already seen. The view includes what happened after it, or the whole
        game if a new game has started or moves were undone since then.
        """
        await self._load(code, token)
        return await self._rooms.view(code, _hash(token), since, self.clock.now())

    async def build_update(self, code: str, holder: str, since: int | None) -> EncodedView:
        """Return a room's encoded view for the holder of a token hash.

        The view includes what happened after `since`, the version already seen.
        """
        view = await self._rooms.view(code, holder, since, self.clock.now())
        if holder and not view.you.seats and not view.you.is_host:
            raise PickominoError("bad_token")
        return EncodedView(view.version, view.digest, encode(view))

    def cached_update(
        self, code: str, holder: str, since: int | None, digest: str
    ) -> EncodedView | None:
        """Return an update for a client that was sent the log up to a version and its digest.

        Updates are cached for clients that have seen all but the last append; for others, None is
        returned. Only `you` differs between clients; the rest is encoded once.
        """
        room = self._rooms.peek(code)
        return None if room is None else room.cached_update(holder, since, digest)

    async def subscribe(
        self, code: str, on_update: Callable[[], None] | None = None
    ) -> Subscription:
        """Follow a room from now on. Subscribe before asking for a view, so that nothing is missed.

        `on_update` is called for each update, and must neither block nor raise.
        """
        self._require_open()
        await self._load(code)
        subscription = await self.pubsub.subscribe(code, on_update)
        await self.peers.refresh(code)
        return subscription

    async def set_presence(self, code: str, token: str, *, is_here: bool) -> None:
        """Record that the holder of a token has connected or disconnected."""
        self._require_open()
        await self._decide(code, SetPresence(is_here), self._context(_hash(token)), None)

    async def mark_absent_except(self, code: str, present: Collection[str]) -> None:
        """Mark all players in a room absent, except those whose token hash is in `present`."""
        self._require_open()
        await self._decide_internal(code, MarkAbsentExcept(frozenset(present)), None)

    async def coach(self, code: str, token: str | None = None) -> CoachView:
        """Return advice for the player to act; raises `no_hints` if the table has no hints."""
        return await self._coach.advise(*await self.position_to_advise(code, token))

    async def position_to_advise(self, code: str, token: str | None = None) -> tuple[Position, int]:
        """Return the position to give advice on, and its version; raises `no_hints`."""
        state = (await self._load(code, token)).state
        if not state.settings.hints:
            raise PickominoError("no_hints")
        if state.phase != "playing" or state.game is None:
            raise PickominoError("not_running")
        return state.game.position, state.version

    async def record(
        self, code: str, game_id: str | None = None, *, with_seed: bool = False
    ) -> str:
        """Return the current game, or an earlier one of this room, as WGN."""
        room = await self._load(code)
        if game_id is None or _is_current_game(room.state, game_id):
            return await asyncio.to_thread(room.state.record, with_seed=with_seed)
        return await asyncio.to_thread(record_of, await self.store.load(code), game_id)

    async def is_unfinished(self, code: str, game_id: str) -> bool:
        """Return whether a game, or LATEST, is a room's running game, or the room never had one."""
        try:
            state = (await self._load(code)).state
        except PickominoError as error:
            if error.code != "unknown_room":
                raise
            return False
        is_current = game_id == LATEST or _is_current_game(state, game_id)
        return state.games == 0 or (state.phase == "playing" and is_current)

    async def has_played(self, code: str, game_id: str) -> bool:
        """Return whether a game is or was played in a room."""
        try:
            log = await self.store.load(code)
        except PickominoError as error:
            if error.code != "unknown_room":
                raise
            return False
        starts = (entry.event for entry in log if isinstance(entry.event, GameStarted))
        return any(start.game_id == game_id for start in starts)

    async def log(self, code: str) -> tuple[LogEntry, ...]:
        """Return a room's log without the private fields."""
        return await asyncio.to_thread(redact_log, await self.store.load(_require_code(code)))

    async def last_changed_at(self, code: str) -> float:
        """Return the time of a room's last event, in seconds since 1970."""
        return (await self._load(code)).state.updated_at

    async def players(self, code: str) -> frozenset[str]:
        """Return the token hashes of the players who have a seat in a room."""
        seats = (await self._load(code)).state.seats
        return frozenset(seat.token for seat in seats if seat.token)

    async def is_public(self, code: str) -> bool:
        return (await self._rooms.get(_require_code(code))).state.settings.is_public

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        """Archive a room; later requests for it raise `unknown_room`.

        If `idle_since` is given, archive the room only if nothing has happened since then. Return
        whether the room was archived.
        """
        async with self._rooms.locked(_require_code(code)):
            is_archived = await self.store.archive(code, idle_since)
            if is_archived:
                self.drop(code)
            return is_archived

    # Several services on one store

    def cached_version(self, code: str) -> int | None:
        """Return a room's version if it is cached, otherwise None."""
        room = self._rooms.peek(code)
        return None if room is None else room.state.version

    def cached_head(self, code: str) -> LogHead | None:
        """Return the head of a room's log if the room is cached, otherwise None."""
        room = self._rooms.peek(code)
        return None if room is None else room.head

    def cached_counts(self, code: str) -> tuple[int, int] | None:
        """Return how many events and games a room has if it is cached, otherwise None."""
        room = self._rooms.peek(code)
        return None if room is None else (room.state.version, room.state.games)

    def drop(self, code: str) -> None:
        """Stop serving a room that was archived, here or by a peer."""
        self._drivers.cancel(code)
        self._rooms.drop(code)

    async def on_remote_update(self, code: str, tail: LogTail) -> bool:
        """Apply what a peer has added to a log, and notify the subscribers in this process.

        Return whether the tail continues the log that is cached here; if not, nothing has changed.
        The peer now drives the room: the service that wrote last plays bots and enforces deadlines.
        """
        async with self._rooms.locked(code):
            room = await self._rooms.get_locked(code)
            batch = tail.after(room.head)
            if batch is None:
                return False
            if not batch.log:
                return True
            decision = Decision(room.state, self._context(""))
            for entry in batch.log:
                decision.apply(entry)
            room.advance(decision.state, batch.after, change_of(decision, batch))
            self._drivers.cancel(code)
        self.pubsub.notify_local(Update(code, batch.before.version, batch.after.version))
        return True

    async def reload(self, code: str) -> None:
        """Load a room again, because its log is not the one that is cached here."""
        async with self._rooms.locked(code):
            self.drop(code)
            state = (await self._rooms.get_locked(code)).state
            # If a peer drives the room, it refuses what this service writes.
            self._drivers.schedule(state)
        self.pubsub.notify_local(Update(code, 0, state.version))

    def grant_grace_period(self) -> None:
        """Delay all deadlines for some seconds, because players' commands could not be stored."""
        self._drivers.grant_grace_period()

    def stop_driving(self) -> None:
        """Stop playing bots and enforcing deadlines in this process; the peers take over."""
        self._drivers.cancel_all()

    # Start and stop

    async def resume_all(self, codes: Iterable[str] | None = None) -> int:
        """Resume every room that is waiting for a bot or a deadline; return how many there are.

        If the codes of these rooms are known, pass them, so that no other rooms are loaded.
        """
        self._drivers.grant_grace_period()
        for code in await self.store.codes() if codes is None else codes:
            try:
                room = await self._rooms.get(code)
            except PickominoError as error:
                _log.warning("cannot resume room %s: %s", code, error)
            else:
                self._drivers.schedule(room.state)
        return len(self._drivers)

    async def resume(self, code: str) -> None:
        """Resume one room; no deadline expires for GRACE_SECONDS, to let players return."""
        self._drivers.schedule((await self._load(code)).state, is_resumed=True)

    async def close(self) -> None:
        """Accept no more commands, finish pending appends and stop the bot workers."""
        self._is_closed = True
        self._committer.stop_scheduling()
        await self._drivers.close()
        await self._coach.close()
        await self._committer.close()
        await self.bots.close()
        await self.pubsub.close()

    async def _load(self, code: str, token: str | None = None) -> LiveRoom:
        """Return a room for reading; raises `bad_token` if the room does not know the token."""
        await self.peers.refresh(_require_code(code))
        room = await self._rooms.get(_require_code(code))
        if token is not None and not room.state.knows(hash_token(token)):
            raise PickominoError("bad_token")
        return room

    async def _decide(
        self,
        code: str,
        command: Command | InternalCommand,
        context: RequestContext,
        expected: int | None,
    ) -> LiveRoom:
        """Decide on a command and commit; after a version conflict, try again on the new state."""
        if (self.cached_version(code) or 0) < (expected or 0):
            # The client has seen a newer version on a peer.
            await self.peers.refresh(_require_code(code))
        is_driven = isinstance(command, (PlayForBot, CheckDeadline))
        for _ in range(MAX_ATTEMPTS):
            async with self._rooms.locked(_require_code(code)):
                room = await self._rooms.get_locked(code)
                self._committer.publish_recovered(room)
                # The clock of a peer may be ahead: times in a log never decrease.
                if context.now < room.state.updated_at:
                    context = context._replace(now=room.state.updated_at)
                decision = decide(room.state, command, context, expected)
                if not decision.log:
                    return room
                try:
                    await self._committer.commit(room, decision, is_driven=is_driven)
                except VersionConflict:
                    continue
                return room
        version = (await self._rooms.get(code)).state.version
        raise PickominoError("stale", expected=expected, version=version)

    async def _decide_internal(
        self, code: str, command: InternalCommand, expected: int | None
    ) -> None:
        await self._decide(code, command, self._context(""), expected)

    def _context(self, token: str, *, is_new: bool = False) -> RequestContext:
        return RequestContext(token, self.clock.now(), self._draw, self._allowed_bots, is_new)

    def _require_open(self) -> None:
        if self._is_closed:
            raise PickominoError("service_closed")


@lru_cache(maxsize=4096)
def _require_code(code: str) -> str:
    if not is_code(code):
        raise PickominoError("unknown_room", room=quote(code))
    return code


def _hash(token: str | None) -> str:
    return "" if token is None else hash_token(token)


def _is_current_game(state: RoomState, game_id: str) -> bool:
    return state.game is not None and state.dice is not None and state.dice.game_id == game_id
