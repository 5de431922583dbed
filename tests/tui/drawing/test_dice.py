"""How dice are drawn."""

import pytest

from pickomino import Roll
from pickomino.core.roll import WORM
from pickomino.tui.drawing.dice import Die, DieSize, chips, die_block, faces_of
from pickomino.tui.drawing.palette import DUSK


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
def test_die_has_as_many_pips_as_its_face(face, size):
    text = "".join(line.plain for line in die_block(Die(face), size, DUSK))
    assert text.count("●") == face


@pytest.mark.parametrize("size", DieSize)
def test_worm_is_not_drawn_as_five(size):
    worm = "".join(line.plain for line in die_block(Die(WORM), size, DUSK))
    assert "╭─╮" in worm
    assert worm.count("●") == 1


def test_golden_die_comes_last():
    assert faces_of(Roll.parse("15wI")) == [(1, False), (5, False), (6, False), (1, True)]
    assert chips(Roll.parse("5wW"), DUSK).plain == " 5   ~   ~  "
