"""A short siege; `make soak ARGS=siege` is the long run, with a limit on the time of moves."""

from soak.suites.siege import check_seed


def test_games_continue_under_siege():
    assert check_seed(0, seconds=2.0, tables=3) >= 6
