"""An online table without a server: shows the views that a test hands it, one after the other."""

import asyncio

from pickomino.core.position import scores, winners
from pickomino.service.messages import Settings
from pickomino.service.views import RoomView, SeatView
from pickomino.tui.addresses import no_connection
from tui.playing import recorded

SEATS = (
    SeatView("person", "Ann", "", is_yours=True),
    SeatView("person", "Ben", "", is_host=True),
)


class ScriptedTable:
    """A guest's table; its server is away for whatever is asked."""

    code = "ABCD2345"
    is_online = True

    def __init__(self, verification=None):
        self.verification = verification
        self.closed = 0
        self._views = asyncio.Queue()
        self._version = 0

    def show(self, phase, game_id=""):
        """Show the room in another phase."""
        self._version += 1
        more = {} if phase in ("lobby", "nonces") else _played(is_over=phase == "over")
        settings = Settings(turn_limit=12)
        view = RoomView(
            self.code, self._version, phase, settings, SEATS, False, game_id=game_id, **more
        )
        self._views.put_nowait(view)

    def watch(self, tell_state):
        self.tell_state = tell_state

    async def views(self):
        while True:
            view = await self._views.get()
            self.tell_state(True)
            yield view

    async def record(self):
        raise no_connection()

    async def check_dice(self, *_):
        return self.verification

    def shown(self, *, is_all):
        pass

    async def close(self):
        self.closed += 1


def _played(*, is_over):
    game = recorded()
    position = game.position if is_over else game.start
    return {
        "wfen": position.wfen(),
        "names": ("Ann", "Ben"),
        "scores": scores(position),
        "ranks": (1, 2),
        "winners": winners(position) if is_over else (),
        "turn": "6b" if is_over else "1a",
    }
