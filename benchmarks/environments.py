"""The environments: steps per second compared with `pickomino-env` from PyPI in the same run.

Ours are counted as rolls and actions of all seats, and as calls of step(). Those of `pickomino-env`
are calls of step(): each sets dice aside and then rolls or stops, so it does the work of two or
three of our steps, while its bots' work is not counted. It is installed with pip into a separate
environment under build/ and measured in a separate process.
"""

import json
import subprocess
import time
import venv
from pathlib import Path

import numpy as np

from pickomino import Rules, start
from pickomino.envs import actions
from pickomino.envs.env_game import EnvGame
from pickomino.envs.gymnasium import PickominoEnv

SECONDS = 3.0
AIM = 20
FOLDER = Path(__file__).parents[1] / "build" / "pickomino-env"

# It has no masks, so legal actions are computed here, which takes little time.
OTHER_PROGRAM = """
import json, random, sys, time
from importlib.metadata import version
from pickomino_env.pickomino import PickominoEnv

seconds = float(sys.argv[1])
env = PickominoEnv(number_of_bots=1)
counted = {"own": 0, "bots": 0}
step_bot = env._step_bot

def counting(action):
    counted["bots"] += 1
    return step_bot(action)

env._step_bot = counting
chooser = random.Random(1)
observation, info = env.reset(seed=1)
begin = time.perf_counter()
while time.perf_counter() - begin < seconds:
    collected, rolled = observation["dice_collected"], observation["dice_rolled"]
    legal = [face for face in range(6) if rolled[face] and not collected[face]]
    action = (chooser.choice(legal or [0]), chooser.randrange(2))
    observation, reward, terminated, truncated, info = env.step(action)
    counted["own"] += 1
    if terminated:
        observation, info = env.reset()
taken = time.perf_counter() - begin
print(json.dumps({"version": version("pickomino-env"), "seconds": taken, **counted}))
"""


def measure_other():
    """Measure `pickomino-env`; return its figures, or the reason why that failed."""
    python = FOLDER / "bin" / "python"
    try:
        if not python.exists():
            venv.create(FOLDER, with_pip=True, clear=True)
        install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        _run([*install, "pickomino-env"])
        return json.loads(_run([python, "-c", OTHER_PROGRAM, str(SECONDS)]).splitlines()[-1])
    except (OSError, subprocess.CalledProcessError) as error:
        return (getattr(error, "stderr", None) or str(error)).strip().splitlines()[-1]


def _run(command):
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    return done.stdout


def measure_ours(opponents, rules):
    """Measure our environment with random bots; return steps and own steps per second."""
    env, generator = PickominoEnv(["random"] * opponents, rules), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    own = steps = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        draws = generator.random(200).tolist()
        for draw in draws:
            legal = info["action_mask"].nonzero()[0]
            *_, terminated, _, info = env.step(legal[int(draw * len(legal))])
            if terminated:
                steps += env.engine_steps
                _, info = env.reset()
        own += len(draws)
    taken = time.perf_counter() - begin
    return (steps + env.engine_steps) / taken, own / taken


def masks_only(players, rules):
    """Measure rolls and actions with a mask for every decision, without observations."""
    game, generator = EnvGame(start(Rules.parse(rules), players)), np.random.default_rng(1)
    game.begin(generator)
    steps = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        draws = generator.random(200).tolist()
        for draw in draws:
            legal = actions.mask(game.position).nonzero()[0]
            game.act(actions.ACTIONS[legal[int(draw * len(legal))]])
            if game.is_over:
                steps += game.steps
                game.begin(generator)
    return (steps + game.steps) / (time.perf_counter() - begin)


def run():
    """Print the results."""
    print("Environments, per second, one core")
    other, base = measure_other(), None
    if isinstance(other, str):
        print(f"  pickomino-env could not be measured: {other}")
    else:
        base = other["own"] / other["seconds"]
        both = (other["own"] + other["bots"]) / other["seconds"]
        print(
            f"  pickomino-env {other['version']}, 2 seats: {base:,.0f} calls of step(),"
            f" {both:,.0f} with those of its bot"
        )
    for opponents, rules in ((1, "standard"), (3, "standard"), (1, "classic+extrawurm")):
        steps, own = measure_ours(opponents, rules)
        bare = masks_only(opponents + 1, rules)
        print(f"  Gymnasium, {rules}, {opponents + 1} seats, random opponents:")
        print(f"    rolls and actions, masks            {bare:10,.0f}{_ratio(bare, base)}")
        print(f"    rolls and actions, and observations {steps:10,.0f}{_ratio(steps, base)}")
        print(f"    the agent's calls of step()         {own:10,.0f}{_ratio(own, base)}")


def _ratio(steps, base):
    return f"   {steps / base:5.1f} times pickomino-env's step() (aim {AIM})" if base else ""


if __name__ == "__main__":
    run()
