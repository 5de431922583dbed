"""A learner in NumPy alone: python examples/policy_gradient.py [BATCHES [GAMES]]

A linear policy learns from the worms it wins and loses against the beginner bot (REINFORCE with a
baseline, and Adam). The mask restricts it to legal actions. The program prints the share of wins
before and after, against the beginner and a random player; 25 batches take about 10 seconds.
"""

import sys

import gymnasium
import numpy as np

NAME = "pickomino.envs.gymnasium:Pickomino-v1"
DISCOUNT = 0.9  # a tile is won by the last few actions
STEPS_PER_BATCH = 1500
LEARNING_RATE = 0.01


def probabilities(weights, observations, masks):
    scores = np.where(masks == 1, observations @ weights, -np.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def play(env, weights, generator):
    """Play an episode; return the observation, mask, action and reward of every step."""
    steps, (observation, info), done = [], env.reset(), False
    while not done:
        mask = info["action_mask"]
        chances = probabilities(weights, observation, mask)
        action = generator.choice(len(chances), p=chances)
        before = observation
        observation, reward, terminated, truncated, info = env.step(action)
        steps.append((before, mask, action, reward))
        done = terminated or truncated
    return steps


def gradient(weights, episodes):
    """Return the gradient that makes better-than-average actions more likely."""
    returns = []
    for episode in episodes:
        total, discounted = 0.0, []
        for *_, reward in reversed(episode):
            total = reward + DISCOUNT * total
            discounted.append(total)
        returns += reversed(discounted)
    columns = zip(*(step for episode in episodes for step in episode), strict=True)
    observations, masks, actions, _ = map(np.array, columns)
    advantages = (returns - np.mean(returns)) / (np.std(returns) + 1e-8)
    scores = -probabilities(weights, observations, masks)
    scores[np.arange(len(actions)), actions] += 1
    return observations.T @ (scores * advantages[:, None]) / len(actions)


def train(batches, generator):
    env = gymnasium.make(NAME, opponents=["beginner"], reward="worms", turn_limit=60, seat=None)
    env.reset(seed=1)
    weights = untrained(env)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for batch in range(1, batches + 1):
        episodes, steps = [], 0
        while steps < STEPS_PER_BATCH:
            episodes.append(play(env, weights, generator))
            steps += len(episodes[-1])
        slope = gradient(weights, episodes)
        mean += 0.1 * (slope - mean)
        square += 0.01 * (slope**2 - square)
        corrected = np.sqrt(square / (1 - 0.99**batch)) + 1e-8
        weights += LEARNING_RATE * mean / (1 - 0.9**batch) / corrected
    return weights


def untrained(env):
    return np.zeros((env.observation_space.shape[0], env.action_space.n), np.float32)


def win_share(weights, opponent, generator, games):
    """Return the share of games won against a bot."""
    env = gymnasium.make(NAME, opponents=[opponent], seat=None)
    env.reset(seed=2)
    if weights is None:
        weights = untrained(env)
    return sum(play(env, weights, generator)[-1][3] for _ in range(games)) / games


def main(batches=25, games=40):
    generator = np.random.default_rng(3)
    opponents = ("random", "beginner")
    before = [win_share(None, opponent, generator, games) for opponent in opponents]
    weights = train(batches, generator)
    after = [win_share(weights, opponent, generator, games) for opponent in opponents]
    for opponent, old, new in zip(opponents, before, after, strict=True):
        print(f"Wins against {opponent}: {old:.0%} before, {new:.0%} after {batches} batches")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
