"""Measure how often the champion agrees with the champion that looks one turn further.

python scripts/agreement.py --rules classic --players 2 --games 20
"""

from __future__ import annotations

import argparse
import random

from pickomino import CHANCE, OVER, Rules, SeededDice, apply, apply_roll, start
from pickomino.bots.champion import ChampionBot
from pickomino.bots.protocol import Thinking
from pickomino.core.play import dice_to_roll, legal_actions


def main() -> None:
    """Play games of the champion against itself, and compare every decision with the deeper one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    quick, deep = ChampionBot("1"), ChampionBot("2")
    thinking = Thinking(random.Random(1), seconds=60)
    agreed = decisions = turns = 0
    lost = 0.0
    for seed in range(options.games):
        dice, rolls = SeededDice(seed), 0
        starter = dice.starting_seat(options.players)
        position = start(Rules.parse(options.rules), options.players, starter)
        while position.to_act != OVER:
            if position.to_act == CHANCE:
                turns += not position.turn.set_aside.symbols
                position = apply_roll(position, dice.roll(rolls, *dice_to_roll(position)))
                rolls += 1
                continue
            chosen = quick.choose(position, thinking)
            if len(legal_actions(position)) > 1:
                choices = deep._turn.solution(position).choices(position)
                decisions += 1
                agreed += chosen == deep.choose(position, thinking)
                lost += float(max(choices.values()) - choices[chosen])
            position = apply(position, chosen)
        print(
            f"{seed + 1} games: {decisions} decisions, {100 * agreed / decisions:.2f} % agree,"
            f" {100 * lost / turns:.4f} % of a win lost per turn,"
            f" {100 * lost / (seed + 1):.3f} % per game",
            flush=True,
        )


if __name__ == "__main__":
    main()
