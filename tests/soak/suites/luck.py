"""Whole games of bots reviewed: the identity in every one, and luck that is 0 on average."""

from __future__ import annotations

import random
from functools import cache

from pickomino import Game, Rules, SeededDice
from pickomino.analysis.review import review
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.rules import PRESETS

CLOSE = 1e-9
FEWEST = 20
"""A standard error found in fewer games is worth too little."""
_bot = cache(make_bot)


def reviewed_game(seed):
    """A game of quick bots with any rules and number of players, and its review."""
    generator = random.Random(seed)
    rules = Rules.preset(generator.choice(list(PRESETS)), extrawurm=generator.random() < 0.05)
    # Two players most often: the others take longer.
    players = generator.choice((2, 2, 2, 2, 3, 3, 4, 5, 6, 7))
    bots = [generator.choice(("family", "beginner", "expert")) for _ in range(players)]
    game = Game(rules, players, SeededDice(seed), turn_limit=500)
    thinking = Thinking(generator)
    while not game.is_over:
        game.play(_bot(bots[game.position.seat]).choose(game.position, thinking))
    return game, review(game)


def check_seed(seed):
    """Check a game; returns its events, and by seat the number, sum and squares of its luck."""
    game, reviewed = reviewed_game(seed)
    for sums in reviewed.seats:
        moved = sums.luck + sums.gifts - sums.given_away + sums.stand_ins + sums.remainder
        assert abs(sums.start + moved - sums.result) < CLOSE, f"the identity of {sums}"
    luck = [sums.luck for sums in reviewed.seats]
    assert abs(sum(luck)) < CLOSE, f"luck of all seats: {luck}"
    figures = {}
    for seat, each in enumerate(luck):
        figures |= {f"{seat} games": 1, f"{seat} luck": each, f"{seat} squares": each * each}
    return len(game.events), figures


def check_sums(sums):
    """Check that luck has mean 0 for every seat, within three standard errors."""
    for seat in range(7):
        games = sums.get(f"{seat} games", 0)
        if games >= FEWEST:
            mean = sums[f"{seat} luck"] / games
            variance = (sums[f"{seat} squares"] - games * mean * mean) / (games - 1)
            error = (variance / games) ** 0.5
            told = f"seat {seat}: mean luck {mean:+.4f} of {games:.0f} games, error {error:.4f}"
            print(told)
            assert abs(mean) <= 3 * error, told
