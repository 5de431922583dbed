import json
import re

import pytest
import torch

from pickomino import legal_actions
from pickomino.analysis.solved_turns import solve_turns
from pickomino.evaluation.network import network_for
from pickomino.evaluation.network_chance import NetworkChance
from pickomino.puzzles.packs import format_pack, packs
from pickomino.puzzles.puzzle import parse_puzzle
from support.training_commands import run_training
from support.turn_starts import to_tables
from training.games import turns
from training.measuring import rollouts
from training.players.network import load_value_network

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def network():
    return load_value_network(network_for(2), CPU)


def two_player_positions(count):
    """Return positions of Extrawurm puzzles, some with ones set aside and some with the Weasel."""
    lines = [line for line in packs()[0].lines if " extrawurm " in line]
    puzzles = [parse_puzzle(line) for line in lines]
    positions = [puzzle.position for puzzle in puzzles if puzzle.position.players == 2]
    ones = [position for position in positions if position.turn.set_aside.count(1) > 1]
    weasels = [position for position in positions if "z" in map(str, legal_actions(position))]
    return [*positions[:: len(positions) // count], *ones[:2], *weasels[:2]]


def chances_before(starts, network):
    """Return the chances of the turns that continue, before any dice are rolled."""
    arrays = to_tables([start.table for start in starts])
    solved = turns.solve_turns(arrays, 2, rollouts.evaluator_with_seat(network, 0))
    progress, may_stop = rollouts.turn_progress(starts, 1, CPU)
    generator = torch.Generator().manual_seed(1)
    end, before = turns.finish_turns(solved, progress, may_stop, generator)
    assert solved.ends.possible.flatten(1).gather(1, end[:, None]).all()
    return before[:, 1]


def test_rollouts_start_from_the_solved_chances(network):
    continuing, ended = [], []
    positions = two_player_positions(4)
    for position, solved in zip(positions, solve_turns(positions, NetworkChance()), strict=True):
        for choice in solved.choices(position):
            start = rollouts.rollout_start(position, choice.action, network)
            group = ended if start.state is None else continuing
            group.append((start, choice.chance))
    starts, expected = zip(*continuing, strict=True)
    assert chances_before(starts, network).tolist() == pytest.approx(expected, abs=1e-4)
    starts, expected = zip(*ended, strict=True)
    tables = to_tables([start.table for start in starts])
    assert network.chances(tables)[:, -1].tolist() == pytest.approx(expected, abs=1e-4)


@pytest.fixture
def evaluate_sample(tmp_path):
    """Run `rollouts` on two of five puzzles whose best choice wins at once."""
    pack = packs()[0]
    won = [line for line in pack.lines if re.search(r" end \d t\d\d=1/0 ", line)]
    few = pack._replace(lines=tuple(won[:5]))
    (tmp_path / "pack.txt").write_text(format_pack(few))
    output = tmp_path / "results.jsonl"
    arguments = [tmp_path / "pack.txt", "--sample", 2, "--games", 20, "--output", output]

    def run():
        run_training("rollouts", *arguments)
        return [json.loads(line) for line in output.read_text().splitlines()]

    return run


def test_rollouts_measure_the_margin_of_a_puzzle(evaluate_sample, capsys):
    results = evaluate_sample()
    assert "2 of 2" in capsys.readouterr().out
    for result in results:
        best, *others = result["choices"].values()
        assert best == [1, 0]
        assert result["margin"] == pytest.approx(1 - max(chance for chance, _ in others))


def test_rollouts_skip_puzzles_with_results(evaluate_sample):
    first = evaluate_sample()
    assert len(first) == 2
    assert evaluate_sample() == first
