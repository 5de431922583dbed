"""A fixed sample of the soak suite of the naive implementation; its setups are varied."""

from __future__ import annotations

from collections import Counter
from itertools import cycle

import pytest

from .checks import check_game, check_setup, setup_for
from .positions import BOTH
from .rules import NaiveGame
from .wfen import is_golden, parse_dice


@pytest.mark.parametrize(("rules", "players"), zip(BOTH, cycle([2, 4, 7]), strict=False))
def test_random_play_keeps_the_invariants(rules: str, players: int) -> None:
    assert check_game(rules, players, seed=1) > 0


@pytest.mark.parametrize("start", range(0, 2000, 100))
def test_random_setups_are_playable(start: int) -> None:
    for seed in range(start, start + 20):
        text = setup_for(seed)
        assert setup_for(seed) == text
        check_setup(text, seed)


def test_random_setups_are_varied() -> None:
    games = [NaiveGame.from_wfen(setup_for(seed)) for seed in range(2000)]
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
