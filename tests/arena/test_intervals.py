"""Intervals of win shares: computed by hand, and how often they contain the true value."""

import random
from math import sqrt

import pytest

from pickomino.arena.intervals import AdjustedCounter, ShareCounter, student_quantile


def share_of(shares, games=2):
    counter = ShareCounter(games)
    for value in shares:
        counter.add(value)
    return counter.share()


# From the tables of Student's distribution.
@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.3027), (5, 2.5706), (6, 2.4469), (9, 2.2622), (30, 2.0423), (500, 1.9647)],
)
def test_student_quantile_agrees_with_published_tables(freedom, quantile):
    assert student_quantile(freedom) == pytest.approx(quantile, abs=2e-4)


def test_interval_agrees_with_a_hand_calculation():
    # Ten pairs, mean 0.6: the squared deviations are 4 * 0.16 + 4 * 0.01 + 2 * 0.36 = 1.4.
    shares = [1.0] * 4 + [0.5] * 4 + [0.0] * 2
    spread = sum((share - 0.6) ** 2 for share in shares)
    independent_games = 10 * 0.24 / ((spread + 0.24 / 2) / 10)
    weight = 2.2281**2 / independent_games
    centre = (0.6 + weight / 2) / (1 + weight)
    reach = sqrt(0.24 * weight + weight**2 / 4) / (1 + weight)
    share = share_of(shares)
    assert share.mean == pytest.approx(0.6)
    assert share.low == pytest.approx(centre - reach, abs=1e-4)
    assert share.high == pytest.approx(centre + reach, abs=1e-4)


def test_interval_counts_groups_rather_than_games():
    # A pair of games that always end alike is worth no more than one game.
    alike = share_of([1.0, 0.0] * 50)
    split = share_of([0.5] * 100)
    assert alike.high - alike.low > 0.19
    assert split.high - split.low < 0.03


def test_interval_of_few_groups_is_wide():
    assert share_of([0.5]).low < 0.01
    assert share_of([0.5] * 3).high > 0.8
    assert share_of([1.0] * 5).low < 0.6
    assert share_of([1.0] * 5).high == 1
    assert share_of([0.0] * 5).low == 0
    assert share_of([]) == (0, 0, 1)


def pair(generator, chance, agreement):
    first = generator.random() < chance
    second = first if generator.random() < agreement else generator.random() < chance
    return (first + second) / 2


@pytest.mark.parametrize("groups", [8, 60])
@pytest.mark.parametrize("agreement", [0, 0.6])
@pytest.mark.parametrize("chance", [0.5, 0.8, 0.97])
def test_interval_contains_the_true_share_95_times_in_100(chance, agreement, groups):
    generator = random.Random(f"{chance} {agreement} {groups}")
    tries = 600
    held = 0
    for _ in range(tries):
        share = share_of([pair(generator, chance, agreement) for _ in range(groups)])
        held += share.low <= chance <= share.high
    assert 0.925 <= held / tries <= 1


@pytest.mark.parametrize("groups", [5, 40])
def test_adjusted_interval_covers_the_share_95_times_in_100(groups):
    generator = random.Random(groups)
    tries, held = 600, 0
    for _ in range(tries):
        counter = AdjustedCounter()
        for _ in range(groups):
            counter.add(generator.gauss(0.54, 0.06))
        share = counter.share()
        held += share.low <= 0.54 <= share.high
    assert 0.925 <= held / tries <= 0.975


def test_adjusted_interval_of_one_group_is_unbounded():
    counter = AdjustedCounter()
    counter.add(1.2)
    assert counter.share() == (1, 0, 1)


def test_adjusted_share_is_within_its_limits():
    """A weak bot won -1.6% of its games."""
    counter = AdjustedCounter()
    for value in (-0.02, -0.012) * 20:
        counter.add(value)
    mean, low, high = counter.share()
    assert (mean, low) == (0, 0)
    assert 0.016 < high < 0.02, "the mean is wrong by 1.6 points at least"
