"""`pickomino arena` as a program: reports, bad input, Ctrl-C and resuming."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from support.cli_runner import ENVIRONMENT, pickomino

QUICK = ("family", "beginner")
ENDLESS = (*QUICK, "--raw", "--games", "99999")


def lines_in(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def started(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "pickomino", "arena", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT | {"PYTHONIOENCODING": "utf-8"},
        start_new_session=True,
    )


def wait_until(met, seconds=90):
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_report_in_a_pipe_is_plain_text(tmp_path):
    picture = tmp_path / "match.svg"
    arguments = ("--games", "11", "--rules", "classic", "--extrawurm", "--raw")
    plot = ("--plot", str(picture), "--workers", "1")
    code, output, errors = pickomino("arena", *QUICK, "random", *arguments, *plot)
    assert (code, errors) == (0, "")
    lines = output.splitlines()
    assert lines[0] == "12 games in groups of 3, rule set classic+extrawurm, seed 1"
    assert lines[1].split("  ")[0] == "Bot"
    assert [line.split()[0] for line in lines[2:5]] == ["family", "beginner", "random"]
    assert all(line.count("%") == 3 for line in lines[2:5])
    assert [line.split()[0] for line in lines[5:9]] == ["Seat", "a", "b", "c"]
    assert lines[9].startswith("Turns in a game: ")
    assert output.isprintable() or not set(output) & set("│─┃━\x1b")
    assert ET.parse(picture).getroot().tag.endswith("svg")  # noqa: S314 - our own
    assert "12 games" in picture.read_text()


def test_report_states_cost_of_luck_adjustment():
    arguments = ("expert", "family", "--games", "6", "--rules", "short", "--workers", "1")
    code, output, errors = pickomino("arena", *arguments)
    assert (code, errors) == (0, "")
    heading, first, second = output.splitlines()[1:4]
    assert "Luck-adjusted" in heading
    assert first.count("%") == second.count("%") == 5
    match = re.search(
        r"With the luck taken out, 6 games tell as much as (\d+) would otherwise; it took", output
    )
    assert int(match[1]) > 0


def test_json_has_shares_and_ratings_with_intervals():
    code, output, errors = pickomino("arena", *QUICK, "--games", "4", "--json", "--workers", "1")
    assert (code, errors) == (0, "")
    result = json.loads(output)
    assert result["settings"]["bots"] == list(QUICK)
    assert result["statistics"]["games"] == 4
    assert result["settings"]["adjusted"]
    bot = result["statistics"]["bots"][0]
    assert bot["adjusted"].keys() == bot["win_share"].keys() == {"mean", "low", "high"}
    assert bot["rating"].keys() == {"points", "low", "high"}


def test_sequential_test_is_reported():
    arguments = ("arena", "family", "random", "--sprt", "0.5,0.9", "--games", "5000", "--raw")
    code, output, _ = pickomino(*arguments, "--workers", "1")
    assert code == 0
    assert "win share 0.9 accepted against 0.5; LLR +" in output
    assert output.startswith("40 games")
    code, output, _ = pickomino("arena", *QUICK, "--sprt", "0.5,0.501", "--games", "2")
    assert "undecided between win shares 0.5 and 0.501" in output


def test_unfinished_games_are_counted():
    code, output, _ = pickomino("arena", "random", "random", "--games", "2", "--turn-limit", "3")
    assert code == 0
    assert "2 games were stopped after 3 turns" in output


def test_faults_of_external_bots_set_the_exit_code(tmp_path):
    program = tmp_path / "bot.py"
    program.write_text("print('ready', flush=True)\nwhile input(): print('zz', flush=True)\n")
    bot = f"external:command={sys.executable} {program}"
    code, output, errors = pickomino("arena", bot, "random", "--games", "2", "--turn-limit", "9")
    assert code == 1
    assert "illegal" in output
    assert "its figures do not show its strength" in errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("random",), "a game needs 2 to 7 players, not 1"),
        (("random", "rooster"), "unknown bot 'rooster'"),
        (("random", "random", "--games", "0"), "from 1 to 10000000, not 0"),
        (("random", "random", "--workers", "0"), "number of workers must be at least 1"),
        (("random", "random", "--rules", "chess"), "unknown rule set"),
        (("random", "random", "--sprt", "0.6"), "not a pair of win shares"),
        (("random", "random", "--results", "/nowhere/results"), "cannot write"),
        (("random", "random", "--plot", "/nowhere/plot.svg"), "cannot write"),
    ],
)
def test_bad_input_gets_one_sentence(arguments, message):
    code, output, errors = pickomino("arena", *arguments)
    assert (code, output) == (2, "")
    assert message in errors
    assert "Traceback" not in errors


def test_foreign_results_file_is_refused(tmp_path):
    path = tmp_path / "results"
    arguments = ("arena", *QUICK, "--games", "2", "--results", str(path))
    assert pickomino(*arguments)[0] == 0
    code, _, errors = pickomino(*arguments, "--seed", "2")
    assert code == 2
    assert "another match: seed is 1, not 2" in errors
    path.write_text("My holiday in Bavaria\n")
    code, _, errors = pickomino(*arguments)
    assert code == 2
    assert "line 1: this is not a match result" in errors
    assert path.read_text() == "My holiday in Bavaria\n"


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("by", ["ctrl-c", "kill"])
def test_stopped_match_continues_later(tmp_path, by, workers):
    path = tmp_path / "results"
    picture = tmp_path / "match.svg"
    arguments = (*QUICK, "--results", str(path), "--workers", workers, "--json", "--raw")
    process = started(*arguments, "--games", "99999", "--plot", str(picture))
    wait_until(lambda: lines_in(path) > 3)
    if by == "ctrl-c":
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.terminate()
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.decode() == (
        "Stopped before all games were played; run the same command to continue.\n"
    )
    result = json.loads(output)
    assert result["ending"] == "interrupted"
    assert result["groups"] == lines_in(path) - 1
    assert picture.exists()
    games = str(2 * (json.loads(path.read_bytes().splitlines()[-1])["group"] + 8))
    resumed = pickomino("arena", *arguments, "--games", games)
    assert resumed[0] == 0
    alone = (*QUICK, "--workers", "1", "--json", "--raw", "--games", games)
    assert resumed == pickomino("arena", *alone)


def test_ctrl_c_during_worker_start_is_quiet():
    process = started(*ENDLESS, "--workers", "2")
    wait_until(lambda: children_of(process.pid))
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors.decode()
    assert "Stopped before all games were played." in errors.decode()
    assert output


def test_workers_exit_when_parent_is_killed(tmp_path):
    path = tmp_path / "results"
    process = started(*ENDLESS, "--workers", "2", "--results", str(path))
    wait_until(lambda: lines_in(path) > 3)
    workers = children_of(process.pid)
    assert len(workers) >= 2
    process.kill()
    process.communicate(timeout=60)
    wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


def children_of(parent):
    children = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            children.append(int(entry.parent.name))
    return children
