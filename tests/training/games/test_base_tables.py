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
def test_every_end_of_a_turn_is_the_engines(rules, players):
    positions = starts_of_turns(Rules.parse(rules), players, 60, seed=players)
    ends = base_tables.ends_of(to_arrays(positions), players)
    for row, position in enumerate(positions):
        outcomes = turn_outcomes(position)
        expected = {training_end(label) for label in outcomes.labels}
        # A tile that no total may claim (a forced steal hides it) can still lie on the grill.
        assert expected <= set(ends.possible[row].nonzero()[:, 0].tolist())
        for label, after in zip(outcomes.labels, outcomes.positions, strict=True):
            end = training_end(label)
            place, height = ends.after.place[row, end], ends.after.height[row, end]
            if after.to_act == OVER:
                # An over position has no seat to turn to: compare what counts.
                assert bool(base_tables.is_over(place))
                chances = base_tables.final_chances(place[None], players)[0].tolist()
                turned = (
                    chances[-(position.seat + 1) % players :]
                    + chances[: -(position.seat + 1) % players]
                )
                assert turned == pytest.approx(final_chances(after))
            else:
                wanted_place, wanted_height = features.tiles_of([after])
                assert place.tolist() == wanted_place[0].tolist(), (position.wfen(), label)
                assert height.tolist() == wanted_height[0].tolist(), (position.wfen(), label)


@pytest.mark.parametrize("rules", EVERY_OPTION)
def test_every_total_claims_what_the_engine_says(rules):
    positions = starts_of_turns(Rules.parse(rules), 3, 200, seed=5)
    claims = base_tables.ends_of(to_arrays(positions), 3).claims
    for row, position in enumerate(positions):
        wanted = claims_by_total(position)
        for total in range(base_tables.TOTALS):
            found = {TILES[tile] for tile in claims[row, total].nonzero()[:, 0].tolist()}
            assert found == {claim.value for claim in wanted[total]}, (position.wfen(), total)


@pytest.mark.parametrize("players", range(2, 8))
def test_features_are_the_same_in_numpy_and_torch(players):
    positions = [
        position
        for rules in map(Rules.parse, EVERY_OPTION)
        if features.knows(rules)
        for position in starts_of_turns(rules, players, 50, seed=9)
    ]
    plain = features.encode(features.arrays_of(positions), players, np)
    by_torch = features.encode(to_arrays(positions), players, torch)
    assert plain.dtype == np.float32
    assert plain.shape == (len(positions), features.width(players))
    assert np.array_equal(plain, by_torch.numpy())
