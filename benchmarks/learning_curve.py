"""How well MaskablePPO learns: regrets after more and more steps, win shares at the end.

    python -m benchmarks.learning_curve --output docs/results/bench/maskable_ppo.json

The agent is trained on games of two with standard rules only, so its regrets in other games, and in
small ones, say how well it generalises.

Needs torch and sb3-contrib (make setup-training).
"""

# pyright: reportMissingImports=false, reportMissingTypeStubs=false
# Only training installs torch and sb3-contrib.

import argparse
import json
import time
from pathlib import Path

import msgspec
import torch
from sb3_contrib import MaskablePPO

from pickomino.bench import run_bench
from pickomino.envs.actions import action_of, mask
from pickomino.envs.encoding import encode
from pickomino.envs.stable_baselines3 import PickominoVecEnv

GAMES = 256
STEPS_PER_UPDATE = 64
QUICK = ("decisions-v1", "small-decisions-v1")
FINAL = (*QUICK, "one-tile-v1", "beginner-v1", "expert-v1", "champion-v1")


class ModelBot:
    """Plays the action that the model thinks best."""

    name = "MaskablePPO"

    def __init__(self, model):
        self.model = model

    def choose(self, position, thinking):  # noqa: ARG002 - the protocol of bots
        answer, _ = self.model.predict(
            encode(position, position.seat),
            action_masks=mask(position).astype(bool),
            deterministic=True,
        )
        return action_of(int(answer))


def make_model(seed):
    env = PickominoVecEnv(GAMES, opponents="beginner", reward="worms", seat=None)
    return MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=STEPS_PER_UPDATE,
        batch_size=2048,
        n_epochs=6,
        gamma=0.95,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )


def figures(result):
    return [msgspec.to_builtins(done) for done in result.results]


def measure(points, steps, seed):
    """Train, and return the figures after some numbers of steps."""
    model, curve, trained = make_model(seed), [], 0.0
    for point in range(points + 1):
        began = time.monotonic()
        if point:
            model.learn(steps // points, reset_num_timesteps=False)
        trained += time.monotonic() - began
        tasks = FINAL if point == points else QUICK
        result = run_bench(ModelBot(model), tasks, workers=1)
        curve.append({"steps": model.num_timesteps, "results": figures(result)})
        shown = ", ".join(f"{done.task} {100 * done.value:.3f} %" for done in result.results)
        print(f"{model.num_timesteps:>10,} steps, {trained:.0f} s: {shown}", flush=True)
    return {"bot": "MaskablePPO", "seed": seed, "seconds": round(trained), "curve": curve}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3_000_000)
    parser.add_argument("--points", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    curve = measure(arguments.points, arguments.steps, arguments.seed)
    if arguments.output:
        arguments.output.write_text(json.dumps(curve, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
