"""Values before the first roll of a turn agree with the whole solution."""

import random

import numpy as np
import pytest

from pickomino import Phase, Rules
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve_many
from pickomino.solver.starts import start_values
from support.turn_starts import EVERY_OPTION, starts_of_turns


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("rules", EVERY_OPTION)
def test_start_values_match_the_solution(rules, channels):
    positions = starts_of_turns(Rules.parse(rules), 3, 14, seed=7)
    waiting = [position for position in positions if position.turn.phase is Phase.ROLL]
    outcomes = [turn_outcomes(position) for position in waiting]
    generator = random.Random(8)
    values = [
        # Some are equal: of equal claims the first one counts.
        np.array([[generator.randrange(6) / 5 for _ in range(channels)] for _ in turn.positions])
        for turn in outcomes
    ]
    solved = solve_many(outcomes, [own.tolist() for own in values], [0] * len(outcomes))
    for start, solution, turn in zip(start_values(outcomes, values), solved, outcomes, strict=True):
        expected = [float(value) for value in solution.values(turn.position)]
        assert start.tolist() == pytest.approx(expected, abs=1e-9)


def test_turns_of_different_tables_are_solved_together():
    outcomes = [
        turn_outcomes(starts_of_turns(Rules.parse(rules), players, 5, seed=1)[-1])
        for rules, players in (("classic", 2), ("manual+extrawurm", 4), ("classic", 4))
    ]
    values = [
        np.random.default_rng(number).random((len(turn.positions), number + 1))
        for number, turn in enumerate(outcomes)
    ]
    together = start_values(outcomes, values)
    assert [len(start) for start in together] == [1, 2, 3]
    for turn, own, start in zip(outcomes, values, together, strict=True):
        assert np.allclose(start_values([turn], [own])[0], start, atol=1e-12)
