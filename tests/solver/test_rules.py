"""The solver against a plain search by the rules, with few dice left."""

import random

import pytest

from pickomino import Phase, Position, apply, legal_actions, worms
from pickomino.solver.odds import turn_odds
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve
from solver.stakes import EXTRAWURM_RULES, RULES, random_position, with_several_specialists
from solver.tree import pseudo_random_value, searcher


def check(position):
    """Compare reference and kernel with one search, the slowest of the three."""
    value = searcher(position.seat, pseudo_random_value)
    values = list(map(pseudo_random_value, turn_outcomes(position).positions))
    expected = {action: value(apply(position, action)) for action in legal_actions(position)}
    for fast in (False, True):
        solution = solve(position, values, fast=fast)
        where = f"{position.wfen()} by the {'kernel' if fast else 'reference'}"
        assert solution.value(position) == pytest.approx(value(position), abs=1e-12), where
        assert solution.choices(position) == pytest.approx(expected, abs=1e-12), where
        if expected:
            assert expected[solution.best(position)] == pytest.approx(max(expected.values())), where


@pytest.mark.parametrize("rules", RULES + EXTRAWURM_RULES)
def test_action_values_match_a_plain_search(rules):
    rng = random.Random(7)
    for _ in range(30):
        check(random_position(rng, rules, max_dice=3))
    for _ in range(2):
        check(random_position(rng, rules, max_dice=5))


@pytest.mark.parametrize("rules", EXTRAWURM_RULES)
def test_values_with_several_specialists_match_a_plain_search(rules):
    rng = random.Random(8)
    for _ in range(20):
        position = with_several_specialists(rng, random_position(rng, rules, max_dice=3))
        if position is not None:
            check(position)


@pytest.mark.parametrize("rules", ["classic", "manual+extrawurm(golden=plain,weaselbust=yes)"])
def test_one_solution_covers_the_whole_turn(rules):
    rng = random.Random(9)
    for _ in range(20):
        position = random_position(rng, rules, max_dice=3)
        seat, value = position.seat, searcher(position.seat, pseudo_random_value)
        outcomes = turn_outcomes(position)
        solution = solve(position, list(map(pseudo_random_value, outcomes.positions)))
        for later in later_positions(position, seat):
            assert solution.value(later) == pytest.approx(value(later), abs=1e-12), later.wfen()


def later_positions(position, seat):
    from pickomino import apply_roll, chance_outcomes

    reached, pending = set(), {position}
    while pending:
        here = pending.pop()
        if here.seat != seat or here.turn.phase in (Phase.RAVEN, Phase.OVER):
            continue
        reached.add(here)
        after = {apply(here, action) for action in legal_actions(here)}
        after |= {apply_roll(here, roll) for roll, _ in chance_outcomes(here)}
        pending |= after - reached
    return reached


@pytest.mark.parametrize("rules", RULES + EXTRAWURM_RULES)
def test_expected_worms_count_own_tiles(rules):
    rng = random.Random(10)
    for _ in range(30):
        position = random_position(rng, rules, max_dice=3)
        seat = position.seat
        own_only = tuple(s if i == seat else () for i, s in enumerate(position.stacks))
        alone = position._replace(stacks=own_only)
        if position.turn.phase is Phase.DECIDE and not legal_actions(alone):
            continue  # the only claim was a steal
        before = sum(map(worms, position.stacks[seat]))
        value = searcher(seat, lambda after: sum(map(worms, after.stacks[seat])) - before)  # noqa: B023
        expected_worms = turn_odds(position).expected_worms
        assert expected_worms == pytest.approx(value(alone), abs=1e-12), position.wfen()


@pytest.mark.parametrize(
    "wfen",
    [
        "standard oooooooooooooooo -/- a 455ww ~",
        "standard oooooooooooooooo -/- a 455ww -",
        "standard oooooooooooooooo -/- a 344ww 125",
        "standard oooooooooooooooo -/- a 5ww 34455",
        "standard+extrawurm .ooooooooooooooooo 11/- a 4555 ~ a,21,23,25,27/0,0/-",
    ],
)
def test_chances_of_totals_match_a_plain_search(wfen):
    # On a full grill the tile taken shows the total; 36 stands for all totals above.
    position = Position.from_wfen(wfen)
    odds = turn_odds(position)
    for total in range(21, 37):

        def top(after):
            return after.stacks[0][-1] if after.stacks[0] else 0

        at_least = searcher(0, lambda after, total=total: float(top(after) >= total))
        assert odds.at_least[total] == pytest.approx(at_least(position), abs=1e-12)
        exactly = searcher(0, lambda after, total=total: float(top(after) == total))
        if total < 36:
            assert odds.exactly[total] == pytest.approx(exactly(position), abs=1e-12)
