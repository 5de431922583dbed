"""Every example runs, most with smaller budgets, and uses only what is public."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pickomino.evaluation.network import network_for
from support.onnx_file import onnx_model
from support.server.serving import serving

FOLDER = Path(__file__).parents[1] / "examples"
OUTPUTS = {
    "arena_analysis": r"^8 games, \d+ decisions$",
    "chat_bot": r"^I would play kw; the turn then fails with \d+%\.$",
    "house_rule": r"^house +[\d.]+ turns, +[\d.]+% fail, first player wins +[\d.]+%$",
    "stable_baselines": r"^ModelBot +wins [\d.]+%, [\d.]+ worms a game$",
    "line_bot": r"^$",
    "losses": r"^tournament:HighRoller lost \d of 8 games against beginner, \d of them more by",
    "onnx_network": r"^EvaluatorBot wins \d+%$",
    "online_player": r"^Worms: Ann \d+, bot \d+$",
    "openspiel_mcts": r"^Worms: search \d+, beginner \d+$",
    "policy_gradient": r"^Wins against beginner: \d+% before, \d+% after 7 batches$",
    "ppo": r"^Wins against beginner: \d+% before, \d+% after 12 updates$",
    "random_agent": r"^Episode 5: \d+ steps, scores \[ *\d+ +\d+ +\d+\], reward [\d.]+$",
    "review_folder": r"^bot:expert +4 +[\d.]+% +[-+][\d.]+% +[\d.]+%$",
    "self_play": r"^After 2 rounds it wins \d+% against its first self, \d+% against beginner$",
    "torch_network": r"^EvaluatorBot wins [5-9]\d%$",
    "tournament": r"^high roller +[\d.]+ of 60$",
}


QUICK = {
    "arena_analysis": ("8",),
    "chat_bot": ("3",),
    "house_rule": ("50",),
    "losses": ("tournament:HighRoller", "8", "beginner"),
    "openspiel_mcts": ("6", "20"),
    "policy_gradient": ("7", "8"),
    "ppo": ("12", "200", "2"),
    "self_play": ("2", "1024", "4"),
    "torch_network": ("60", "60"),
    "stable_baselines": ("256", "4"),
}
"""Smaller budgets: games, turns and simulations, batches, games and tiles; or the seed."""
MESSAGES = {"chat_bot": "hint\nk9\nkw\nundo\nkw\nr\nboard\nrecord\n"}
"""What an example reads from standard input."""
NEED_TRAINING = {"ppo", "self_play", "stable_baselines", "torch_network"}
"""Examples that need what `make setup-training` installs."""
OTHER_LIBRARIES = {"rllib_ppo", "tianshou_ppo"}
"""Examples that `make soak ARGS=libraries` runs: tests/soak/suites/libraries.py."""
STANDALONE = {"line_bot", "online_player", "verify_dice"}
"""Examples that need no pickomino."""


def output(name, *arguments):
    command = [sys.executable, "-W", "error::DeprecationWarning:__main__", FOLDER / f"{name}.py"]
    command += arguments
    done = subprocess.run(
        command,
        input=MESSAGES.get(name, ""),
        text=True,
        capture_output=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_listed():
    # verify_dice needs a record: tests/record/test_sealed_dice.py runs it.
    assert {path.stem for path in FOLDER.glob("*.py")} == {
        *OUTPUTS,
        *OTHER_LIBRARIES,
        "verify_dice",
    }


def test_online_player_plays_on_a_server(tmp_path):
    with serving(tmp_path) as server:
        text = output("online_player", server.url)
    assert re.search(OUTPUTS["online_player"], text)


def test_onnx_network_plays(tmp_path):
    path = tmp_path / "two.onnx"
    path.write_bytes(onnx_model(network_for(2)))
    text = output("onnx_network", path, "8")
    assert re.search(OUTPUTS["onnx_network"], text, re.MULTILINE)


@pytest.mark.parametrize("name", sorted({path.stem for path in FOLDER.glob("*.py")} - STANDALONE))
def test_examples_import_only_public_names(name):
    tree = ast.parse((FOLDER / f"{name}.py").read_text("utf-8"))
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    ours = {module for module in modules if module.partition(".")[0] == "pickomino"}
    assert ours or name == "random_agent"
    assert all(module == "pickomino" or module.startswith("pickomino.envs.") for module in ours)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.training] if name in NEED_TRAINING else [])
        for name in OUTPUTS
        if name not in {"online_player", "onnx_network"}
    ],
)
def test_examples_run(name):
    text = output(name, *QUICK.get(name, ()))
    assert re.search(OUTPUTS[name], text, re.MULTILINE)
    if name == "policy_gradient":
        before, after = re.search(r"against random: (\d+)% before, (\d+)%", text).groups()
        assert int(after) > int(before) + 20, "it learns to beat the random player"
    if name == "ppo":
        before, after = re.search(r"(\d+)% before, (\d+)%", text).groups()
        assert int(after) > int(before) + 20, "it learns the game with two tiles"
