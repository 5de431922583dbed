"""A sample of what `make soak` does at length, and tests that it would detect bugs."""

import subprocess
import sys
from pathlib import Path

import pytest

from pickomino.core import play, turns
from soak import SUITES, runner
from soak.__main__ import main
from soak.suites.rules import Disagreement, check_seed

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_engine_and_naive_rules_agree(first):
    steps = [check_seed(seed) for seed in range(first, first + 50)]
    assert sum(steps) > 50


def check_many():
    for seed in range(500):
        check_seed(seed)


def test_wrong_flip_is_detected(monkeypatch):
    monkeypatch.setattr(turns, "_tile_to_turn", lambda position, _: position.grill[-1])
    with pytest.raises(Disagreement, match=r"seed \d+: wfen differs after .* in\n  [a-z]+"):
        check_many()


def test_steal_of_the_own_tile_is_detected(monkeypatch):
    def steal_any(position, total):
        tops = [stack[-1] for stack in position.stacks if stack]
        return (play.STEAL[total],) if total in tops and total in play.STEAL else ()

    monkeypatch.setattr(play, "_steals", steal_any)
    with pytest.raises(Disagreement, match=r"(wfen|legal actions) differs"):
        check_many()


def test_wrong_weights_are_detected(monkeypatch):
    monkeypatch.setattr(play, "outcomes", lambda *_: ())
    with pytest.raises(Disagreement, match="chance outcomes differs"):
        check_many()


def soak(*arguments):
    command = [sys.executable, "-m", "soak", *arguments]
    return subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)


def test_soak_counts_its_games():
    done = soak("rules", "--games", "30")
    assert done.returncode == 0, done.stderr
    *_, last = done.stdout.splitlines()
    assert last.startswith("rules: 30 games, ")


def test_unknown_suite_is_rejected():
    result = soak("nonsense")
    assert result.returncode == 2
    assert "unknown suite nonsense; choose from rules" in result.stderr


def test_chunk_stops_at_the_first_failure(monkeypatch):
    def check_one(seed):
        assert seed < 7, "seven is wrong"
        return 1

    monkeypatch.setattr(sys.modules[__name__], "check_one", check_one, raising=False)
    monkeypatch.setitem(SUITES, "wrong", f"{__name__}:check_one")
    chunk = runner.check("wrong", 5, 20)
    assert (chunk.games, chunk.steps) == (2, 2)
    assert "seed 7: seven is wrong" in chunk.failure


def test_failure_is_reported_with_a_command_to_repeat_it(monkeypatch, capsys):
    chunks = [runner.Chunk(25, 90, {}), runner.Chunk(3, 9, {}, "rules, seed 128: wfen differs")]
    monkeypatch.setattr(runner, "_chunks", lambda *_: iter(chunks))
    monkeypatch.setattr(sys, "argv", ["soak", "rules", "--seed", "100"])
    assert main() == 1
    output = capsys.readouterr().out
    assert "rules: 28 games, 99 steps" in output
    assert "seed 128: wfen differs" in output
    assert "python -m soak rules --seed 128 --games 1" in output
