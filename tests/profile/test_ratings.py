"""Players and puzzles are rated against each other, and the rating says how sure it is."""

from pickomino.profile.ratings import (
    MIN_DEVIATION,
    NEWCOMER,
    GlickoRating,
    expected_score,
    puzzle_rating,
    update_rating,
)


def test_the_formula_is_glickos():
    """The figures of the example in Glickman's paper."""
    rivals = GlickoRating(1400, 30), GlickoRating(1550, 100), GlickoRating(1700, 300)
    told = [expected_score(GlickoRating(1500, 200), each) for each in rivals]
    assert [round(each, 3) for each in told] == [0.639, 0.432, 0.303]


def test_right_answers_raise_and_wrong_ones_lower_by_what_was_to_be_expected():
    easy, hard = puzzle_rating(1), puzzle_rating(3)
    assert easy.rating < hard.rating
    gains = [update_rating(NEWCOMER, each, 1).rating - 1500 for each in (easy, hard)]
    losses = [1500 - update_rating(NEWCOMER, each, 0).rating for each in (easy, hard)]
    assert 0 < gains[0] < gains[1]
    assert 0 < losses[1] < losses[0]


def test_every_answer_makes_the_rating_surer_down_to_a_limit():
    rating, deviations = NEWCOMER, []
    for number in range(300):
        rating = update_rating(rating, puzzle_rating(2), number % 2)
        deviations.append(rating.deviation)
    assert deviations == sorted(deviations, reverse=True)
    assert deviations[-1] == MIN_DEVIATION
    assert abs(rating.rating - 1500) < 30
