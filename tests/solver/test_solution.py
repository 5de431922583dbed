"""The answers of a solution are consistent, and play that follows it earns its value."""

import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from pickomino import (
    Action,
    Phase,
    Position,
    Rules,
    SeededDice,
    apply,
    apply_roll,
    chance_outcomes,
    start,
)
from pickomino.core.play import dice_to_roll
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve, solve_many
from solver.stakes import EXTRAWURM_RULES, RULES, random_position
from solver.tree import pseudo_random_value


def solve_randomly(position, **options):
    values = [pseudo_random_value(after) for after in turn_outcomes(position).positions]
    return solve(position, values, **options)


@pytest.mark.parametrize("rules", RULES + EXTRAWURM_RULES)
def test_results_add_up_to_the_value(rules):
    rng = random.Random(3)
    for max_dice in (3, 3, 3, 5, 9):
        position = random_position(rng, rules, max_dice)
        outcomes, solution = turn_outcomes(position), solve_randomly(position)
        results, chances = solution.results(position), solution.chances(position)
        assert sum(results.values()) == pytest.approx(1)
        values = {
            (label, index >= outcomes.failure[1] > 0): pseudo_random_value(after)
            for index, (label, after) in enumerate(
                zip(outcomes.labels, outcomes.positions, strict=True)
            )
        }
        expected = sum(chance * values[result] for result, chance in chances.items())
        assert solution.value(position) == pytest.approx(expected, abs=1e-10), position.wfen()


@pytest.mark.parametrize("rules", ["classic", "manual+extrawurm(golden=plain)"])
def test_kernel_and_reference_agree(rules):
    rng = random.Random(4)
    for _ in range(15):
        position = random_position(rng, rules, 6)
        one, other = solve_randomly(position), solve_randomly(position, fast=True)
        assert one.best(position) == other.best(position)
        assert one.choices(position) == pytest.approx(other.choices(position), abs=1e-12)
        assert one.results(position) == pytest.approx(other.results(position), abs=1e-12)


@pytest.mark.parametrize("rules", ["manual", *EXTRAWURM_RULES])
def test_fractions_are_exact(rules):
    rng = random.Random(5)
    position = random_position(rng, rules, 4)
    exact = solve_randomly(position, exact=True)
    assert isinstance(exact.value(position), Fraction)
    assert sum(exact.results(position).values()) == 1
    assert exact.value(position) == pytest.approx(
        solve_randomly(position).value(position), abs=1e-12
    )


def by_seat(position):
    """Return pseudo-random chances by seat for every position in which a turn can end."""
    shares = [
        [1 + pseudo_random_value(after._replace(seat=seat)) for seat in range(position.players)]
        for after in turn_outcomes(position).positions
    ]
    return [[share / sum(row) for share in row] for row in shares]


@pytest.mark.parametrize("fast", [False, True], ids=["reference", "kernel"])
@pytest.mark.parametrize("rules", ["classic", *EXTRAWURM_RULES])
def test_values_of_rivals_follow_the_best_play(rules, fast):
    rng = random.Random(6)
    for _ in range(10):
        position = random_position(rng, rules, max_dice=4)
        aim, chances = position.seat, by_seat(position)
        solution = solve(position, chances, aim, fast=fast)
        alone = solve(position, [row[aim] for row in chances])
        assert sum(solution.values(position)) == pytest.approx(1)
        assert solution.values(position)[aim] == pytest.approx(alone.value(position), abs=1e-12)
        best = alone.best(position)
        if best is None:
            rolled = [(apply_roll(position, roll), w) for roll, w in chance_outcomes(position)]
            failed = chances[turn_outcomes(position).failure[0]]
            after = [
                (solution.values(later) if later.turn.phase is Phase.CHOOSE else failed, weight)
                for later, weight in rolled
            ]
            mean = np.average([v for v, _ in after], axis=0, weights=[w for _, w in after])
            assert solution.values(position) == pytest.approx(mean, abs=1e-12)
        else:
            assert solution.best(position) == best
            assert solution.choice_values(position)[best] == solution.values(position)


def test_many_turns_are_solved_like_one():
    rng = random.Random(12)
    positions = [random_position(rng, rules, 8) for rules in RULES + EXTRAWURM_RULES]
    outcomes = [turn_outcomes(position) for position in positions]
    values = [by_seat(position) for position in positions]
    seats = [position.seat for position in positions]
    many = solve_many(outcomes, values, seats, fast=True)
    for position, own, solution in zip(positions, values, many, strict=True):
        alone = solve(position, own, position.seat)
        assert solution.values(position) == pytest.approx(alone.values(position), abs=1e-12)


def play_turn(position, solution, dice, number):
    seat = position.seat
    while position.seat == seat and position.turn.phase not in (Phase.RAVEN, Phase.OVER):
        action = solution.best(position)
        if action is None:
            roll = dice.roll(number, *dice_to_roll(position))
            position, number = apply_roll(position, roll), number + 1
        else:
            position = apply(position, action)
    return position, number


@pytest.mark.parametrize(
    "wfen",
    [
        "standard oooooooooooooooo -/- a - ~",
        "manual oo..oo.oooo.ooox 23/24,27/32 a - ~",
        "standard+extrawurm ooooooo.oooooooooo 26/- a - ~ 11,21,23,25,a/0,0/-",
        "classic+extrawurm(weaselbust=yes) ooooooo.oooooooooo 26/- a - ~ 11,21,23,a,27/0,0/-",
    ],
)
def test_simulated_turns_earn_the_value(wfen):
    position = Position.from_wfen(wfen)
    solution = solve_randomly(position, fast=True)
    dice, number, earned = SeededDice(11), 0, []
    for _ in range(2500):
        after, number = play_turn(position, solution, dice, number)
        earned.append(pseudo_random_value(after))
    mean = sum(earned) / len(earned)
    variance = sum((value - mean) ** 2 for value in earned) / (len(earned) - 1)
    error = (variance / len(earned)) ** 0.5
    assert abs(mean - solution.value(position)) < 4 * error


class TestTies:
    def decide(self, wfen, value):
        position = Position.from_wfen(wfen)
        return solve(position, [value] * len(turn_outcomes(position).positions)).best(position)

    def test_claim_comes_before_rolling_on(self):
        best = self.decide("manual oooooooooooooooo -/- a 344ww -", 0.5)
        assert best == Action.parse("t21")

    def test_rolling_on_comes_before_giving_up(self):
        assert self.decide("standard oooooooooooooooo -/- a 344 -", 0.5) == Action.parse("r")

    def test_lower_face_comes_first(self):
        assert self.decide("standard oooooooooooooooo -/- a w 3455555", 0.5) == Action.parse("k3")

    def test_weasel_comes_last(self):
        wfen = "standard+extrawurm oooooooooooooooooo -/- a - 3455555w 11,21,23,a,27/0,0/-"
        assert self.decide(wfen, 0.5) == Action.parse("k3")


def test_positions_of_other_turns_are_refused():
    position = start(Rules.preset("standard"), 2)
    later = Position.from_wfen("standard oooooooooooooooo -/- a 344ww -")
    assert solve_randomly(position).value(later) > -1
    with pytest.raises(ValueError, match="not in the turn"):
        solve_randomly(later).value(position)
    with pytest.raises(ValueError, match="not in the turn"):
        solve_randomly(position).value(position._replace(seat=1))
    over = Position.from_wfen("standard xxxxxxxxxxx....x 32,33,34/35 - - -")
    with pytest.raises(ValueError, match="no dice are in play"):
        turn_outcomes(over)
    with pytest.raises(ValueError, match="17 values needed"):
        solve(position, [1.0])
    with pytest.raises(ValueError, match="exact or fast"):
        solve(position, [0.0] * 17, exact=True, fast=True)


def test_odds_do_not_load_numpy():
    program = (
        "import sys, pickomino.solver.odds, pickomino.solver.solution;"
        "sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
