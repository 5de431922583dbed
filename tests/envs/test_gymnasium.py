"""The Gymnasium environment."""

import os
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from envs.episodes import RULES, episode
from pickomino import (
    IllegalAction,
    InvalidNotation,
    InvalidPosition,
    Rules,
    legal_actions,
    scores,
)
from pickomino.bots.random_bot import RandomBot
from pickomino.envs import actions, encoding
from pickomino.envs.encoding import encode
from pickomino.envs.gymnasium import PickominoEnv
from pickomino.solved import small_start

ROOT = Path(__file__).parents[2]
NAME = "pickomino.envs.gymnasium:Pickomino-v1"


def sensible_action(info):
    """Return a claim if possible, else the highest symbol or rolling on; never stop."""
    legal = info["action_mask"].nonzero()[0]
    return int(legal[legal != 7][-1])


def play_episode(env, seed=1):
    """Play a random episode; return its return, how it ended, and the last info."""
    observation, info = env.reset(seed=seed)
    generator, total = np.random.default_rng(seed), 0.0
    while True:
        action = generator.choice(info["action_mask"].nonzero()[0])
        observation, reward, terminated, truncated, info = env.step(action)
        total += reward
        assert observation in env.observation_space
        if terminated or truncated:
            return total, terminated, truncated, info


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_gymnasium_checker_passes(rules, mode):
    env = gymnasium.make(
        NAME, opponents=["random", "beginner"], rules=rules, seat=None, render_mode=mode
    )
    check_env(env.unwrapped)


@pytest.mark.parametrize("opponents", range(1, 7))
def test_all_seats_and_numbers_of_opponents_work(opponents):
    for seat in range(opponents + 1):
        env = PickominoEnv(["random"] * opponents, seat=seat, turn_limit=60)
        total, terminated, truncated, info = play_episode(env)
        assert terminated != truncated
        assert info["seat"] == seat
        assert len(info["scores"]) == opponents + 1
        assert 0 <= total <= 1


def test_reset_without_a_seed_gives_new_dice():
    env = PickominoEnv(turn_limit=10)
    assert episode(env, 7, 1) != episode(env, None, 1)


PROGRAM = """
from envs.episodes import RULES, digest, episode
from pickomino.envs.gymnasium import PickominoEnv
from pickomino.solved import small_start

for rules in RULES:
    env = PickominoEnv(["family", "random"], rules, None, turn_limit=30)
    print(digest([episode(env, 5, 1), episode(env, None, 2)]))
"""


def test_two_processes_play_the_same_episodes():
    def output(hash_seed):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT / "tests")}
        command = [sys.executable, "-c", PROGRAM]
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    first = output("1")
    assert len(first.split()) == len(RULES)
    assert first == output("2")


def test_observation_and_mask_match_the_position():
    env = PickominoEnv(["random"] * 3, "manual+extrawurm", 2)
    observation, info = env.reset(seed=3)
    for _ in range(50):
        assert env.position.seat == 2
        assert np.array_equal(observation, encode(env.position, 2))
        legal = {actions.index_of(action) for action in legal_actions(env.position)}
        assert set(info["action_mask"].nonzero()[0]) == legal
        assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
        observation, _, terminated, _, info = env.step(sensible_action(info))
        if terminated:
            observation, info = env.reset()


def test_return_is_the_share_of_the_win():
    env, results = PickominoEnv(["random"]), []
    for seed in range(8):
        total, terminated, _, info = play_episode(env, seed)
        assert terminated
        own, other = info["scores"]
        results.append(total)
        assert total in {0.0, 0.5, 1.0}
        if own != other:
            assert total == float(own > other)
    assert {0.0, 1.0} <= set(results)


@pytest.mark.parametrize("rules", ["standard", "classic+extrawurm"])
def test_worm_rewards_add_up_to_the_score(rules):
    env = PickominoEnv(["beginner"], rules, reward="worms", turn_limit=60)
    for seed in range(5):
        total, *_, info = play_episode(env, seed)
        assert total == info["scores"][0] == scores(env.position)[0]


def test_turn_limit_truncates():
    env = PickominoEnv(turn_limit=9)
    total, terminated, truncated, info = play_episode(env)
    assert (total, terminated, truncated) == (0.0, False, True)
    assert not info["action_mask"].any()


def test_learner_acts_once_even_with_a_tiny_turn_limit():
    env = PickominoEnv(["random"] * 6, seat=6, turn_limit=1)
    _, info = env.reset(seed=1)
    assert info["action_mask"].any()
    assert env.step(info["action_mask"].argmax())[3]


def illegal_step(env):
    _, info = env.reset(seed=1)
    return env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))


def test_illegal_action_loses_the_episode_with_return_minus_1():
    env = PickominoEnv(["random"], reward="worms")
    _, info = env.reset(seed=2)
    total = 0.0
    while total < 3:
        _, reward, *_, info = env.step(sensible_action(info))
        total += reward
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (total + reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)


def test_illegal_action_that_raises_changes_nothing():
    env = PickominoEnv(illegal="raise")
    with pytest.raises(IllegalAction):
        illegal_step(env)
    env.step(int(env.action_masks().argmax()))


def test_unknown_action_number_always_raises():
    env = PickominoEnv()
    env.reset(seed=1)
    with pytest.raises(InvalidNotation):
        env.step(50)


def test_step_requires_a_running_episode():
    env = PickominoEnv()
    with pytest.raises(ResetNeeded):
        env.step(0)
    illegal_step(env)
    with pytest.raises(ResetNeeded):
        env.step(0)


@pytest.mark.parametrize(
    "settings",
    [
        {"opponents": []},
        {"opponents": ["random"] * 7},
        {"opponents": ["nobody"]},
        {"rules": "chess"},
        {"tiles": 0},
        {"tiles": 2, "wfen": "standard ooxxxxxxxxxxxxxx -/- a - ~"},
        {"wfen": "standard ooxxxxxxxxxxxxxx -/-/- a - ~"},
        {"wfen": "standard .xxxxxxxxxxxxxxx -/21 - - -"},
        {"wfen": "standard ooxxxxxxxxxxxxxx -/- a - ~", "rules": "short"},
        {"position": small_start(Rules(), 2)._replace(grill=(21, 40))},
        {"seat": 2},
        {"seat": -1},
        {"reward": "money"},
        {"illegal": "ignore"},
        {"turn_limit": 0},
        {"render_mode": "3d"},
    ],
)
def test_bad_settings_are_rejected(settings):
    with pytest.raises((InvalidNotation, InvalidPosition)):
        PickominoEnv(**settings)


def test_opponents_can_be_objects_or_a_single_name():
    given, named, single = map(PickominoEnv, ([RandomBot()], ["random"], "random"))
    assert episode(given, 1, 1) == episode(named, 1, 1) == episode(single, 1, 1)


def test_close_stops_external_bots():
    bot = ROOT / "examples" / "line_bot.py"
    env = PickominoEnv([f"external:command={sys.executable} {bot}"], turn_limit=4)
    play_episode(env)
    assert env._bots[0]._program is not None
    env.close()
    assert env._bots[0]._program is None


def test_environment_can_be_vectorised_by_gymnasium():
    envs = gymnasium.make_vec(NAME, num_envs=3, vectorization_mode="sync", rules="classic")
    observations, infos = envs.reset(seed=1)
    assert observations.shape == (3, encoding.SIZE)
    envs.step(infos["action_mask"].argmax(axis=1))
    envs.close()
