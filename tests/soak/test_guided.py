"""A sample of the soak suite of guided games."""

import pytest

from soak.suites.guided import SHARES, check_seed, check_sums


@pytest.fixture(scope="module")
def sums():
    totals = {}
    for seed in range(20):
        _turns, figures = check_seed(seed)
        for name, figure in figures.items():
            totals[name] = totals.get(name, 0) + figure
    return totals


def test_guided_games_show_everything_in_a_normal_time(sums):
    check_sums(sums)


@pytest.mark.parametrize("figure", SHARES)
def test_rival_without_tiles_is_detected(sums, figure):
    with pytest.raises(AssertionError, match="rival owns a tile"):
        check_sums(sums | {figure: 0.9 * sums["games"]})


def test_long_guided_games_are_detected(sums):
    lengths = {name: 0 for name in sums if name.startswith("guided")}
    with pytest.raises(AssertionError, match="rival owns a tile"):
        check_sums(sums | lengths | {"guided 60": sums["games"]})
