"""The board in sentences."""

from pickomino import Position, Rules, start
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.narration.board import board_rows, dice_lines

NARRATOR = Narrator(texts_in("en"), ("Ann", "Bob"))


def rows(position):
    return [" ".join(NARRATOR.render_all(row)) for row in board_rows(position)]


def test_board_names_every_tile():
    position = Position.from_wfen("standard oooooooooooo..xx 33,34/- a 1122 355w")
    assert rows(position) == [
        "Grill: 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32.",
        "Face down: 35, 36.",
        "Ann: 8 worms; tiles 33, 34; on top 34.",
        "Bob: 0 worms; no tiles.",
    ]
    assert NARRATOR.render_all(dice_lines(position)) == [
        "Set aside: 1, 1, 2, 2.",
        "Sum: 6.",
        "Dice: 3, 5, 5, worm.",
    ]


def test_board_names_specialists_and_bratwurms():
    position = start(Rules.parse("standard+extrawurm"), 2)
    extrawurm = position.extrawurm._replace(specialists=(0, 21, -1, 25, 27), bratwurms=(0, 2))
    grill, ann, bob, supply, beside = rows(position._replace(extrawurm=extrawurm))
    assert "21 (Sitting Hen), 22" in grill
    assert ann.endswith("Holds: Canned Worm.")
    assert bob == "Bob: 2 worms; no tiles. That includes 2 Bratwurms."
    assert (supply, beside) == ("Supply: 5 Bratwurms.", "Beside the grill: Raven.")
