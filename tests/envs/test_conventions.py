"""What users of Gymnasium and PettingZoo expect of any environment."""

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from pickomino import InvalidNotation, Rules, start
from pickomino.envs import encoding, pettingzoo
from pickomino.envs.gymnasium import PickominoEnv
from pickomino.envs.vector import VectorPickomino

NAME = "pickomino.envs.gymnasium:Pickomino-v1"


def test_make_vec_makes_the_compiled_environment():
    envs = gymnasium.make_vec(
        NAME,
        num_envs=4,
        vectorization_mode="vector_entry_point",
        rules="classic",
        opponents="beginner",
    )
    assert isinstance(envs.unwrapped, VectorPickomino)
    observations, infos = envs.reset(seed=1)
    assert observations.shape == (4, encoding.SIZE)
    envs.step(infos["action_mask"].argmax(axis=1))


def test_rules_can_be_an_object():
    rules = Rules.preset("classic", extrawurm=True, golden="plain")
    agents = pettingzoo.raw_env(rules=rules)
    agents.reset(seed=1)
    env = PickominoEnv(rules=rules)
    env.reset(seed=1)
    vector = VectorPickomino(2, rules=rules)
    for position in (agents.position, env.position, vector.games.position(0)):
        assert position.rules == rules


@pytest.mark.parametrize("number", [-1, 50, 1000])
def test_number_that_is_no_action_raises(number):
    """The vector environment once let the game be lost, unlike the single one."""
    for env, action in ((PickominoEnv(), number), (VectorPickomino(2), [0, number])):
        env.reset(seed=1)
        with pytest.raises(InvalidNotation, match="is not an action"):
            env.step(action)


# ---------------------------------------------------------------- infos


def describe(infos):
    """Return the type, shape and mask of every info."""
    described = {}
    for key, value in infos.items():
        if isinstance(value, dict):
            described[key] = describe(value)
        elif key.startswith("_"):
            described[key] = value.tolist()
        else:
            described[key] = (type(value), value.dtype, value.shape)
    return described


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("mask_in_observation", [False, True])
def test_infos_are_those_of_a_sync_vector_env(mode, mask_in_observation):
    """At the start, while all games run, and when an illegal action has ended one of them."""
    settings = {"turn_limit": 1, "mask_in_observation": mask_in_observation}
    sync = SyncVectorEnv([lambda: PickominoEnv(**settings)] * 3, autoreset_mode=mode)
    vector = VectorPickomino(3, autoreset_mode=mode, **settings)
    assert vector.single_observation_space == sync.single_observation_space
    assert vector.observation_space == sync.observation_space
    infos = [env.reset(seed=[5, 5, 5])[1] for env in (sync, vector)]
    for is_illegal in (False, True):
        assert describe(infos[0]) == describe(infos[1])
        types = []
        for place, env in enumerate((sync, vector)):
            chosen = infos[place]["action_mask"].argmax(axis=1)
            if is_illegal:
                chosen[1] = 49
            observations, reward, over, stopped, infos[place] = env.step(chosen)
            types.append((reward.dtype, over.dtype, stopped.dtype))
            assert observations in env.observation_space
            assert is_illegal == ("illegal" in infos[place].get("final_info", infos[place]))
        assert types[0] == types[1]
    assert describe(infos[0]) == describe(infos[1])


def test_infos_at_the_end_are_those_of_a_sync_vector_env():
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        sync = SyncVectorEnv([lambda: PickominoEnv(turn_limit=1)] * 2, autoreset_mode=mode)
        vector = VectorPickomino(2, turn_limit=1, autoreset_mode=mode)
        described = []
        for env in (sync, vector):
            _, infos = env.reset(seed=1)
            ended = np.zeros(2, bool)
            while not ended.all():
                # Both games are played alike until they are stopped by the turn limit.
                chosen = np.repeat(infos["action_mask"].argmax(axis=1)[:1], 2)
                legal = infos["action_mask"][np.arange(2), chosen].astype(bool)
                chosen = np.where(legal, chosen, infos["action_mask"].argmax(axis=1))
                _, _, over, stopped, infos = env.step(chosen)
                ended = over | stopped
                if ended.any():
                    break
            key_types = {
                key: (value.dtype, value.shape[1:])
                for key, value in infos.get("final_info", infos).items()
                if not key.startswith("_")
            }
            described.append(key_types)
        assert described[0] == described[1]
        assert "scores" in described[0]


# ---------------------------------------------------------------- seeds and resets


def test_seed_numbers_the_games_like_gymnasium():
    env = VectorPickomino(4)
    together, _ = env.reset(seed=10)
    for game in range(4):
        alone, _ = VectorPickomino(1).reset(seed=10 + game)
        assert np.array_equal(together[game], alone[0])
    again, _ = env.reset(seed=[10, None, 12, None])
    assert np.array_equal(again[[0, 2]], together[[0, 2]])
    assert not np.array_equal(again[1], together[1])


def test_reset_mask_resets_only_some_games():
    env = VectorPickomino(3, autoreset_mode=AutoresetMode.DISABLED)
    _, infos = env.reset(seed=1)
    env.step(infos["action_mask"].argmax(axis=1))
    before = [env.games.position(game) for game in range(3)]
    mask = np.array([False, True, False])
    fresh, infos = env.reset(seed=2, options={"reset_mask": mask})
    assert infos["_seat"].tolist() == mask.tolist()
    assert not infos["action_mask"][0].any()
    assert [env.games.position(game) for game in (0, 2)] == [before[0], before[2]]
    assert np.array_equal(fresh[1], VectorPickomino(3).reset(seed=2)[0][1])


def test_disabled_autoreset_requires_a_reset():
    env = VectorPickomino(3, turn_limit=1, autoreset_mode=AutoresetMode.DISABLED)
    _, infos = env.reset(seed=1)
    done = np.zeros(3, bool)
    while not done.any():
        _, _, over, stopped, infos = env.step(infos["action_mask"].argmax(axis=1))
        done = over | stopped
    with pytest.raises(ResetNeeded, match="reset_mask"):
        env.step([0, 0, 0])
    _, infos = env.reset(options={"reset_mask": done})
    env.step(env.action_masks().argmax(axis=1))


@pytest.mark.parametrize(
    "mask", [[True, False], np.array([True]), np.array([1, 0]), np.array([False, False])]
)
def test_bad_reset_mask_is_rejected(mask):
    env = VectorPickomino(2)
    env.reset(seed=1)
    with pytest.raises(InvalidNotation, match="reset_mask cannot be"):
        env.reset(options={"reset_mask": mask})


def test_reset_mask_needs_running_games():
    with pytest.raises(ResetNeeded):
        VectorPickomino(2).reset(options={"reset_mask": np.array([True, False])})


# ---------------------------------------------------------------- observations


def range_of_observations(compact_columns, **settings):
    """Play random games; return the least and the greatest value of each number.

    Random agents rarely get high tiles, so the view of their opponents is looked at too.
    """
    settings |= {"seat": None, "opponents": "expert"}
    env, compact = VectorPickomino(300, **settings), VectorPickomino(300, **settings, compact=True)
    observations, infos = env.reset(seed=1)
    small, _ = compact.reset(seed=1)
    generator, turn = np.random.default_rng(1), encoding.SLICES["turn"]
    lowest, highest = np.ones(encoding.SIZE), np.zeros(encoding.SIZE)
    for _ in range(300):
        assert np.array_equal(observations[:, compact_columns], small)
        acts = infos["action_mask"].any(axis=1)
        other = env.games.observe(1 - env.seats)
        other[:, turn] = observations[:, turn]
        views = np.concatenate([observations[acts], other[acts]])
        lowest, highest = (
            np.minimum(lowest, views.min(axis=0)),
            np.maximum(highest, views.max(axis=0)),
        )
        chosen = (generator.random((300, 50)) * (infos["action_mask"] + 1e-9)).argmax(axis=1)
        observations, *_, infos = env.step(chosen)
        small, *_ = compact.step(chosen)
    return lowest, highest


def test_compact_observations_keep_what_varies():
    columns = encoding.varying(Rules.preset("standard"), 2)
    few = encoding.varying(Rules.preset("standard"), 2, range(21, 24))
    ranges = [range_of_observations(columns), range_of_observations(few, tiles=3)]
    assert set(np.flatnonzero(ranges[1][0] != ranges[1][1])) <= set(few) < set(columns)
    lowest, highest = (np.array(bounds) for bounds in zip(*ranges, strict=True))
    varied = np.flatnonzero(lowest.min(axis=0) != highest.max(axis=0))
    assert set(varied) == set(columns)
    assert (len(columns), len(few)) == (114, 36)


@pytest.mark.parametrize("rules", ["standard", "short(returned=down)", "manual+extrawurm"])
def test_compact_observations_keep_what_varies_from_any_start(rules):
    extra = ("xx", " -,-,-,-,-/0,0/-") if rules.endswith("extrawurm") else ("", "")
    wfen = f"{rules} {extra[0]}.xo.oxxxxxxxxxxx 24/21 a - ~{extra[1]}"
    columns = encoding.varying(Rules.parse(rules), 2, [21, 23, 24, 25])
    lowest, highest = range_of_observations(columns, wfen=wfen)
    assert set(np.flatnonzero(lowest != highest)) <= set(columns)


@pytest.mark.parametrize(
    "env",
    [
        PickominoEnv(tiles=2, compact=True),
        VectorPickomino(2, tiles=2, compact=True),
        pettingzoo.env(tiles=2, compact=True),
    ],
    ids=["gymnasium", "vector", "pettingzoo"],
)
def test_start_with_tiles_that_compact_observations_leave_out_is_refused(env):
    env.reset(seed=1, options={"tiles": 1})
    with pytest.raises(InvalidNotation, match="cannot be 23, 24; choose from 21, 22"):
        env.reset(options={"tiles": 4})


def test_compact_observations_keep_what_varies_with_extrawurm():
    columns = encoding.varying(Rules.parse("manual+extrawurm"), 2)
    lowest, highest = range_of_observations(columns, rules="manual+extrawurm")
    assert set(np.flatnonzero(lowest != highest)) <= set(columns)


def test_mask_can_be_part_of_the_observation():
    env = PickominoEnv(mask_in_observation=True, compact=True)
    check_env(gymnasium.make(NAME, mask_in_observation=True, compact=True).unwrapped)
    observation, info = env.reset(seed=1)
    assert np.array_equal(observation["action_mask"], info["action_mask"])
    assert observation["observations"].shape == (114,)
    vector = VectorPickomino(3, mask_in_observation=True, autoreset_mode="SameStep", turn_limit=1)
    observations, infos = vector.reset(seed=1)
    for _ in range(20):
        assert np.array_equal(observations["action_mask"], infos["action_mask"])
        chosen = infos["action_mask"].argmax(axis=1)
        observations, _, over, stopped, infos = vector.step(chosen)
        for game in np.flatnonzero(over | stopped):
            assert not infos["final_obs"][game]["action_mask"].any()


# ---------------------------------------------------------------- rendering and state


def test_human_mode_prints_every_position(capsys):
    env = PickominoEnv(render_mode="human")
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    assert capsys.readouterr().out.count("grill") == 2
    agents = pettingzoo.env(render_mode="human")
    agents.reset(seed=1)
    agents.step(int(agents.last()[0]["action_mask"].argmax()))
    assert capsys.readouterr().out.count("grill") == 2


def test_state_is_the_whole_table():
    env = pettingzoo.env(players=3, compact=True)
    env.reset(seed=1)
    assert env.state() in env.unwrapped.state_space
    assert np.array_equal(env.state(), encoding.encode(env.unwrapped.position, 0))
    assert (
        env.observe("player_1")["observation"] in env.observation_space("player_1")["observation"]
    )
    assert len(encoding.varying(start(Rules(), 3).rules, 3)) < encoding.SIZE
