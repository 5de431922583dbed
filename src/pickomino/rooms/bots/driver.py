"""Drives rooms: plays the bots' moves and enforces deadlines, with one task per waiting room."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.play import legal_actions
from pickomino.core.position import Position
from pickomino.rooms.bots.runner import BotRunner, quick_choice
from pickomino.rooms.clock import Clock
from pickomino.rooms.domain.decide import (
    BotMove,
    CheckDeadline,
    Deadline,
    InternalCommand,
    PlayForBot,
    next_automatic_step,
)
from pickomino.rooms.domain.room import RoomState

_log = logging.getLogger(__name__)

GRACE_SECONDS: Final = 10.0
"""For this long after a restart or a storage failure, no deadline expires."""
FIRST_RETRY_SECONDS: Final = 0.5
MAX_RETRY_SECONDS: Final = 1.0
"""Short, so that when storage works again, bots can act as soon as players can."""

Submit = Callable[[str, InternalCommand, int | None], Awaitable[None]]


class Drivers:
    """Runs one task for each room that is waiting for a bot or a deadline."""

    def __init__(self, bots: BotRunner, clock: Clock, submit: Submit, bot_pause: float) -> None:
        self.bot_pause = bot_pause
        self._bots = bots
        self._clock = clock
        self._submit = submit
        self._not_before = 0.0
        self._tasks: dict[str, tuple[BotMove | Deadline, asyncio.Task[None]]] = {}

    def __len__(self) -> int:
        return len(self._tasks)

    def grant_grace_period(self) -> None:
        """Keep deadlines from expiring for GRACE_SECONDS."""
        self._not_before = self._clock.now() + GRACE_SECONDS

    def schedule(self, state: RoomState, *, is_resumed: bool = False) -> None:
        """Schedule the next automatic step of a room, replacing any step scheduled earlier.

        In a resumed room, no deadline expires for GRACE_SECONDS.
        """
        step = next_automatic_step(state)
        before = self._tasks.get(state.code)
        if before is not None and before[0] == step and not before[1].done():
            return
        self.cancel(state.code)
        if step is not None:
            grace = self._clock.now() + GRACE_SECONDS if is_resumed else 0.0
            task = asyncio.create_task(self._drive(state, step, grace))
            self._tasks[state.code] = step, task
            task.add_done_callback(lambda done: self._on_done(state.code, done))

    def cancel(self, code: str) -> None:
        """Stop driving a room."""
        _, task = self._tasks.pop(code, (None, None))
        if task is not None:
            # This may be the task whose own move led here: it has nothing left to do, and its
            # command is committed by another task.
            task.cancel()

    def cancel_all(self) -> None:
        """Stop driving all rooms until they are scheduled again."""
        for code in tuple(self._tasks):
            self.cancel(code)

    async def close(self) -> None:
        tasks = [task for _, task in self._tasks.values()]
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _on_done(self, code: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(code, (None, None))[1] is task:
            del self._tasks[code]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("driving room %s failed", code, exc_info=error)

    async def _drive(self, state: RoomState, step: BotMove | Deadline, not_before: float) -> None:
        retry = FIRST_RETRY_SECONDS
        if isinstance(step, BotMove):
            command, version = await self._choose(state, step), step.version
        else:
            command, version = await self._wait(max(step.at, not_before)), None
        while command is not None:
            try:
                await self._submit(state.code, command, version)
            except PickominoError as error:
                if error.code in ("stale", "unknown_room", "service_closed", "not_your_turn"):
                    return
                if retry == FIRST_RETRY_SECONDS:
                    _log.warning("room %s: %s", state.code, error)
                await self._clock.sleep(retry)
                retry = min(2 * retry, MAX_RETRY_SECONDS)
                if isinstance(step, Deadline):
                    # The player could not act in the meantime either.
                    command = await self._wait(step.at)
            else:
                return

    async def _choose(self, state: RoomState, move: BotMove) -> PlayForBot | None:
        if state.game is None:
            return None
        if self.bot_pause:
            await self._clock.sleep(self.bot_pause)
        action = await self._ask_bot(state, move.bot, state.game.position)
        return PlayForBot(move.seat, action)

    async def _ask_bot(self, state: RoomState, bot: str, position: Position) -> Action:
        try:
            action = await self._bots.choose(bot, position, _bot_seed(state))
        except Exception:  # noqa: BLE001 - the game continues whatever a bot does
            _log.warning("room %s: bot %s failed", state.code, bot, exc_info=True)
        else:
            if action in legal_actions(position):
                return action
        return quick_choice(position)

    async def _wait(self, until: float) -> CheckDeadline:
        # A grace period may be granted while this waits.
        while (left := max(until, self._not_before) - self._clock.now()) > 0:
            await self._clock.sleep(left)
        return CheckDeadline()


def _bot_seed(state: RoomState) -> str:
    """Return a seed that makes a bot repeat its choice after an undo or with the same dice.

    Outside practice games the seed is random, so that it leaks nothing about the dice.
    """
    if state.dice is None or state.game is None or state.dice.seed is None:
        return secrets.token_hex(16)
    text = f"{state.dice.seed}/{state.game.length}"
    return hashlib.sha256(text.encode()).hexdigest()
