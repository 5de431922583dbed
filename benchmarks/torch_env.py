"""The environment on tensors, compared with the vector engine on one core in the same run.

A step is an action with the rolls that follow it, the masks, and the observations of the next
decision; finished games are restarted.

    python -m benchmarks.torch_env --device cuda --games 65536
"""

# pyright: reportMissingImports=false
# Only training installs torch.

import argparse
import time

import numpy as np
import torch

from pickomino import Rules
from pickomino.envs.torch import TorchPickomino
from pickomino.envs.vector import VectorGames

VECTOR_GAMES = 4096
WARM_UP = 20


def torch_speed(rules, games, device, steps):
    env = TorchPickomino(rules, device=device)
    generator = torch.Generator(device).manual_seed(1)
    state = env.init(games, generator)
    began = 0.0
    for number in range(WARM_UP + steps):
        if number == WARM_UP:
            synchronize(device)
            began = time.perf_counter()
        actions = state.legal_action_mask.float().multinomial(1, generator=generator)[:, 0]
        state = env.step(state, actions, generator)
        state = env.restart(state, state.terminated, generator)
        env.observe(state)
    synchronize(device)
    return games * steps / (time.perf_counter() - began)


def synchronize(device):
    if device.startswith("cuda"):
        torch.cuda.synchronize()


def vector_speed(rules, steps):
    games = VectorGames(Rules.parse(rules), 2, VECTOR_GAMES, seed=1, threads=1)
    generator = np.random.default_rng(1)
    observations = games.observe()
    seconds = 0.0
    for number in range(WARM_UP + steps):
        # Choosing the actions is not part of the measured time; for tensors it is.
        chosen = (generator.random((VECTOR_GAMES, 50)) * games.legal()).argmax(axis=1)
        began = time.perf_counter()
        games.step(chosen)
        games.legal()
        games.observe(into=observations)
        seconds += (time.perf_counter() - began) * (number >= WARM_UP)
    return VECTOR_GAMES * steps / seconds


def main():
    parser = argparse.ArgumentParser(
        description="Compare the environment on tensors with the vector engine."
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--games", type=int, default=65536, help="games at once on the device")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--rules", nargs="+", default=["standard", "standard+extrawurm"])
    options = parser.parse_args()
    for rules in options.rules:
        tensors = torch_speed(rules, options.games, options.device, options.steps)
        one_core = vector_speed(rules, options.steps)
        print(
            f"{rules}: {tensors:,.0f} steps/s on {options.device}, {one_core:,.0f} steps/s in the"
        )
        print(f"  vector engine on one core: a ratio of {tensors / one_core:.1f}")


if __name__ == "__main__":
    main()
