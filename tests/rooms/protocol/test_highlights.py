"""The figures of a finished game."""

import pytest

from pickomino import Game
from pickomino.rooms.protocol.highlights import BoldRoll, Highlights, compute_highlights

GAME = """[Rules "standard"]
[a "Ann"]
[b "Ben"]

1a. 11345www:w 12455:5 t25
1b. 11345www:w 12555:5 t30
2a. 11345www:w 12555:5 s30
2b. 11345www:w 12445:4 135:3 44#
"""
"""Ann leads, then Ben, then Ann; Ben fails with two dice and half of all symbols used."""


def test_highlights_are_computed_from_the_steps():
    game = Game.from_wgn(GAME)
    figures = compute_highlights(game.start, game.steps)
    assert figures == Highlights(1, 1, 2, BoldRoll(1, pytest.approx(0.25), 2), (0, 1))


def test_no_boldest_roll_without_risk():
    game = Game.from_wgn('[Rules "standard"]\n[a "Ann"]\n[b "Ben"]\n\n1a. 1555wwww:w\n')
    assert compute_highlights(game.start, game.steps) == Highlights(failures_by_seat=(0, 0))
