import numpy as np
import pytest
import torch

from pickomino import OVER, Rules, start
from pickomino.evaluation import full_features
from pickomino.evaluation.full_features import ALL_TILES, full_arrays_from_positions
from pickomino.evaluation.protocol import final_chances
from pickomino.solver.outcomes import claims_by_total, turn_outcomes
from support.turn_starts import FULL_RULES, starts_of_turns, to_full_arrays, training_ends
from training.games import extrawurm_tables


@pytest.mark.parametrize("players", [2, 3, 7])
def test_turn_ends_match_the_engine(players):
    positions = [
        position
        for seed, rules in enumerate(map(Rules.parse, FULL_RULES))
        for position in starts_of_turns(rules, players, 50, seed=10 * players + seed)
    ]
    ends = extrawurm_tables.enumerate_ends(to_full_arrays(positions), players)
    over = extrawurm_tables.is_over(ends.after)
    shares = extrawurm_tables.final_chances(ends.after, players)
    robberies = 0
    for row, position in enumerate(positions):
        outcomes = turn_outcomes(position)
        half = len(outcomes.labels) // 2 if outcomes.shape.bratwurm else len(outcomes.labels)
        reached = [
            end
            for place, (label, after) in enumerate(
                zip(outcomes.labels, outcomes.positions, strict=True)
            )
            for end in training_ends(position, label, after, int(place >= half))
        ]
        for gained, end, after in reached:
            at = (row, gained, end)
            assert ends.possible[at], (position.wfen(), end)
            assert bool(over[at]) == (after.to_act == OVER)
            robberies += end >= extrawurm_tables.FIRST_ROBBERY
            if after.to_act == OVER:
                rotated = np.roll(shares[at].tolist(), position.seat + 1)
                assert rotated == pytest.approx(final_chances(after))
                continue
            for column, expected in zip(
                ends.after, full_arrays_from_positions([after]), strict=True
            ):
                assert column[at].tolist() == expected[0].tolist(), (position.wfen(), end)
        if not outcomes.shape.bratwurm:
            assert all(torch.equal(column[row, 0], column[row, 1]) for column in ends.after)
        expected = claims_by_total(position)
        for total, claims in enumerate(ends.claims[row]):
            tiles = {ALL_TILES[tile] for tile in claims.nonzero()[:, 0].tolist()}
            assert tiles == {claim.value for claim in expected[total]}, (position.wfen(), total)
    assert robberies > 0


@pytest.mark.parametrize("players", [2, 5])
def test_new_tables_match_the_start_of_a_game(players):
    for rules in map(Rules.parse, FULL_RULES):
        options = torch.tensor([full_features.option_indices(rules)])
        tables = extrawurm_tables.new_tables(options, players)
        for column, expected in zip(
            tables, full_arrays_from_positions([start(rules, players)]), strict=True
        ):
            assert column.tolist() == expected.tolist()


@pytest.mark.parametrize("players", [2, 4, 7])
def test_features_are_equal_in_numpy_and_torch(players):
    positions = [
        position
        for rules in map(Rules.parse, FULL_RULES)
        for position in starts_of_turns(rules, players, 30, seed=9)
    ]
    by_numpy = full_features.encode(full_arrays_from_positions(positions), players, np)
    by_torch = full_features.encode(to_full_arrays(positions), players, torch)
    assert by_numpy.dtype == np.float32
    assert by_numpy.shape == (len(positions), full_features.width(players))
    assert np.array_equal(by_numpy, by_torch.numpy())
