"""`pickomino bench`."""

import json
import signal
import subprocess
import sys
import time

import pytest

from support.cli_runner import pickomino


def test_without_a_bot_the_tasks_are_listed():
    code, printed, _ = pickomino("bench")
    assert code == 0
    assert printed.splitlines()[0].split() == ["decisions-v1", "regret", "of", "1000", "decisions"]
    assert "luck-adjusted win share against expert, expert, expert, rule set classic" in printed


def test_report_names_measure_and_interval(tmp_path):
    output = tmp_path / "clara.json"
    code, printed, _ = pickomino(
        "bench", "beginner", "--tasks", "one-tile-v1,decisions-v1", "--output", str(output)
    )
    assert code == 0
    decisions, one_tile = (line for line in printed.splitlines() if "-v1" in line)
    assert decisions.split()[:3] == ["decisions-v1", "regret", "0.599%"]
    assert one_tile.split() == ["one-tile-v1", "exact", "loss", "2.358%", "92,339"]
    assert "a perfect player has 0" in printed
    assert [done["task"] for done in json.loads(output.read_text())["results"]] == [
        "decisions-v1",
        "one-tile-v1",
    ]


def test_bot_of_another_module_is_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "class First:\n"
        "    def choose(self, position, thinking):\n"
        "        from pickomino import legal_actions\n"
        "        return legal_actions(position)[0]\n"
    )
    code, printed, _ = pickomino("bench", "mine:First", "--tasks", "decisions-v1", "--json")
    assert code == 0
    assert json.loads(printed)["bot"] == "mine:First"


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_stopped_run_says_so_and_goes_on(tmp_path):
    output = tmp_path / "results.json"
    tasks = ("--tasks", "decisions-v1,one-tile-v1", "--output", str(output))
    command = [sys.executable, "-m", "pickomino", "bench", "champion", *tasks]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not output.exists():
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.decode() == "Stopped before all tasks were done.\n"
    assert [done["task"] for done in json.loads(output.read_text())["results"]] == ["decisions-v1"]
