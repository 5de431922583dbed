"""The targets line, with the same texts as in the browser (tests/client)."""

import pytest

from pickomino import Position
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.narration import describe_targets

TABLE = "standard oo.ooooooooooooo -/23 a"


@pytest.mark.parametrize(
    ("wfen", "need"),
    [
        (f"{TABLE} - 12345www", "Needed: 21 and a worm"),
        (f"{TABLE} ww -", "11 more for 21"),
        (f"{TABLE} www -", "6 more for 21 · 23 takes Gus’s tile"),
        (f"{TABLE} 555 -", "6 more for 21, and a worm · 23 takes Gus’s tile"),
        (f"{TABLE} 5554411 -", "25, but no worm yet"),
        ("standard xxxxxxxxxxxxxxxo -/- a 1112 -", "no tile is in reach"),
        ("standard oooooooooooooooo -/- a www15 -", "22 or stop with 21"),
        (f"{TABLE} www25 -", "23 takes Gus’s tile, or stop with 22"),
        ("standard oooooooooooooooo -/- a wwwwwwww -", "stop with 40"),
        (
            "standard+extrawurm oooo.ooooooooooooo -/23 a wwww - -,b,-,-,-/0,0/-",
            "1 more for 21 · 23 takes Gus’s Sitting Hen",
        ),
        ("standard xxxxxxxxxxxxxxxx -/- - - -", ""),
    ],
)
def test_targets_line_says_what_is_needed(wfen, need):
    assert (
        describe_targets(Position.from_wfen(wfen), Narrator(texts_in("en"), ("Ann", "Gus"))) == need
    )
