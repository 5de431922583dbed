"""Rule sets and episodes shared by the tests of the environments."""

import hashlib
import random

from pickomino.core.rules import PRESETS

RULES = [f"{name}{expansion}" for name in PRESETS for expansion in ("", "+extrawurm")]


def episode(env, seed, actions_seed, **reset):
    """Play an episode with random legal actions; return all observations, rewards and masks."""
    chooser = random.Random(actions_seed)
    observation, info = env.reset(seed=seed, **reset)
    steps = [(observation.tobytes(), 0.0, tuple(info["action_mask"]))]
    done = False
    while not done:
        action = chooser.choice(info["action_mask"].nonzero()[0])
        observation, reward, terminated, truncated, info = env.step(action)
        done = terminated or truncated
        steps.append((observation.tobytes(), reward, tuple(info["action_mask"])))
    return steps


def digest(steps):
    return hashlib.sha256(repr(steps).encode()).hexdigest()
