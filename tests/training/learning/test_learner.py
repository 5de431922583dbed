from dataclasses import replace

import numpy as np
import pytest
import torch

from pickomino import Rules
from pickomino.evaluation import features, full_features
from pickomino.evaluation.features import UP
from pickomino.evaluation.full_features import full_arrays_from_positions
from pickomino.evaluation.network import read_network
from support.turn_starts import starts_of_turns, to_arrays, to_full_arrays
from training.learning.export import export
from training.learning.learner import Learner
from training.learning.settings import TrainingSettings
from training.solving import small_games

CPU = torch.device("cpu")
TINY = TrainingSettings(
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
MUON = replace(TINY, optimizer="muon", rate=1e-2)
EXTRAWURM = replace(
    TINY,
    features=2,
    rules=("standard+extrawurm", "short(returned=down)"),
    other_rules=0.5,
    tables=64,
    tiles=(16,),
    steps=6,
    every=3,
    restarts=0.1,
    rate=1e-2,
)


def train(settings):
    """Return the learner after training, and its log."""
    learner = Learner(settings, CPU)
    return learner, list(learner.train())


@pytest.mark.parametrize("settings", [TINY, MUON], ids=["adam", "muon"])
def test_training_learns_the_value_of_a_small_game(settings):
    _, lines = train(settings)
    game = small_games.find_tables(Rules.preset("standard"), 1, CPU)
    exact = float(small_games.solve_small_game(game)[game.start])
    assert lines[-1]["first"]["standard/1"] == pytest.approx(exact, abs=0.02)
    assert lines[-1]["residual"] < 0.05 < lines[0]["residual"]


def test_wider_network_starts_with_the_same_chances():
    narrow = Learner(TINY, CPU)
    wide = Learner(replace(TINY, hidden=(40, 48), passes=3), CPU)
    wide.start_from(narrow.averaged, narrow.describe_training())
    assert torch.allclose(
        wide.network.chances(narrow.arrays), narrow.averaged.chances(narrow.arrays), atol=1e-6
    )
    next(wide.train())
    added = wide.network.layers[2].weight[:, -1], wide.averaged.layers[2].weight[:, -1]
    assert not torch.equal(*added), "the additional units learn too"


def test_extrawurm_tables_get_the_options_of_their_features():
    learner, lines = train(EXTRAWURM)
    assert all(0 < value < 1 for value in lines[-1]["first"].values())
    options = {tuple(row) for row in learner.arrays.options.tolist()}
    base_game = {row for row in options if not row[full_features.EXTRAWURM]}
    assert base_game
    assert len(options - base_game) > 2
    # Without Extrawurm, only games with returned=down are new to version 2 of the features.
    assert {row[4] for row in base_game} == {2}
    assert {(row[0], row[3], row[6]) for row in base_game} == {(1, 0, 0)}


def test_continued_training_has_tables_at_all_stages():
    settings = replace(TINY, tiles=(16,), tables=64)
    first, further = Learner(settings, CPU), Learner(settings, CPU)
    further.start_from(first.averaged, first.describe_training())
    on_the_grill = (further.arrays.place == UP).sum(dim=1)
    assert on_the_grill.min() <= 3
    assert on_the_grill.max() >= 13


@pytest.mark.parametrize(
    "settings",
    [replace(TINY, steps=6, every=3), replace(MUON, steps=6, every=3), EXTRAWURM],
    ids=["base", "muon", "extrawurm"],
)
def test_resumed_training_ends_like_an_uninterrupted_one(settings, tmp_path):
    uninterrupted, _ = train(settings)
    stopped = Learner(settings, CPU)
    next(stopped.train())
    stopped.save(tmp_path / "checkpoint.pt")
    resumed = Learner(settings, CPU)
    resumed.load(tmp_path / "checkpoint.pt")
    assert resumed.step == 3
    list(resumed.train())
    pairs = zip(uninterrupted.averaged.parameters(), resumed.averaged.parameters(), strict=True)
    for expected, weight in pairs:
        assert torch.equal(expected, weight)


@pytest.mark.parametrize(
    ("players", "version", "rules"),
    [(2, 1, "manual"), (4, 1, "manual"), (3, 2, "manual+extrawurm")],
)
def test_exported_network_agrees_with_the_trained_one(players, version, rules, tmp_path):
    settings = replace(TINY, players=players, features=version, rules=(rules,), tiles=(16,))
    learner = Learner(settings, CPU)
    export(learner, tmp_path / "net.npz")
    network = read_network(tmp_path / "net.npz")
    assert network.version == version
    assert network.manifest["training"]["players"] == players
    positions = starts_of_turns(Rules.parse(rules), players, 50, seed=1)
    if version == 1:
        arrays, tables = features.arrays_from_positions(positions), to_arrays(positions)
    else:
        arrays, tables = full_arrays_from_positions(positions), to_full_arrays(positions)
    expected = learner.averaged.chances(tables)
    assert np.abs(network.chances(arrays) - expected.numpy()).max() < 1e-3
