import random

import pytest

from pickomino import Position, Rules
from pickomino.analysis.advice import advise
from pickomino.bots.protocol import Thinking
from pickomino.bots.ratings import load_ratings
from pickomino.bots.registry import make_bot
from pickomino.core.play import apply_roll, chance_outcomes, legal_actions
from pickomino.evaluation.network_chance import NetworkChance
from support.turn_starts import starts_of_turns


def roll_dice(position: Position, seed: int) -> Position:
    rolls, weights = zip(*chance_outcomes(position), strict=True)
    return apply_roll(position, random.Random(seed).choices(rolls, weights)[0])


def test_champion_has_the_highest_rating():
    ratings = load_ratings()[2]
    assert max(ratings, key=lambda bot: ratings[bot].points) == "champion"


@pytest.mark.parametrize("depth", ["1", "2"])
@pytest.mark.parametrize("players", [2, 5])
def test_champion_plays_every_rule_set_legally(players, depth):
    bot = make_bot(f"champion:depth={depth}")
    for rules in (
        "standard", "classic", "short", "manual", "mini", "classic(emptyflip=yes)",
        "short(returned=down)", "manual+extrawurm(bothextra=no)",
    ):  # fmt: skip
        for seed, position in enumerate(starts_of_turns(Rules.parse(rules), players, 3, seed=6)):
            after_roll = roll_dice(position, seed)
            assert bot.choose(after_roll, Thinking(random.Random(1))) in legal_actions(after_roll)


def test_champion_plays_the_best_win_chance_in_extrawurm():
    position = roll_dice(starts_of_turns(Rules.parse("classic+extrawurm"), 2, 9, seed=8)[-1], 5)
    bot = make_bot("champion")
    chosen = bot.choose(position, Thinking(random.Random(1)))
    solution = bot._turn.solution(position)
    assert chosen == solution.best(position)
    chances = NetworkChance().evaluate(starts_of_turns(position.rules, 2, 1, seed=1))[0]
    assert 0.5 < chances[0] < 0.56


def test_advice_agrees_with_the_champion():
    position = roll_dice(starts_of_turns(Rules.preset("classic"), 2, 9, seed=8)[-1], 5)
    chosen = make_bot("champion").choose(position, Thinking(random.Random(1)))
    advice = advise(position, "win")
    assert advice.best == chosen
    assert advice.choices[chosen] == max(advice.choices.values())


def test_champion_plays_the_same_without_numba():
    position = roll_dice(starts_of_turns(Rules.preset("standard"), 2, 5, seed=8)[-1], 7)
    quick, slow = make_bot("champion"), make_bot("champion")
    slow._turn.is_fast = False
    thinking = Thinking(random.Random(1))
    assert quick.choose(position, thinking) == slow.choose(position, thinking)
