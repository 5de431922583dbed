"""Your own bot against the others: python examples/tournament.py [GAMES]

A bot has one method, `choose`, which gets the position and returns a legal action. Every bot
meets every other; each pair plays the same dice twice, with the seats exchanged.
"""

import random
import sys
from collections import Counter
from itertools import combinations

from pickomino import CHANCE, OVER, Rules, SeededDice, apply, apply_roll, claims, start, winners
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.play import dice_to_roll, legal_actions


class HighRoller:
    """Sets aside the most valuable symbol, and rolls on until it can claim a tile of 25 or more."""

    def choose(self, position, thinking):
        good_claims = [action for action in claims(position) if action.value >= 25]
        if good_claims:
            return good_claims[-1]
        legal = legal_actions(position)
        roll_on = [action for action in legal if action.kind == "r"]
        if roll_on:
            return roll_on[0]
        rolled = position.turn.rolled
        return max(
            legal,
            key=lambda action: (
                rolled.count(action.value) * min(action.value, 5) if action.kind == "k" else 0,
                action.value,
                thinking.generator.random(),
            ),
        )


def play(bots, seed):
    """Play a game and return the winning seats."""
    position, dice, rolls = start(Rules.preset("standard"), len(bots)), SeededDice(seed), 0
    thinking = [Thinking(random.Random(f"{seed} {seat}")) for seat in range(len(bots))]
    while (seat := position.to_act) != OVER:
        if seat == CHANCE:
            position = apply_roll(position, dice.roll(rolls, *dice_to_roll(position)))
            rolls += 1
        else:
            position = apply(position, bots[seat].choose(position, thinking[seat]))
    return winners(position)


def main(games=10):
    bots = {name: make_bot(name) for name in ("random", "beginner", "family")}
    bots["high roller"] = HighRoller()
    points = Counter(dict.fromkeys(bots, 0.0))
    for pair in combinations(bots, 2):
        for seed in range(games):
            for names in (pair, pair[::-1]):
                winning_seats = play([bots[name] for name in names], seed)
                for seat in winning_seats:
                    points[names[seat]] += 1 / len(winning_seats)
    ranking = sorted(points.items(), key=lambda entry: entry[1], reverse=True)
    for name, wins in ranking:
        print(f"{name:12} {wins:6.1f} of {2 * games * (len(bots) - 1)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
