"""A sample of what `make soak` does at length, and tests that it would detect bugs."""

import subprocess
import sys
from pathlib import Path

import pytest

from pickomino.core import play, turns
from soak import SUITES, runner, state
from soak.__main__ import main
from soak.suites.rules import Disagreement, check_seed

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_engine_and_naive_rules_agree(first):
    steps = [check_seed(seed) for seed in range(first, first + 50)]
    assert sum(steps) > 50


@pytest.mark.parametrize("suite", ["naive", "positions"])
def test_sample_of_other_suites_passes(suite):
    chunk = runner.check(suite, 0, 3)
    assert (chunk.games, chunk.failure) == (3, "")
    assert chunk.steps > 3


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


def soak(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "soak", "--folder", str(folder), *arguments],
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=False,
    )


def test_soak_resumes_saved_progress(tmp_path):
    first = soak(tmp_path, "rules", "--games", "30")
    assert first.returncode == 0, first.stderr
    assert state.load(tmp_path, "rules", 0).games == 30
    second = soak(tmp_path, "rules", "--games", "40")
    assert "30 games already done" in second.stdout
    assert state.load(tmp_path, "rules", 0).games == 40
    assert "before" not in soak(tmp_path, "rules", "--games", "1", "--fresh").stdout


def test_unknown_suite_is_rejected(tmp_path):
    result = soak(tmp_path, "nonsense")
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


def test_progress_of_other_code_is_ignored(tmp_path):
    state.save(tmp_path, state.Progress("rules", 3, "other code", games=9))
    assert state.load(tmp_path, "rules", 3).games == 0
    state.save(tmp_path, state.Progress("rules", 3, state.fingerprint(), games=9))
    assert state.load(tmp_path, "rules", 3).games == 9
    (tmp_path / "rules-3.json").write_text("{")
    assert state.load(tmp_path, "rules", 3).games == 0


def test_failure_is_reported_with_a_command_to_repeat_it(monkeypatch, tmp_path, capsys):
    chunks = [runner.Chunk(25, 90, {}), runner.Chunk(3, 9, {}, "rules, seed 128: wfen differs")]
    monkeypatch.setattr(runner, "_chunks", lambda *_: iter(chunks))
    monkeypatch.setattr(sys, "argv", ["soak", "rules", "--seed", "100", "--folder", str(tmp_path)])
    assert main() == 1
    output = capsys.readouterr().out
    assert "rules: 28 games, 99 steps" in output
    assert "seed 128: wfen differs" in output
    assert "python -m soak rules --seed 128 --games 1 --fresh" in output
    assert state.load(tmp_path, "rules", 100).games == 28


def test_interrupted_soak_saves_its_progress(monkeypatch, tmp_path, capsys):
    def interrupted(*_):
        yield runner.Chunk(25, 90, {})
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "_chunks", interrupted)
    monkeypatch.setattr(sys, "argv", ["soak", "rules", "--folder", str(tmp_path)])
    assert main() == 130
    assert "run it again" in capsys.readouterr().out
    assert state.load(tmp_path, "rules", 0).games == 25
