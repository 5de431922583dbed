"""Each sentence of the rule of thumb, by example."""

import random

import pytest

from pickomino import Position
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot

BOT = make_bot("family:by=rule")

EXAMPLES = {
    "a steal comes first": ("standard .oooo.oooooooooo 21/26 a 455ww 235", "k2"),
    "and is made": ("standard .oooo.oooooooooo 21/26 a 2455ww -", "s26"),
    "two fives count more than three threes": ("standard oooooooooooooooo -/- a - 11233355", "k5"),
    "four fours count more than two fives": ("standard oooooooooooooooo -/- a - 11444455", "k4"),
    "two worms before two fives": ("standard oooooooooooooooo -/- a - 112255ww", "kw"),
    "three fives before the first worm": ("standard oooooooooooooooo -/- a - 1122555w", "k5"),
    "one worm before one five": ("standard oooooooooooooooo -/- a - 1123345w", "kw"),
    "a one is worse than a two": ("standard oooooooooooooooo -/- a 345w 1122", "k2"),
    "four symbols are enough": ("standard oooooooooooooooo -/- a 345555w -", "t32"),
    "three are enough for two worms": ("standard oooooooooooooooo -/- a 555ww4 -", "t29"),
    "but not for one": ("standard oooooooooooooooo -/- a 45www -", "r"),
    "with one die left a tile is taken": ("standard oooooooooooooooo -/- a 33333ww -", "t25"),
    "without a tile in reach it rolls on": ("standard oooooooooooooooo -/- a 123w -", "r"),
}


@pytest.mark.parametrize(("wfen", "action"), EXAMPLES.values(), ids=EXAMPLES)
def test_family_bot_follows_the_rule_of_thumb(wfen, action):
    chosen = BOT.choose(Position.from_wfen(wfen), Thinking(random.Random(1)))
    assert str(chosen) == action
