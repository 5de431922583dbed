"""Shows moves one after the other, so that players can follow them."""

from __future__ import annotations

import asyncio
import contextlib
from itertools import zip_longest
from typing import Final, NamedTuple

from pickomino.core.turns import TurnEnd
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.room_text import narrator_for
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.views import RoomView
from pickomino.tables.table_log import TableLog, describe_turn_end
from pickomino.tui.board_state import board_from_frame
from pickomino.tui.screens.game.board import BoardScreen
from pickomino.tui.widgets.dice import DiceWidget

TUMBLES: Final = 4
TUMBLE_SECONDS: Final = 0.09
MOVE_SECONDS: Final = 0.45
END_SECONDS: Final = 1.3
FAILURE_SECONDS: Final = 2.4
MAX_STEPS: Final = 12
"""The maximum number of moves shown; after a long absence, the earlier moves are skipped."""


class PlaybackStep(NamedTuple):
    """A frame that is shown for a moment."""

    frame: Frame
    turn_end: TurnEnd | None = None
    """The end of the turn, if it is shown together with this frame."""


def playback_steps(view: RoomView) -> list[PlaybackStep]:
    """Return the frames of a view worth showing; none if the view replaces the whole log."""
    if view.is_whole:
        return []
    steps: list[PlaybackStep] = []
    for frame, following in zip_longest(view.frames, view.frames[1:]):
        end = None if following is None else following.ended
        failed = end if end is not None and end.result == "failed" else None
        match frame.event:
            case events.Rolled():
                steps.append(PlaybackStep(frame, failed))
            case events.Acted(action=action) if failed is not None or action.startswith("k"):
                steps.append(PlaybackStep(frame, failed))
            case _ if frame.ended is not None and frame.ended.result != "failed":
                steps.append(PlaybackStep(frame, frame.ended))
            case _:
                pass
    return steps


class PlaybackScreen(BoardScreen):
    def __init__(self) -> None:
        super().__init__()
        self.table_log = TableLog()
        self.is_playing_back = False
        """Whether an earlier move is being shown."""
        self._skip = asyncio.Event()

    def skip(self) -> None:
        """Go straight to the current state."""
        self._skip.set()

    async def play_back(self, steps: list[PlaybackStep], view: RoomView) -> None:
        """Show one step after the other, until `skip` is called."""
        self._skip.clear()
        self.is_playing_back = True
        narrator = narrator_for(view, self.game.texts)
        try:
            for index, step in enumerate(steps[-MAX_STEPS:]):
                if self._skip.is_set() or not self.game.pace:
                    break
                is_last = index == min(len(steps), MAX_STEPS) - 1
                await self._show_step(step, view, narrator, is_last=is_last)
        finally:
            # If the app was closed meanwhile, the widget is gone.
            for dice in self.query(DiceWidget):
                dice.is_tumbling = False
            self.is_playing_back = False

    async def _show_step(
        self, step: PlaybackStep, view: RoomView, narrator: Narrator, *, is_last: bool
    ) -> None:
        frame, turn_end = step
        board = board_from_frame(frame, narrator, view)
        if isinstance(frame.event, events.Rolled) and self.game.animation_level == "full":
            dice = self.query_one(DiceWidget)
            self.draw(board)
            dice.is_tumbling = True
            for _ in range(TUMBLES):
                dice.refresh()
                await self._wait(TUMBLE_SECONDS)
            dice.is_tumbling = False
        if turn_end is not None:
            is_failed = turn_end.result == "failed"
            board = board._replace(is_failed=is_failed)
            news = describe_turn_end(turn_end, narrator)
            self.draw(board, news, "failed" if is_failed else "won")
            await self._wait(FAILURE_SECONDS if is_failed else END_SECONDS)
        elif not is_last:
            self.draw(board)
            await self._wait(MOVE_SECONDS)

    async def _wait(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds * self.game.pace):
                await self._skip.wait()
