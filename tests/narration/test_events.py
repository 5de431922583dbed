"""How turns and games end, in sentences."""

import pytest

from pickomino import Position, TurnEnd
from pickomino.core.extrawurm import WAITING, Specialist
from pickomino.core.turns import SpecialistMove
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.narration.events import turn_end_lines
from pickomino.rooms.protocol.frames import end_frame

NARRATOR = Narrator(texts_in("en"), ("Ann", "Bob"))
FAILED = TurnEnd(0, "failed", "no_new_symbol", 9, returned=25, turned=36)


@pytest.mark.parametrize(
    ("ended", "text"),
    [
        (TurnEnd(0, "took", total=25, tile=25), "Ann takes tile 25 from the grill: 2 worms."),
        (
            TurnEnd(1, "stole", total=21, tile=21, robbed=0),
            "Bob steals tile 21 from Ann: 1 worm.",
        ),
        (
            TurnEnd(1, "stole", robbed=0, specialists=(SpecialistMove(Specialist.HEN, 0, 1),)),
            "Bob takes the Sitting Hen from Ann, who keeps the tile. Sitting Hen: now with Bob.",
        ),
        (
            FAILED,
            (
                "The turn fails: Ann rolled no new symbol. Tile 25 goes back to the grill."
                " Tile 36 is turned face down."
            ),
        ),
        (
            FAILED._replace(reason="no_worm", returned=None, turned=None),
            "The turn fails: Ann set aside no worm. No tile goes back. No tile is turned.",
        ),
        (
            FAILED._replace(reason="nothing_to_claim", also_turned=25),
            (
                "The turn fails: Ann can claim nothing with 9. Tile 25 goes back to the grill."
                " Tile 36 is turned face down. Tile 25 is turned face down."
            ),
        ),
        (
            TurnEnd(
                *(0, "failed", "no_worm", 9),
                specialists=(
                    SpecialistMove(Specialist.HEN, 0, WAITING),
                    SpecialistMove(Specialist.RAVEN, WAITING, 22),
                ),
                bratwurms=(1, -1),
            ),
            (
                "The turn fails: Ann set aside no worm. Ann loses the Sitting Hen."
                " No tile is turned."
                " Sitting Hen: now beside the grill. Raven: now on tile 22."
                " Ann gains a Bratwurm. Bob loses a Bratwurm."
            ),
        ),
    ],
)
def test_turn_end_says_what_was_won_or_lost(ended, text):
    assert " ".join(NARRATOR.render_all(turn_end_lines(ended))) == text


@pytest.mark.parametrize(
    ("stacks", "text", "tie"),
    [
        ("32,33,34/35", "Ann wins.", None),
        (
            "34/35",
            "Bob wins the tie with the highest tile, 35.",
            "Several players have 4 worms: the highest single tile decides.",
        ),
        (
            "-/-",
            "Shared win: Ann, Bob.",
            "The same number of worms and no tiles: the win is shared.",
        ),
    ],
)
def test_winner_is_named_with_the_tie_break(stacks, text, tie):
    taken = set(stacks.replace("/", ",").split(","))
    grill = "".join("." if str(tile) in taken else "x" for tile in range(21, 37))
    position = Position.from_wfen(f"standard {grill} {stacks} - - -")
    frame = end_frame(position, "9a")
    assert NARRATOR.render_all(frame.lines) == [text]
    assert (frame.tie and NARRATOR.render(frame.tie)) == tie
