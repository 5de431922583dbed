"""Random setups are varied, so that few of them compare much with the engine."""

from __future__ import annotations

import random
from collections import Counter

from support.random_play import random_rules

from .rules import NaiveGame
from .setups import random_setup
from .wfen import is_golden, parse_dice


def test_random_setups_are_varied() -> None:
    rng = random.Random(1)
    games = [
        NaiveGame.from_wfen(random_setup(rng, str(random_rules(rng)), rng.randint(2, 7)))
        for _ in range(2000)
    ]
    phases = Counter(game.phase for game in games)
    for phase in ["about to roll", "rolled", "decide"]:
        assert phases[phase] > 400
    assert phases["raven"] > 50
    assert phases["over"] > 10
    deciding = [game for game in games if game.phase == "decide"]
    high = [game for game in deciding if game.total() >= 35]
    assert len(high) > len(deciding) / 6
    assert any(game.total() > 40 for game in deciding)
    assert any(len(stack) > 8 for game in games for stack in game.stacks)
    assert any(game.weasel_used for game in games)
    assert any(game.legal() == {"z"} for game in games)
    assert any(is_golden(die) for game in games for die in parse_dice(game.wfen().split()[5]))
