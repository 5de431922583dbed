"""The adapter for Stable-Baselines3; it needs torch."""

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from pickomino.envs.stable_baselines3 import PickominoVecEnv
from pickomino.envs.vector import VectorPickomino


def test_maskable_ppo_learns_on_the_vector_engine():
    env = VecMonitor(PickominoVecEnv(8, rules="manual", tiles=2, compact=True))
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, seed=1, device="cpu")
    before = [weights.clone() for weights in model.policy.parameters()]
    model.learn(512)
    changes = zip(before, model.policy.parameters(), strict=True)
    assert any((one != other).any() for one, other in changes)
    assert len(model.ep_info_buffer) > 10
    assert {0.0, 1.0} <= {episode["r"] for episode in model.ep_info_buffer}


def test_games_are_those_of_the_vector_environment():
    env = PickominoVecEnv(5, rules="short", seat=None, turn_limit=4)
    plain = VectorPickomino(5, rules="short", seat=None, turn_limit=4, autoreset_mode="SameStep")
    env.seed(3)
    expected, _ = plain.reset(seed=3)
    assert np.array_equal(env.reset(), expected)
    ends = 0
    for _ in range(60):
        masks = get_action_masks(env)
        assert np.array_equal(masks, plain.action_masks())
        observations, rewards, dones, infos = env.step(masks.argmax(axis=1))
        same, own_rewards, over, stopped, own_infos = plain.step(masks.argmax(axis=1))
        assert np.array_equal(observations, same)
        assert np.array_equal(rewards, own_rewards.astype(np.float32))
        assert np.array_equal(dones, over | stopped)
        for game in np.flatnonzero(dones):
            final = own_infos["final_obs"][game]
            assert np.array_equal(infos[game]["terminal_observation"], final)
            assert infos[game]["TimeLimit.truncated"] == stopped[game]
            ends += 1
    assert ends > 5


def test_settings_cannot_be_changed_later():
    env = PickominoVecEnv(2)
    assert env.env_is_wrapped(VecMonitor) == [False, False]
    with pytest.raises(AttributeError, match="cannot be set"):
        env.set_attr("seats", 1)
