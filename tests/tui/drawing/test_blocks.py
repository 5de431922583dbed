"""Texts and blocks of a fixed width."""

import pytest
from rich.cells import cell_len

from pickomino.tui.drawing.blocks import centre, fit, join_blocks
from pickomino.tui.drawing.dice import Die, DieSize, die_block
from pickomino.tui.drawing.palette import DUSK


@pytest.mark.parametrize("text", ["", "Ann", "国国国国国", "e\u0301" * 9, "🐔🐔🐔🐔", "x" * 99])
@pytest.mark.parametrize("width", [1, 2, 5, 8])
def test_texts_fit_their_width_in_cells(text, width):
    assert cell_len(fit(text, width)) == width
    assert cell_len(centre(text, width)) == width


def test_blocks_are_placed_side_by_side():
    blocks = [die_block(Die(face), DieSize.SMALL, DUSK) for face in (1, 2)]
    assert [line.cell_length for line in join_blocks(blocks)] == [11, 11, 11]
    assert join_blocks([]) == []
