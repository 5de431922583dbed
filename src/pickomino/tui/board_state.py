"""Everything the board draws at one moment, taken from a view or from a frame."""

from __future__ import annotations

from typing import Final, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.extrawurm import Specialist
from pickomino.core.position import Phase, Position, tiles_of
from pickomino.core.roll import Roll
from pickomino.core.turns import owner_of_top
from pickomino.i18n.narrator import Narrator
from pickomino.rooms.protocol.frames import Frame, frame_of
from pickomino.rooms.protocol.views import RoomView, SeatView
from pickomino.tables.table_log import position_of
from pickomino.tui.drawing.tiles import Tile, TileState

MARK_LETTERS: Final = 3
"""The number of letters of a specialist's name that fit below a small tile."""


class BoardState(NamedTuple):
    position: Position
    narrator: Narrator
    set_aside: Roll
    rolled: Roll
    """The dice of the latest roll that lie on the table, even if the position lacks them."""
    seat: int | None
    """The seat whose turn it is; None after the game."""
    claims: tuple[Action, ...] = ()
    legal: tuple[Action, ...] = ()
    """The legal actions of the player at this terminal."""
    total: int = 0
    dice_left: int = 0
    """The number of dice not set aside."""
    has_worm: bool = False
    scores: tuple[int, ...] = ()
    seats: tuple[SeatView, ...] = ()
    wins: tuple[int, ...] = ()
    """How many games of the match each seat has won so far."""
    is_yours: bool = False
    is_failed: bool = False
    turn: str = ""

    @property
    def is_over(self) -> bool:
        return self.position.turn.phase is Phase.OVER

    @property
    def selectable_faces(self) -> set[int]:
        return {action.value for action in self.legal if action.kind == "k"}

    def tiles(self) -> list[Tile]:
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
        return Tile(number, state, number in takes, self._specialist(number), action)

    def _specialist(self, number: int) -> str:
        extrawurm = self.position.extrawurm
        if extrawurm is None or number not in extrawurm.specialists:
            return ""
        return self.narrator.specialist(Specialist(extrawurm.specialists.index(number)))

    def steal_from(self, seat: int) -> Action | None:
        """Return the claim that would steal a seat's top tile, if there is one."""
        for action in self.claims:
            if action.kind == "s" and owner_of_top(self.position, action.value) == seat:
                return action
        return None


def board_from_view(view: RoomView, narrator: Narrator) -> BoardState:
    return board_from_frame(view.table, narrator, view)._replace(
        legal=tuple(map(Action.parse, view.you.legal)), is_yours=view.you.is_your_turn
    )


def board_from_frame(frame: Frame, narrator: Narrator, view: RoomView | None = None) -> BoardState:
    """Return the board that a frame shows; it is from a recorded game or from between two views."""
    position = position_of(frame)
    if frame.ended is not None:
        # The dice are picked up as soon as a turn is over.
        frame = frame_of(position, frame.turn)
    _, set_aside, rolled = position.turn
    return BoardState(
        position,
        narrator,
        set_aside if frame.set_aside is None else Roll.parse(frame.set_aside),
        rolled if frame.rolled is None else Roll.parse(frame.rolled),
        None if frame.winners else position.seat,
        tuple(map(Action.parse, frame.claims)),
        total=frame.total,
        dice_left=frame.dice_left,
        has_worm=frame.has_worm,
        scores=frame.scores,
        seats=() if view is None else view.room.seats,
        wins=() if view is None or view.room.score_line is None else view.room.score.wins,
        turn=frame.turn,
    )


def tile_legend(board: BoardState) -> str:
    """Explain the marks on tiles, which show only the first letters of a specialist's name."""
    specialists = [tile.specialist for tile in board.tiles() if tile.specialist]
    if not specialists:
        return ""
    names = " · ".join(f"{name[:MARK_LETTERS]} = {name}" for name in specialists)
    return board.narrator.texts.gettext("On tiles: {names}").format(names=names)
