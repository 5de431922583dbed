"""Positions: all properties of `core/test_random_games.py`, in one random game per seed."""

import random

from core import test_random_games as properties
from support.random_play import random_start

EXTRAWURM_ONLY = properties.test_no_two_specialists_share_a_place
PROPERTIES = [test for test in vars(properties).values() if hasattr(test, "hypothesis")]


def check_seed(seed: int) -> int:
    """Check every property; return their number."""
    begin = random_start(random.Random(seed))
    checked = [test for test in PROPERTIES if begin.extrawurm or test is not EXTRAWURM_ONLY]
    for test in checked:
        test.hypothesis.inner_test(begin, seed)
    return len(checked)
