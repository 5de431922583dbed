"""The Gymnasium vector environment."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from pickomino import OVER, IllegalAction, InvalidNotation, scores, winners
from pickomino.envs import actions, encoding
from pickomino.envs.vector import VectorPickomino

ENDLESS = "standard+extrawurm(bothextra=no)"


def random_actions(rng, masks):
    return np.argmax(rng.random(masks.shape) * (masks + 1e-9), axis=1)


def play(env, seed, calls):
    """Reset and step with random legal actions; yield the results of each step."""
    rng, (_, infos) = np.random.default_rng(seed), env.reset(seed=seed)
    for _ in range(calls):
        results = env.step(random_actions(rng, infos["action_mask"]))
        infos = results[-1]
        yield results


def check_observations(env, observations, infos, done):
    for game in range(env.num_envs):
        position, seat = env.games.position(game), int(env.seats[game])
        assert np.array_equal(observations[game], encoding.encode(position, seat))
        assert infos["seat"][game] == seat
        if done[game]:
            assert not infos["action_mask"][game].any()
        else:
            assert position.to_act == seat
            assert np.array_equal(infos["action_mask"][game], actions.mask(position))


@pytest.mark.parametrize("reward", ["win", "worms"])
@pytest.mark.parametrize(("rules", "seat"), [("manual", 2), ("manual+extrawurm", None)])
def test_episodes_end_with_the_result_of_the_engine(reward, rules, seat):
    env = VectorPickomino(20, 3, rules, seat, reward=reward)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    rng = np.random.default_rng(1)
    observations, infos = env.reset(seed=4)
    done = np.zeros(20, bool)
    check_observations(env, observations, infos, done)
    earned, episodes = np.zeros(20), 0
    for _ in range(120):
        restarted = done
        chosen = random_actions(rng, infos["action_mask"])
        observations, rewards, over, stopped, infos = env.step(chosen)
        assert env.observation_space.contains(observations)
        assert env.action_space.contains(chosen)
        done = over | stopped
        assert not (restarted & done).any()
        assert not rewards[restarted].any()
        check_observations(env, observations, infos, done)
        earned[restarted] = 0
        earned += rewards
        for game in np.flatnonzero(over):
            position = env.games.position(game)
            own = int(env.seats[game])
            assert position.to_act == OVER
            assert infos["scores"][game].tolist() == list(scores(position))
            won = winners(position)
            share = 1 / len(won) if own in won else 0
            assert earned[game] == (share if reward == "win" else scores(position)[own])
            episodes += 1
        assert not stopped.any()
    assert episodes > 20


def test_same_step_mode_starts_the_next_episode_at_once():
    one = VectorPickomino(30, 2, "manual", seat=None, autoreset_mode="SameStep")
    two = VectorPickomino(30, 2, "manual", seat=None)
    assert np.array_equal(one.reset(seed=4)[0], two.reset(seed=4)[0])
    ends = 0
    for observations, rewards, over, _, infos in play(one, 4, 100):
        check_observations(one, observations, infos, np.zeros(30, bool))
        assert ("final_obs" in infos) == over.any()
        if over.any():
            assert infos["_final_obs"].tolist() == over.tolist()
            assert infos["_final_info"].tolist() == over.tolist()
            for game in np.flatnonzero(over):
                final = infos["final_obs"][game]
                assert final[encoding.SLICES["phase"]][4] == 1
                final_info = infos["final_info"]
                own = final_info["scores"][game][final_info["seat"][game]]
                assert final[encoding.SLICES["score_0"]] == np.float32(own / 50)
                assert rewards[game] in (0, 0.5, 1)
                assert not final_info["action_mask"][game].any()
            ends += over.sum()
    assert ends > 20


def test_same_seed_gives_the_same_games():
    env = VectorPickomino(8, 2)
    first, _ = env.reset(seed=1)
    continued, _ = env.reset()
    again, _ = env.reset(seed=1)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, continued)
    listed, _ = env.reset(seed=[7] * 8)
    assert (listed == listed[0]).all()
    with pytest.raises(InvalidNotation, match="seed cannot be 3 seeds"):
        env.reset(seed=[1, 2, 3])


def test_all_seats_are_drawn():
    env = VectorPickomino(700, 7, seat=None)
    _, infos = env.reset(seed=1)
    counts = np.bincount(infos["seat"], minlength=7)
    assert counts.min() > 60
    assert counts.max() < 140


@pytest.mark.parametrize(("rules", "limit"), [("standard+extrawurm", 300), (ENDLESS, 250)])
def test_rules_may_lower_the_turn_limit(rules, limit):
    env = VectorPickomino(1, 2, rules=rules, turn_limit=300)
    assert env.games._rule.turn_limit == limit


def test_turn_limit_truncates():
    env = VectorPickomino(40, 3, seat=2, turn_limit=4)
    ended = 0
    for observations, rewards, over, stopped, infos in play(env, 1, 60):
        check_observations(env, observations, infos, over | stopped)
        assert not over.any()
        assert not rewards.any()
        ended += stopped.sum()
    assert ended > 40


@pytest.mark.parametrize("reward", ["win", "worms"])
def test_illegal_action_loses_the_game(reward):
    env = VectorPickomino(3, 2, reward=reward)
    _, infos = env.reset(seed=1)
    for wrong in (7, 49):
        chosen = infos["action_mask"].argmax(axis=1)
        chosen[1] = wrong
        _, rewards, over, stopped, infos = env.step(chosen)
        assert rewards.tolist() == [0, -1, 0]
        assert over.tolist() == [False, True, False]
        assert not stopped.any()
        assert infos["illegal"].tolist() == [False, True, False]
        assert not infos["action_mask"][1].any()
        _, infos = env.reset()


def test_illegal_action_can_raise():
    env = VectorPickomino(3, 2, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="q is not legal"):
        env.step([7, 7, 7])


def test_bad_settings_are_rejected():
    with pytest.raises(InvalidNotation, match="seat cannot be 2; choose from 0 to 1, None"):
        VectorPickomino(2, players=2, seat=2)
    with pytest.raises(InvalidNotation, match="reward cannot be"):
        VectorPickomino(2, reward="money")
    with pytest.raises(ValueError, match="not a valid AutoresetMode"):
        VectorPickomino(2, autoreset_mode="Sometimes")
    with pytest.raises(InvalidNotation, match="must be at least 1, not 0"):
        VectorPickomino(2, turn_limit=0)
    with pytest.raises(ResetNeeded):
        VectorPickomino(2).step([0, 0])


def test_gymnasium_statistics_wrapper_works():
    env = RecordEpisodeStatistics(VectorPickomino(16, 2, "manual"))
    lengths = []
    for _, _, over, _, infos in play(env, 3, 100):
        if over.any():
            lengths += infos["episode"]["l"][over].tolist()
    assert len(lengths) > 16
    assert min(lengths) > 1
    env.close()
