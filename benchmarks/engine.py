"""The engine: validated steps per second in random play, import time, start-up of the program."""

import random
import sys
import tempfile
from pathlib import Path

from benchmarks.timing import best_seconds, process_seconds
from pickomino import CHANCE, OVER, Rules, SeededDice, apply, apply_roll, legal_actions, start
from pickomino.core.play import dice_to_roll

AIM = 150_000
BARE_PROGRAM = """
from cyclopts import App

app = App(name="bare", version="1.0")


@app.command
def hello(name: str):
    print(name)


app()
"""


def random_game(rules, players, seed):
    """Play a random game with validated steps; return their number."""
    position, dice, generator = start(rules, players), SeededDice(seed), random.Random(seed)
    rolls = steps = 0
    while position.to_act != OVER:
        if position.to_act == CHANCE:
            position = apply_roll(position, dice.roll(rolls, *dice_to_roll(position)))
            rolls += 1
        else:
            position = apply(position, generator.choice(legal_actions(position)))
        steps += 1
    return steps


def steps_per_second(rules, players):
    steps = sum(random_game(rules, players, seed) for seed in range(3))
    seconds = best_seconds(lambda: [random_game(rules, players, seed) for seed in range(3)])
    return steps / seconds


def run():
    print("Engine, validated steps per second in random play, one core (aim 150,000):")
    for name in ("standard", "classic+extrawurm"):
        for players in (2, 4):
            speed = steps_per_second(Rules.parse(name), players)
            print(f"  {name:20} {players} players {speed:10,.0f}   {speed / AIM:5.2f} of the aim")
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(BARE_PROGRAM)
        python = sys.executable
        nothing, imported, bare_version, our_version = process_seconds(
            [python, "-c", ""],
            [python, "-c", "import pickomino"],
            [python, str(bare), "--version"],
            [python, "-m", "pickomino", "--version"],
        )
    print(f"Import of pickomino: {1000 * (imported - nothing):.0f} ms beyond Python (aim 60 ms)")
    ratio = our_version / bare_version
    ours = f"pickomino --version: {1000 * our_version:.0f} ms"
    print(f"{ours}, {ratio:.2f} of a bare cyclopts program (at most 1.3)")


if __name__ == "__main__":
    run()
