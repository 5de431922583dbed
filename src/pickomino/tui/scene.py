"""What the table shows at one moment, gathered from a view or from a step of its story."""

from __future__ import annotations

from typing import NamedTuple

from pickomino.core.actions import Action
from pickomino.core.extrawurm import Specialist
from pickomino.core.play import claims, dice_left
from pickomino.core.position import Phase, Position, scores, tiles_of
from pickomino.core.roll import NO_DICE, Roll
from pickomino.core.turns import has_worm, owner_of_top, total
from pickomino.i18n.words import Speaker
from pickomino.service.views import RoomView, SeatView
from pickomino.tui.drawing.tiles import Tile, TileState
from pickomino.tui.story import Frame


class Scene(NamedTuple):
    """A table at one moment."""

    position: Position
    speaker: Speaker
    rolled: Roll
    seat: int | None
    """Whose turn it is."""
    claims: tuple[Action, ...] = ()
    legal: tuple[Action, ...] = ()
    """What the person at this terminal may do now."""
    total: int = 0
    has_worm: bool = False
    scores: tuple[int, ...] = ()
    seats: tuple[SeatView, ...] = ()
    is_yours: bool = False
    is_failed: bool = False
    turn: str = ""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.turn.phase is Phase.OVER

    @property
    def dice_left(self) -> int:
        """How many dice a next roll would have."""
        if self.is_over or self.position.turn.phase is Phase.RAVEN:
            return 0
        return dice_left(self.position)

    @property
    def chosen_faces(self) -> set[int]:
        """The faces that can be set aside now."""
        return {action.value for action in self.legal if action.kind == "k"}

    def tiles(self) -> list[Tile]:
        """Give the grill's tiles as they are drawn."""
        takes = {action.value for action in self.claims if action.kind == "t"}
        legal = {action.value for action in self.legal if action.kind == "t"}
        return [self._tile(number, takes, legal) for number in tiles_of(self.position.rules)]

    def _tile(self, number: int, takes: set[int], legal: set[int]) -> Tile:
        state = TileState.GONE
        if number in self.position.grill:
            state = TileState.FACE_UP
        elif number in self.position.face_down:
            state = TileState.FACE_DOWN
        action = f"screen.play('t{number}')" if number in legal else ""
        return Tile(number, state, number in takes, self._guest(number), action)

    def _guest(self, number: int) -> str:
        extrawurm = self.position.extrawurm
        if extrawurm is None or number not in extrawurm.specialists:
            return ""
        return self.speaker.specialist(Specialist(extrawurm.specialists.index(number)))

    def steal_from(self, seat: int) -> Action | None:
        """Give the claim on a seat's top tile, if there is one."""
        for action in self.claims:
            if action.kind == "s" and owner_of_top(self.position, action.value) == seat:
                return action
        return None


def scene_of_view(view: RoomView, speaker: Speaker) -> Scene:
    """Show a table as it is."""
    position = Position.from_wfen(view.wfen)
    return Scene(
        position,
        speaker,
        position.turn.rolled,
        None if view.phase == "over" else position.seat,
        tuple(map(Action.parse, view.claims)),
        tuple(map(Action.parse, view.legal)),
        view.total,
        _has_worm(position),
        view.scores,
        view.seats,
        view.is_your_turn,
        turn=view.turn,
    )


def scene_of_frame(frame: Frame, view: RoomView, speaker: Speaker) -> Scene:
    """Show a table as it was between two views."""
    scene = scene_of_position(frame.position, speaker)
    return scene._replace(
        rolled=frame.rolled if frame.rolled is not NO_DICE else scene.rolled,
        seats=view.seats,
        is_failed=frame.failed is not None,
    )


def scene_of_position(position: Position, speaker: Speaker) -> Scene:
    """Show any position, for instance one of a recorded game."""
    is_decided = position.turn.phase is Phase.DECIDE
    return Scene(
        position,
        speaker,
        position.turn.rolled,
        position.seat if position.turn.phase is not Phase.OVER else None,
        claims(position) if is_decided else (),
        total=total(position),
        has_worm=_has_worm(position),
        scores=scores(position),
    )


def _has_worm(position: Position) -> bool:
    return position.turn.phase is not Phase.OVER and has_worm(position)
