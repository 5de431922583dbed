"""A short siege; `make soak ARGS=siege` is the long one, with a limit on what moves take."""

from soak.suites.siege import check_seed


def test_tables_play_on_under_siege():
    assert check_seed(0, seconds=2.0, tables=3) >= 6
