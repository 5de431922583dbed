"""Published figures, reproduced by both solvers."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pickomino import Position, Rules, start, worms
from pickomino.solver.odds import turn_odds
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.reference import Stakes, rolls_from
from pickomino.solver.shape import BASE, TOTALS, first_state
from pickomino.solver.solution import solve, solve_shape

PUBLISHED = json.loads((Path(__file__).parents[1] / "data" / "turn_odds.json").read_text())
FULL_GRILL = start(Rules.preset("standard"), 2)
FULL_GRILL_WORMS = Fraction(51132211301397563344873, 31088519960728128454656)

both_solvers = pytest.mark.parametrize("fast", [False, True], ids=["reference", "kernel"])


def published(name):
    return {int(key): value for key, value in PUBLISHED[name].items() if key.isdigit()}


def worms_of_best_tile(top):
    stop = tuple((float(worms(min(total, 36))),) if total > 20 else None for total in range(TOTALS))
    return Stakes((stop, stop), ((-float(top),), (-float(top),)))


@both_solvers
def test_chances_of_at_least_each_total_are_as_published(fast):
    chances = turn_odds(FULL_GRILL, fast=fast).at_least
    assert chances == pytest.approx(published("at_least"), abs=1e-9)


@both_solvers
def test_chances_of_exactly_each_total_are_as_published(fast):
    position = start(Rules.preset("standard", extrawurm=True), 2)
    odds = turn_odds(position, fast=fast)
    assert odds.exactly == pytest.approx(published("exactly"), abs=1e-9)
    assert set(turn_odds(FULL_GRILL).exactly) == set(range(21, 37))


@both_solvers
@pytest.mark.parametrize("top", range(5))
def test_expected_worms_by_top_tile_are_as_published(top, fast):
    values = solve_shape(BASE, [worms_of_best_tile(top)], fast=fast)[0]
    (expected_worms,) = values.rolling(first_state(BASE))
    assert expected_worms == pytest.approx(published("expected_worms_full_grill")[top], abs=1e-9)


@both_solvers
def test_expected_worms_of_a_full_grill_are_as_published(fast):
    expected_worms = turn_odds(FULL_GRILL, fast=fast).expected_worms
    assert expected_worms == pytest.approx(float(FULL_GRILL_WORMS), abs=1e-12)


def test_full_grill_value_is_the_published_fraction():
    outcomes = turn_outcomes(FULL_GRILL)
    values = [0 if claim is None else worms(claim.value) for claim in outcomes.labels]
    solution = solve(FULL_GRILL, values, exact=True)
    assert solution.value(FULL_GRILL) == FULL_GRILL_WORMS
    results = solution.results(FULL_GRILL)
    assert sum(results.values()) == 1
    expected = sum(
        chance * worms(claim.value) for claim, chance in results.items() if claim is not None
    )
    assert expected == FULL_GRILL_WORMS


def test_eight_dice_have_1939_states():
    reached, pending = set(), {first_state(BASE)}
    while pending:
        state = pending.pop()
        reached.add(state)
        if state.can_roll(BASE):
            choices = rolls_from(BASE, state).choices
            pending |= {state.after(BASE, choice) for choice in choices} - reached
    assert len(reached) == PUBLISHED["states"]["mask_dice_sum_states"] == 1939


@pytest.mark.parametrize(
    ("wfen", "at_risk"),
    [
        ("standard oooooooooooooooo -/- a 5wwwwww ~", 0),
        ("standard ooooooooooooooo. 36/- a 5wwwwww ~", 4),
        ("standard+extrawurm oo.ooooooooooooooo 21/- a 5wwwwww ~ 11,a,23,25,27/0,0/-", 0),
        ("standard+extrawurm oo.ooooooooooooooo 21/- a 5wwwwww ~ 11,22,23,25,27/0,0/-", 1),
        ("standard+extrawurm .ooooooooooooooooo 11/- a 5wwwwww ~ 13,21,23,25,27/0,0/-", 0),
    ],
)
def test_expected_worms_include_the_tile_at_risk(wfen, at_risk):
    # One die: 1 to 4 make 36 to 39, four worms; 5 and worm bust.
    expected_worms = turn_odds(Position.from_wfen(wfen)).expected_worms
    assert expected_worms == pytest.approx((4 * 4 - 2 * at_risk) / 6)
