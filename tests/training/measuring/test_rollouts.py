"""Puzzles judged by games: they begin just where a choice leads, and end as the game ends."""

import json
import re

import pytest
import torch

from pickomino import legal_actions
from pickomino.analysis.solved_turns import solve_turns
from pickomino.evaluation.network import NetworkChance, network_for
from pickomino.puzzles.packs import format_pack, packs
from pickomino.puzzles.puzzle import parse_puzzle
from training import __main__ as commands
from training.games import extrawurm_turns
from training.measuring import rollouts
from training.players.network import loaded

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def network():
    return loaded(network_for(2, rollouts.FULL.version), CPU)


def positions_of_two(count):
    """Positions of puzzles with Extrawurm, spread over the pack, and with ones set aside."""
    lines = [line for line in packs()[0].lines if " extrawurm " in line]
    found = [each for each in (parse_puzzle(line).position for line in lines) if each.players == 2]
    ones = [each for each in found if each.turn.set_aside.count(1) > 1]
    weasels = [each for each in found if "z" in map(str, legal_actions(each))]
    return [*found[:: len(found) // count], *ones[:2], *weasels[:2]]


def worths_before(starts, network):
    """What the turns that go on are worth by the tensors."""
    arrays = rollouts.tables([start.table for start in starts], network)
    solved = extrawurm_turns.solve(arrays, 2, rollouts.judge_for(network, 0))
    dice, may_stop = rollouts.dice_of(starts, 1, CPU)
    end, before = extrawurm_turns.play_on(solved, dice, may_stop, torch.Generator().manual_seed(1))
    assert solved.ends.possible.flatten(1).gather(1, end[:, None]).all()
    return before[:, 1]


def test_a_choice_is_worth_what_the_solver_says_before_the_games_begin(network):
    begun, ended = [], []
    positions = positions_of_two(4)
    for position, solved in zip(positions, solve_turns(positions, NetworkChance()), strict=True):
        for action, outlook in solved.options(position).items():
            start = rollouts.start_of(position, action, network)
            found = ended if start.state is None else begun
            found.append((start, outlook.chances[position.seat]))
    starts, wanted = zip(*begun, strict=True)
    assert worths_before(starts, network).tolist() == pytest.approx(wanted, abs=1e-4)
    starts, wanted = zip(*ended, strict=True)
    chances = network.chances(rollouts.tables([start.table for start in starts], network))
    assert chances[:, -1].tolist() == pytest.approx(wanted, abs=1e-4)


def test_the_games_tell_the_margin_of_every_puzzle(tmp_path, capsys, monkeypatch):
    pack = packs()[0]
    won = [line for line in pack.lines if re.search(r" end \d t\d\d=1/0 ", line)]
    few = pack._replace(lines=tuple(won[:5]))
    (tmp_path / "pack.txt").write_text(format_pack(few))
    output = tmp_path / "judged.jsonl"
    asked = ["rollouts", tmp_path / "pack.txt", "--sample", 2, "--games", 20, "--output", output]
    monkeypatch.setattr("sys.argv", ["training", "--device", "cpu", *map(str, asked)])
    commands.main()
    commands.main()
    results = [json.loads(line) for line in output.read_text().splitlines()]
    assert len(results) == 2, "what was judged before is not judged again"
    assert "2 of 2" in capsys.readouterr().out
    for result in results:
        best, *others = result["choices"].values()
        assert best == [1, 0], "a choice that wins at once"
        assert result["margin"] == pytest.approx(1 - max(chance for chance, _ in others))
