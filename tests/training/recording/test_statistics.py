import json

import numpy as np
import pytest
import torch

from pickomino import Rules
from pickomino.analysis import review_types
from support.training_commands import run_training
from training.recording import game_counts
from training.recording.dataset import batch_generator, record_games
from training.recording.game_counts import BatchCounter, Sums
from training.recording.self_play import GameSetup, play_games
from training.recording.statistics import figures

CPU = torch.device("cpu")
COUNT = 6


@pytest.fixture(scope="module")
def setup():
    return GameSetup(Rules.parse("short"), ("family", "family"))


@pytest.fixture(scope="module")
def counted(setup):
    """The figures of some games."""
    sums = Sums()
    counter = BatchCounter(sums, setup, COUNT, CPU)
    for turn in play_games(setup.network(CPU), setup, COUNT, batch_generator(2, 0, CPU)):
        counter.count_turn(turn)
    counter.finish()
    return figures(sums, setup)


@pytest.fixture(scope="module")
def recorded(setup):
    """The columns of the same games."""
    return record_games(setup.network(CPU), setup, COUNT, batch_generator(2, 0, CPU))


def test_turns_and_failures_match_the_recorded_games(counted, recorded):
    games = np.split(recorded["turn"], np.flatnonzero(np.diff(recorded["game"])) + 1)
    lengths = [turns[-1] + 1 for turns in games]
    assert counted["turns"] == np.bincount(lengths).tolist()
    failures = (recorded["then"] == -1).sum()
    assert counted["failed_turns"] == pytest.approx(failures / sum(lengths), abs=1e-5)


def test_steals_and_busts_match_the_recorded_games(counted, recorded):
    steals = sum(tile["stolen"] for tile in counted["tiles"].values()) * COUNT
    assert steals == pytest.approx((recorded["robbed"] >= 0).sum(), abs=1e-3)
    is_bust = recorded["face"] == 0
    assert counted["busts"] == [
        int(((recorded["roll"] == roll) & is_bust).sum()) for roll in range(6)
    ]


def test_costs_match_the_recorded_games(counted, recorded):
    face_cost, stop_cost = recorded["face_cost"], recorded["stop_cost"]
    players = 2 * COUNT
    family = counted["decisions"]["family"]
    assert family["cost"] == pytest.approx((face_cost + stop_cost).sum() / players, abs=1e-4)
    blunders = ((face_cost >= 0.05).sum() + (stop_cost >= 0.05).sum()) / players
    assert family["over"][2] == pytest.approx(blunders, abs=1e-6)


def test_mistakes_are_those_of_a_review():
    assert sorted(limit for _, limit in review_types.LIMITS) == list(game_counts.LIMITS)


def test_mistakes_by_kind_add_up(counted):
    family = counted["decisions"]["family"]
    listed = sum(mistake["often"] for mistake in family["faces"] + family["stops"])
    assert listed == pytest.approx(family["over"][0], abs=1e-4)


def test_shares_of_the_seats_add_up_to_one(counted):
    assert sum(counted["share"]) == pytest.approx(1, abs=1e-5)


@pytest.fixture
def statistics(tmp_path):
    """Runs `statistics`; returns the lines of its file."""
    output = tmp_path / "figures.jsonl"

    def run(*arguments):
        run_training("statistics", "--count", 2, "--output", output, *arguments)
        return [json.loads(line) for line in output.read_text().splitlines()]

    return run


def test_statistics_with_extrawurm_have_all_tiles(statistics):
    (line,) = statistics("--rules", "standard+extrawurm")
    assert set(line["tiles"]) == {"11", "13", *map(str, range(21, 37))}


def test_statistics_replace_lines_of_the_same_games(statistics):
    statistics("--bots", "beginner", "thumb", "--at-once", "1")
    lines = statistics("--bots", "beginner", "--seed", "2")
    assert [line["seats"][0] for line in lines] == ["thumb", "beginner"]
    assert lines[1]["seed"] == 2
