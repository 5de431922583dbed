import numpy as np
import pytest
import torch

from pickomino import OVER, Rules
from pickomino.core.tiles import TILES
from pickomino.evaluation import features
from pickomino.evaluation.protocol import final_chances
from pickomino.solver.outcomes import claims_by_total, turn_outcomes
from support.turn_starts import starts_of_turns, to_arrays, training_end
from training.games import base_tables

EVERY_OPTION = (
    "standard",
    "classic",
    "short",
    "manual",
    "standard(emptyflip=yes)",
    "standard(claim=any,returned=turned)",
    "short(returned=down)",
)


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("rules", EVERY_OPTION)
def test_turn_ends_match_the_engine(rules, players):
    positions = starts_of_turns(Rules.parse(rules), players, 60, seed=players)
    ends = base_tables.enumerate_ends(to_arrays(positions), players)
    for row, position in enumerate(positions):
        outcomes = turn_outcomes(position)
        expected = {training_end(label) for label in outcomes.labels}
        # A tile that no total can claim because of a forced steal can still lie on the grill.
        assert expected <= set(ends.possible[row].nonzero()[:, 0].tolist())
        for label, after in zip(outcomes.labels, outcomes.positions, strict=True):
            end = training_end(label)
            place, height = ends.after.place[row, end], ends.after.height[row, end]
            if after.to_act == OVER:
                # A finished position has no next seat, so only the results are compared.
                assert bool(base_tables.is_over(place))
                chances = base_tables.final_chances(place[None], players)[0].tolist()
                seat = -(position.seat + 1) % players
                rotated = chances[seat:] + chances[:seat]
                assert rotated == pytest.approx(final_chances(after))
            else:
                expected_place, expected_height = features.tile_arrays([after])
                assert place.tolist() == expected_place[0].tolist(), (position.wfen(), label)
                assert height.tolist() == expected_height[0].tolist(), (position.wfen(), label)


@pytest.mark.parametrize("rules", EVERY_OPTION)
def test_claims_of_every_total_match_the_engine(rules):
    positions = starts_of_turns(Rules.parse(rules), 3, 200, seed=5)
    claims = base_tables.enumerate_ends(to_arrays(positions), 3).claims
    for row, position in enumerate(positions):
        expected = claims_by_total(position)
        for total in range(base_tables.TOTALS):
            tiles = {TILES[tile] for tile in claims[row, total].nonzero()[:, 0].tolist()}
            assert tiles == {claim.value for claim in expected[total]}, (position.wfen(), total)


@pytest.mark.parametrize("players", range(2, 8))
def test_features_are_equal_in_numpy_and_torch(players):
    positions = [
        position
        for rules in map(Rules.parse, EVERY_OPTION)
        if features.supports(rules)
        for position in starts_of_turns(rules, players, 50, seed=9)
    ]
    by_numpy = features.encode(features.arrays_from_positions(positions), players, np)
    by_torch = features.encode(to_arrays(positions), players, torch)
    assert by_numpy.dtype == np.float32
    assert by_numpy.shape == (len(positions), features.width(players))
    assert np.array_equal(by_numpy, by_torch.numpy())
