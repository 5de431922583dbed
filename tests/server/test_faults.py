"""Games go on whatever the machine does; `make soak ARGS=faults` tries and times all of it."""

from soak.suites.faults import PATIENCE, check

FAULTS = ("full", "missing", "restarted")


def test_nothing_confirmed_is_lost_and_everybody_plays_on():
    assert check(FAULTS, seed=1, hold=0.5, recovery=PATIENCE) > 0
