"""The champion on many tables at once judges as the champion of the package does."""

import pytest
import torch

from pickomino.core.rules import Rules
from pickomino.evaluation.endgame import EndgameChance
from pickomino.evaluation.network import NetworkChance, network_for, version_for
from support.turn_starts import starts_of_turns, to_arrays, to_full_arrays
from training.games.variants import BASE
from training.measuring.residual import residual
from training.players.champion import Champion
from training.players.network import loaded

CPU = torch.device("cpu")


@pytest.mark.parametrize(
    "rules", ["standard", "manual", "short(returned=down)", "manual+extrawurm"]
)
@pytest.mark.parametrize("players", [2, 3, 7])
def test_the_champion_judges_as_in_the_package(players, rules):
    positions = starts_of_turns(Rules.parse(rules), players, 40, seed=9)
    version = version_for(positions[0].rules, players)
    champion = Champion(loaded(network_for(players, version), CPU))
    found = champion.chances((to_arrays if version == BASE.version else to_full_arrays)(positions))
    expected = EndgameChance(NetworkChance()).evaluate(positions)
    for row, position, chances in zip(found.tolist(), positions, expected, strict=True):
        turned = chances[position.seat :] + chances[: position.seat]
        assert row == pytest.approx(turned, abs=2e-5)


def test_looking_further_in_the_endgame_the_champion_agrees_better_with_itself():
    network = loaded(network_for(3), CPU)
    how = Rules.preset("standard"), 150, 4, 11
    assert residual(Champion(network), *how)["residual"] < residual(network, *how)["residual"]


def test_where_all_digits_are_asked_for_the_ends_of_a_turn_have_them_too():
    network, asked = loaded(network_for(2), CPU), []
    judged = network.chances
    network.chances = lambda arrays, *, is_quick=True: (
        asked.append(is_quick),
        judged(arrays, is_quick=is_quick),
    )[1]
    positions = starts_of_turns(Rules.preset("short"), 2, 60, seed=9)
    Champion(network).chances(to_arrays(positions), is_quick=False)
    assert asked == [False, False]
