"""The solver: the kernel agrees with the reference, and both agree with the rules.

A seed determines a shape of the turn with random stakes, and a position.
"""

from __future__ import annotations

import random

import numpy as np

from pickomino.solver.kernels import MAX_SOLVED_SINGLY, solve_all
from pickomino.solver.program import program
from pickomino.solver.reference import Reference
from pickomino.solver.shape import first_state
from solver.stakes import EXTRAWURM_RULES, RULES, SHAPES, random_position, random_stakes
from solver.test_rules import check

STATES = 20
CLOSE = {"rtol": 0, "atol": 1e-12}
CHANNELS_AND_DIGITS = [(1, 15), (2, 1), (7, 0)]
"""Few digits cause many ties, which the other channels reveal."""


def check_seed(seed: int) -> int:
    """Solve random stakes and a position; return the number of compared states."""
    rng = random.Random(seed)
    position = random_position(rng, rng.choice(RULES + EXTRAWURM_RULES), max_dice=3)
    check(position)
    return 1 + check_shape(seed, rng)


def check_shape(seed: int, rng: random.Random) -> int:
    """Compare stakes solved alone, in a batch, and by the reference."""
    shape = SHAPES[seed % len(SHAPES)]
    kind = (seed + seed // len(SHAPES)) % len(CHANNELS_AND_DIGITS)
    stakes = [random_stakes(rng, *CHANNELS_AND_DIGITS[kind]) for _ in range(MAX_SOLVED_SINGLY + 1)]
    first, *others = solve_all(shape, stakes)
    assert np.allclose(solve_all(shape, stakes[:1])[0].values, first.values, **CLOSE), shape
    for solved, each in ((first, stakes[0]), (others[-1], stakes[-1])):
        reference = Reference(shape, each)
        for state in (first_state(shape), *rng.choices(program(shape).states, k=STATES)):
            assert np.allclose(solved.rolling(state), reference.rolling(state), **CLOSE), shape
            assert np.allclose(solved.deciding(state), reference.deciding(state), **CLOSE), shape
    return 2 * (1 + STATES)
