import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from support.training_commands import run_training
from training.learning.learner import Learner
from training.learning.run_figures import CollapseError, TurnCounts, check_for_collapse
from training.learning.settings import TrainingSettings

CONFIGS = Path(__file__).parents[3] / "training" / "configs"
RECIPE = TrainingSettings.from_dict(tomllib.loads((CONFIGS / "cpu.toml").read_text()))
COLLAPSED = """
players = 2
steps = 4
every = 1
tables = 64
hidden = [8]
minibatch = 64
rules = ["standard"]
tiles = [3]
exploring = 0.0
rate = 0.0
last_rate = 0.0
"""
GOOD_LINE = {"step": 100, "loss": 0.5, "residual": 0.01, "failed": 0.3, "exact_loss": {}}


def test_short_recipe_reaches_a_small_exact_loss():
    """Without random ends, nearly every turn failed and the loss stayed at one half."""
    settings = replace(RECIPE, steps=250, tables=512, minibatch=512, tiles=(2, 3), every=125)
    *_, last = Learner(settings, torch.device("cpu")).train()
    assert set(last["exact_loss"]) == {"standard/2", "standard/3"}
    assert max(last["exact_loss"].values()) < 0.0001
    assert last["failed"] < 0.5
    assert 2 < last["game_length"] < 20


def test_last_line_has_the_exact_loss_of_larger_games():
    settings = replace(
        RECIPE, rules=("standard", "standard+extrawurm"), tiles=(2,), steps=2, tables=64, every=1
    )
    first, last = Learner(settings, torch.device("cpu")).train()
    assert list(first["exact_loss"]) == ["standard/2"]
    assert list(last["exact_loss"]) == ["standard/2", "standard+extrawurm/2"]


def test_default_exploration_leaves_a_collapse():
    """A run of these settings once ended at a loss of one half: every turn failed."""
    settings = TrainingSettings(
        players=2,
        steps=400,
        tables=512,
        hidden=(64, 64),
        rules=("standard",),
        tiles=(2, 3, 4),
        every=200,
    )
    *_, last = Learner(settings, torch.device("cpu")).train()
    check_for_collapse(last, settings)
    assert max(last["exact_loss"].values()) < 0.05
    assert last["failed"] < 0.4


def test_random_ends_reach_every_end():
    settings = replace(RECIPE, tables=4000, exploring=1.0, random_ends=1.0, tiles=(3,))
    learner = Learner(settings, torch.device("cpu"))
    solved = learner._solve()
    possible = solved.ends.possible.flatten(1)
    never = torch.zeros(settings.tables, dtype=torch.long)
    drawn = learner._explore_ends(solved, never)
    assert possible.gather(1, drawn[:, None]).all()
    counts = torch.bincount(drawn, minlength=possible.shape[1])
    expected = settings.tables / int(possible[0].sum())
    assert (counts[possible[0]] - expected).abs().max() < 5 * expected**0.5
    assert not counts[~possible[0]].any()


def test_collapsed_run_stops_with_an_explanation(tmp_path):
    (tmp_path / "config.toml").write_text(COLLAPSED)
    with pytest.raises(SystemExit, match=r"training has collapsed: .*exploring = 0\.0"):
        run_training("train", tmp_path / "config.toml", "--output", tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert {"failed", "game_length", "exact_loss"} <= set(lines[-1])
    assert len(lines) == 2
    assert (tmp_path / "checkpoint.pt").exists()


@pytest.fixture
def collapsed_at_the_end(tmp_path):
    """The folder of a run that has collapsed at its last step."""
    (tmp_path / "config.toml").write_text(COLLAPSED.replace("every = 1", "every = 4"))
    with pytest.raises(SystemExit, match="training has collapsed"):
        run_training("train", tmp_path / "config.toml", "--output", tmp_path)
    return tmp_path


def test_repeating_a_run_that_collapsed_at_its_end_fails_again(collapsed_at_the_end):
    """It once ended with exit code 0, as after a good run."""
    folder = collapsed_at_the_end
    with pytest.raises(SystemExit, match="training has collapsed"):
        run_training("train", folder / "config.toml", "--output", folder)
    assert len((folder / "log.jsonl").read_text().splitlines()) == 1


def test_collapsed_network_is_not_exported(collapsed_at_the_end):
    output = collapsed_at_the_end / "bad.npz"
    with pytest.raises(SystemExit, match=r"checkpoint\.pt: training has collapsed"):
        run_training("export", collapsed_at_the_end / "checkpoint.pt", "--output", output)
    assert not output.exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"failed": 0.95}, "95.0% of turns fail"),
        ({"exact_loss": {"standard/3": 0.45}}, "in standard/3 it loses 0.450"),
        ({"loss": float("nan")}, "the loss is not a number"),
    ],
)
def test_each_sign_of_a_collapse_is_found(change, message):
    settings = replace(RECIPE, steps=150)
    check_for_collapse(GOOD_LINE, settings)
    with pytest.raises(CollapseError, match=message):
        check_for_collapse(GOOD_LINE | change, settings)


def test_beginning_of_a_run_is_not_a_collapse():
    check_for_collapse(GOOD_LINE | {"failed": 1.0}, replace(RECIPE, steps=1000))


def test_counts_are_shares_of_turns():
    counts = TurnCounts.zero(torch.device("cpu"))
    over = torch.tensor([True, False, False, False])
    counts = counts.add(failed=~over, is_over=over).add(failed=over, is_over=over)
    assert counts.figures() == {"failed": 0.5, "game_length": 4.0}
    assert TurnCounts.zero(torch.device("cpu")).figures() == {"failed": 0.0, "game_length": None}


def test_unknown_key_in_a_configuration_is_an_error(tmp_path):
    (tmp_path / "config.toml").write_text("players = 2\nsteps = 1\ntabels = 64\n")
    with pytest.raises(SystemExit, match=r"config\.toml: unknown key tabels"):
        run_training("train", tmp_path / "config.toml", "--output", tmp_path)
