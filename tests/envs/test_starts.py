"""Games that begin in a small game or in any position, in every environment."""

import copy

import numpy as np
import pyspiel
import pytest
from gymnasium.vector import AutoresetMode

from pickomino import InvalidNotation, Position, Rules
from pickomino.envs import actions, encoding, pettingzoo
from pickomino.envs.gymnasium import PickominoEnv
from pickomino.envs.openspiel import PickominoGame
from pickomino.envs.vector import VectorGames, VectorPickomino
from pickomino.solved import SolvedGame, small_start

MID_TURN = "classic .ooxxxxxxxxxxxxx 21/- b 55w 1234w"
EXTRAWURM = "manual+extrawurm xx.oxxxxxxxxxxxxxx 21/- a - ~ a,22,-,-,-/1,2/-"


def in_play(position):
    return {*position.grill, *(tile for stack in position.stacks for tile in stack)}


@pytest.mark.parametrize("rules", ["standard", "short+extrawurm"])
def test_tiles_start_the_game_that_is_solved(rules):
    expected = small_start(Rules.parse(rules), 3)
    env = PickominoEnv(rules=rules, tiles=3)
    env.reset(seed=1)
    agents = pettingzoo.raw_env(rules=rules, tiles=3)
    agents.reset(seed=1)
    vector = VectorPickomino(4, rules=rules, tiles=3)
    vector.reset(seed=1)
    state = PickominoGame({"rules": rules, "tiles": 3}).new_initial_state()
    assert state.position == expected
    for position in (env.position, agents.position, vector.games.position(3)):
        assert in_play(position) == {21, 22, 23}
        assert position._replace(turn=expected.turn) == expected


@pytest.mark.parametrize("wfen", [MID_TURN, EXTRAWURM])
def test_games_begin_in_a_position(wfen):
    position = Position.from_wfen(wfen)
    seat = position.seat
    for settings in ({"wfen": wfen}, {"position": position, "rules": position.rules}):
        env = PickominoEnv(seat=seat, **settings)
        env.reset(seed=1)
        agents = pettingzoo.raw_env(**settings)
        agents.reset(seed=1)
        vector = VectorPickomino(2, seat=seat, **settings)
        vector.reset(seed=1)
        for begun in (env.position, agents.position, vector.games.position(1)):
            assert begun.stacks == position.stacks
            assert begun.seat == seat
            if position.to_act == seat:
                assert begun == position


def test_option_of_reset_lasts_for_one_episode():
    env = PickominoEnv(tiles=2)
    env.reset(seed=1, options={"tiles": 4})
    assert len(env.position.grill) == 4
    env.reset()
    assert len(env.position.grill) == 2
    agents = pettingzoo.env(rules="classic")
    agents.reset(options={"wfen": MID_TURN})
    assert agents.unwrapped.position.wfen() == MID_TURN
    vector = VectorPickomino(3, rules="classic", autoreset_mode=AutoresetMode.DISABLED)
    vector.reset(seed=1)
    only_last = np.array([False, False, True])
    observations, infos = vector.reset(
        options={"position": Position.from_wfen(MID_TURN), "reset_mask": only_last}
    )
    assert infos["_action_mask"].tolist() == only_last.tolist()
    assert [len(in_play(vector.games.position(game))) for game in range(3)] == [16, 16, 3]
    assert observations.shape == (3, encoding.SIZE)


@pytest.mark.parametrize(
    "env",
    [PickominoEnv(), pettingzoo.raw_env(), VectorPickomino(2)],
    ids=["gymnasium", "pettingzoo", "vector"],
)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tile": 3}, "an option of reset cannot be 'tile'; choose from"),
        ({"tiles": 17}, "tiles cannot be 17"),
        ({"wfen": MID_TURN}, "the rules of the position cannot be 'classic'"),
        ({"wfen": "standard ooxxxxxxxxxxxxxx -/-/- a - ~"}, "players of the position cannot be 3"),
    ],
)
def test_bad_options_of_reset_are_rejected(env, options, message):
    with pytest.raises(InvalidNotation, match=message):
        env.reset(options=options)


def test_illegal_action_costs_what_was_earned_since_the_start():
    wfen = "standard .ooxxxxxxxxxxxxx 21/- a - ~"
    env = PickominoEnv(wfen=wfen, reward="worms")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert env.step(illegal)[1] == -1
    vector = VectorPickomino(2, wfen=wfen, reward="worms")
    vector.reset(seed=1)
    masks = vector.action_masks()
    assert vector.step((~masks).argmax(axis=1))[1].tolist() == [-1, -1]


def test_vector_games_restart_in_the_small_game():
    games = VectorGames(Rules(), 2, 50, seed=1, first=small_start(Rules(), 2))
    assert games.random_rollout(500).games > 20
    generator, ended = np.random.default_rng(1), 0
    for _ in range(200):
        ended += games.step((generator.random((50, 50)) * games.legal()).argmax(axis=1)).sum()
    assert ended > 20
    assert all(in_play(games.position(game)) <= {21, 22} for game in range(50))


def play_perfectly(env, seed, game):
    env.reset(seed=seed)
    for agent in env.agent_iter():
        if env.terminations[agent]:
            env.step(None)
        else:
            env.step(actions.index_of(game.best_actions(env.position)[0]))
    return env


def test_perfect_players_win_as_often_as_solved():
    """The first player's wins among perfect players lie in a wide interval around the value."""
    game, env = SolvedGame(Rules.preset("manual")), pettingzoo.raw_env(rules="manual", tiles=2)
    wins = []
    for seed in range(300):
        play_perfectly(env, seed, game)
        wins.append(env._total_rewards[0])
    value = game.value(small_start(game.rules, 2))
    assert abs(np.mean(wins) - value) < 4 * np.std(wins) / np.sqrt(len(wins))


# ---------------------------------------------------------------- OpenSpiel

SMALLEST = "manual_oxxxxxxxxxxxxxxx_-/-_a_122334_-"
"""One tile is left and two dice: the turn ends the game. It is small enough to list every state."""


def test_openspiel_starts_in_a_position():
    game = pyspiel.load_game(f"python_pickomino(wfen={MID_TURN.replace(' ', '_')})")
    state = game.new_initial_state()
    assert state.position.wfen() == MID_TURN
    assert str(pyspiel.load_game(str(game)).new_initial_state()) == str(state)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    small = pyspiel.load_game("python_pickomino(tiles=2,rules=short)")
    assert small.new_initial_state().position == small_start(Rules.preset("short"), 2)
    assert "tiles=2" in str(small)


def test_openspiel_rejects_contradictions():
    with pytest.raises(InvalidNotation, match="given together"):
        PickominoGame({"wfen": SMALLEST, "tiles": 2})
    with pytest.raises(InvalidNotation, match="players of the position cannot be 2"):
        PickominoGame({"wfen": SMALLEST, "players": 3})


class PerfectPolicy:
    """Plays the best action of the exact solution, as a policy of OpenSpiel."""

    def __init__(self):
        self.solved = SolvedGame(Rules.preset("manual"))

    def action_probabilities(self, state, player_id=None):
        del player_id
        best = self.solved.best_actions(state.position)
        return {actions.index_of(best[0]): 1.0}


def uniform_value(state):
    """Return the value of a state for the first player if all players choose at random."""
    if state.is_terminal():
        return state.returns()[0]
    if state.is_chance_node():
        weighted = state.chance_outcomes()
    else:
        legal = state.legal_actions()
        weighted = [(action, 1 / len(legal)) for action in legal]
    return sum(chance * uniform_value(state.child(action)) for action, chance in weighted)


def test_exploitability_of_openspiel_agrees_with_the_exact_values():
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game = pyspiel.load_game(f"python_pickomino(wfen={SMALLEST})")
    perfect = PerfectPolicy()
    assert exploitability.nash_conv(game, perfect) == pytest.approx(0, abs=1e-12)
    uniform = policy.UniformRandomPolicy(game)
    position = game.new_initial_state().position
    # Only the first player decides: its best response gains the difference.
    best = 2 * perfect.solved.value(position) - 1
    gain = best - uniform_value(game.new_initial_state())
    assert exploitability.nash_conv(game, uniform) == pytest.approx(gain, abs=1e-9)
    assert gain > 0.01


def test_copy_of_a_running_game_continues_alike():
    """A copy of the PettingZoo environment once lost its game, and copies shared their dice."""
    for env in (PickominoEnv(["beginner"], seat=None), pettingzoo.env(), VectorPickomino(3)):
        env.reset(seed=1)
        for _ in range(5):
            step_once(env)
        copied = copy.deepcopy(env)
        ends = [[step_once(one) for _ in range(30)] for one in (env, copied)]
        assert ends[0] == ends[1]


def step_once(env):
    """Take the first legal action; return the positions."""
    if isinstance(env, PickominoEnv):
        env.step(int(env.action_masks().argmax()))
        return env.position
    if isinstance(env, VectorPickomino):
        env.step(env.action_masks().argmax(axis=1))
        return [env.games.position(game) for game in range(3)]
    env.step(int(env.last()[0]["action_mask"].argmax()))
    return env.unwrapped.position
