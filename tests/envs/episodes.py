"""Rule sets and episodes shared by the tests of the environments."""

import hashlib
import random
from itertools import product

from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS, PRESETS, Rules

RULES = [f"{name}{expansion}" for name in PRESETS for expansion in ("", "+extrawurm")]


def all_rules(*, extrawurm):
    """Yield every combination of all values of all options."""
    options = [option for option in OPTIONS if extrawurm or option not in EXTRAWURM_OPTIONS]
    for values in product(*(OPTIONS[option] for option in options)):
        yield Rules.preset("standard", extrawurm, **dict(zip(options, values, strict=True)))


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
