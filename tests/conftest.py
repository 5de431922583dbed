"""Settings of all tests: random examples are the same in every run."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fixed",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fixed")


def pytest_xdist_auto_num_workers():
    """Twice as many processes as cores: half of the time tests wait for other processes."""
    return 2 * (os.cpu_count() or 1)
