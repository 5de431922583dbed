"""The champion on many tables at once judges as the champion of the package does."""

import pytest
import torch

from pickomino.core.rules import Rules
from pickomino.evaluation.endgame import EndgameChance
from pickomino.evaluation.network import NetworkChance, network_for
from training.endgames import Champion
from training.games import FULL
from training.networks import loaded
from training.residual import residual
from turn_starts import batched, starts_of_turns

CPU = torch.device("cpu")


@pytest.mark.parametrize("rules", ["standard", "manual"])
@pytest.mark.parametrize("players", [2, 3, 7])
def test_the_champion_judges_as_in_the_package(players, rules):
    positions = starts_of_turns(Rules.parse(rules), players, 40, seed=9)
    champion = Champion(loaded(network_for(players), CPU))
    found = champion.chances(batched(positions))
    expected = EndgameChance(NetworkChance()).evaluate(positions)
    for row, position, chances in zip(found.tolist(), positions, expected, strict=True):
        turned = chances[position.seat :] + chances[: position.seat]
        assert row == pytest.approx(turned, abs=2e-5)


def test_looking_further_in_the_endgame_the_champion_agrees_better_with_itself():
    network = loaded(network_for(3), CPU)
    how = Rules.preset("standard"), 150, 4, 11
    assert residual(Champion(network), *how)["residual"] < residual(network, *how)["residual"]


def test_only_networks_of_the_base_game_look_further():
    with pytest.raises(ValueError, match="base game"):
        Champion(loaded(network_for(2, FULL.version), CPU))
