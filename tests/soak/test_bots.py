"""A sample of the soak suites of bots, and a check that they cover every table."""

from collections import Counter

import pytest

from soak import GAMES
from soak.suites.bots import (
    ALL_RULES,
    GAMES_A_BOT,
    PLAYERS,
    QUICK,
    QUICK_GAMES,
    STRONG_GAMES,
    check_quick,
    check_strongest,
    quick_table,
)


def test_suite_plays_every_bot_1000_times_at_every_table():
    seated = Counter()
    for seed in range(QUICK_GAMES):
        rules, names = quick_table(seed)
        for name in set(names):
            seated[rules, len(names), name] += 1
    assert len(seated) == len(ALL_RULES) * len(PLAYERS) * len(QUICK)
    assert min(seated.values()) >= GAMES_A_BOT
    assert GAMES["bots"] == QUICK_GAMES
    assert GAMES["strongest"] == STRONG_GAMES


@pytest.mark.parametrize("seed", range(0, QUICK_GAMES, QUICK_GAMES // 20))
def test_sample_of_quick_bots_plays_legally(seed):
    assert check_quick(seed) > 0


@pytest.mark.parametrize("seed", range(5, STRONG_GAMES, STRONG_GAMES // 4))
def test_sample_of_the_strongest_bots_plays_legally(seed):
    assert check_strongest(seed) > 0
