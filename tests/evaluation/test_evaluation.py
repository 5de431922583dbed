"""Win chances sum to one, finished games are certain, and looking ahead is exact."""

import json
import random
from pathlib import Path

import pytest

from pickomino import CHANCE, OVER, Phase, Position, Rules, apply, legal_actions, start
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.rules import PRESETS
from pickomino.evaluation.judge import has_verdict
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.outcome_values import outcome_chances
from pickomino.evaluation.protocol import final_chances
from pickomino.evaluation.win_chance import WinChance
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve
from support.bot_games import play_game

ROOT = Path(__file__).parents[2]


def positions_of_games():
    for number, name in enumerate(PRESETS):
        for players in (2, 3, 5):
            rules = Rules.preset(name, extrawurm=bool(number % 2))
            bots = [make_bot("beginner")] * players
            yield play_game(bots, rules, seed=number, turn_limit=7)[0]


@pytest.mark.parametrize("evaluator", [WinChance(), LookAhead(WinChance())])
def test_chances_sum_to_one(evaluator):
    positions = list(positions_of_games())
    for position, chances in zip(positions, evaluator.evaluate(positions), strict=True):
        assert len(chances) == position.players
        assert sum(chances) == pytest.approx(1, abs=1e-12)
        assert all(0 <= chance <= 1 for chance in chances)


def test_finished_game_is_certain():
    position = Position.from_wfen("standard xxxxxxxxxxxx.... 33,35/34/36 - - -")
    for evaluator in (WinChance(), LookAhead(WinChance())):
        assert evaluator.evaluate([position]) == [(1.0, 0.0, 0.0)]
    assert final_chances(Position.from_wfen("manual xxxxxxxxxxxxxxxx -/- - - -")) == (0.5, 0.5)


@pytest.mark.parametrize("players", [2, 3])
def test_look_ahead_is_the_expectation_under_best_play(players):
    position = start(Rules.preset("classic"), players)
    outcomes = turn_outcomes(position)
    judged = outcome_chances(WinChance(), outcomes.positions)
    solution = solve(position, [chances[0] for chances in judged])
    results = solution.results(position)
    by_label = dict(zip(outcomes.labels, judged, strict=True))
    expected = [
        sum(float(chance) * by_label[label][seat] for label, chance in results.items())
        for seat in range(players)
    ]
    assert LookAhead(WinChance()).evaluate([position])[0] == pytest.approx(expected, abs=1e-12)


def test_lead_with_one_tile_left_is_nearly_a_win():
    wfen = "standard oxxxxxxxxxxx.... 33,35/34/36 b - ~"
    chances = WinChance().evaluate([Position.from_wfen(wfen)])[0]
    assert chances[0] > 0.8
    assert chances[1] < 0.1


def test_strategist_answers_the_ravens_choice():
    wfen = (
        "standard+extrawurm ..x.xxxxxxxxxxx... 23,11,13/34,35,36/21 a - b -,-,-,-,-/0,4,3/-"
    ).replace("..x.xxxxxxxxxxx...", "...x.xxxxxxxxxx...")
    position = Position.from_wfen(wfen)
    assert position.turn.phase is Phase.RAVEN
    bot = make_bot("strategist")
    choice = bot.choose(position, Thinking(random.Random(0)))
    assert choice in legal_actions(position)
    assert apply(position, choice).to_act in (OVER, CHANCE)


def test_verdicts_need_small_remainders_at_every_level():
    lines = (ROOT / "docs/results/remainders.jsonl").read_text("utf-8").splitlines()
    spreads = {}
    for line in map(json.loads, lines):
        table = Rules.parse(line["rules"]), line["players"]
        spreads[table] = max(line["spread"], spreads.get(table, 0))
    assert {players for rules, players in spreads if rules.extrawurm} == set(range(2, 8))
    for (rules, _players), spread in spreads.items():
        assert has_verdict(rules) == (spread <= 0.05)
