"""Games survive faults of the machine; `make soak ARGS=faults` is the long run."""

from soak.suites.faults import PATIENCE, check

FAULTS = ("full", "missing", "restarted")


def test_games_continue_after_faults():
    assert check(FAULTS, seed=1, hold=0.5, recovery=PATIENCE) > 0
