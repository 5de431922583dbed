"""The kernel against the reference: a sample of what `make soak ARGS=solver` does at length."""

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
"""Every fifth shape, as each takes half a second: so each part of a shape is there and is not."""


@pytest.mark.parametrize("seed", SAMPLE)
def test_shapes_are_solved_alone_and_in_a_batch_as_by_the_reference(seed):
    assert check_seed(seed) > 0


@pytest.mark.parametrize("part", TurnShape._fields)
def test_every_part_of_a_shape_is_in_the_sample(part):
    sample = {getattr(SHAPES[seed], part) for seed in SAMPLE}
    assert sample == {getattr(shape, part) for shape in SHAPES}


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_batches_of_thousands(threads):
    rng = random.Random(threads)
    count = 4 * LANES + 77
    stakes = [random_stakes(rng) for _ in range(count)]
    states = rng.choices(program(BASE).states, k=count)
    states[:8] = [first_state(BASE)] * 8
    wanted = np.array([program(BASE).rolling_row(state) for state in states], np.int32)
    found = solve_batch(BASE, *stake_arrays(stakes), wanted, threads)
    expected = [Reference(BASE, s).rolling(state) for s, state in zip(stakes, states, strict=True)]
    assert found == pytest.approx(np.array(expected), **CLOSE)


def test_batch_gives_the_start_of_the_turn_unless_told():
    shape = TurnShape("111www", bratwurm=True)
    rng = random.Random(5)
    stakes = [random_stakes(rng) for _ in range(3)]
    found = solve_batch(shape, *stake_arrays(stakes))
    expected = [each.rolling(first_state(shape)) for each in solve_all(shape, stakes)]
    assert found == pytest.approx(np.array(expected), **CLOSE)
    assert solve_batch(shape, np.empty((0, 2, 2, 46)), np.empty((0, 2, 2))).shape == (0, 2)


@pytest.mark.parametrize("count", [1, 2 * LANES])
def test_one_compiled_kernel_solves_arrays_however_they_lie(count):
    """Once each order of axes had a kernel of its own, and seconds went by for each."""
    rng = random.Random(count)
    stop, failure = stake_arrays([random_stakes(rng, channels=2) for _ in range(count)])
    found = [
        solve_batch(BASE, np.asarray(stop, order=order), np.asarray(failure, order=order))
        for order in "CF"
    ]
    assert np.array_equal(*found)
    given = [array for signature in _solve.signatures for array in signature[1]]
    assert {array.layout for array in given} == {"C"}


@pytest.mark.parametrize("seed", SAMPLE)
def test_weights_of_every_tree_sum_to_one(seed):
    tables = program(SHAPES[seed]).tables
    for tree, bust_weight in enumerate(tables.bust_weight):
        first, end = tables.first_node[tree], tables.first_node[tree + 1]
        leaves = tables.leaf_weight[tables.first_leaf[first] : tables.first_leaf[end]]
        assert bust_weight + tables.node_weight[first:end].sum() + leaves.sum() == pytest.approx(1)
