"""An online table without a server: it yields the views that a test gives it."""

import asyncio

from msgspec.structs import replace

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.frames import end_frame, frame_of
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.score import Score
from pickomino.rooms.protocol.views import Room, RoomView, SeatView, You
from pickomino.tables.table import Table
from support.tui.app_driver import recorded_game

SEATS = (
    SeatView("person", "Ann", ""),
    SeatView("person", "Ben", "", is_host=True),
)


class ScriptedTable(Table):
    """A table as a guest sees it; every request fails for lack of a connection."""

    code = "ABCD2345"
    is_online = True
    alarm = None
    dice_notice = None
    seats = (0,)
    link = "http://127.0.0.1:8000/table/ABCD2345"

    def __init__(self, verification=None):
        self.verification = verification
        self.closed = 0
        self._views = asyncio.Queue()
        self._version = 0

    def show(self, phase, game_id="", score=None, *, is_ready=False):
        """Yield a view of the room in a phase."""
        self._version += 1
        is_lobby = phase in ("lobby", "nonces")
        names = () if is_lobby else ("Ann", "Ben")
        seats = (replace(SEATS[0], agrees=is_ready), SEATS[1])
        score = score or Score()
        room = Room(self.code, Settings(turn_limit=12), seats, names, game_id, score=score)
        frames = () if is_lobby else (_table(is_over=phase == "over"),)
        you, digest = You(self.seats), f"{self._version:016x}"
        view = RoomView(self._version, phase, room, frames, you=you, digest=digest)
        self._views.put_nowait(view)

    def on_connection_change(self, callback):
        self.callback = callback

    async def views(self):
        while True:
            view = await self._views.get()
            self.callback(True)
            yield view

    async def record(self):
        raise PickominoError("no_connection")

    async def command(self, *_):
        raise PickominoError("no_connection")

    coach = rematch = command

    async def check_dice(self, *_):
        return self.verification

    async def close(self):
        self.closed += 1


def _table(*, is_over):
    game = recorded_game()
    return end_frame(game.position, "6b") if is_over else frame_of(game.start, "1a")
