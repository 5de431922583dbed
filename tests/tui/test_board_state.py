"""The board state of a frame."""

from pickomino import Position
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.rooms.protocol.frames import frame_of
from pickomino.tui.board_state import board_from_frame

ENGLISH = texts_in("en")


def test_board_marks_what_stopping_would_win():
    position = Position.from_wfen("classic ooooo.oooooooooo 26/- b 555ww1 -")
    board = board_from_frame(frame_of(position, "1a"), Narrator(ENGLISH, ("Ann", "Ida")))
    assert [tile.number for tile in board.tiles() if tile.is_claimable] == [25]
    assert str(board.steal_from(0)) == "s26"
    assert board.steal_from(1) is None
