"""Reviews of whole games of bots: the identity holds in each, and the mean luck is 0."""

from __future__ import annotations

import random
from functools import cache

from pickomino import Game, Rules, SeededDice
from pickomino.analysis.review import review
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.rules import PRESETS

CLOSE = 1e-9
MIN_GAMES = 20
"""With fewer games the estimate of the standard error is too uncertain."""
_bot = cache(make_bot)


def reviewed_game(seed):
    """Return a game of quick bots, with random rules and number of players, and its review."""
    generator = random.Random(seed)
    rules = Rules.preset(generator.choice(list(PRESETS)), extrawurm=generator.random() < 0.05)
    # Two players most often, because more take longer.
    players = generator.choice((2, 2, 2, 2, 3, 3, 4, 5, 6, 7))
    bots = [generator.choice(("family", "beginner", "expert")) for _ in range(players)]
    game = Game(rules, players, SeededDice(seed), turn_limit=500)
    thinking = Thinking(generator)
    while not game.is_over:
        game.play(_bot(bots[game.position.seat]).choose(game.position, thinking))
    return game, review(game)


def check_seed(seed):
    """Check a game; return its number of events, and by seat the sums of luck and its square."""
    game, reviewed = reviewed_game(seed)
    for sums in reviewed.seats:
        change = sums.luck + sums.gifts - sums.given_away + sums.stand_ins + sums.remainder
        assert abs(sums.start + change - sums.result) < CLOSE, f"the identity of {sums}"
    luck = [sums.luck for sums in reviewed.seats]
    assert abs(sum(luck)) < CLOSE, f"luck of all seats: {luck}"
    figures = {}
    for seat, own in enumerate(luck):
        figures |= {f"{seat} games": 1, f"{seat} luck": own, f"{seat} squares": own * own}
    return len(game.events), figures


def check_sums(sums):
    """Check that luck has mean 0 for every seat, within three standard errors."""
    for seat in range(7):
        games = sums.get(f"{seat} games", 0)
        if games >= MIN_GAMES:
            mean = sums[f"{seat} luck"] / games
            variance = (sums[f"{seat} squares"] - games * mean * mean) / (games - 1)
            error = (variance / games) ** 0.5
            summary = f"seat {seat}: mean luck {mean:+.4f} of {games:.0f} games, error {error:.4f}"
            print(summary)
            assert abs(mean) <= 3 * error, summary
