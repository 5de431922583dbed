"""The kernel against the reference: a sample of `make soak ARGS=solver`."""

import random

import numpy as np
import pytest

from pickomino.solver.kernels import LANES, _solve, solve_all, solve_batch, stake_arrays
from pickomino.solver.program import program
from pickomino.solver.reference import Reference
from pickomino.solver.shape import BASE, TurnShape, first_state
from soak.suites.solver import check_seed
from solver.stakes import SHAPES, random_stakes

CLOSE = {"rel": 0, "abs": 1e-12}


SAMPLE = range(0, len(SHAPES), 5)
"""Every fifth shape, since each takes half a second; the sample has every value of each field."""


@pytest.mark.parametrize("seed", SAMPLE)
def test_kernel_matches_the_reference(seed):
    assert check_seed(seed) > 0


@pytest.mark.parametrize("part", TurnShape._fields)
def test_sample_has_every_value_of_a_shape(part):
    sample = {getattr(SHAPES[seed], part) for seed in SAMPLE}
    assert sample == {getattr(shape, part) for shape in SHAPES}


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_batches_match_the_reference(threads):
    rng = random.Random(threads)
    count = 4 * LANES + 77
    stakes = [random_stakes(rng) for _ in range(count)]
    states = rng.choices(program(BASE).states, k=count)
    states[:8] = [first_state(BASE)] * 8
    wanted = np.array([program(BASE).rolling_row(state) for state in states], np.int32)
    values = solve_batch(BASE, *stake_arrays(stakes), wanted, threads)
    expected = [Reference(BASE, s).rolling(state) for s, state in zip(stakes, states, strict=True)]
    assert values == pytest.approx(np.array(expected), **CLOSE)


def test_batch_defaults_to_the_start_of_the_turn():
    shape = TurnShape("111www", bratwurm=True)
    rng = random.Random(5)
    stakes = [random_stakes(rng) for _ in range(3)]
    values = solve_batch(shape, *stake_arrays(stakes))
    expected = [solved.rolling(first_state(shape)) for solved in solve_all(shape, stakes)]
    assert values == pytest.approx(np.array(expected), **CLOSE)
    assert solve_batch(shape, np.empty((0, 2, 2, 46)), np.empty((0, 2, 2))).shape == (0, 2)


@pytest.mark.parametrize("count", [1, 2 * LANES])
def test_kernel_is_compiled_once_for_all_memory_layouts(count):
    """Once the kernel was compiled for each order of axes, which took seconds each time."""
    rng = random.Random(count)
    stop, failure = stake_arrays([random_stakes(rng, channels=2) for _ in range(count)])
    results = [
        solve_batch(BASE, np.asarray(stop, order=order), np.asarray(failure, order=order))
        for order in "CF"
    ]
    assert np.array_equal(*results)
    arrays = [array for signature in _solve.signatures for array in signature[1]]
    assert {array.layout for array in arrays} == {"C"}


@pytest.mark.parametrize("seed", SAMPLE)
def test_weights_of_every_tree_sum_to_one(seed):
    tables = program(SHAPES[seed]).tables
    for tree, bust_weight in enumerate(tables.bust_weight):
        first, end = tables.first_node[tree], tables.first_node[tree + 1]
        leaves = tables.leaf_weight[tables.first_leaf[first] : tables.first_leaf[end]]
        assert bust_weight + tables.node_weight[first:end].sum() + leaves.sum() == pytest.approx(1)
