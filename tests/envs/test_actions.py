"""Action numbers and masks."""

import random

import numpy as np
import pytest

from pickomino import Action, InvalidNotation, legal_actions
from pickomino.envs import actions
from support.random_play import random_play, random_start

TOKENS = (
    "k1 k2 k3 k4 k5 kw r q t11 t13 "
    + " ".join(f"t{tile}" for tile in range(21, 37))
    + " "
    + " ".join(f"s{tile}" for tile in range(21, 37))
    + " z ba bb bc bd be bf bg"
).split()


def test_action_numbers_never_change():
    assert [str(actions.action_of(index)) for index in range(50)] == TOKENS
    assert actions.COUNT == 50
    assert [actions.index_of(Action.parse(token)) for token in TOKENS] == list(range(50))


@pytest.mark.parametrize("index", [-1, 50, 10**9])
def test_unknown_numbers_are_rejected(index):
    with pytest.raises(InvalidNotation):
        actions.action_of(index)


def test_unknown_actions_are_rejected():
    with pytest.raises(InvalidNotation):
        actions.index_of(Action("t", 20))


@pytest.mark.parametrize("seed", range(20))
def test_mask_contains_exactly_the_legal_actions(seed):
    for played in random_play(random_start(random.Random(seed)), seed):
        mask = actions.mask(played.after)
        assert mask.dtype == np.int8
        masked = {actions.action_of(index) for index in mask.nonzero()[0]}
        assert masked == set(legal_actions(played.after))


def test_every_mask_is_a_new_array():
    position = random_start(random.Random(1))
    actions.mask(position)[:] = 1
    assert not actions.mask(position).any()
