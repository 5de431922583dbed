"""The deviator, and the exact best response that it approximates."""

import pytest
import torch

from pickomino import Rules
from pickomino.envs.torch import tables
from pickomino.solved import small_start
from training.games.batches import take_rows
from training.games.solver import turn_shapes
from training.measuring.matches import match_deviator
from training.players.deviator import Deviator, turns_ahead
from training.players.network import ValueNetwork
from training.solving import exact_response, small_games
from training.solving.end_chances import end_chances

CPU = torch.device("cpu")


class ScriptedNetwork(ValueNetwork):
    """Returns given chances on the tables of a small game of two players."""

    def __init__(self, game, values):
        super().__init__(2, (1,))
        self.values = dict(zip(keys(game.arrays), values.tolist(), strict=True))

    def chances(self, arrays):
        final = tables.final_chances(arrays, 2)[:, 0].tolist()
        over = tables.is_over(arrays).tolist()
        rows = zip(keys(arrays), final, over, strict=True)
        own = [result if is_over else self.values[key] for key, result, is_over in rows]
        return torch.tensor([[chance, 1 - chance] for chance in own], dtype=torch.float64)


def keys(arrays):
    pairs = zip(arrays.place.tolist(), arrays.height.tolist(), strict=True)
    return [(tuple(place), tuple(height)) for place, height in pairs]


def noisy_small_game(tiles, rules):
    """Return a small game, and its exact values with noise."""
    game = small_games.find_tables(small_start(Rules.preset(rules), tiles), CPU)
    generator = torch.Generator().manual_seed(2)
    noise = 0.1 * torch.randn(len(game.final), generator=generator, dtype=torch.float64)
    values = (small_games.solve_small_game(game) + noise).clamp(0, 1)
    return game, torch.where(game.final.isnan(), values, game.final)


def test_deciding_by_exact_values_finds_the_whole_loss():
    game, values = noisy_small_game(3, "standard")
    _, waiting = exact_response.best_response(game, values)
    loss = exact_response.loss(game, values)
    assert loss > 0.001
    assert exact_response.loss(game, values, waiting) == pytest.approx(loss, abs=1e-6)


def test_a_players_own_values_find_no_loss():
    game, values = noisy_small_game(3, "standard")
    assert exact_response.loss(game, values, 1 - values) == pytest.approx(0, abs=1e-7)


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("rules", ["standard", "classic", "short", "manual"])
def test_best_response_to_random_values_matches_iteration(rules, seed):
    game = small_games.find_tables(small_start(Rules.preset(rules), 2), CPU)
    values = torch.rand(len(game.final), generator=torch.Generator().manual_seed(seed)).double()
    is_open = game.final.isnan()
    numbers = is_open.nonzero()[:, 0]
    shapes = turn_shapes(take_rows(game.arrays, numbers))
    stops = small_games.best_stops(game, numbers, 1 - values)
    chances = end_chances(*stops, shapes)[:, game.ends]
    to_roll = torch.where(is_open, 0, game.final)
    waiting = torch.where(is_open, 0, 1 - game.final)
    for _ in range(1000):
        to_roll[numbers] = small_games.turn_values(game, numbers, waiting)
        after = to_roll[game.next_tables[numbers].clamp(min=0)]
        waiting[numbers] = (chances * after).sum(dim=1)
    response = exact_response.best_response(game, values)
    assert torch.allclose(torch.stack(response), torch.stack([to_roll, waiting]), atol=5e-7)


@pytest.mark.parametrize("rules", ["standard", "manual"])
def test_deviator_matches_the_look_ahead_in_small_games(rules):
    game, values = noisy_small_game(2, rules)
    deviator = Deviator(ScriptedNetwork(game, values), budget=1)
    for turns in range(1, 4):
        horizon = torch.full_like(game.layer, turns)
        expected = exact_response.look_ahead(game, values, horizon)
        chances = deviator.chances_ahead(game.arrays, 1, turns).double()
        assert torch.allclose(chances, expected, atol=1e-6)


def test_looking_further_ahead_finds_more_of_the_loss():
    game, values = noisy_small_game(3, "standard")
    loss = exact_response.loss(game, values)
    shares = [
        exact_response.loss(game, values, exact_response.look_ahead(game, values, horizon)) / loss
        for horizon in (torch.full_like(game.layer, turns) for turns in (1, 3, 12))
    ]
    assert 0 < shares[0] < shares[1] < shares[2]
    assert shares[2] > 0.99


def test_horizon_grows_as_ends_get_fewer():
    end_counts = torch.tensor([1, 2, 4, 16, 17, 60])
    assert turns_ahead(end_counts, budget=16**3).tolist() == [8, 8, 6, 3, 2, 2]
    assert turns_ahead(end_counts, budget=1).tolist() == [1] * 6


@pytest.mark.parametrize("players", [2, 3])
def test_deviator_match_reports_an_adjusted_gain(players):
    torch.manual_seed(1)
    untrained = Deviator(ValueNetwork(players, (8,)), budget=20)
    result = match_deviator(untrained, Rules.preset("short"), groups=4, seed=1)
    spread = result["error"] + result["adjusted_error"]
    assert result["adjusted"] == pytest.approx(result["share"], abs=4 * spread)
    assert result["gain"] == pytest.approx(result["adjusted"] - 1 / players)
    assert result["gain_at_least"] < result["gain"]
    assert result["games"] == 4 * players
