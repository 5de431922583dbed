"""Thinking times of bots after warm-up, on one core; the first decision of a turn is slowest."""

import random
import statistics
import time

from pickomino import CHANCE, OVER, Rules, SeededDice, apply, apply_roll, start
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.play import dice_to_roll

LIMITS = {
    "random": 5,
    "beginner": 5,
    "family": 5,
    "expert": 5,
    "strategist": 300,
    "champion": 10,
    "champion:depth=2": 500,
}
TABLES = (("classic", 2), ("standard", 4), ("manual", 7), ("standard+extrawurm", 2))
DECISIONS = 150


def decision_times(spec, rules, players):
    """Time the decisions of a bot in whole games against itself; the endgame takes longest."""
    bot, thinking = make_bot(spec), Thinking(random.Random(1))
    times, seed = [], 0
    while len(times) < DECISIONS:
        seed += 1
        position, dice, rolls = start(rules, players), SeededDice(seed), 0
        while position.to_act != OVER:
            if position.to_act == CHANCE:
                position = apply_roll(position, dice.roll(rolls, *dice_to_roll(position)))
                rolls += 1
                continue
            begin = time.perf_counter()
            action = bot.choose(position, thinking)
            times.append(1000 * (time.perf_counter() - begin))
            position = apply(position, action)
    return times


def run():
    print("Milliseconds per decision, one core: median, 99th percentile, limit")
    for spec, limit in LIMITS.items():
        for name, players in TABLES:
            rules = Rules.parse(name)
            decision_times(spec, rules, players)  # warm-up: solves every kind of turn once
            times = sorted(decision_times(spec, rules, players))
            slow = times[int(len(times) * 0.99)]
            print(
                f"  {spec:16} {name:18} {players} players"
                f" {statistics.median(times):8.2f} {slow:8.2f}  of {limit} ms: {slow / limit:.2f}"
            )


if __name__ == "__main__":
    run()
