"""Shows what happened one thing after the other, so that people can follow."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from pickomino.core.turns import TurnEnded
from pickomino.i18n.words import Speaker
from pickomino.service.views import RoomView
from pickomino.tui.room_words import speaker_of
from pickomino.tui.scene import scene_of_frame
from pickomino.tui.screens.board import BoardScreen
from pickomino.tui.story import Frame, Story, told_step
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

    async def show_steps(self, shown: list[Frame], view: RoomView) -> None:
        """Show one thing after the other; a key goes straight to the end."""
        self._skip.clear()
        self.is_showing = True
        speaker = speaker_of(view, self.game.texts)
        try:
            for index, frame in enumerate(shown[-MOST_FRAMES:]):
                if self._skip.is_set() or not self.game.pace:
                    break
                is_last = index == min(len(shown), MOST_FRAMES) - 1
                await self._show_frame(frame, view, speaker, is_last=is_last)
        finally:
            # When the app is closed in between, there are no dice any more.
            for dice in self.query(Dice):
                dice.is_tumbling = False
            self.is_showing = False

    async def _show_frame(
        self, frame: Frame, view: RoomView, speaker: Speaker, *, is_last: bool
    ) -> None:
        scene = scene_of_frame(frame, view, speaker)._replace(turn=self._turn_shown())
        if frame.is_roll and self.game.animation_level == "full":
            dice = self.query_one(Dice)
            self.draw(scene._replace(is_failed=False))
            dice.is_tumbling = True
            for _ in range(TUMBLES):
                dice.refresh()
                await self._wait(TUMBLE_SECONDS)
            dice.is_tumbling = False
        ended = frame.failed or frame.ended
        if ended is not None:
            self.draw(scene, self._said(ended, speaker), "failed" if frame.failed else "won")
            await self._wait(FAILURE_SECONDS if frame.failed else END_SECONDS)
        elif not is_last:
            self.draw(scene)
            await self._wait(MOVE_SECONDS)

    def _turn_shown(self) -> str:
        """Keep the turn in sight while what led to the next one is shown."""
        return self.scene.turn if self.scene is not None else ""

    def _said(self, ended: TurnEnded, speaker: Speaker) -> str:
        for step in reversed(self.story.steps):
            if step.moment.event == ended:
                return " ".join(line.text for line in told_step(step, speaker))
        return ""

    async def _wait(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds * self.game.pace):
                await self._skip.wait()
