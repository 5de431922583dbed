"""The champion's judgement in the endgame: one turn later, and only there."""

import random
import subprocess
import sys

import numpy as np
import pytest

from pickomino import Position, Rules
from pickomino.analysis.advice import advise
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.bots.strategist import StrategistBot
from pickomino.core.rules import PRESETS
from pickomino.evaluation import judge as judges
from pickomino.evaluation.endgame import MAX_ENDS, EndgameChance
from pickomino.evaluation.judge import ChampionChance, judge_version
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.network import NetworkChance
from pickomino.evaluation.protocol import final_chances
from pickomino.solver.outcomes import turn_outcomes
from support.turn_starts import starts_of_turns

LAST_TILE = "standard oxxxxxxxxxxx.... 33,35/34/36 b - ~"
OVER = "standard xxxxxxxxxxxx.... 33,35/34/36 - - -"


def most_ends_of(position):
    """How many ends tiles and rivals allow; a table may have fewer, never more."""
    rivals = [
        stack for seat, stack in enumerate(position.stacks) if stack and seat != position.seat
    ]
    return len(position.grill) + len(rivals) + 1


@pytest.mark.parametrize("players", [2, 4, 7])
@pytest.mark.parametrize("rules", ["standard", "short", "manual", "short(returned=down)"])
def test_positions_with_few_ends_are_judged_one_turn_later_and_no_others(rules, players):
    positions = starts_of_turns(Rules.parse(rules), players, 60, seed=3)
    few = [each for each in positions if most_ends_of(each) <= MAX_ENDS]
    many = [each for each in positions if most_ends_of(each) > MAX_ENDS]
    assert few
    assert many
    assert all(len(turn_outcomes(each).positions) <= most_ends_of(each) for each in positions)
    judged = dict(zip(positions, EndgameChance(NetworkChance()).evaluate(positions), strict=True))
    for evaluator, alike in ((LookAhead(NetworkChance()), few), (NetworkChance(), many)):
        expected = evaluator.evaluate(alike)
        assert np.allclose([judged[each] for each in alike], expected, atol=1e-6)


def test_the_end_itself_is_certain():
    over, last = Position.from_wfen(OVER), Position.from_wfen(LAST_TILE)
    judged = EndgameChance(NetworkChance()).evaluate([over, last, over])
    assert judged[0] == judged[2] == final_chances(over)
    assert judged[1] == pytest.approx(LookAhead(NetworkChance()).evaluate([last])[0], abs=1e-6)


def test_with_extrawurm_nobody_looks_further():
    positions = starts_of_turns(Rules.parse("standard+extrawurm"), 2, 40, seed=2)
    judged = EndgameChance(NetworkChance()).evaluate(positions)
    assert np.allclose(judged, NetworkChance().evaluate(positions), atol=1e-6)


def test_the_coach_advises_in_an_endgame_what_the_champion_plays_there():
    position = Position.from_wfen("standard ox.o.xoxxxxxxxxx -/25,23 b - 244555ww")
    thinking = Thinking(random.Random(1))
    chosen = make_bot("champion").choose(position, thinking)
    assert advise(position, "win").best == chosen
    alone = StrategistBot("1", NetworkChance())
    assert alone.choose(position, thinking) != chosen, "a position where the further look matters"


def test_an_opening_needs_no_compiled_kernel():
    code = (
        "import sys; from pickomino import Rules, start;"
        "from pickomino.evaluation.judge import best_judge;"
        "best_judge().evaluate([start(Rules.parse('classic'), 3)]); print('numba' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"


def test_without_numba_the_coach_trusts_the_networks_alone(monkeypatch):
    positions = starts_of_turns(Rules.preset("classic"), 2, 80, seed=4)
    assert sum(most_ends_of(each) <= MAX_ENDS for each in positions) > 10
    named = judge_version(positions[0].rules, 2)
    assert judge_version(Rules.parse("classic+extrawurm"), 2).count(" ") == 1
    find = judges.find_spec
    monkeypatch.setattr(judges, "find_spec", lambda name: None if name == "numba" else find(name))
    judged = ChampionChance().evaluate(positions)
    assert np.allclose(judged, NetworkChance().evaluate(positions), atol=1e-6)
    assert judge_version(positions[0].rules, 2) != named


@pytest.mark.parametrize("rules", PRESETS)
def test_chances_in_the_endgame_are_chances(rules):
    positions = starts_of_turns(Rules.parse(rules), 5, 40, seed=6)
    for chances in EndgameChance(NetworkChance()).evaluate(positions):
        assert sum(chances) == pytest.approx(1, abs=1e-5)
        assert min(chances) >= 0
