"""The evaluator of the champion looks one turn ahead in the endgame, and only there."""

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
from pickomino.evaluation.endgame_look_ahead import (
    MAX_ENDS,
    MAX_EXTRAWURM_ENDS,
    EndgameChance,
)
from pickomino.evaluation.judge import ChampionChance, judge_version
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.network_chance import NetworkChance
from pickomino.evaluation.protocol import final_chances
from pickomino.solver.outcomes import turn_outcomes
from support.turn_starts import starts_of_turns

LAST_TILE = "standard oxxxxxxxxxxx.... 33,35/34/36 b - ~"
OVER = "standard xxxxxxxxxxxx.... 33,35/34/36 - - -"


def max_ends_of(position):
    """Return how many ends tiles and rivals allow; a table may have fewer, never more."""
    rivals = [
        stack for seat, stack in enumerate(position.stacks) if stack and seat != position.seat
    ]
    return len(position.grill) + len(rivals) + 1


@pytest.mark.parametrize("players", [2, 4, 7])
@pytest.mark.parametrize("rules", ["standard", "short", "manual", "short(returned=down)"])
def test_only_positions_with_few_ends_are_looked_ahead(rules, players):
    positions = starts_of_turns(Rules.parse(rules), players, 60, seed=3)
    few = [position for position in positions if max_ends_of(position) <= MAX_ENDS]
    many = [position for position in positions if max_ends_of(position) > MAX_ENDS]
    assert few
    assert many
    for position in positions:
        assert len(turn_outcomes(position).positions) <= max_ends_of(position)
    judged = dict(zip(positions, EndgameChance(NetworkChance()).evaluate(positions), strict=True))
    for evaluator, alike in ((LookAhead(NetworkChance()), few), (NetworkChance(), many)):
        expected = evaluator.evaluate(alike)
        assert np.allclose([judged[position] for position in alike], expected, atol=1e-6)


def test_finished_game_is_certain_in_the_endgame():
    over, last = Position.from_wfen(OVER), Position.from_wfen(LAST_TILE)
    judged = EndgameChance(NetworkChance()).evaluate([over, last, over])
    assert judged[0] == judged[2] == final_chances(over)
    assert judged[1] == pytest.approx(LookAhead(NetworkChance()).evaluate([last])[0], abs=1e-6)


def test_extrawurm_has_a_lower_limit_of_ends():
    positions = starts_of_turns(Rules.parse("standard+extrawurm"), 2, 200, seed=2)
    counts = [max_ends_of(position) for position in positions]
    few = [p for p, count in zip(positions, counts, strict=True) if count <= MAX_EXTRAWURM_ENDS]
    others = [p for p, count in zip(positions, counts, strict=True) if count > MAX_EXTRAWURM_ENDS]
    assert few
    assert any(count <= MAX_ENDS for count in counts if count > MAX_EXTRAWURM_ENDS)
    looking, alone = EndgameChance(NetworkChance()), NetworkChance()
    assert np.allclose(looking.evaluate(others), alone.evaluate(others), atol=1e-6)
    assert not np.allclose(looking.evaluate(few), alone.evaluate(few), atol=1e-6)


def test_coach_and_champion_agree_in_the_endgame():
    position = Position.from_wfen("standard ox.o.xoxxxxxxxxx -/25,23 b - 244555ww")
    thinking = Thinking(random.Random(1))
    chosen = make_bot("champion").choose(position, thinking)
    assert advise(position, "win").best == chosen
    alone = StrategistBot("1", NetworkChance())
    assert alone.choose(position, thinking) != chosen, "a position where the further look matters"


def test_opening_does_not_load_numba():
    code = (
        "import sys; from pickomino import Rules, start;"
        "from pickomino.evaluation.judge import best_judge;"
        "best_judge().evaluate([start(Rules.parse('classic'), 3)]); print('numba' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert output == "False\n"


def test_champion_does_not_look_ahead_without_numba(monkeypatch):
    positions = starts_of_turns(Rules.preset("classic"), 2, 80, seed=4)
    assert sum(max_ends_of(position) <= MAX_ENDS for position in positions) > 10
    version = judge_version(positions[0].rules, 2)
    monkeypatch.setattr(judges, "has_fast_solver", lambda: False)
    judged = ChampionChance().evaluate(positions)
    assert np.allclose(judged, NetworkChance().evaluate(positions), atol=1e-6)
    assert judge_version(positions[0].rules, 2) != version


@pytest.mark.parametrize("rules", PRESETS)
def test_endgame_chances_sum_to_one(rules):
    positions = starts_of_turns(Rules.parse(rules), 5, 40, seed=6)
    for chances in EndgameChance(NetworkChance()).evaluate(positions):
        assert sum(chances) == pytest.approx(1, abs=1e-5)
        assert min(chances) >= 0
