"""Bots of the vector engine choose the same actions as those of the readable engine."""

import random

import numpy as np
import pytest

from pickomino import InvalidNotation, Rules
from pickomino.core.rules import PRESETS
from pickomino.envs.vector import VectorPickomino
from soak.suites.vector import Disagreement
from soak.suites.vector_bots import BOTS, check_seed, compare_bots


@pytest.mark.parametrize("extrawurm", [False, True], ids=["base", "extrawurm"])
@pytest.mark.parametrize("name", PRESETS)
def test_bots_agree_with_the_readable_engine(name, extrawurm):
    """Each rule set has one number of players here; the soak suite covers all."""
    rng, rules = random.Random(name), Rules.preset(name, extrawurm)
    players = (2, 3, 7)[(list(PRESETS).index(name) + extrawurm) % 3]
    assert compare_bots(rng, rules, players, players) > 20


def test_sample_of_the_soak_suite_passes():
    assert sum(map(check_seed, range(6))) > 100


def test_check_detects_a_bot_that_plays_differently(monkeypatch):
    monkeypatch.setitem(BOTS, "expert", BOTS["beginner"])
    with pytest.raises(Disagreement, match="differs in"):
        sum(map(check_seed, range(20)))


def test_number_of_threads_does_not_change_experts():
    played = []
    for threads in (1, 2):
        env = VectorPickomino(600, 2, "classic", opponents="expert", threads=threads)
        _, infos = env.reset(seed=1)
        for _ in range(8):
            observations, *_, infos = env.step(infos["action_mask"].argmax(axis=1))
        played.append(observations)
    assert np.array_equal(*played)


def test_experts_beat_random_bots_within_the_turn_limit():
    env = VectorPickomino(40, 3, opponents=["expert", "random"], seat=2, turn_limit=60)
    _, infos = env.reset(seed=1)
    rng, scores = np.random.default_rng(1), []
    while len(scores) < 40:
        masks = infos["action_mask"]
        _, _, over, stopped, infos = env.step(np.argmax(rng.random(masks.shape) * masks, axis=1))
        assert (env.games.turns <= 60).all()
        scores += infos["scores"][over | stopped].tolist() if (over | stopped).any() else []
    expert, beginner, learner = np.mean(scores, axis=0)
    assert expert > 2 * max(beginner, learner)


@pytest.mark.parametrize(
    ("opponents", "words"),
    [
        (
            "champion",
            "'champion'; choose from random, beginner, family, expert",
        ),
        (["expert"], "opponents cannot be 1 bots; choose from one bot, or 2 for 3 players"),
        (["expert", "family:by=rule"], "opponents cannot be 'family:by=rule'"),
    ],
)
def test_unsupported_bots_are_rejected(opponents, words):
    with pytest.raises(InvalidNotation, match=words):
        VectorPickomino(2, players=3, opponents=opponents)
