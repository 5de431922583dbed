from dataclasses import replace

import numpy as np
import pytest
import torch

from pickomino import Position, Rules
from pickomino.evaluation.features import EXTRAWURM, UP, arrays_from_positions
from pickomino.evaluation.network import read_network
from pickomino.record.state import SHORT_TURN_LIMIT
from pickomino.solved import small_start
from support.turn_starts import starts_of_turns, to_tables
from training.learning.export import export
from training.learning.learner import STOP_CHANCE, Learner
from training.learning.settings import TrainingSettings
from training.players.network import add_last_seat
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
    rate=1e-2,
    averaging=0.9,
)
EVERY_RULE = replace(
    TINY,
    rules=("standard+extrawurm", "short(returned=down)"),
    other_rules=0.5,
    tables=64,
    tiles=(16,),
    steps=6,
    every=3,
    rate=1e-2,
)


def train(settings):
    """Return the learner after training, and its log."""
    learner = Learner(settings, CPU)
    return learner, list(learner.train())


def test_training_learns_the_value_of_a_small_game():
    _, lines = train(TINY)
    game = small_games.find_tables(small_start(Rules.preset("standard"), 1), CPU)
    exact = float(small_games.solve_small_game(game)[game.start])
    assert lines[-1]["first"]["standard/1"] == pytest.approx(exact, abs=0.02)
    assert lines[-1]["residual"] < 0.05 < lines[0]["residual"]


def test_tables_get_random_options():
    learner, lines = train(EVERY_RULE)
    assert all(0 < value < 1 for value in lines[-1]["first"].values())
    options = {tuple(row) for row in learner.arrays.options.tolist()}
    base_game = {row for row in options if not row[EXTRAWURM]}
    assert base_game
    assert len(options - base_game) > 2
    assert len({row[4] for row in base_game}) == 3, "every value of an option of the base game"
    assert {(row[0], row[3], row[6]) for row in base_game} == {(1, 0, 0)}, "and only of those"


def test_stopped_games_count_as_they_stand():
    """Two players who need not end a game must not be worth an arbitrary chance."""
    wfen = "standard+extrawurm(bothextra=no) .oxxxxxxxxxxxxxx.. {} a - ~ -,-,-,-,-/0,0/-"
    stacks = ("11,35/36", "36/11,35", "11/35,36")
    learner = Learner(replace(TINY, tables=len(stacks)), CPU)
    learner.arrays = to_tables([Position.from_wfen(wfen.format(pair)) for pair in stacks])
    solved = learner._solve()
    change = (learner._targets(solved) - add_last_seat(solved.at_start))[:, 0]
    assert (change > 0).tolist() == [True, False, False], "the leader gains from stopping"


def test_training_stops_games_about_as_late_as_play():
    assert 200 <= 1 / STOP_CHANCE <= SHORT_TURN_LIMIT <= 1.5 / STOP_CHANCE


def test_continued_training_has_tables_at_all_stages():
    settings = replace(TINY, tiles=(16,), tables=64)
    first, further = Learner(settings, CPU), Learner(settings, CPU)
    further.start_from(first.averaged, first.describe_training())
    on_the_grill = (further.arrays.place == UP).sum(dim=1)
    assert on_the_grill.min() <= 3
    assert on_the_grill.max() >= 13


@pytest.mark.parametrize(
    "settings", [replace(TINY, steps=6, every=3), EVERY_RULE], ids=["base", "every rule"]
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


@pytest.mark.parametrize(("players", "rules"), [(2, "manual"), (3, "manual+extrawurm")])
def test_exported_network_agrees_with_the_trained_one(players, rules, tmp_path):
    settings = replace(TINY, players=players, rules=(rules,), tiles=(16,))
    learner = Learner(settings, CPU)
    export(learner, tmp_path / "net.npz")
    network = read_network(tmp_path / "net.npz")
    assert network.manifest["training"]["players"] == players
    positions = starts_of_turns(Rules.parse(rules), players, 50, seed=1)
    expected = learner.averaged.chances(to_tables(positions))
    chances = network.chances(arrays_from_positions(positions))
    assert np.abs(chances - expected.numpy()).max() < 1e-3
