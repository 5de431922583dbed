"""Ratings: ties, independence of the order of games, and correct intervals."""

import random

import pytest

from arena.players import game, group
from pickomino.arena.ratings import MEAN_POINTS, Duel, fit_ratings, make_duel, rate


def points(ratings):
    return [rating.points for rating in ratings]


def test_tied_winners_are_rated_above_the_third():
    """Openskill's Plackett-Luce model rated the third above both."""
    rated = points(rate([group(0, *[game(1, 1, 3, 4, 5)] * 5)], 5))
    assert rated[0] == pytest.approx(rated[1])
    assert rated == sorted(rated, reverse=True)
    assert rated[1] > rated[2] + 10 > rated[3] + 20 > rated[4] + 30


def test_a_tie_of_all_gives_equal_ratings():
    assert points(rate([group(0, *[game(1, 1, 1)] * 3)], 3)) == pytest.approx([MEAN_POINTS] * 3)


def test_order_of_games_does_not_matter():
    groups = [group(0, game(1, 2, 2), game(3, 1, 2), game(2, 3, 1)), group(1, *[game(1, 2, 3)] * 3)]
    assert points(rate(groups, 3)) == pytest.approx(points(rate(groups[::-1], 3)))


def test_consistent_duels_reproduce_the_true_ratings():
    truth = [0.0, 120.0, -250.0, 40.0]
    duels = [
        Duel(a, b, 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400)), 1e9)
        for a in range(4)
        for b in range(a + 1, 4)
    ]
    rated = points(fit_ratings(duels, 4, anchor=0))
    assert rated == pytest.approx([MEAN_POINTS + lead for lead in truth], abs=0.01)


def test_winner_of_every_game_has_a_finite_lead():
    first, second = rate([group(number, game(1, 2), game(1, 2)) for number in range(100)], 2)
    assert 500 < first.points - second.points < 2000
    assert second.high < first.low


def test_anchor_has_no_interval():
    rated = fit_ratings([make_duel(0, 1, 0.6, 0.05)], 2, anchor=1)
    assert rated[1] == (MEAN_POINTS, MEAN_POINTS, MEAN_POINTS)
    assert rated[0].low < MEAN_POINTS + 1 < rated[0].points < rated[0].high


def test_interval_contains_the_true_rating_95_times_in_100():
    generator = random.Random(1)
    lead, held, tries = 100, 0, 300
    chance = 1 / (1 + 10 ** (-lead / 400))
    for _ in range(tries):
        wins = sum(generator.random() < chance for _ in range(400)) / 400
        error = (wins * (1 - wins) / 400) ** 0.5
        second = fit_ratings([make_duel(0, 1, wins, error)], 2, anchor=0)[1]
        held += second.low <= MEAN_POINTS - lead <= second.high
    assert 0.92 <= held / tries <= 0.98


@pytest.mark.parametrize("share", [-0.04, 0.0, 1.0, 1.03])
@pytest.mark.parametrize("error", [0.0, 0.001, 0.02, 0.4, 5.0, float("inf")])
def test_adjusted_shares_outside_0_to_1_can_be_rated(share, error):
    """A share below 0 once counted as a negative number of games, and the fit failed."""
    first, second = fit_ratings([make_duel(0, 1, share, error)], 2)
    assert (first.points - second.points) * (share - 0.5) >= 0
    assert first.low <= first.points <= first.high < 1e6
