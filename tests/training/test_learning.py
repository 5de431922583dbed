from dataclasses import replace

import numpy as np
import pytest
import torch

from pickomino import Rules
from pickomino.evaluation import features
from pickomino.evaluation.network import read_network
from training import matches, small_games
from training.export import export
from training.learning import Learner, Settings
from training.networks import Network
from training.residual import residual
from turn_starts import batched, starts_of_turns

CPU = torch.device("cpu")
TINY = Settings(
    players=2,
    steps=60,
    rules=("standard",),
    other_rules=0.0,
    tables=128,
    tiles=(1,),
    hidden=(32, 32),
    minibatch=32,
    every=20,
    rate=3e-3,
    averaging=0.9,
)


def learned(settings):
    learner = Learner(settings, CPU)
    return learner, list(learner.lines())


def test_training_finds_the_value_of_a_small_game():
    _, lines = learned(TINY)
    exact = small_games.solve(small_games.small_game(Rules.preset("standard"), 1, CPU))
    assert lines[-1]["first"]["standard/1"] == pytest.approx(float(exact[0]), abs=0.02)
    assert lines[-1]["residual"] < 0.05 < lines[0]["residual"]


def test_a_resumed_training_ends_as_one_that_was_never_stopped(tmp_path):
    short = replace(TINY, steps=6, every=3)
    whole, _ = learned(short)
    begun = Learner(short, CPU)
    next(begun.lines())
    begun.save(tmp_path / "checkpoint.pt")
    resumed = Learner(short, CPU)
    resumed.load(tmp_path / "checkpoint.pt")
    assert resumed.step == 3
    list(resumed.lines())
    for one, other in zip(whole.averaged.parameters(), resumed.averaged.parameters(), strict=True):
        assert torch.equal(one, other)


def test_a_checkpoint_of_other_settings_is_refused(tmp_path):
    Learner(TINY, CPU).save(tmp_path / "checkpoint.pt")
    with pytest.raises(ValueError, match="other settings"):
        Learner(replace(TINY, rate=1.0), CPU).load(tmp_path / "checkpoint.pt")


@pytest.mark.parametrize("players", [2, 4])
def test_an_exported_network_judges_like_the_trained_one(players, tmp_path):
    learner = Learner(replace(TINY, players=players, steps=2), CPU)
    export(learner, tmp_path / "net.npz")
    network = read_network(tmp_path / "net.npz")
    positions = starts_of_turns(Rules.preset("manual"), players, 50, seed=1)
    arrays = features.arrays_of(positions)
    wanted = learner.averaged.chances(batched(positions))
    assert np.abs(network.chances(arrays) - wanted.numpy()).max() < 1e-3
    assert network.manifest["training"]["players"] == players


def test_a_match_counts_every_game_and_shares_dice_between_the_seats():
    network = Network(3, (16,))
    result = matches.match(
        matches.play.worms_to_expect, matches.play.worms_to_expect, network,
        Rules.preset("short"), groups=6, seed=1,
    )  # fmt: skip
    assert result.games == 18
    # Alike players on shared dice: every group's wins add up to one game.
    assert result.share == pytest.approx(1 / 3)
    assert result.error == pytest.approx(0, abs=1e-6)


def test_the_residual_of_a_random_network_is_large():
    found = residual(Network(2, (16,)), Rules.preset("short"), count=8, turns=2, seed=1)
    assert found["turns"] == 16
    assert found["residual"] > 0.001
