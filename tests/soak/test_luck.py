"""A sample of the soak suite of reviews."""

import pytest

from soak.suites.luck import check_seed, check_sums


def test_luck_has_mean_zero_over_many_games():
    sums = {}
    for seed in range(24):
        events, figures = check_seed(seed)
        assert events > 0
        for name, figure in figures.items():
            sums[name] = sums.get(name, 0) + figure
    check_sums(sums)
    games, luck, squares = (sums[f"0 {figure}"] for figure in ("games", "luck", "squares"))
    # As if every game had given the first seat half a win.
    biased = {"0 luck": luck + games / 2, "0 squares": squares + luck + games / 4}
    with pytest.raises(AssertionError, match="seat 0"):
        check_sums(sums | biased)
