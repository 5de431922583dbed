"""Fit the weights of `pickomino.evaluation.strength` to games of bots.

    python scripts/fit_win_chance.py --games 3000 --bot expert

Plays games with every number of players. For each number it fits the weights that make the observed
wins most likely (a multinomial logit, by Newton's method), and writes them to the package.
"""

import argparse
import json
import multiprocessing
import random
from pathlib import Path

import numpy as np

from pickomino import CHANCE, OVER, Phase, Rules, SeededDice, start, step, step_roll
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.play import dice_to_roll
from pickomino.core.rules import PRESETS
from pickomino.evaluation.protocol import final_chances
from pickomino.evaluation.strength import FIGURES, figures

WEIGHTS = Path("src/pickomino/evaluation/weights.json")
TURN_LIMIT = 500
DAMPING = 3.0


def play(job):
    """Play one game; return the figures of a sample of turn starts, and the result."""
    bot_name, players, number = job
    generator = random.Random(number)
    rules = Rules.preset(generator.choice(list(PRESETS)), generator.random() < 0.3)
    bots = [make_bot(bot_name) for _ in range(players)]
    position, dice, rolls, turns, seen = start(rules, players), SeededDice(number), 0, 0, []
    while position.to_act != OVER and turns < TURN_LIMIT:
        if position.to_act == CHANCE:
            if not position.turn.set_aside.size:
                seen.append(position)
            position, ended = step_roll(position, dice.roll(rolls, *dice_to_roll(position)))
            rolls += 1
        else:
            action = bots[position.seat].choose(position, Thinking(generator))
            position, ended = step(position, action)
        turns += ended is not None
    assert position.turn.phase is Phase.OVER or turns == TURN_LIMIT
    sample = generator.sample(seen, min(len(seen), 12))
    return [figures(start_) for start_ in sample], final_chances(position)


def fit(samples, wins):
    """Return the weights that maximise the damped likelihood, and the loss."""
    weights = np.zeros(FIGURES)
    loss = np.inf
    for _ in range(50):
        strengths = samples @ weights
        strengths -= strengths.max(axis=1, keepdims=True)
        chances = np.exp(strengths)
        chances /= chances.sum(axis=1, keepdims=True)
        mean = np.einsum("ps,psf->pf", chances, samples)
        gradient = np.einsum("ps,psf->f", chances - wins, samples) + DAMPING * weights
        spread = np.einsum("ps,psf,psg->fg", chances, samples, samples) - mean.T @ mean
        before, loss = loss, -(wins * np.log(chances + 1e-300)).sum() / len(wins)
        weights -= np.linalg.solve(spread + DAMPING * np.eye(FIGURES), gradient)
        if abs(before - loss) < 1e-9:
            break
    return weights, loss


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="games for each number of players")
    parser.add_argument("--bot", default="expert")
    options = parser.parse_args()
    fitted = {}
    with multiprocessing.get_context("spawn").Pool() as pool:
        for players in range(2, 8):
            first = players * 10_000_000
            jobs = [(options.bot, players, first + n) for n in range(options.games)]
            samples, wins = [], []
            for seen, won in pool.imap_unordered(play, jobs, chunksize=20):
                samples += seen
                wins += [won] * len(seen)
            weights, loss = fit(np.array(samples), np.array(wins))
            fitted[players] = [round(weight, 4) for weight in weights]
            print(f"{players} players: {len(wins)} positions, loss {loss:.4f}", flush=True)
    WEIGHTS.write_text(json.dumps(fitted, indent=1) + "\n")


if __name__ == "__main__":
    main()
