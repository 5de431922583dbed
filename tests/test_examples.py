"""Every example runs; the learner and the search with smaller budgets."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.server.serving import serving

FOLDER = Path(__file__).parents[1] / "examples"
OUTPUTS = {
    "line_bot": r"^$",
    "online_player": r"^Worms: Ann \d+, bot \d+$",
    "openspiel_mcts": r"^Worms: search \d+, beginner \d+$",
    "policy_gradient": r"^Wins against beginner: \d+% before, \d+% after 7 batches$",
    "random_agent": r"^Episode 5: \d+ steps, scores \(\d+, \d+, \d+\), reward [\d.]+$",
    "review_folder": r"^expert +4 +[\d.]+% +[-+][\d.]+% +[\d.]+%$",
    "tournament": r"^high roller +[\d.]+ of 60$",
}


QUICK = {"openspiel_mcts": ("6", "20"), "policy_gradient": ("7", "8")}
"""Smaller budgets: turns and simulations, batches and games."""


def output(name, *arguments):
    command = [sys.executable, "-W", "error::DeprecationWarning:__main__", FOLDER / f"{name}.py"]
    command += arguments
    done = subprocess.run(
        command, input="", text=True, capture_output=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_listed():
    # verify_dice needs a record: tests/record/test_sealed_dice.py runs it.
    assert {path.stem for path in FOLDER.glob("*.py")} == {*OUTPUTS, "verify_dice"}


def test_online_player_plays_on_a_server(tmp_path):
    with serving(tmp_path) as server:
        text = output("online_player", server.url)
    assert re.search(OUTPUTS["online_player"], text)


@pytest.mark.parametrize("name", [name for name in OUTPUTS if name != "online_player"])
def test_examples_run(name):
    text = output(name, *QUICK.get(name, ()))
    assert re.search(OUTPUTS[name], text, re.MULTILINE)
    if name == "policy_gradient":
        before, after = re.search(r"against random: (\d+)% before, (\d+)%", text).groups()
        assert int(after) > int(before) + 20, "it learns to beat the random player"
