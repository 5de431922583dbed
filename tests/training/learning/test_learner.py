from dataclasses import replace

import numpy as np
import pytest
import torch

from pickomino import Rules
from pickomino.evaluation import features, full_features
from pickomino.evaluation.features import UP
from pickomino.evaluation.full_features import full_arrays_of
from pickomino.evaluation.network import read_network
from support.turn_starts import starts_of_turns, to_arrays, to_full_arrays
from training.games import variants
from training.learning.export import export
from training.learning.learner import Learner, Settings
from training.learning.optimizers import Muon, optimizers_of, set_rate
from training.measuring import matches
from training.measuring.residual import residual
from training.players.network import Network, shipped
from training.solving import small_games

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


MUON = replace(TINY, optimizer="muon", rate=1e-2)


@pytest.mark.parametrize("settings", [TINY, MUON], ids=["adam", "muon"])
def test_training_finds_the_value_of_a_small_game(settings):
    _, lines = learned(settings)
    game = small_games.small_game(Rules.preset("standard"), 1, CPU)
    exact = float(small_games.solve(game)[game.start])
    assert lines[-1]["first"]["standard/1"] == pytest.approx(exact, abs=0.02)
    assert lines[-1]["residual"] < 0.05 < lines[0]["residual"]


def test_a_wider_network_begins_by_judging_as_the_narrow_one_does():
    narrow = Learner(TINY, CPU)
    wide = Learner(replace(TINY, hidden=(40, 48), passes=3), CPU)
    wide.begin_with(narrow.averaged, narrow.training())
    assert torch.allclose(
        wide.network.chances(narrow.arrays), narrow.averaged.chances(narrow.arrays), atol=1e-6
    )
    next(wide.lines())
    changed = wide.network.layers[2].weight[:, -1] - wide.averaged.layers[2].weight[:, -1]
    assert bool((changed != 0).any())  # what was added learns too


FULL = replace(
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


def test_training_with_extrawurm_begins_with_a_network_and_learns(tmp_path):
    begun, lines = learned(FULL)
    assert all(0 < value < 1 for value in lines[-1]["first"].values())
    known = {tuple(options) for options in begun.arrays.options.tolist()}
    # Without Extrawurm only the base game that version 1 does not know is dealt.
    down = {options for options in known if not options[full_features.EXTRAWURM]}
    assert down
    assert len(known - down) > 2
    assert {options[4] for options in down} == {2}
    assert {(options[0], options[3], options[6]) for options in down} == {(1, 0, 0)}
    export(begun, tmp_path / "net.npz")
    further = Learner(FULL, CPU)
    further.begin_with(shipped(tmp_path / "net.npz", CPU), begun.training())
    for one, other in zip(begun.averaged.parameters(), further.network.parameters(), strict=True):
        assert torch.allclose(one, other, atol=1e-3)


def test_whoever_learns_on_meets_tables_at_all_stages_and_says_what_was_before(tmp_path):
    whole_game = replace(TINY, tiles=(16,), tables=64)
    begun = Learner(whole_game, CPU)
    further = Learner(whole_game, CPU)
    further.begin_with(begun.averaged, begun.training())
    on_the_grill = (further.arrays.place == UP).sum(dim=1)
    assert on_the_grill.min() <= 3
    assert on_the_grill.max() >= 13
    further.save(tmp_path / "checkpoint.pt")
    resumed = Learner(whole_game, CPU)
    resumed.load(tmp_path / "checkpoint.pt")
    export(resumed, tmp_path / "net.npz")
    said = read_network(tmp_path / "net.npz").manifest["training"]
    assert said["before"]["seed"] == whole_game.seed
    assert "before" not in said["before"]


@pytest.mark.parametrize(
    "short",
    [replace(TINY, steps=6, every=3), replace(MUON, steps=6, every=3), FULL],
    ids=["base", "muon", "full"],
)
def test_a_resumed_training_ends_as_one_that_was_never_stopped(short, tmp_path):
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


def test_every_weight_is_learned_by_one_optimizer():
    network = Learner(MUON, CPU).network
    for name in ("adam", "muon"):
        groups = [group for each in optimizers_of(network, name) for group in each.param_groups]
        learned_by = [weight for group in groups for weight in group["params"]]
        assert len(learned_by) == len({*map(id, learned_by)}) == len([*network.parameters()])
    with pytest.raises(ValueError, match="adam or muon"):
        optimizers_of(network, "sgd")


def test_a_checkpoint_of_other_settings_is_refused(tmp_path):
    Learner(TINY, CPU).save(tmp_path / "checkpoint.pt")
    with pytest.raises(ValueError, match="other settings"):
        Learner(replace(TINY, rate=1.0), CPU).load(tmp_path / "checkpoint.pt")


@pytest.mark.parametrize(
    ("players", "version", "rules"),
    [(2, 1, "manual"), (4, 1, "manual"), (3, 2, "manual+extrawurm")],
)
def test_an_exported_network_judges_like_the_trained_one(players, version, rules, tmp_path):
    settings = replace(TINY, players=players, features=version, rules=(rules,), tiles=(16,))
    learner = Learner(settings, CPU)
    export(learner, tmp_path / "net.npz")
    network = read_network(tmp_path / "net.npz")
    assert network.version == version
    positions = starts_of_turns(Rules.parse(rules), players, 50, seed=1)
    if version == 1:
        arrays, tables = features.arrays_of(positions), to_arrays(positions)
    else:
        arrays, tables = full_arrays_of(positions), to_full_arrays(positions)
    wanted = learner.averaged.chances(tables)
    assert np.abs(network.chances(arrays) - wanted.numpy()).max() < 1e-3
    assert network.manifest["training"]["players"] == players


@pytest.mark.parametrize(
    ("game", "rules"), [(variants.BASE, "short"), (variants.FULL, "short+extrawurm")]
)
def test_a_match_counts_every_game_and_shares_dice_between_the_seats(game, rules):
    network, expert = Network(3, (16,), game), game.expert
    result = matches.match(expert, expert, network, Rules.parse(rules), groups=6, seed=1)
    assert result.games == 18
    # Alike players on shared dice: every group's wins add up to one game.
    assert result.share == pytest.approx(1 / 3)
    # Luck has mean zero, whoever judges it; but a network that learned nothing finds little of it.
    assert result.adjusted == pytest.approx(1 / 3, abs=4 * result.adjusted_error)
    assert 0 < result.adjusted_error < 0.2
    assert result.error == pytest.approx(0, abs=1e-6)


def test_the_residual_of_a_random_network_is_large():
    found = residual(Network(2, (16,)), Rules.preset("short"), count=8, turns=2, seed=1)
    assert found["turns"] == 16
    assert found["residual"] > 0.001


def test_muon_steps_as_the_one_of_torch_does():
    torch.manual_seed(1)
    shapes = [(6, 9), (6, 6), (6, 6), (9, 6)]
    ours = [torch.nn.Parameter(torch.randn(shape)) for shape in shapes]
    theirs = [torch.nn.Parameter(each.detach().clone()) for each in ours]
    muon = Muon([{"params": ours[:1]}, {"params": ours[1:3]}, {"params": ours[3:]}])
    set_rate([muon], 0.1)
    known = torch.optim.Muon(theirs, 0.1, weight_decay=0.0, adjust_lr_fn="match_rms_adamw")
    for _ in range(3):
        for one, other in zip(ours, theirs, strict=True):
            one.grad = torch.randn(one.shape)
            other.grad = one.grad.clone()
        muon.step()
        known.step()
    for one, other in zip(ours, theirs, strict=True):
        assert torch.allclose(one, other, atol=0.01)
