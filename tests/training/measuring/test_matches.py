import pytest
import torch

from pickomino import Rules
from training.games.variants import BASE_GAME, EXTRAWURM_GAME
from training.measuring.matches import play_match
from training.measuring.residual import measure_residual
from training.players.network import ValueNetwork


@pytest.fixture(
    scope="module",
    params=[(BASE_GAME, "short"), (EXTRAWURM_GAME, "short+extrawurm")],
    ids=["base", "extrawurm"],
)
def expert_match(request):
    """The result of an expert at a table of experts, with an untrained network for the luck."""
    variant, rules = request.param
    torch.manual_seed(1)
    network, expert = ValueNetwork(3, (16,), variant), variant.expert_end_values
    return play_match(expert, expert, network, Rules.parse(rules), groups=6, seed=1)


def test_seats_of_a_group_share_the_dice(expert_match):
    assert expert_match.games == 18
    # Equal players on the same dice: the wins of every group add up to one game.
    assert expert_match.share == pytest.approx(1 / 3)
    assert expert_match.error == pytest.approx(0, abs=1e-6)


def test_luck_has_mean_zero(expert_match):
    # This holds for any network, but an untrained one explains little of the luck.
    error = expert_match.adjusted_error
    assert expert_match.adjusted == pytest.approx(1 / 3, abs=4 * error)
    assert 0 < error < 0.2


def test_residual_of_an_untrained_network_is_large():
    result = measure_residual(
        ValueNetwork(2, (16,)), Rules.preset("short"), count=8, turns=2, seed=1
    )
    assert result["turns"] == 16
    assert result["residual"] > 0.001
