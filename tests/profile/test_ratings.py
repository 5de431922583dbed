"""Glicko ratings of players and puzzles."""

from pickomino.i18n import texts_in
from pickomino.i18n.practice_text import describe_rating
from pickomino.profile.ratings import (
    MIN_DEVIATION,
    NEWCOMER,
    GlickoRating,
    expected_score,
    puzzle_rating,
    update_rating,
)


def test_expected_scores_are_those_of_glickmans_paper():
    rivals = GlickoRating(1400, 30), GlickoRating(1550, 100), GlickoRating(1700, 300)
    scores = [expected_score(GlickoRating(1500, 200), rival) for rival in rivals]
    assert [round(score, 3) for score in scores] == [0.639, 0.432, 0.303]


def test_deviation_shrinks_down_to_a_limit():
    rating, deviations = NEWCOMER, []
    for number in range(300):
        rating = update_rating(rating, puzzle_rating(2), number % 2)
        deviations.append(rating.deviation)
    assert deviations == sorted(deviations, reverse=True)
    assert deviations[-1] == MIN_DEVIATION
    assert abs(rating.rating - 1500) < 30


def test_halves_of_a_rating_are_rounded_up_as_in_the_browser():
    text = describe_rating(GlickoRating(1500.5, 50.25), texts_in("en"))
    assert text == "Puzzle rating 1501 ± 101"
