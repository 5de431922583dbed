"""The torch environment agrees with the vector engine."""

import numpy as np
import pytest
import torch

from pickomino import InvalidNotation, Position, Rules
from pickomino.core.rules import OPTIONS
from pickomino.envs.encoding import ALL_TILES
from pickomino.envs.starts import make_start
from pickomino.envs.torch import TorchPickomino
from pickomino.envs.torch.dice import throw
from pickomino.envs.torch.environment import ROLL, select
from pickomino.envs.vector import VectorGames

GAMES, STEPS = 40, 160


def compare(env, state, games, number):
    to_act = state.to_act.numpy()
    assert np.array_equal(to_act, games.to_act)
    legal = games.legal()
    assert np.array_equal(state.legal_action_mask.numpy(), legal), number
    for seat in range(env.players):
        seats = torch.full((GAMES,), seat)
        # After the end, the seat whose turn it would be does not count.
        observed = env.observe(state, seats).numpy()
        expected = games.observe(np.full(GAMES, seat, np.int8))
        assert np.allclose(observed, expected, atol=1e-6, rtol=0), number


@pytest.mark.parametrize(
    ("rules", "players", "tiles"),
    [
        ("manual", 2, 3),
        ("classic", 3, 16),
        ("manual", 7, 5),
        ("short(returned=down)", 2, 6),
        ("standard+extrawurm", 2, 16),
        ("manual+extrawurm", 4, 5),
        ("classic+extrawurm(bothextra=no,golden=plain,weaselbust=yes)", 3, 16),
        ("short+extrawurm(weaselbust=yes)", 2, 6),
    ],
)
def test_games_agree_with_the_vector_engine_step_by_step(rules, players, tiles):
    """Both get the same dice and the same random actions."""
    first = make_start(rules, players, tiles=tiles if tiles < 16 else None)
    env = TorchPickomino(position=first, players=players)
    generator, chooser = torch.Generator().manual_seed(1), np.random.default_rng(1)
    state, games = env.start(GAMES), VectorGames(first.rules, players, GAMES)
    for game in range(GAMES):
        games.load(game, first)
    rewards, phases = torch.zeros(GAMES, players), set()
    for number in range(STEPS):
        if number % 4 == 0:
            compare(env, state, games, number)
        phases |= set(state.phase.tolist())
        waits, legal = state.phase == ROLL, state.legal_action_mask.numpy()
        counts, golden = throw(state.arrays, state.dice, generator)
        # Claims are preferred, so that games end.
        weights = legal * (1 + 9 * (np.arange(50) > 7))
        chosen = (chooser.random((GAMES, 50)) * weights).argmax(axis=1)
        games.roll(np.where(waits[:, None], counts, 0), np.where(waits, golden, 0))
        games.act(np.where(legal.any(axis=1), chosen, -1))
        rolled = env.roll(state, thrown=(counts, golden))
        acted = env.act(state, torch.from_numpy(chosen))
        state = select(waits, rolled, acted)
        rewards += state.rewards
    compare(env, state, games, STEPS)
    over = state.terminated.numpy()
    assert phases >= {0, 1, 2}
    if tiles < 16:
        assert over.any()
    winners = games.standings()[1]
    shares = winners / winners.sum(axis=1, keepdims=True)
    assert np.allclose(rewards.numpy()[over], shares[over])
    assert not rewards[~state.terminated].any()


def test_raven_asks_whom_to_rob():
    """With the supply empty, taking the Raven's tile robs a player of the taker's choice."""
    wfen = "standard+extrawurm xxxxxoxxxxxxxxxxxx -/-/- c - ~ -,-,24,-,-/3,4,0/-"
    first = Position.from_wfen(wfen)
    env = TorchPickomino(position=first, players=3)
    state, games = env.start(4), VectorGames(first.rules, 3, 4, first=first)
    for game in range(4):
        games.load(game, first)
    dice = torch.tensor([[0, 0, 0, 0, 5, 3]] * 4), torch.zeros(4, dtype=torch.int8)
    state = env.roll(state, thrown=dice)
    games.roll(dice[0].numpy())
    for chosen in ([4] * 4, [6] * 4):
        state = env.act(state, torch.tensor(chosen))
        games.act(chosen)
    more = torch.tensor([[0, 0, 0, 0, 0, 3]] * 4), torch.zeros(4, dtype=torch.int8)
    state = env.roll(state, thrown=more)
    games.roll(more[0].numpy())
    take = 8 + ALL_TILES.index(24)
    for chosen in ([5] * 4, [take] * 4, [43, 44, 43, 44]):
        state = env.act(state, torch.tensor(chosen))
        games.act(chosen)
        assert np.array_equal(state.to_act.numpy(), games.to_act)
        assert np.array_equal(state.legal_action_mask.numpy(), games.legal())
        for seat in range(3):
            observed = env.observe(state, torch.full((4,), seat)).numpy()
            assert np.allclose(observed, games.observe(np.full(4, seat, np.int8)), atol=1e-6)
    assert state.terminated.all()


def test_steps_wait_for_decisions_and_rewards_sum_to_the_games():
    env = TorchPickomino("manual", 3, tiles=3)
    generator = torch.Generator().manual_seed(2)
    state, total, finished = env.init(200, generator), 0.0, 0
    for _ in range(60):
        assert (state.phase != ROLL).all()
        weights = state.legal_action_mask * (1 + 9 * (torch.arange(50) > 7))
        noise = torch.rand(weights.shape, generator=generator)
        state = env.step(state, (weights * noise).argmax(dim=1), generator)
        total += float(state.rewards.sum())
        finished += int(state.terminated.sum())
        state = env.restart(state, state.terminated, generator)
        assert not state.terminated.any()
    assert finished > 50
    assert total == pytest.approx(finished, abs=1e-3)


def test_illegal_actions_are_rejected():
    env = TorchPickomino(Rules.preset("standard"), 2)
    state = env.init(3, torch.Generator().manual_seed(1))
    with pytest.raises(InvalidNotation, match="the action of game 0 cannot be 7"):
        env.step(state, torch.tensor([7, 7, 7]))
    with pytest.raises(InvalidNotation, match=r"actions cannot be torch\.float32"):
        env.step(state, torch.zeros(3))


def test_positions_in_a_turn_are_rejected():
    with pytest.raises(InvalidNotation, match="positions at the start of a turn"):
        TorchPickomino(wfen="standard oooooooooooooooo -/- a 1 1222333")


def test_every_option_value_but_one_is_supported():
    """docs/tensors.md names the one."""
    rejected = set()
    for option, values in OPTIONS.items():
        for value in values:
            try:
                TorchPickomino(str(Rules(extrawurm=True, **{option: value})))
            except InvalidNotation:
                rejected.add(f"{option}={value}")
    assert rejected == {"allsymbols=rolls"}


def test_bad_settings_are_rejected():
    with pytest.raises(InvalidNotation, match="a game needs 2 to 7 players"):
        TorchPickomino(Rules.preset("standard"), 8)
