"""What the table shows at one moment, gathered from a view or from a step of its story."""

from __future__ import annotations

from typing import Final, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.extrawurm import Specialist
from pickomino.core.position import Phase, Position, tiles_of
from pickomino.core.roll import Roll
from pickomino.core.turns import owner_of_top
from pickomino.i18n.room_words import has_score
from pickomino.i18n.words import Speaker
from pickomino.rooms.protocol.frames import Frame, frame_of
from pickomino.rooms.protocol.views import RoomView, SeatView
from pickomino.tables.game_log import is_end, position_of
from pickomino.tui.drawing.tiles import Tile, TileState

FEW_LETTERS: Final = 3


class Scene(NamedTuple):
    """A table at one moment."""

    position: Position
    speaker: Speaker
    set_aside: Roll
    rolled: Roll
    """Dice that lie on the table, even if the position no longer knows them."""
    seat: int | None
    """Whose turn it is."""
    claims: tuple[Action, ...] = ()
    legal: tuple[Action, ...] = ()
    """What the person at this terminal may do now."""
    total: int = 0
    dice_left: int = 0
    """How many dice are not set aside."""
    has_worm: bool = False
    scores: tuple[int, ...] = ()
    seats: tuple[SeatView, ...] = ()
    wins: tuple[int, ...] = ()
    """Of the match so far, by seat."""
    is_yours: bool = False
    is_failed: bool = False
    turn: str = ""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.turn.phase is Phase.OVER

    @property
    def chosen_faces(self) -> set[int]:
        """The faces that can be set aside now."""
        return {action.value for action in self.legal if action.kind == "k"}

    def tiles(self) -> list[Tile]:
        """Return the grill's tiles as they are drawn."""
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
        """Return the claim on a seat's top tile, if there is one."""
        for action in self.claims:
            if action.kind == "s" and owner_of_top(self.position, action.value) == seat:
                return action
        return None


def scene_of_view(view: RoomView, speaker: Speaker) -> Scene:
    """Show a table as it is."""
    return scene_of(view.table, speaker, view)._replace(
        legal=tuple(map(Action.parse, view.you.legal)), is_yours=view.you.is_your_turn
    )


def scene_of(frame: Frame, speaker: Speaker, view: RoomView | None = None) -> Scene:
    """Show any frame: between two views, or of a recorded game."""
    if is_end(frame):
        # The dice are picked up as soon as a turn is over.
        frame = frame_of(position_of(frame), frame.turn)
    return Scene(
        position_of(frame),
        speaker,
        Roll.parse(frame.set_aside),
        Roll.parse(frame.rolled),
        frame.seat,
        tuple(map(Action.parse, frame.claims)),
        total=frame.total,
        dice_left=frame.dice_left,
        has_worm=frame.has_worm,
        scores=frame.scores,
        seats=() if view is None else view.room.seats,
        wins=() if view is None or not has_score(view) else view.room.score.wins,
        turn=frame.turn,
    )


def legend_of(scene: Scene) -> str:
    """Say whom the marks on tiles stand for, which have room for a few letters only."""
    guests = [tile.guest for tile in scene.tiles() if tile.guest]
    if not guests:
        return ""
    names = " · ".join(f"{name[:FEW_LETTERS]} = {name}" for name in guests)
    return scene.speaker.texts.gettext("On tiles: {names}").format(names=names)
