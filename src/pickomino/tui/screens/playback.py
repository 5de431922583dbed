"""Shows what happened one thing after the other, so that people can follow."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from pickomino.i18n.room_words import speaker_of
from pickomino.i18n.words import Speaker
from pickomino.rooms.protocol.events import Rolled
from pickomino.rooms.protocol.views import RoomView
from pickomino.tables.game_log import Shown, Story, end_said, is_failure
from pickomino.tui.scene import scene_of
from pickomino.tui.screens.board import BoardScreen
from pickomino.tui.widgets.dice import Dice

TUMBLES: Final = 4
TUMBLE_SECONDS: Final = 0.09
MOVE_SECONDS: Final = 0.45
END_SECONDS: Final = 1.3
FAILURE_SECONDS: Final = 2.4
MOST_FRAMES: Final = 12
"""Who was away for long wants to see what is, not everything that was."""


class PlaybackScreen(BoardScreen):
    """A board that dice roll on."""

    def __init__(self) -> None:
        super().__init__()
        self.story = Story()
        self.is_showing = False
        """Whether something is shown that is over already."""
        self._skip = asyncio.Event()

    def skip(self) -> None:
        """Show at once what is."""
        self._skip.set()

    async def show_steps(self, shown: list[Shown], view: RoomView) -> None:
        """Show one thing after the other; a key goes straight to the end."""
        self._skip.clear()
        self.is_showing = True
        speaker = speaker_of(view, self.game.texts)
        try:
            for index, each in enumerate(shown[-MOST_FRAMES:]):
                if self._skip.is_set() or not self.game.pace:
                    break
                is_last = index == min(len(shown), MOST_FRAMES) - 1
                await self._show(each, view, speaker, is_last=is_last)
        finally:
            # When the app is closed in between, there are no dice any more.
            for dice in self.query(Dice):
                dice.is_tumbling = False
            self.is_showing = False

    async def _show(self, shown: Shown, view: RoomView, speaker: Speaker, *, is_last: bool) -> None:
        frame, ended = shown
        scene = scene_of(frame, speaker, view)
        if isinstance(frame.event, Rolled) and self.game.animation_level == "full":
            dice = self.query_one(Dice)
            self.draw(scene)
            dice.is_tumbling = True
            for _ in range(TUMBLES):
                dice.refresh()
                await self._wait(TUMBLE_SECONDS)
            dice.is_tumbling = False
        if ended is not None:
            is_failed = is_failure(ended)
            scene = scene._replace(is_failed=is_failed)
            self.draw(scene, end_said(ended, speaker), "failed" if is_failed else "won")
            await self._wait(FAILURE_SECONDS if is_failed else END_SECONDS)
        elif not is_last:
            self.draw(scene)
            await self._wait(MOVE_SECONDS)

    async def _wait(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds * self.game.pace):
                await self._skip.wait()
