"""The vector engine: steps per second, and ratios to the readable engine in the same run."""

import os
import time
from itertools import product

import numba
import numpy as np

from benchmarks.engine import steps_per_second
from benchmarks.timing import best_seconds
from pickomino import Rules
from pickomino.envs.vector import VectorGames, VectorPickomino, chance
from pickomino.envs.vector.bots import KINDS as KNOWN_BOTS

AIM = 5_000_000
GAMES = 1024
STEPS = 400
BATCH = 4096
REPEATS = 30
"""Many short runs, because the fastest one is disturbed the least."""
KINDS = [
    ("standard", 2),
    ("standard", 4),
    ("standard", 7),
    ("classic", 2),
    ("manual", 2),
    ("standard+extrawurm", 2),
]


@numba.njit
def choose_actions(mask, random, chosen):
    """Choose a random legal action for every game; not part of the measured time."""
    for game in range(len(mask)):
        if mask[game]:
            bits, random[game, 0], random[game, 1] = chance.next_bits(
                random[game, 0], random[game, 1]
            )
            chosen[game] = chance.nth_action(mask[game], bits)


def rollout_speed(rules, players, threads):
    games = VectorGames(Rules.parse(rules), players, GAMES, seed=1, threads=threads)
    games.random_rollout(3000)
    seconds = best_seconds(lambda: games.random_rollout(STEPS), REPEATS)
    return GAMES * STEPS / seconds


def api_speed(threads):
    """Time `step` alone; return actions and steps per second."""
    games = VectorGames(Rules.preset("standard"), 2, BATCH, seed=1, threads=threads)
    games.random_rollout(500)
    return fastest(games, games.step, 300)


def environment_speed(rules, opponents):
    """Time the Gymnasium interface on one core, including observations and masks."""
    env = VectorPickomino(BATCH, rules=rules, opponents=opponents, threads=1)
    env.reset(seed=1)
    fastest(env.games, env.step, 100)  # until the games are out of step with each other
    return typical(env, 100)


def typical(env, calls):
    """Return the mean actions and steps per CPU second: calls in which games end take longer."""
    random, chosen = env.games._arrays.random.copy(), np.zeros(BATCH, np.int64)
    before, seconds = env.games.steps, 0.0
    for _ in range(calls):
        choose_actions(env.games._arrays.mask, random, chosen)
        begin = time.process_time()
        env.step(chosen)
        seconds += time.process_time() - begin
    return calls * BATCH / seconds, (env.games.steps - before) / seconds


def fastest(games, step, calls):
    """Return actions and steps per second of the fastest call."""
    random, chosen = games._arrays.random.copy(), np.zeros(BATCH, np.int64)
    speeds = []
    for _ in range(calls):
        choose_actions(games._arrays.mask, random, chosen)
        before = games.steps
        seconds = best_seconds(lambda: step(chosen), 1)
        speeds.append(((games.steps - before) / seconds, BATCH / seconds))
    steps, actions = max(speeds)
    return actions, steps


def run():
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    readable = steps_per_second(Rules.preset("standard"), 2)
    print("Vector engine, steps (rolls and actions, each with its mask) per second")
    print(f"  readable engine, standard, 2 players, one core: {readable:14,.0f}")
    print(f"  random rollouts (aim {AIM:,} on one core):")
    for rules, players in KINDS:
        one, all_cores = (rollout_speed(rules, players, threads) for threads in (1, cores))
        print(
            f"    {rules:19}{players} players  one core {one:12,.0f} {one / readable:6.0f}x"
            f" {one / AIM:5.1f} of the aim   {cores} cores {all_cores:12,.0f}"
            f" {all_cores / one:5.2f}x"
        )
    for threads in (1, cores):
        actions, steps = api_speed(threads)
        print(
            f"  step(actions), {BATCH} games, {threads} threads: {actions:12,.0f} actions,"
            f" {steps:12,.0f} steps {steps / readable:6.0f}x"
        )
    print(f"  VectorPickomino.step, {BATCH} games of two, one core, with observations:")
    for rules, opponents in product(("standard", "standard+extrawurm"), KNOWN_BOTS):
        actions, steps = environment_speed(rules, opponents)
        print(f"    {rules:19}{opponents:9} {actions:12,.0f} actions, {steps:12,.0f} steps")


if __name__ == "__main__":
    run()
