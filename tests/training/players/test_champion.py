import pytest
import torch

from pickomino.core.rules import Rules
from pickomino.evaluation.endgame_look_ahead import EndgameChance
from pickomino.evaluation.network import network_for
from pickomino.evaluation.network_chance import NetworkChance
from support.turn_starts import starts_of_turns, to_tables
from training.measuring.residual import measure_residual
from training.players.champion import Champion
from training.players.network import load_value_network

CPU = torch.device("cpu")


@pytest.mark.parametrize(
    "rules", ["standard", "manual", "short(returned=down)", "manual+extrawurm"]
)
@pytest.mark.parametrize("players", [2, 3, 7])
def test_chances_match_the_package(players, rules):
    positions = starts_of_turns(Rules.parse(rules), players, 40, seed=9)
    champion = Champion(load_value_network(network_for(players), CPU))
    batch = champion.chances(to_tables(positions)).tolist()
    expected = EndgameChance(NetworkChance()).evaluate(positions)
    for row, position, chances in zip(batch, positions, expected, strict=True):
        rotated = chances[position.seat :] + chances[: position.seat]
        assert row == pytest.approx(rotated, abs=2e-5)


@pytest.mark.parametrize("rules", ["standard", "standard+extrawurm"])
def test_endgame_look_ahead_lowers_the_residual(rules):
    network = load_value_network(network_for(3), CPU)
    options = Rules.parse(rules), 150, 4, 11
    champion, alone = (
        measure_residual(player, *options) for player in (Champion(network), network)
    )
    assert champion["residual"] < alone["residual"]


def test_full_precision_applies_to_turn_ends_too():
    network, calls = load_value_network(network_for(2), CPU), []
    chances = network.chances

    def recording_chances(arrays, *, is_quick=True):
        calls.append(is_quick)
        return chances(arrays, is_quick=is_quick)

    network.chances = recording_chances
    positions = starts_of_turns(Rules.preset("short"), 2, 60, seed=9)
    Champion(network).chances(to_tables(positions), is_quick=False)
    assert calls == [False, False]
