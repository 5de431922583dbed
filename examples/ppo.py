"""PPO in one file: python examples/ppo.py [UPDATES [GAMES [TILES]]]

A network in PyTorch learns on 64 games at once, which compiled code plays, from the worms it wins
and loses against the beginner bot. Masks restrict it to legal actions. The program prints the share
of wins before and after; 60 updates take about half a minute. With few tiles in play it learns
faster. It needs torch and the extra `envs`.
"""

# PyTorch has types for some functions only.
# pyright: reportUnknownMemberType=false

import sys

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from pickomino.envs.actions import COUNT as ACTIONS
from pickomino.envs.vector import VectorPickomino

TABLES, STEPS = 64, 64
PASSES, MINIBATCH = 4, 512
LEARNING_RATE = 1e-3
DISCOUNT, SMOOTHING = 0.9, 0.95  # a tile is won by the last few actions
CLIP, VALUE_WEIGHT, ENTROPY_WEIGHT = 0.2, 0.5, 0.01


class Agent(nn.Module):  # type: ignore[misc, unused-ignore]
    """A policy and the value of its position, from one body."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.policy = nn.Linear(128, ACTIONS)
        self.value = nn.Linear(128, 1)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        hidden = self.body(observations)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return Categorical(logits=logits), self.value(hidden)[:, 0]


class Learner:
    def __init__(self, opponent: str, tiles: int) -> None:
        self.tiles = tiles
        self.env = VectorPickomino(
            TABLES,
            opponents=opponent,
            tiles=tiles,
            seat=None,
            reward="worms",
            compact=True,
            autoreset_mode="SameStep",
        )
        observations, infos = self.env.reset(seed=1)
        self.agent = Agent(observations.shape[1])
        self.adam = torch.optim.Adam(self.agent.parameters(), LEARNING_RATE)
        self.now = torch.from_numpy(observations), torch.from_numpy(infos["action_mask"])

    def play(self) -> list[Tensor]:
        """Return what `update` needs, each a column with a row for every step of every table."""
        steps: list[list[Tensor]] = []
        rewards, goes_on = torch.zeros(STEPS, TABLES), torch.zeros(STEPS, TABLES)
        values = torch.zeros(STEPS + 1, TABLES)
        with torch.no_grad():
            for step in range(STEPS):
                policy, values[step] = self.agent(*self.now)
                actions = policy.sample()
                steps.append([*self.now, actions, policy.log_prob(actions)])
                observations, gained, over, stopped, infos = self.env.step(actions.numpy())
                rewards[step] = torch.from_numpy(gained)
                goes_on[step] = torch.from_numpy(~(over | stopped))
                self.now = torch.from_numpy(observations), torch.from_numpy(infos["action_mask"])
            _, values[STEPS] = self.agent(*self.now)
        advantages = torch.zeros(STEPS + 1, TABLES)
        for step in reversed(range(STEPS)):
            surprise = rewards[step] + DISCOUNT * goes_on[step] * values[step + 1] - values[step]
            later = DISCOUNT * SMOOTHING * goes_on[step] * advantages[step + 1]
            advantages[step] = surprise + later
        columns = [torch.stack(column) for column in zip(*steps, strict=True)]
        columns += [advantages[:STEPS], advantages[:STEPS] + values[:STEPS]]
        return [column.flatten(0, 1) for column in columns]

    def update(self, batch: list[Tensor]) -> None:
        for _ in range(PASSES):
            for rows in torch.split(torch.randperm(TABLES * STEPS), MINIBATCH):
                observations, masks, actions, old, advantages, returns = (
                    column[rows] for column in batch
                )
                policy, values = self.agent(observations, masks)
                advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
                ratios = (policy.log_prob(actions) - old).exp()
                clipped = ratios.clamp(1 - CLIP, 1 + CLIP)
                loss = -torch.minimum(ratios * advantages, clipped * advantages).mean()
                loss = loss + VALUE_WEIGHT * (values - returns).square().mean()
                loss = loss - ENTROPY_WEIGHT * policy.entropy().mean()
                self.adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.agent.parameters(), 0.5)
                self.adam.step()

    def win_share(self, opponent: str, games: int) -> float:
        """Return the share of games that the agent wins, one at each table."""
        env = VectorPickomino(games, opponents=opponent, tiles=self.tiles, seat=None, compact=True)
        observations, infos = env.reset(seed=2)
        shares, running = np.zeros(games), np.ones(games, np.bool_)
        while running.any():
            masks = torch.from_numpy(infos["action_mask"])
            with torch.no_grad():
                policy, _ = self.agent(torch.from_numpy(observations), masks)
            observations, rewards, over, stopped, infos = env.step(policy.sample().numpy())
            shares += rewards * running
            running &= ~(over | stopped)
        return float(shares.mean())


def main(updates: int = 60, games: int = 500, tiles: int = 16) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)  # more threads only wait for each other in a network this small
    learner = Learner("beginner", tiles)
    before = learner.win_share("beginner", games)
    for _ in range(updates):
        learner.update(learner.play())
    after = learner.win_share("beginner", games)
    print(f"Wins against beginner: {before:.0%} before, {after:.0%} after {updates} updates")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
