"""PPO of RLlib with masks: python examples/rllib_ppo.py [ITERATIONS [GAMES]]

RLlib's own example of masked actions expects observations with the keys `observations` and
`action_mask`, which `mask_in_observation` gives. The program prints the share of wins against the
beginner bot before and after. 15 iterations take about a minute. Needs ray[rllib], torch and the
extra `envs`; `make soak ARGS=libraries` installs RLlib and runs this.
"""

import sys
from typing import Literal

import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from pickomino.envs.gymnasium import PickominoEnv

STEPS = 2000
Reward = Literal["win", "worms"]


def make_env(config: dict[str, Reward]) -> PickominoEnv:
    reward = config.get("reward", "win")
    return PickominoEnv(
        opponents=["beginner"], reward=reward, seat=None, compact=True, mask_in_observation=True
    )


def make_algorithm() -> Algorithm:
    register_env("pickomino", make_env)
    config = (
        PPOConfig()
        .environment("pickomino", env_config={"reward": "worms"})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .training(
            train_batch_size_per_learner=STEPS,
            minibatch_size=250,
            num_epochs=6,
            lr=1e-3,
            gamma=0.9,
            entropy_coeff=0.01,
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [128, 128], "head_fcnet_hiddens": []},
            )
        )
        .debugging(seed=1)
    )
    return config.build_algo()


def win_share(algorithm: Algorithm, games: int) -> float:
    """Return the share of games in which the most likely actions win."""
    module, env = algorithm.get_module(), make_env({})
    assert module is not None
    total = 0.0
    for game in range(games):
        (observation, _), done = env.reset(seed=game), False
        while not done:
            batch = {key: torch.as_tensor(value)[None] for key, value in observation.items()}
            with torch.no_grad():
                answer = module.forward_inference({Columns.OBS: batch})
            action = answer[Columns.ACTION_DIST_INPUTS].argmax().item()
            observation, reward, terminated, truncated, _ = env.step(action)
            total += reward
            done = terminated or truncated
    return total / games


def main(iterations: int = 15, games: int = 200) -> None:
    algorithm = make_algorithm()
    before = win_share(algorithm, games)
    for _ in range(iterations):
        algorithm.train()
    after = win_share(algorithm, games)
    algorithm.stop()
    print(f"Wins against beginner: {before:.0%} before, {after:.0%} after {iterations} iterations")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
