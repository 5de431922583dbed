"""Turns solved by the client's JavaScript equal the reference, for every shape."""

import random
import sys

import numpy as np
import pytest

from client.test_client import require_tool
from pickomino import Rules
from pickomino.bots.registry import BOTS
from pickomino.browser_kernels import MODULE
from pickomino.solver import backend, browser
from pickomino.solver.export import BASE_SHAPES, EXTRAWURM_SHAPES
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.program import program
from pickomino.solver.reference import Reference
from pickomino.solver.shape import first_state
from solver.stakes import EXTRAWURM_RULES, RULES, random_stakes
from support.offline.kernel_files import KernelFiles
from support.offline.node_kernels import NodeKernels
from support.turn_starts import starts_of_turns

CLOSE = {"rtol": 0, "atol": 1e-12}
CHANNELS_AND_DIGITS = [(1, 15), (2, 1), (7, 0)]
"""Few digits cause many ties, which the other channels reveal."""


@pytest.fixture(scope="module")
def kernels():
    require_tool("node")
    files = KernelFiles()
    started = NodeKernels(files.path)
    started.prepare_now(0, extrawurm=True)
    yield started
    started.close()
    files.close()


@pytest.fixture(autouse=True)
def in_browser(monkeypatch, kernels):
    monkeypatch.setitem(sys.modules, MODULE, kernels)


@pytest.mark.parametrize("shape", [*BASE_SHAPES, *EXTRAWURM_SHAPES])
def test_every_state_equals_the_reference(shape):
    rng = random.Random(3)
    for channels, digits in CHANNELS_AND_DIGITS:
        stakes = random_stakes(rng, channels, digits)
        (solved,) = browser.solve_all(shape, [stakes])
        reference = Reference(shape, stakes)
        for state in (first_state(shape), *rng.choices(program(shape).states, k=30)):
            assert np.allclose(solved.rolling(state), reference.rolling(state), **CLOSE)
            assert np.allclose(solved.deciding(state), reference.deciding(state), **CLOSE)


@pytest.mark.parametrize("rules", [RULES[0], EXTRAWURM_RULES[0]])
def test_start_values_equal_those_of_the_kernel(rules, monkeypatch):
    rng = random.Random(5)
    outcomes = [
        turn_outcomes(start) for start in starts_of_turns(Rules.parse(rules), 3, 12, seed=2)
    ]
    values = [[(rng.random(), rng.random()) for _ in turn.positions] for turn in outcomes]
    in_browser = backend.start_values(outcomes, values)
    monkeypatch.delitem(sys.modules, MODULE)
    assert np.allclose(in_browser, backend.start_values(outcomes, values), **CLOSE)


def test_browser_needs_no_library(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda *_: None)
    assert BOTS["champion"].missing == ()
    monkeypatch.delitem(sys.modules, MODULE)
    assert BOTS["champion"].missing == ("numba", "numpy")


def test_tables_that_are_not_loaded_are_named():
    with pytest.raises(AssertionError, match="no-shape are not loaded"):
        sys.modules[MODULE].states("no-shape")
