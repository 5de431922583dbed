"""Your own bot against the others: python examples/tournament.py [GAMES]

A bot has one method, `choose`, which gets the position and returns a legal action. Every bot
meets every other; each pair plays the same dice twice, with the seats exchanged.
"""

import sys
from collections import defaultdict
from itertools import combinations

from pickomino import Action, Bot, Match, Position, Thinking, claims, legal_actions


class HighRoller:
    """Sets aside the most valuable symbol, and rolls on until it can claim a tile of 25 or more."""

    name = "high roller"

    def choose(self, position: Position, thinking: Thinking) -> Action:
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


def main(games: int = 20) -> None:
    bots: list[str | Bot] = ["random", "beginner", "family", HighRoller()]
    wins: defaultdict[str, float] = defaultdict(float)
    for pair in combinations(bots, 2):
        result = Match(*pair, games=games, adjusted=False).play(workers=1)
        for bot in result.statistics.bots if result.statistics else ():
            wins[bot.label] += bot.win_share.mean * games
    for name, won in sorted(wins.items(), key=lambda entry: -entry[1]):
        print(f"{name:12} {won:6.1f} of {3 * games}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
