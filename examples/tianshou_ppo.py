"""PPO of Tianshou with masks: python examples/tianshou_ppo.py [UPDATES [GAMES]]

`mask_in_observation` puts the masks where the actor finds them. The program prints the share of
wins against the beginner bot before and after. 15 updates take about a minute. Needs tianshou,
torch and the extra `envs`; `make soak ARGS=libraries` installs Tianshou and runs this.
"""

import sys
from typing import Literal

import numpy as np
import torch
from gymnasium import spaces
from tianshou.algorithm.modelfree.ppo import PPO
from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, CollectStats, VectorReplayBuffer
from tianshou.data.types import TObs
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import AbstractDiscreteActor, ModuleWithVectorOutput
from torch import Tensor, nn
from torch.distributions import Categorical

from pickomino.envs.actions import COUNT as ACTIONS
from pickomino.envs.gymnasium import PickominoEnv

TABLES, STEPS = 8, 2000
Reward = Literal["win", "worms"]


def body(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, outputs))


class Actor(AbstractDiscreteActor):
    """Scores of the actions, very low for those that are not legal."""

    def __init__(self, inputs: int) -> None:
        super().__init__(ACTIONS)
        self.inputs = inputs
        self.scores = body(inputs, ACTIONS)

    def get_preprocess_net(self) -> ModuleWithVectorOutput:
        return ModuleWithVectorOutput.from_module(nn.Identity(), self.inputs)

    def forward(
        self, obs: TObs, state: object = None, info: object = None
    ) -> tuple[Tensor, object]:
        del info
        assert isinstance(obs, Batch), "the space of observations is a Dict"
        scores = self.scores(torch.as_tensor(obs.observations))
        return scores.masked_fill(torch.as_tensor(obs.action_mask) == 0, -1e9), state


class Critic(nn.Module):
    """The value of a position."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.value = body(inputs, 1)

    def forward(self, obs: Batch, **_state: object) -> Tensor:
        value: Tensor = self.value(torch.as_tensor(obs.observations))
        return value


def make_env(reward: Reward) -> PickominoEnv:
    return PickominoEnv(
        opponents=["beginner"], reward=reward, seat=None, compact=True, mask_in_observation=True
    )


def make_tables(reward: Reward) -> DummyVectorEnv:
    tables = DummyVectorEnv([lambda: make_env(reward)] * TABLES)
    tables.seed(1)
    return tables


def make_algorithm() -> PPO:
    env = make_env("worms")
    assert isinstance(env.observation_space, spaces.Dict)
    inputs = spaces.flatdim(env.observation_space["observations"])
    policy = ProbabilisticActorPolicy(
        actor=Actor(inputs),
        dist_fn=lambda scores: Categorical(logits=scores),
        action_space=env.action_space,
        action_scaling=False,
    )
    return PPO(
        policy=policy,
        critic=Critic(inputs),
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=0.9,
        ent_coef=0.01,
    )


def win_share(algorithm: PPO, games: int) -> float:
    """Return the share of games that the policy wins."""
    collector = Collector[CollectStats](algorithm, make_tables("win"))
    collector.reset()
    return float(np.mean(collector.collect(n_episode=games).returns))


def main(updates: int = 15, games: int = 200) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    algorithm = make_algorithm()
    before = win_share(algorithm, games)
    buffer = VectorReplayBuffer(2 * STEPS, TABLES)
    collector = Collector[CollectStats](algorithm, make_tables("worms"), buffer)
    algorithm.run_training(
        OnPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=updates * STEPS,
            collection_step_num_env_steps=STEPS,
            update_step_num_repetitions=6,
            batch_size=250,
        )
    )
    after = win_share(algorithm, games)
    print(f"Wins against beginner: {before:.0%} before, {after:.0%} after {updates} updates")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
