"""Bots and groups for the tests of the arena."""

from pickomino.arena.game import GameResult
from pickomino.arena.groups import GroupResult
from pickomino.core.actions import ROLL_ON
from pickomino.core.play import legal_actions


class FirstBot:
    """Plays the first legal action, and records its seats and what it was given to think with."""

    def __init__(self):
        self.seen = []

    def choose(self, position, thinking):
        self.seen.append((position.seat, thinking))
        return legal_actions(position)[0]


class AlwaysRolls:
    """Rolls on whenever that is legal, so that it hardly ever wins a tile."""

    def choose(self, position, thinking):
        legal = legal_actions(position)
        return ROLL_ON if ROLL_ON in legal else thinking.generator.choice(legal)


class BrokenBot:
    """Raises an error at its fifth decision."""

    def __init__(self):
        self.left = 5

    def choose(self, position, thinking):
        self.left -= 1
        if not self.left:
            raise RuntimeError("out of worms")
        return thinking.generator.choice(legal_actions(position))


def game(*ranks, worms=None, turns=None, busts=None, steals=None, is_over=True):
    """Return a game with these ranks of the bots."""
    zeros = (0,) * len(ranks)
    counts = (worms or zeros, turns or (10,) * len(ranks), busts or zeros, steals or zeros)
    return GameResult(ranks, *counts, is_over=is_over)


def group(number, *games, faults=None):
    return GroupResult(number, games, faults or ({},) * len(games))
