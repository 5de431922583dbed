"""Turns valued before their first roll: the same numbers as the whole solution has."""

import random

import numpy as np
import pytest

from pickomino import Phase, Rules
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve_many
from pickomino.solver.starts import start_values
from support.turn_starts import FULL_RULES, starts_of_turns


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("rules", ["standard", *FULL_RULES])
def test_a_turn_is_worth_what_its_solution_says(rules, channels):
    positions = starts_of_turns(Rules.parse(rules), 3, 14, seed=7)
    outcomes = [turn_outcomes(each) for each in positions if each.turn.phase is Phase.ROLL]
    generator = random.Random(8)
    worths = [
        # Equal numbers too: of equal claims the first one counts.
        np.array([[generator.randrange(6) / 5 for _ in range(channels)] for _ in each.positions])
        for each in outcomes
    ]
    found = start_values(outcomes, worths)
    solved = solve_many(outcomes, [each.tolist() for each in worths], [0] * len(outcomes))
    for values, solution, each in zip(found, solved, outcomes, strict=True):
        expected = [float(value) for value in solution.values(each.position)]
        assert values.tolist() == pytest.approx(expected, abs=1e-9)


def test_turns_of_different_tables_are_valued_together():
    outcomes = [
        turn_outcomes(starts_of_turns(Rules.parse(rules), players, 5, seed=1)[-1])
        for rules, players in (("classic", 2), ("manual+extrawurm", 4), ("classic", 4))
    ]
    worths = [
        np.random.default_rng(number).random((len(each.positions), number + 1))
        for number, each in enumerate(outcomes)
    ]
    together = start_values(outcomes, worths)
    assert [len(each) for each in together] == [1, 2, 3]
    for each, worth, values in zip(outcomes, worths, together, strict=True):
        assert np.allclose(start_values([each], [worth])[0], values, atol=1e-12)
