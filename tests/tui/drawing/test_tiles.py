"""How tiles are drawn."""

import re

import pytest

from pickomino.core.tiles import TILES
from pickomino.tui.drawing.blocks import fit
from pickomino.tui.drawing.palette import DUSK, PLAIN
from pickomino.tui.drawing.tiles import (
    Tile,
    TileState,
    big_number,
    large_tile,
    small_tile,
    specialists_row,
)


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
def test_tile_shows_its_worms(number, worms):
    for block in (small_tile(Tile(number), 4, DUSK), large_tile(Tile(number), DUSK)):
        assert "".join(line.plain for line in block).count("~") == worms


def test_claimable_tile_is_marked_without_colour():
    won = small_tile(Tile(25, is_claimable=True), 4, PLAIN)
    assert won[0].plain == "▸25◂"
    assert "▲" in won[2].plain


@pytest.mark.parametrize("width", [2, 3, 4])
@pytest.mark.parametrize("palette", [PLAIN, DUSK])
def test_specialist_leaves_room_for_the_pointer(width, palette):
    won = small_tile(Tile(25, is_claimable=True, specialist="Raven"), width, palette)
    assert won[2].plain == "▲Raven"[:width]
    other = small_tile(Tile(25, specialist="Raven"), width, palette)
    assert other[2].plain == "Raven"[:width]


@pytest.mark.parametrize(("width", "gap"), [(7, 1), (9, 2)])
def test_long_names_extend_below_the_next_tile(width, gap):
    names = {11: "Canned Worm", 21: "Sitting Hen", 23: "Raven", 25: "Weasel", 27: "Golden Die"}
    numbers = (11, 13, 21, 22, 23, 24, 25, 26, 27)
    tiles = [Tile(number, specialist=names.get(number, "")) for number in numbers]
    line = specialists_row(tiles, width, gap, PLAIN).plain
    assert re.split(" {2,}", line.strip()) == list(names.values())
    assert line.index("Sitting Hen") == 2 * (width + gap)
    assert line.endswith("Golden Die")
    assert len(line) == 9 * (width + gap) - gap
    crowded = specialists_row([Tile(11, specialist="Canned Worm")] * 2, width, gap, PLAIN).plain
    assert crowded.split(" " * gap, 1)[0] == fit("Canned Worm", width)


def test_big_numbers_have_one_width():
    for number in range(46):
        assert {line.cell_length for line in big_number(number, DUSK.style("ember"))} == {7}
