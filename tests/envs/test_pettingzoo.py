"""The PettingZoo environment."""

import pickle
import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from envs.episodes import RULES
from pickomino import IllegalAction, InvalidNotation, scores
from pickomino.envs import actions, pettingzoo
from pickomino.envs.encoding import encode

# PettingZoo's test warns about dict observations unless it knows the environment by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings(
        "ignore:Observation space for each agent probably should be:UserWarning"
    ),
]


def play_game(env, seed=1):
    """Play a random game and return every agent's return."""
    chooser = random.Random(seed)
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        legal = observation["action_mask"].nonzero()[0]
        env.step(None if terminated or truncated else chooser.choice(legal))
    return totals


@pytest.mark.parametrize(
    "env",
    [
        *(
            pettingzoo.env(players=2 + number % 6, rules=rules)
            for number, rules in enumerate(RULES)
        ),
        pettingzoo.raw_env(3, rules="short+extrawurm"),
        pettingzoo.env(players=3, turn_limit=20),
    ],
    ids=[*RULES, "without wrappers", "turn limit"],
)
def test_pettingzoo_api_test_passes(env, capsys):
    api_test(env, num_cycles=200)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("rules", RULES)
def test_pettingzoo_seed_test_passes(rules):
    seed_test(lambda: pettingzoo.env(players=3, rules=rules), num_cycles=100)


@pytest.mark.parametrize("players", range(2, 8))
def test_returns_sum_to_1_for_any_number_of_agents(players):
    env = pettingzoo.env(players=players)
    assert sum(play_game(env).values()) == pytest.approx(1)


def test_worm_rewards_add_up_to_the_scores():
    env = pettingzoo.env(players=3, rules="classic+extrawurm", reward="worms")
    for seed in range(3):
        assert tuple(play_game(env, seed).values()) == scores(env.unwrapped.position)


def test_turn_limit_truncates_for_all_agents():
    env = pettingzoo.env(players=3, turn_limit=5)
    assert set(play_game(env).values()) == {0.0}
    env.reset(seed=1)
    chooser = random.Random(1)
    while not any(env.truncations.values()):
        legal = env.last()[0]["action_mask"].nonzero()[0]
        env.step(chooser.choice(legal))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_only_the_agent_to_act_has_a_mask():
    env = pettingzoo.raw_env(players=3)
    env.reset(seed=1)
    position = env.position
    assert np.array_equal(env.observe("player_0")["action_mask"], actions.mask(position))
    for seat in range(3):
        observed = env.observe(f"player_{seat}")
        assert np.array_equal(observed["observation"], encode(position, seat))
        assert observed["action_mask"].any() == (seat == 0)


def test_illegal_action_raises_without_wrappers():
    env = pettingzoo.raw_env()
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(7)


@pytest.mark.filterwarnings("ignore:.*Illegal move made:UserWarning")  # expected of the wrapper
def test_illegal_action_loses_with_wrappers():
    env = pettingzoo.env()
    env.reset(seed=1)
    env.step(7)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.last()[1] == -1


def test_environment_can_be_pickled():
    env = pickle.loads(pickle.dumps(pettingzoo.raw_env(4, "mini")))  # noqa: S301 - our own
    env.reset(seed=1)
    assert env.position.players == 4


@pytest.mark.parametrize(
    "settings",
    [{"players": 1}, {"rules": "chess"}, {"reward": "money"}, {"render_mode": "3d"}],
)
def test_bad_settings_are_rejected(settings):
    with pytest.raises(InvalidNotation):
        pettingzoo.raw_env(**settings)


def test_environment_can_be_rendered():
    env = pettingzoo.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("standard\n")
