"""A learner in NumPy alone: python examples/policy_gradient.py [BATCHES [GAMES]]

A linear policy learns from the worms it wins and loses against the beginner bot (REINFORCE with a
baseline, and Adam). The mask restricts it to legal actions. The program prints the share of wins
before and after, against the beginner and a random player; 25 batches take about 10 seconds.
"""

import sys
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from pickomino.envs.actions import COUNT as ACTIONS

NAME = "pickomino.envs.gymnasium:Pickomino-v1"
DISCOUNT = 0.9  # a tile is won by the last few actions
STEPS_PER_BATCH = 1500
LEARNING_RATE = 0.01

Floats = NDArray[np.floating[Any]]
Env = gymnasium.Env[Any, Any]
Step = tuple[Floats, NDArray[np.int8], int, float]
"""The observation, the mask, the action and the reward."""


def probabilities(weights: Floats, observations: Floats, masks: NDArray[np.int8]) -> Floats:
    scores = np.where(masks == 1, observations @ weights, -np.inf)
    exponentials: Floats = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares: Floats = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return shares


def play(env: Env, weights: Floats, generator: np.random.Generator) -> list[Step]:
    """Play an episode; return the observation, mask, action and reward of every step."""
    steps: list[Step] = []
    (observation, info), done = env.reset(), False
    while not done:
        mask = info["action_mask"]
        chances = probabilities(weights, observation, mask)
        action = int(generator.choice(len(chances), p=chances))
        before = observation
        observation, reward, terminated, truncated, info = env.step(action)
        steps.append((before, mask, action, float(reward)))
        done = terminated or truncated
    return steps


def gradient(weights: Floats, episodes: list[list[Step]]) -> Floats:
    """Return the gradient that makes better-than-average actions more likely."""
    returns: list[float] = []
    for episode in episodes:
        total = 0.0
        discounted: list[float] = []
        for *_, reward in reversed(episode):
            total = reward + DISCOUNT * total
            discounted.append(total)
        returns += reversed(discounted)
    columns = zip(*(step for episode in episodes for step in episode), strict=True)
    observations, masks, actions, _ = map(np.array, columns)
    advantages = (np.array(returns) - np.mean(returns)) / (np.std(returns) + 1e-8)
    scores = -probabilities(weights, observations, masks)
    scores[np.arange(len(actions)), actions] += 1
    slope: Floats = observations.T @ (scores * advantages[:, None]) / len(actions)
    return slope


def train(batches: int, generator: np.random.Generator) -> Floats:
    env: Env = gymnasium.make(
        NAME, opponents=["beginner"], reward="worms", turn_limit=60, seat=None
    )
    env.reset(seed=1)
    weights = untrained(env)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for batch in range(1, batches + 1):
        episodes: list[list[Step]] = []
        steps = 0
        while steps < STEPS_PER_BATCH:
            episodes.append(play(env, weights, generator))
            steps += len(episodes[-1])
        slope = gradient(weights, episodes)
        mean += 0.1 * (slope - mean)
        square += 0.01 * (slope**2 - square)
        corrected = np.sqrt(square / (1 - 0.99**batch)) + 1e-8
        weights += LEARNING_RATE * mean / (1 - 0.9**batch) / corrected
    return weights


def untrained(env: Env) -> Floats:
    size, *_ = env.observation_space.shape or (0,)
    return np.zeros([size, ACTIONS], np.float32)


def win_share(
    weights: Floats | None, opponent: str, generator: np.random.Generator, games: int
) -> float:
    """Return the share of games won against a bot."""
    env: Env = gymnasium.make(NAME, opponents=[opponent], seat=None)
    env.reset(seed=2)
    if weights is None:
        weights = untrained(env)
    return sum(play(env, weights, generator)[-1][3] for _ in range(games)) / games


def main(batches: int = 25, games: int = 40) -> None:
    generator = np.random.default_rng(3)
    opponents = ("random", "beginner")
    before = [win_share(None, opponent, generator, games) for opponent in opponents]
    weights = train(batches, generator)
    after = [win_share(weights, opponent, generator, games) for opponent in opponents]
    for opponent, old, new in zip(opponents, before, after, strict=True):
        print(f"Wins against {opponent}: {old:.0%} before, {new:.0%} after {batches} batches")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
