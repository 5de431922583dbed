"""The cost of reviewing a whole game after warm-up, and the share of the turn kernel in it."""

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


def play_game(rules, players, seed):
    """Return a game between experts."""
    bot, thinking = make_bot("expert"), Thinking(random.Random(seed))
    game = Game(rules, players, SeededDice(seed))
    while not game.is_over:
        game.play(bot.choose(game.position, thinking))
    return game


@contextmanager
def cpu_times(spent, *places):
    """Add up the CPU time of functions, each given by its module and name."""
    originals = [(module, name, getattr(module, name)) for module, name in places]

    def timed(function):
        def run(*arguments, **named):
            before = time.process_time()
            try:
                return function(*arguments, **named)
            finally:
                spent[function.__name__] = (
                    spent.get(function.__name__, 0) + time.process_time() - before
                )

        return run

    for module, name, function in originals:
        setattr(module, name, timed(function))
    try:
        yield
    finally:
        for module, name, function in originals:
            setattr(module, name, function)


def run():
    """Print the results."""
    print("Review of a game between experts, CPU seconds on one core after warm-up")
    heads = ("turns", "seconds", "max", "allowed", "kernel", "judge")
    print(f"{'':26}" + "".join(f"{head:>9}" for head in heads))
    for name, (rules, players, allowed) in TABLES.items():
        games = [play_game(rules, players, seed) for seed in range(GAMES)]
        review(games[0])
        seconds, spent = [], {}
        with cpu_times(
            spent,
            (solution, "solve_shape"),
            (starts, "solve_batch"),
            (solved_turns, "evaluate_turn_ends"),
        ):
            for game in games:
                before = time.process_time()
                review(game)
                seconds.append(time.process_time() - before)
        turns, total = sum(game.turn for game in games) / GAMES, sum(seconds)
        limit = "-" if allowed is None else f"{allowed:.1f}"
        ahead = spent.get("solve_batch", 0)
        kernel = (spent["solve_shape"] + ahead) / total
        judge = (spent["evaluate_turn_ends"] - ahead) / total
        print(
            f"{name:26}{turns:9.1f}{total / GAMES:9.3f}{max(seconds):9.3f}{limit:>9}"
            f"{kernel:9.0%}{judge:9.0%}"
        )


if __name__ == "__main__":
    run()
