"""What the review of a whole game costs after warm-up, and how much of it is the turn kernel."""

import random
import time
from contextlib import contextmanager

from pickomino import Game, Rules, SeededDice
from pickomino.analysis import solved_turns
from pickomino.analysis.review import review
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.solver import solution, starts

GAMES = 4
TABLES = {
    "two players": (Rules.preset("classic"), 2, 0.3),
    "four players": (Rules.preset("classic"), 4, None),
    "seven players": (Rules.preset("classic"), 7, 1.0),
    "Extrawurm, two players": (Rules.preset("classic", extrawurm=True), 2, 3.0),
    "Extrawurm, seven players": (Rules.preset("classic", extrawurm=True), 7, 3.0),
}


def played(rules, players, seed):
    """A game between experts."""
    bot, thinking = make_bot("expert"), Thinking(random.Random(seed))
    game = Game(rules, players, SeededDice(seed))
    while not game.is_over:
        game.play(bot.choose(game.position, thinking))
    return game


@contextmanager
def timed(spent, *places):
    """Add up the processor time of functions, each told as its module and its name."""
    kept = [(module, name, getattr(module, name)) for module, name in places]

    def watched(function):
        def run(*arguments, **named):
            before = time.process_time()
            try:
                return function(*arguments, **named)
            finally:
                spent[function.__name__] = (
                    spent.get(function.__name__, 0) + time.process_time() - before
                )

        return run

    for module, name, function in kept:
        setattr(module, name, watched(function))
    try:
        yield
    finally:
        for module, name, function in kept:
            setattr(module, name, function)


def run():
    """Print what was measured."""
    print("The review of a game of experts, CPU-seconds on one core after warm-up")
    heads = ("turns", "seconds", "most", "allowed", "kernel", "judge")
    print(f"{'':26}" + "".join(f"{head:>9}" for head in heads))
    for name, (rules, players, allowed) in TABLES.items():
        games = [played(rules, players, seed) for seed in range(GAMES)]
        review(games[0])
        seconds, spent = [], {}
        with timed(
            spent, (solution, "solve_shape"), (starts, "solve_batch"), (solved_turns, "judged")
        ):
            for game in games:
                before = time.process_time()
                review(game)
                seconds.append(time.process_time() - before)
        turns, whole = sum(game.turn for game in games) / GAMES, sum(seconds)
        most = "-" if allowed is None else f"{allowed:.1f}"
        ahead = spent.get("solve_batch", 0)
        shares = ((spent["solve_shape"] + ahead) / whole, (spent["judged"] - ahead) / whole)
        print(
            f"{name:26}{turns:9.1f}{whole / GAMES:9.3f}{max(seconds):9.3f}{most:>9}"
            f"{shares[0]:9.0%}{shares[1]:9.0%}"
        )


if __name__ == "__main__":
    run()
