"""The vector engine plays exactly the games of the readable engine."""

import random
from math import prod

import numpy as np
import pytest

from envs.episodes import all_rules
from naive.setups import random_setup
from pickomino import (
    OVER,
    IllegalAction,
    InvalidNotation,
    InvalidPosition,
    Position,
    Rules,
    apply,
    apply_roll,
    legal_actions,
    scores,
    start,
    winners,
)
from pickomino.core import turns
from pickomino.core.play import dice_to_roll
from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS, PRESETS
from pickomino.envs import actions
from pickomino.envs.vector import VectorGames
from soak.suites.vector import Disagreement, check_seed, compare_games

from .generator import Generator, splitmix64

STANDARD = Rules.preset("standard")
CLASSIC = Rules.preset("classic")
MANUAL = Rules.preset("manual")
EXPANDED = Rules.preset("manual", extrawurm=True)


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("name", PRESETS)
def test_engines_agree_for_every_preset_and_number_of_players(name, players):
    rng = random.Random(players)
    for rules in (Rules.preset(name), Rules.preset(name, extrawurm=True)):
        setups = [Position.from_wfen(random_setup(rng, str(rules), players)) for _ in range(6)]
        assert compare_games([start(rules, players)] * 2 + setups, players, 60) > 150


@pytest.mark.parametrize("extrawurm", [False, True], ids=["base", "extrawurm"])
def test_engines_agree_for_every_combination_of_options(extrawurm):
    rng, combinations = random.Random(1), list(all_rules(extrawurm=extrawurm))
    for rules in combinations:
        setup = Position.from_wfen(random_setup(rng, str(rules), 3))
        assert compare_games([start(rules, 3), setup], 1, 16) > 15
    assert len(combinations) == prod(
        len(OPTIONS[option]) for option in OPTIONS if extrawurm or option not in EXTRAWURM_OPTIONS
    )


@pytest.mark.parametrize(("rules", "players"), [(STANDARD, 2), (STANDARD, 7), (EXPANDED, 4)])
def test_engines_agree_on_whole_games(rules, players):
    assert compare_games([start(rules, players)], players, 20_000) > 100


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_sample_of_the_soak_suite_passes(first):
    assert sum(map(check_seed, range(first, first + 8))) > 200


def test_wrong_flip_is_detected(monkeypatch):
    monkeypatch.setattr(turns, "_tile_to_turn", lambda position, _: position.grill[-1])
    with pytest.raises(Disagreement, match=r"seed \d+, step \d+: position differs in\n  [a-z]+"):
        sum(map(check_seed, range(300)))


def first_or_last(games, number):
    """Return deterministic legal actions, most of which continue the turn."""
    legal = games.legal()
    first, last = legal.argmax(axis=1), 49 - legal[:, ::-1].argmax(axis=1)
    return np.where((np.arange(len(games)) + number) % 3 == 0, last, first)


@pytest.mark.parametrize("rules", [STANDARD, MANUAL, EXPANDED], ids=str)
def test_step_is_an_action_and_the_rolls_after_it(rules):
    fast, slow = (VectorGames(rules, 3, 300, seed=5) for _ in range(2))
    ended = 0
    for number in range(400):
        chosen = first_or_last(fast, number)
        where = fast.step(chosen).copy()
        slow.act(chosen)
        over = slow.to_act == OVER
        while slow.roll():
            over |= slow.to_act == OVER
        assert where.tolist() == over.tolist()
        assert fast.steps - slow.steps == 0 or over.any()
        now, won = slow.standings()
        for game in np.flatnonzero(over):
            assert fast.scores[game].tolist() == now[game].tolist()
            assert fast.winners[game].tolist() == won[game].tolist()
            slow.load(int(game), start(rules, 3))
        slow.roll()
        slow.steps = fast.steps
        assert fast.masks.tolist() == slow.masks.tolist()
        ended += int(over.sum())
    assert [fast.position(game) for game in range(300)] == [
        slow.position(game) for game in range(300)
    ]
    assert ended > 0 or not rules.flip_when_empty


@pytest.mark.parametrize(
    ("rules", "players"),
    [(STANDARD, 2), (MANUAL, 5), (EXPANDED, 2), (Rules.parse("manual+extrawurm(golden=plain)"), 3)],
    ids=str,
)
def test_rollout_can_be_replayed_with_the_readable_engine(rules, players):
    games = VectorGames(rules, players, 3, seed=11)
    position = games.position(2)
    words = splitmix64(11, 6)
    generator = Generator(words[4], words[5])
    assert apply_roll(start(rules, players), generator.roll(8)) == position
    ended = 0
    for _ in range(3000):
        if position.to_act < 0:
            position = apply_roll(position, generator.roll(*dice_to_roll(position)))
        else:
            legal = sorted(legal_actions(position), key=actions.index_of)
            position = apply(position, legal[generator.below(len(legal))])
        if position.to_act == OVER:
            last_result = scores(position), winners(position)
            ended += 1
            position = start(rules, players)
    while position.to_act < 0:
        position = apply_roll(position, generator.roll(*dice_to_roll(position)))
    result = games.random_rollout(3000)
    assert games.position(2) == position
    assert ended > 0
    assert tuple(games.scores[2].tolist()) == last_result[0]
    assert tuple(np.flatnonzero(games.winners[2]).tolist()) == last_result[1]
    assert result.steps == games.steps - 3 >= 9000
    assert len(result.wins) == players
    assert sum(result.wins) >= result.games >= ended
    assert result.turns >= result.games


def test_number_of_threads_changes_nothing():
    played = []
    for threads in (1, 2):
        games = VectorGames(MANUAL, 4, 10_000, seed=3, threads=threads)
        rollout = games.random_rollout(300)
        for number in range(20):
            games.step(first_or_last(games, number))
        views = games.observe()
        state = [np.copy(array) for array in games._arrays]
        played.append(((*rollout, games.steps), games.ended.copy(), games.winners, views, *state))
    (first, *one), (second, *two) = played
    assert first == second
    assert first[1] > 1000
    assert all(map(np.array_equal, one, two))


def test_another_seed_gives_other_games():
    one, two = (VectorGames(STANDARD, 2, 100, seed=seed) for seed in (1, 2))
    same = [one.position(game) == two.position(game) for game in range(100)]
    assert sum(same) < 10


def test_games_stop_at_the_turn_limit():
    games = VectorGames(STANDARD, 2, 50, seed=1, turn_limit=6)
    ended = np.zeros(50, int)
    for number in range(60):
        games.step(first_or_last(games, number))
        ended += games.ended
        assert games.stopped[games.ended].all()
        assert (games.turns < 6).all()
    assert ended.min() >= 1
    assert games.winners.any(axis=1).all()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"players": 8}, "2 to 7 players"),
        ({"games": 0}, "games cannot be 0"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"threads": 0}, "threads cannot be 0"),
        ({"turn_limit": -1}, "turn_limit cannot be -1"),
    ],
)
def test_bad_settings_are_rejected(settings, words):
    with pytest.raises(InvalidNotation, match=words):
        VectorGames(**{"rules": STANDARD, "players": 2, "games": 4} | settings)


def test_illegal_action_changes_no_game():
    games = VectorGames(STANDARD, 2, 4, seed=1)
    before = [games.position(game).wfen() for game in range(4)]
    chosen = games.legal().argmax(axis=1)
    chosen[2] = 6
    with pytest.raises(IllegalAction, match="r is not legal in standard oooooooooooooooo"):
        games.step(chosen)
    for outside in (-1, 50, 64, 10**6):
        chosen[2] = outside
        with pytest.raises(InvalidNotation, match="is not an action"):
            games.step(chosen)
    assert [games.position(game).wfen() for game in range(4)] == before


@pytest.mark.parametrize("chosen", [[0, 0], [[0], [0], [0]], [0.0, 0.0, 0.0], [True, True, True]])
def test_actions_must_be_one_whole_number_per_game(chosen):
    with pytest.raises(InvalidNotation, match="actions cannot be"):
        VectorGames(STANDARD, 2, 3).step(chosen)


def test_rolls_must_match_the_dice_left():
    games = VectorGames(STANDARD, 2, 2)
    for game in range(2):
        games.load(game, start(STANDARD, 2))
    with pytest.raises(IllegalAction, match="cannot be rolled"):
        games.roll([[8, 0, 0, 0, 0, 0], [7, 0, 0, 0, 0, 0]])
    with pytest.raises(InvalidNotation, match="rolls cannot be"):
        games.roll([[8, 0, 0, 0, 0, 0], [9, -1, 0, 0, 0, 0]])
    with pytest.raises(InvalidNotation, match="rolls cannot be"):
        games.roll([[8, 0, 0, 0, 0, 0]])
    assert games.roll([[8, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 8]]) == 2
    assert games.position(1).wfen() == "standard oooooooooooooooo -/- a - wwwwwwww"


def test_holder_of_the_golden_die_must_roll_it():
    rules = Rules.preset("standard", extrawurm=True)
    games = VectorGames(rules, 2, 2)
    games.load(0, start(rules, 2))
    holds = start(rules, 2)
    places = (*holds.extrawurm.specialists[:4], 0)
    games.load(1, holds._replace(extrawurm=holds.extrawurm._replace(specialists=places)))
    ones, nine = [8, 0, 0, 0, 0, 0], [0, 0, 0, 0, 4, 5]
    with pytest.raises(IllegalAction, match="cannot be rolled"):
        games.roll([ones, ones])
    with pytest.raises(IllegalAction, match="cannot be rolled"):
        games.roll([ones, nine], [1, 6])
    with pytest.raises(InvalidNotation, match="golden cannot be 5; choose from 0, 1, 6"):
        games.roll([ones, nine], [0, 5])
    with pytest.raises(InvalidNotation, match="golden cannot be 1;"):
        games.roll([ones, nine], [0, 1])
    for wrong in ([-1, 6], [0, 7], [6], 6):
        with pytest.raises(
            InvalidNotation, match=r"golden cannot be .* 0 to 6 for each of 2 games"
        ):
            games.roll([ones, nine], wrong)
    assert games.roll([ones, nine], [0, 6]) == 2
    assert str(games.position(1).turn.rolled) == "5555wwwwW"


def test_only_valid_positions_of_the_same_game_can_be_loaded():
    games = VectorGames(STANDARD, 2, 2)
    for other in (start(CLASSIC, 2), start(STANDARD, 3)):
        with pytest.raises(InvalidNotation, match="position cannot be"):
            games.load(0, other)
    with pytest.raises(InvalidPosition, match="tile 36 is missing"):
        games.load(0, start(STANDARD, 2)._replace(grill=tuple(range(21, 36))))


def test_step_restarts_a_loaded_game_that_is_over():
    games = VectorGames(STANDARD, 2, 1)
    games.load(0, Position.from_wfen("standard xxxxxxxxxxx....x 32,33,34/35 - - -"))
    assert games.to_act.tolist() == [OVER]
    assert games.masks.tolist() == [0]
    games.step([-1])
    assert games.position(0).grill == tuple(range(21, 37))
    assert games.to_act.tolist() == [0]
