"""The question in the banner."""

import pytest

from pickomino import Position, legal_actions
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.rooms.protocol.frames import frame_of
from pickomino.tui.board_state import board_from_frame
from pickomino.tui.widgets.banner import question

ENGLISH = texts_in("en")
WEASEL_ONLY = "+extrawurm(weaselbust=yes) oooooooooooooooooo -/- a 1w 1111ww 11,21,23,a,27/0,0/-"


@pytest.mark.parametrize(
    ("turn", "asked"),
    [
        ("standard oooooooooooooooo -/- a 1w -", "roll on, or stop?"),
        ("standard oooooooooooooooo -/- a 2345555w -", "take what you won"),
        ("standard oooooooooooooooo -/- a 123455w -", "take what you won"),
        ("standard oooooooooooooooo -/- a 1w 12345w", "choose a symbol to set aside"),
        (f"standard{WEASEL_ONLY}", "only the Weasel can help now"),
    ],
)
def test_banner_asks_only_for_possible_actions(turn, asked):
    position = Position.from_wfen(turn)
    board = board_from_frame(frame_of(position, ""), Narrator(ENGLISH, ("Ann", "Ben")))
    assert question(board._replace(legal=tuple(legal_actions(position)))) == asked
