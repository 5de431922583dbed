"""What rooms do by themselves: bots move, and clocks run out. One task a room that awaits one."""

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
from pickomino.rooms.domain.decide import BotActs, BotMove, Deadline, Inner, TimeIsUp, awaited
from pickomino.rooms.domain.room import RoomState
from pickomino.rooms.ports import Clock

_log = logging.getLogger(__name__)

GRACE_SECONDS: Final = 10.0
"""After a restart or a failure nobody runs out of time before people could come back."""
FIRST_RETRY: Final = 0.5
LONGEST_RETRY: Final = 1.0
"""Bots go on as soon as people can when storage works again."""

Submit = Callable[[str, Inner, int | None], Awaitable[None]]


class Drivers:
    """A task for each room that awaits something; what it awaits follows from its state."""

    def __init__(self, bots: BotRunner, clock: Clock, submit: Submit, bot_pause: float) -> None:
        self.bot_pause = bot_pause
        self._bots = bots
        self._clock = clock
        self._submit = submit
        self._not_before = 0.0
        self._tasks: dict[str, tuple[BotMove | Deadline, asyncio.Task[None]]] = {}

    def __len__(self) -> int:
        return len(self._tasks)

    def give_grace(self) -> None:
        """Let no deadline end in the next seconds."""
        self._not_before = self._clock.now() + GRACE_SECONDS

    def follow(self, state: RoomState, *, is_resumed: bool = False) -> None:
        """See to what a room awaits now, and no longer to what it awaited before.

        In a room that is resumed nobody runs out of time before people could come back.
        """
        waiting = awaited(state)
        before = self._tasks.get(state.code)
        if before is not None and before[0] == waiting and not before[1].done():
            return
        self.forget(state.code)
        if waiting is not None:
            grace = self._clock.now() + GRACE_SECONDS if is_resumed else 0.0
            task = asyncio.create_task(self._drive(state, waiting, grace))
            self._tasks[state.code] = waiting, task
            task.add_done_callback(lambda done: self._finished(state.code, done))

    def forget(self, code: str) -> None:
        """Stop seeing to a room."""
        _, task = self._tasks.pop(code, (None, None))
        if task is not None:
            # Also the one whose own move led here: it has nothing left to do, and what it
            # submitted is written by a task of the service.
            task.cancel()

    def forget_all(self) -> None:
        """Stop seeing to all rooms, for now."""
        for code in tuple(self._tasks):
            self.forget(code)

    async def close(self) -> None:
        """Stop seeing to all rooms."""
        tasks = [task for _, task in self._tasks.values()]
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _finished(self, code: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(code, (None, None))[1] is task:
            del self._tasks[code]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("room %s stands still", code, exc_info=error)

    async def _drive(
        self, state: RoomState, waiting: BotMove | Deadline, not_before: float
    ) -> None:
        retry = FIRST_RETRY
        if isinstance(waiting, BotMove):
            command, version = await self._move(state, waiting), waiting.version
        else:
            command, version = await self._wait(max(waiting.at, not_before)), None
        while command is not None:
            try:
                await self._submit(state.code, command, version)
            except PickominoError as error:
                if error.code in ("stale", "unknown_room", "service_closed", "not_your_turn"):
                    return
                if retry == FIRST_RETRY:
                    _log.warning("room %s: %s", state.code, error)
                await self._clock.sleep(retry)
                retry = min(2 * retry, LONGEST_RETRY)
                if isinstance(waiting, Deadline):
                    # Whoever is to act could not either.
                    command = await self._wait(waiting.at)
            else:
                return

    async def _move(self, state: RoomState, waiting: BotMove) -> BotActs | None:
        if state.game is None:
            return None
        if self.bot_pause:
            await self._clock.sleep(self.bot_pause)
        action = await self._chosen(state, waiting.bot, state.game.position)
        return BotActs(waiting.seat, action)

    async def _chosen(self, state: RoomState, bot: str, position: Position) -> Action:
        try:
            action = await self._bots.choose(bot, position, _bot_seed(state))
        except Exception:  # noqa: BLE001 - whatever a bot does, the game goes on
            _log.warning("room %s: bot %s failed", state.code, bot, exc_info=True)
        else:
            if action in legal_actions(position):
                return action
        return quick_choice(position)

    async def _wait(self, until: float) -> TimeIsUp:
        # Meanwhile people may have been given more time.
        while (left := max(until, self._not_before) - self._clock.now()) > 0:
            await self._clock.sleep(left)
        return TimeIsUp()


def _bot_seed(state: RoomState) -> str:
    """Feed bots so that taking back gives no second choice, but nothing of real dice leaks."""
    if state.dice is None or state.game is None or state.dice.seed is None:
        return secrets.token_hex(16)
    text = f"{state.dice.seed}/{state.dice.game_id}/{state.game.length}"
    return hashlib.sha256(text.encode()).hexdigest()
