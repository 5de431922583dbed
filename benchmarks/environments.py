"""The environments: steps a second beside `pickomino-env` from PyPI, measured in one run.

Ours are counted as rolls and actions of all seats, and as calls of step(). Those of `pickomino-env`
are calls of step(): each sets dice aside and then rolls or stops, so it does the work of two or
three of our steps, while its bots' work is not counted. It is installed by pip into a folder of its
own under build/ and measured in a process of its own.
"""

import json
import subprocess
import time
import venv
from pathlib import Path

import numpy as np

from pickomino import Rules
from pickomino.envs import actions
from pickomino.envs.env_game import EnvGame
from pickomino.envs.gymnasium import PickominoEnv

SECONDS = 3.0
AIM = 20
FOLDER = Path(__file__).parents[1] / "build" / "pickomino-env"

# It has no masks, so legal actions are worked out here, which costs it little.
FOREIGN = """
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


def foreign():
    """Measure `pickomino-env`; return its figures, or why it could not be measured."""
    python = FOLDER / "bin" / "python"
    try:
        if not python.exists():
            venv.create(FOLDER, with_pip=True, clear=True)
        install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        _run([*install, "pickomino-env"])
        return json.loads(_run([python, "-c", FOREIGN, str(SECONDS)]).splitlines()[-1])
    except (OSError, subprocess.CalledProcessError) as error:
        return (getattr(error, "stderr", None) or str(error)).strip().splitlines()[-1]


def _run(command):
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    return done.stdout


def ours(opponents, rules):
    """Measure our environment with random players; return steps and own steps a second."""
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
    """Measure rolls and actions with a mask for every decision, and no observation."""
    table, generator = EnvGame(Rules.parse(rules), players), np.random.default_rng(1)
    table.begin(generator)
    steps = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        draws = generator.random(200).tolist()
        for draw in draws:
            legal = actions.mask(table.position).nonzero()[0]
            table.act(actions.ACTIONS[legal[int(draw * len(legal))]])
            if table.is_over:
                steps += table.steps
                table.begin(generator)
    return (steps + table.steps) / (time.perf_counter() - begin)


def run():
    """Print what was measured."""
    print("Environments, a second, one core")
    found, base = foreign(), None
    if isinstance(found, str):
        print(f"  pickomino-env could not be measured: {found}")
    else:
        base = found["own"] / found["seconds"]
        both = (found["own"] + found["bots"]) / found["seconds"]
        print(
            f"  pickomino-env {found['version']}, 2 seats: {base:,.0f} calls of step(),"
            f" {both:,.0f} with those of its bot"
        )
    for opponents, rules in ((1, "standard"), (3, "standard"), (1, "classic+extrawurm")):
        steps, own = ours(opponents, rules)
        bare = masks_only(opponents + 1, rules)
        print(f"  Gymnasium, {rules}, {opponents + 1} seats, random opponents:")
        print(f"    rolls and actions, masks            {bare:10,.0f}{_ratio(bare, base)}")
        print(f"    rolls and actions, and observations {steps:10,.0f}{_ratio(steps, base)}")
        print(f"    the agent's calls of step()         {own:10,.0f}{_ratio(own, base)}")


def _ratio(steps, base):
    return f"   {steps / base:5.1f} times pickomino-env's step() (aim {AIM})" if base else ""


if __name__ == "__main__":
    run()
