"""The kernel against the reference, on every shape and thousands of random stakes."""

import random

import numpy as np
import pytest

from pickomino.solver.kernels import LANES, solve_batch, solve_one, solve_rows, stake_arrays
from pickomino.solver.program import program
from pickomino.solver.reference import Reference
from pickomino.solver.shape import BASE, TurnShape, first_state
from solver.stakes import SHAPES, random_stakes

CLOSE = {"rel": 0, "abs": 1e-12}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: ",".join(map(str, shape)))
def test_every_shape(shape):
    rng = random.Random(1)
    states = rng.choices(program(shape).states, k=10)
    states[0] = first_state(shape)
    stakes = [random_stakes(rng) for _ in states]
    stop, failure = stake_arrays(stakes)
    rows = solve_rows(shape, stop, failure)
    for number, (state, each) in enumerate(zip(states, stakes, strict=True)):
        reference, one = Reference(shape, each), solve_one(shape, each)
        assert one.rolling(state) == pytest.approx(reference.rolling(state), **CLOSE)
        assert one.deciding(state) == pytest.approx(reference.deciding(state), **CLOSE)
        np.testing.assert_allclose(rows[:, number], one.values, rtol=0, atol=1e-12)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_batches_of_thousands(threads):
    rng = random.Random(threads)
    count = 4 * LANES + 77
    stakes = [random_stakes(rng) for _ in range(count)]
    states = rng.choices(program(BASE).states, k=count)
    states[:8] = [first_state(BASE)] * 8
    wanted = np.array([program(BASE).rolling_row(state) for state in states])
    found = solve_batch(BASE, *stake_arrays(stakes), wanted, threads)
    expected = [Reference(BASE, s).rolling(state) for s, state in zip(stakes, states, strict=True)]
    assert found == pytest.approx(np.array(expected, float), **CLOSE)


def test_batch_gives_the_start_of_the_turn_unless_told():
    shape = TurnShape("111www", bratwurm=True)
    rng = random.Random(5)
    stakes = [random_stakes(rng) for _ in range(3)]
    found = solve_batch(shape, *stake_arrays(stakes))
    expected = [solve_one(shape, each).rolling(first_state(shape)) for each in stakes]
    assert found == pytest.approx(expected, **CLOSE)
    assert solve_batch(shape, *stake_arrays([])).shape == (0,)


@pytest.mark.parametrize("shape", SHAPES)
def test_weights_of_every_tree_sum_to_one(shape):
    tables = program(shape).tables
    for tree, bust_weight in enumerate(tables.bust_weight):
        first, end = tables.first_node[tree], tables.first_node[tree + 1]
        leaves = tables.leaf_weight[tables.first_leaf[first] : tables.first_leaf[end]]
        assert bust_weight + tables.node_weight[first:end].sum() + leaves.sum() == pytest.approx(1)
