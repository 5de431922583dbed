import numpy as np
import pytest
import torch

from pickomino import OVER, Position, Rules, start
from pickomino.envs.torch import tables
from pickomino.evaluation import features
from pickomino.evaluation.features import ALL_TILES, arrays_from_positions, option_indices
from pickomino.evaluation.protocol import final_chances
from pickomino.solver.outcomes import claims_by_total, turn_outcomes
from support.turn_starts import EVERY_OPTION, starts_of_turns, to_tables, training_ends


@pytest.mark.parametrize("players", [2, 3, 7])
def test_turn_ends_match_the_engine(players):
    positions = [
        position
        for seed, rules in enumerate(map(Rules.parse, EVERY_OPTION))
        for position in starts_of_turns(rules, players, 50, seed=10 * players + seed)
    ]
    ends = tables.enumerate_ends(to_tables(positions), players)
    over = tables.is_over(ends.after)
    shares = tables.final_chances(ends.after, players)
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
            robberies += end >= tables.FIRST_ROBBERY
            if after.to_act == OVER:
                rotated = np.roll(shares[at].tolist(), position.seat + 1)
                assert rotated == pytest.approx(final_chances(after))
                continue
            for column, expected in zip(ends.after, arrays_from_positions([after]), strict=True):
                assert column[at].tolist() == expected[0].tolist(), (position.wfen(), end)
        if not outcomes.shape.bratwurm:
            assert all(torch.equal(column[row, 0], column[row, 1]) for column in ends.after)
        expected = claims_by_total(position)
        for total, claims in enumerate(ends.claims.legal[row]):
            tiles = {ALL_TILES[tile] for tile in claims.nonzero()[:, 0].tolist()}
            assert tiles == {claim.value for claim in expected[total]}, (position.wfen(), total)
    assert robberies > 0


@pytest.mark.parametrize("players", [2, 5])
def test_new_tables_match_the_start_of_a_game(players):
    for rules in map(Rules.parse, EVERY_OPTION):
        options = torch.tensor([option_indices(rules)])
        new = tables.new_tables(options, players)
        for column, expected in zip(
            new, arrays_from_positions([start(rules, players)]), strict=True
        ):
            assert column.tolist() == expected.tolist()


@pytest.mark.parametrize("players", [2, 4, 7])
def test_features_are_equal_in_numpy_and_torch(players):
    positions = [
        position
        for rules in map(Rules.parse, EVERY_OPTION)
        for position in starts_of_turns(rules, players, 30, seed=9)
    ]
    by_numpy = features.encode(arrays_from_positions(positions), players, np)
    by_torch = features.encode(to_tables(positions), players, torch)
    assert by_numpy.dtype == np.float32
    assert by_numpy.shape == (len(positions), features.width(players))
    assert np.array_equal(by_numpy, by_torch.numpy())


def test_small_games_use_the_lowest_tiles():
    options = torch.tensor([option_indices(Rules.preset("standard"))] * 2)
    new = tables.new_tables(options, 2, torch.tensor([3, 16]))
    assert [ALL_TILES[tile] for tile in (new.place[0] == features.UP).nonzero()[:, 0]] == [
        21,
        22,
        23,
    ]
    assert int((new.place[1] == features.UP).sum()) == 16


def test_games_need_not_end_if_only_a_forbidden_tile_is_left():
    positions = [
        Position.from_wfen(f"{rules} {grill} {stacks} a - ~ -,-,-,-,-/0,0/-")
        for rules, grill, stacks in (
            ("standard+extrawurm(bothextra=no)", ".oxxxxxxxxxxxxxx..", "11,35/36"),
            ("standard+extrawurm(bothextra=no)", ".oxxxxxxxxxxxxxxo.", "11,36/-"),
            ("standard+extrawurm", ".oxxxxxxxxxxxxxx..", "11,35/36"),
        )
    ]
    assert tables.is_endless(to_tables(positions), 2).tolist() == [True, False, False]
