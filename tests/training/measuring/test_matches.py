import pytest
import torch

from pickomino import Rules
from pickomino.evaluation.network import network_for
from training.measuring.matches import play_match
from training.measuring.residual import measure_residual
from training.players.network import ValueNetwork, load_value_network


@pytest.fixture(scope="module", params=["short", "short+extrawurm"])
def equal_match(request):
    """The result of a network at a table of its copies."""
    network = load_value_network(network_for(3), torch.device("cpu"))
    rules = Rules.parse(request.param)
    return play_match(network, network.end_evaluator(0), rules, groups=6, seed=1)


def test_seats_of_a_group_share_the_dice(equal_match):
    assert equal_match.games == 18
    # Equal players on the same dice: the wins of every group add up to one game.
    assert equal_match.share == pytest.approx(1 / 3)
    assert equal_match.error == pytest.approx(0, abs=1e-6)


def test_luck_has_mean_zero(equal_match):
    error = equal_match.adjusted_error
    assert equal_match.adjusted == pytest.approx(1 / 3, abs=4 * error)
    assert 0 < error < 0.2


def test_residual_of_an_untrained_network_is_large():
    result = measure_residual(
        ValueNetwork(2, (16,)), Rules.preset("short"), count=8, turns=2, seed=1
    )
    assert result["turns"] == 16
    assert result["residual"] > 0.001
