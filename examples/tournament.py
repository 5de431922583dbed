"""A bot of your own against the others: python examples/tournament.py [GAMES]

A bot has one method, `choose`. It sees the position and returns a legal action. Everybody
meets everybody; each pair plays every set of dice twice, with the seats exchanged.
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
    """Keeps the symbol worth most, and rolls on until it can take a tile of 25 or more."""

    def choose(self, position, thinking):
        found = claims(position)
        legal = legal_actions(position)
        good = [action for action in found if action.value >= 25]
        if good:
            return good[-1]
        rolling = [action for action in legal if action.kind == "r"]
        if rolling:
            return rolling[0]
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
    """Play a game to its end and return the winning seats."""
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
                won = play([bots[name] for name in names], seed)
                for seat in won:
                    points[names[seat]] += 1 / len(won)
    for name, won in points.most_common():
        print(f"{name:12} {won:6.1f} of {2 * games * (len(bots) - 1)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
