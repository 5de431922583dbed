"""Bots play legally under every rule set, and each level plays as documented."""

import random

import pytest

from pickomino import InvalidNotation, Position, Rules, legal_actions, winners
from pickomino.bots.expert import ExpertBot, expected_worms
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import BOTS, make_bot
from pickomino.core.rules import PRESETS
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve
from support.bot_games import play_game

QUICK = ("random", "beginner", "family", "expert", "family:by=rule")


def all_rules():
    return [Rules.preset(name, extra) for name in PRESETS for extra in (False, True)]


@pytest.mark.parametrize("rules", all_rules(), ids=str)
@pytest.mark.parametrize("players", range(2, 8))
def test_quick_bots_play_every_rule_set_legally(rules, players):
    bots = [make_bot(QUICK[(seat + players) % len(QUICK)]) for seat in range(players)]
    _, turns = play_game(bots, rules, seed=players)
    assert turns > 1


@pytest.mark.parametrize("options", ["", "(bothextra=no)", "(golden=plain)", "(weaselbust=yes)"])
@pytest.mark.parametrize("bot", ["beginner", "family", "family:by=rule"])
def test_extrawurm_games_end_when_only_11_and_13_are_left(bot, options):
    """Once the family player risked every exact sum for more points, for hundreds of turns."""
    for players in (2, 4, 7):
        rules = Rules.parse(f"standard+extrawurm{options}")
        for seed in range(3):
            assert play_game([make_bot(bot)] * players, rules, seed)[1] < 200


def test_family_player_claims_the_last_extra_tile():
    position = Position.from_wfen(
        "standard+extrawurm o.xxxxxxxxxxxxxxxx 13/- b 33w - 11,-,-,-,-/3,4/-"
    )
    for bot in ("family", "family:by=rule"):
        chosen = make_bot(bot).choose(position, Thinking(random.Random(0)))
        assert str(chosen) == "t11"


@pytest.mark.parametrize("rules", all_rules(), ids=str)
def test_strategist_plays_every_rule_set_legally(rules):
    players = 2 + len(str(rules)) % 3
    bots = [make_bot("strategist"), *[make_bot("strategist:depth=1")] * (players - 1)]
    _, turns = play_game(bots, rules, seed=1, turn_limit=25)
    assert turns > 1


@pytest.mark.parametrize(
    "options",
    ["weaselbust=yes", "golden=plain", "bothextra=no", "claim=any,steal=forced"],
)
def test_quick_bots_play_extrawurm_options_legally(options):
    rules = Rules.parse(f"standard+extrawurm({options})")
    for seed in range(4):
        _, turns = play_game([make_bot(name) for name in QUICK], rules, seed)
        assert turns > 1


def duel(strong, weak, pairs):
    """Play pairs of games with the same dice and swapped seats; return the share of the first."""
    rules, won = Rules.preset("standard"), 0.0
    for seed in range(pairs):
        for seat in (0, 1):
            bots = [make_bot(weak), make_bot(weak)]
            bots[seat] = make_bot(strong)
            winning = winners(play_game(bots, rules, seed)[0])
            won += (seat in winning) / len(winning)
    return won / (2 * pairs)


def test_higher_levels_win_more_often():
    # Small fixed samples; the arena measures the real differences.
    assert duel("beginner", "random", 10) >= 0.9
    assert duel("family", "beginner", 100) > 0.55
    assert duel("expert", "family", 30) > 0.6


def test_expert_maximises_its_payoff_exactly():
    position = Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134")
    outcomes = turn_outcomes(position)
    solution = solve(position, outcomes.payoff(expected_worms(outcomes)))
    choice = ExpertBot().choose(position, Thinking(random.Random(0)))
    values = solution.choices(position)
    assert values[choice] == max(values.values())


def test_expert_values_tiles_steals_and_failures_as_documented():
    position = Position.from_wfen("classic .ooooooo.oo....x 21,34/29,32,33/35 a - ~")
    outcomes = turn_outcomes(position)
    worth = dict(zip(map(str, outcomes.labels), expected_worms(outcomes), strict=True))
    assert worth["None"] == -4
    assert worth["t22"] == 1
    assert worth["t31"] == 3
    assert worth["s33"] == 4 * 1.5
    assert worth["s35"] == 4 * 1.5


def test_expert_values_a_stolen_hen_at_nothing():
    wfen = "standard+extrawurm oooo.ooooooooooooo 22,25/26 b - ~ 11,a,23,27,28/0,0/-"
    wfen = wfen.replace("oooo.ooooooooooooo", "ooo.oo..oooooooooo")
    position = Position.from_wfen(wfen)
    outcomes = turn_outcomes(position)
    worth = dict(zip(map(str, outcomes.labels), expected_worms(outcomes), strict=True))
    assert worth["s25"] == 0
    assert worth["None"] == -2


@pytest.mark.parametrize("name", [name for name in BOTS if name != "external"])
def test_the_same_generator_gives_the_same_choice(name):
    position = Position.from_wfen("standard oooooooooooooooo -/- a 5 1234www")
    first, second = (make_bot(name).choose(position, Thinking(random.Random(3))) for _ in "ab")
    assert first == second
    assert first in legal_actions(position)


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "grandma",
        "random:depth=2",
        "strategist:depth=9",
        "strategist:depth",
        "external",
        "external:command=",
        "strategist:=2",
        "Random",
        "random\0",
    ],
)
def test_unknown_bots_and_options_are_rejected(spec):
    with pytest.raises(InvalidNotation):
        make_bot(spec)


def test_strategist_skips_looking_ahead_when_time_is_short():
    bot, position = (
        make_bot("strategist"),
        Position.from_wfen("standard oooooooooooooooo -/- a 5 1234www"),
    )
    calls = []
    evaluate = bot.evaluator.evaluate
    bot.evaluator.evaluate = lambda positions: calls.append(1) or evaluate(positions)
    bot.choose(position, Thinking(random.Random(0), seconds=0.1))
    assert not calls
    bot.choose(position, Thinking(random.Random(0), seconds=1.0))
    assert calls
