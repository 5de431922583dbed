"""Soak suite of positions: all that `core/test_random_games.py` claims, in one random game.

A seed names the game.
"""

import random

from core import test_random_games as claims
from support.random_play import random_start

OF_EXTRAWURM = claims.test_every_specialist_is_in_a_place_of_its_own
CLAIMS = [test for test in vars(claims).values() if hasattr(test, "hypothesis")]


def check_seed(seed: int) -> int:
    """Check every claim; returns how many there were."""
    begin = random_start(random.Random(seed))
    checked = [each for each in CLAIMS if begin.extrawurm or each is not OF_EXTRAWURM]
    for claim in checked:
        claim.hypothesis.inner_test(begin, seed)
    return len(checked)
