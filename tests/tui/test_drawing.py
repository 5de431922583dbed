"""Tiles, dice and players as they are drawn: of one width, whatever is on them."""

import re

import pytest
from rich.cells import cell_len

from pickomino import Position, Roll, legal_actions
from pickomino.core.roll import WORM
from pickomino.core.tiles import TILES
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.rooms.protocol.frames import frame_of
from pickomino.tui.board_state import board_from_frame
from pickomino.tui.drawing.blocks import beside, centred, fitted
from pickomino.tui.drawing.dice import Die, DieSize, chips, die_block, faces_of
from pickomino.tui.drawing.logo import logo
from pickomino.tui.drawing.palette import DUSK, PALETTES, PLAIN, SEAT_MARKS
from pickomino.tui.drawing.tiles import (
    Tile,
    TileState,
    big_number,
    large_tile,
    small_tile,
    specialists_row,
)
from pickomino.tui.widgets.banner import question

ENGLISH = texts_in("en")
WEASEL_ONLY = "+extrawurm(weaselbust=yes) oooooooooooooooooo -/- a 1w 1111ww 11,21,23,a,27/0,0/-"


@pytest.mark.parametrize("size", DieSize)
@pytest.mark.parametrize("face", range(7))
@pytest.mark.parametrize("look", ["die", "faint", "bad"])
def test_every_die_is_a_block(size, face, look):
    for is_golden in (False, True):
        block = die_block(Die(face, is_golden, "screen.play('k1')", look), size, DUSK)
        assert {line.cell_length for line in block} == {size.width}
        assert len(block) == size.height


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("size", DieSize)
def test_a_die_has_as_many_pips_as_it_shows(face, size):
    text = "".join(line.plain for line in die_block(Die(face), size, DUSK))
    assert text.count("●") == face


@pytest.mark.parametrize("size", DieSize)
def test_the_worm_is_no_five(size):
    worm = "".join(line.plain for line in die_block(Die(WORM), size, DUSK))
    assert "╭─╮" in worm
    assert worm.count("●") == 1


@pytest.mark.parametrize("number", [11, 13, *TILES])
@pytest.mark.parametrize("state", TileState)
@pytest.mark.parametrize("is_claimable", [False, True])
def test_every_tile_is_a_block(number, state, is_claimable):
    tile = Tile(number, state, is_claimable, "Canned Worm", "screen.play('t25')")
    for width in (2, 3, 4):
        block = small_tile(tile, width, DUSK)
        assert {line.cell_length for line in block} == {width}
        assert len(block) == 3
    block = large_tile(tile, DUSK)
    assert {line.cell_length for line in block} == {9}
    assert len(block) == 6


@pytest.mark.parametrize(("number", "worms"), [(21, 1), (28, 2), (30, 3), (36, 4)])
def test_a_tile_has_its_worms(number, worms):
    for block in (small_tile(Tile(number), 4, DUSK), large_tile(Tile(number), DUSK)):
        assert "".join(line.plain for line in block).count("~") == worms


def test_a_tile_that_would_be_won_is_marked_without_colour():
    won = small_tile(Tile(25, is_claimable=True), 4, PLAIN)
    assert won[0].plain == "▸25◂"
    assert "▲" in won[2].plain


@pytest.mark.parametrize("width", [2, 3, 4])
@pytest.mark.parametrize("palette", [PLAIN, DUSK])
def test_a_specialist_leaves_room_for_the_mark_of_a_tile_that_would_be_won(width, palette):
    won = small_tile(Tile(25, is_claimable=True, specialist="Raven"), width, palette)
    assert won[2].plain == "▲Raven"[:width]
    other = small_tile(Tile(25, specialist="Raven"), width, palette)
    assert other[2].plain == "Raven"[:width]


@pytest.mark.parametrize(("width", "gap"), [(7, 1), (9, 2)])
def test_names_on_tiles_are_whole_where_neighbours_leave_room(width, gap):
    names = {11: "Canned Worm", 21: "Sitting Hen", 23: "Raven", 25: "Weasel", 27: "Golden Die"}
    numbers = (11, 13, 21, 22, 23, 24, 25, 26, 27)
    tiles = [Tile(number, specialist=names.get(number, "")) for number in numbers]
    line = specialists_row(tiles, width, gap, PLAIN).plain
    assert re.split(" {2,}", line.strip()) == list(names.values())
    assert line.index("Sitting Hen") == 2 * (width + gap)
    assert line.endswith("Golden Die")
    assert len(line) == 9 * (width + gap) - gap
    crowded = specialists_row([Tile(11, specialist="Canned Worm")] * 2, width, gap, PLAIN).plain
    assert crowded.split(" " * gap, 1)[0] == fitted("Canned Worm", width)


def test_dice_of_a_roll_with_the_golden_die():
    assert faces_of(Roll.parse("15wI")) == [(1, False), (5, False), (6, False), (1, True)]
    assert chips(Roll.parse("5wW"), DUSK).plain == " 5   ~   ~  "


@pytest.mark.parametrize("text", ["", "Ann", "国国国国国", "e\u0301" * 9, "🐔🐔🐔🐔", "x" * 99])
@pytest.mark.parametrize("width", [1, 2, 5, 8])
def test_texts_fit_their_width_in_cells(text, width):
    assert cell_len(fitted(text, width)) == width
    assert cell_len(centred(text, width)) == width


def test_numbers_are_three_rows_high():
    for number in range(46):
        assert {line.cell_length for line in big_number(number, DUSK.style("ember"))} == {7}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_logo_has_a_tile_for_every_letter_of_the_name(language):
    name = texts_in(language).gettext("Pickomino")
    letters = name.split()[0].upper()
    lines = logo(name, 90, DUSK).plain.split("\n")
    assert {len(line) for line in lines} == {8 * len(letters) - 1}
    assert " ".join(letters) in logo(name, 60, DUSK).plain


def test_blocks_stand_side_by_side():
    blocks = [die_block(Die(face), DieSize.SMALL, DUSK) for face in (1, 2)]
    assert [line.cell_length for line in beside(blocks)] == [11, 11, 11]
    assert beside([]) == []


@pytest.mark.parametrize("palette", [*PALETTES.values(), PLAIN])
def test_every_seat_has_its_own_colour_and_mark(palette):
    assert len(set(SEAT_MARKS)) == 7
    if palette is not PLAIN:
        assert len({str(palette.seat(seat)) for seat in range(7)}) == 7


def test_a_scene_marks_what_stopping_would_win():
    position = Position.from_wfen("classic ooooo.oooooooooo 26/- b 555ww1 -")
    board = board_from_frame(frame_of(position, "1a"), Narrator(ENGLISH, ("Ann", "Ida")))
    assert [tile.number for tile in board.tiles() if tile.is_claimable] == [25]
    assert str(board.steal_from(0)) == "s26"
    assert board.steal_from(1) is None


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
def test_the_banner_asks_only_for_what_is_possible(turn, asked):
    position = Position.from_wfen(turn)
    board = board_from_frame(frame_of(position, ""), Narrator(ENGLISH, ("Ann", "Ben")))
    assert question(board._replace(legal=tuple(legal_actions(position)))) == asked
