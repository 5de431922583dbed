"""Settings of all tests: the same random examples in every run, and who runs what when."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

settings.register_profile(
    "fixed",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("soak", settings.get_profile("fixed"), derandomize=False)
settings.load_profile("fixed")

LONGEST_NAME = 50
TOGETHER = ("tests/envs/vector/", "tests/training/")
"""Folders whose tests share compiled code that takes long to make."""
BROWSERS = "tests/browser/"
SECOND_BROWSER = "tests/browser/test_o"
"""From here on the tests have a browser and a server of their own, for the other core."""
SLOW_FIRST = (BROWSERS, *TOGETHER, "tests/test_examples", "tests/tui/", "tests/server/")
"""What takes long begins early, or one core would be idle at the end."""


def pytest_make_parametrize_id(val):
    """Megabytes are no name: they would be sent with every report."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_NAME:
        return f"{val[:LONGEST_NAME]!a} of {len(val)}"
    return None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Twice as many processes as cores: half of the time tests wait for other processes."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: not item.nodeid.startswith(SLOW_FIRST))


def pytest_collection_finish():
    """Modules stay: they need not be looked at whenever memory is looked through."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    config.option.loadscopereorder = False
    return FilesTogether(config, log)


class FilesTogether(LoadScopeScheduling):
    """Gives the tests of a file to one process, so that what they share is made once."""

    def _split_scope(self, nodeid):
        file = nodeid.partition("::")[0]
        if file.startswith(BROWSERS):
            return f"{BROWSERS} {file >= SECOND_BROWSER}"
        return next((folder for folder in TOGETHER if file.startswith(folder)), file)
