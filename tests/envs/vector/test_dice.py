"""The dice of the vector engine are fair and come from the documented generators."""

from collections import Counter

import numba
import numpy as np
import pytest

from pickomino import Rules, start
from pickomino.core.roll import GOLDEN_FACES, intern_roll, outcomes
from pickomino.envs.vector import VectorGames, chance, kernels
from pickomino.envs.vector.layout import GOLDEN_AT, ROLL

from .generator import Generator, splitmix64

GAMES = 20_000
MIN_EXPECTED = 10
"""Rolls expected less often are counted together."""


@numba.njit
def draw_numbers(one, two, count):
    numbers = np.empty(count, np.uint64)
    for place in range(count):
        numbers[place], one, two = chance.next_bits(one, two)
    return numbers


@numba.njit
def actions_by(mask, generator):
    return np.array([chance.nth_action(mask, bits) for bits in generator])


def test_splitmix64_returns_the_published_numbers():
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert splitmix64(1234567, 3) == expected
    random = np.zeros((1, 2), np.uint64)
    kernels.seed_games(random, np.array([1234567], np.uint64))
    assert random[0].tolist() == expected[:2]


def test_xoroshiro128_returns_the_published_numbers():
    expected = [393217, 669327710093319, 1732421326133921491, 11394790081659126983]
    generator = Generator(1, 2)
    assert [generator.draw() for _ in expected] == expected
    assert draw_numbers(np.uint64(1), np.uint64(2), len(expected)).tolist() == expected


def test_game_i_is_seeded_with_numbers_2i_and_2i_plus_1():
    games = VectorGames(Rules.preset("standard"), 2, 5)
    games.seed(99)
    assert games._arrays.random.ravel().tolist() == splitmix64(99, 10)
    games.seed([1, 2, 3, 4, 99])
    assert games._arrays.random[4].tolist() == splitmix64(99, 2)


def roll_in_all_games(games, dice):
    """Roll a number of dice in all games, whatever their phase."""
    arrays = games._arrays
    arrays.phase[:], arrays.set_aside[:], arrays.dice_left[:] = ROLL, 0, dice
    games.roll()
    return (arrays.rolled & 0xFFFFFF).tolist()


def deviation(observed, expected):
    """Return how far chi-square is from its mean, in standard deviations."""
    pairs = [(observed[key], count) for key, count in expected.items() if count >= MIN_EXPECTED]
    rest = [(observed[key], count) for key, count in expected.items() if count < MIN_EXPECTED]
    if sum(count for _, count in rest) >= MIN_EXPECTED:
        pairs.append((sum(seen for seen, _ in rest), sum(count for _, count in rest)))
    square = sum((seen - count) ** 2 / count for seen, count in pairs)
    freedom = len(pairs) - 1
    return (square - freedom) / (2 * freedom) ** 0.5


@pytest.mark.parametrize("dice", range(1, 9))
def test_every_roll_has_its_exact_probability(dice):
    games = VectorGames(Rules.preset("standard"), 2, GAMES, seed=dice)
    observed = Counter()
    for _ in range(50):
        observed.update(roll_in_all_games(games, dice))
    total = 50 * GAMES
    expected = {
        sum(count << 4 * face for face, count in enumerate(roll.counts)): total * weight / 6**dice
        for roll, weight in outcomes(dice)
    }
    assert sum(observed.values()) == total
    assert observed.keys() <= expected.keys()
    assert abs(deviation(observed, expected)) < 4


@pytest.mark.parametrize("kind", GOLDEN_FACES)
def test_every_golden_face_has_its_exact_probability(kind):
    rules = Rules.preset("standard", extrawurm=True, golden=kind)
    games = VectorGames(rules, 2, GAMES, seed=1)
    arrays, position = games._arrays, start(rules, 2)
    places = (*position.extrawurm.specialists[:4], 0)
    games.load(0, position._replace(extrawurm=position.extrawurm._replace(specialists=places)))
    for array in (arrays.phase, arrays.specialists, arrays.dice_left):
        array[:] = array[0]
    games.roll()
    faces = [intern_roll("", face).golden_face for face in GOLDEN_FACES[kind]]
    observed = Counter((arrays.rolled >> GOLDEN_AT).tolist())
    expected = {face: GAMES * faces.count(face) / 6 for face in faces}
    assert observed.keys() == expected.keys()
    assert abs(deviation(observed, expected)) < 4
    sizes = sum((arrays.rolled >> 4 * face) & 15 for face in range(6))
    assert (sizes == 9).all()


def test_neighbouring_and_successive_rolls_are_independent():
    games = VectorGames(Rules.preset("standard"), 2, GAMES, seed=77)
    ways = {(a, b): 1 / 36 for a in range(6) for b in range(6)}
    of_face = {1 << 4 * face: face for face in range(6)}
    beside, after, last = Counter(), Counter(), None
    for _ in range(20):
        faces = [of_face[dice] for dice in roll_in_all_games(games, 1)]
        beside.update(zip(faces[::2], faces[1::2], strict=True))
        if last:
            after.update(zip(last, faces, strict=True))
            last = None
        else:
            last = faces
    for seen in (beside, after):
        expected = {pair: chance * sum(seen.values()) for pair, chance in ways.items()}
        assert abs(deviation(seen, expected)) < 4


def test_random_actions_are_equally_likely():
    generator = np.random.default_rng(1).integers(2**64, size=20_000, dtype=np.uint64)
    for mask in (0b101011, 1 << 6 | 1 << 7, 1 << 6 | 0b1011 << 10 | 1 << 41, 1 << 26):
        seen = Counter(actions_by(mask, generator).tolist())
        expected = [bit for bit in range(50) if mask >> bit & 1]
        assert sorted(seen) == expected
        share = len(generator) / len(expected)
        assert max(abs(count - share) for count in seen.values()) < 5 * share**0.5
