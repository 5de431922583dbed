"""Settings of all tests: the same random examples in every run, and who runs what when."""

import gc
import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

# One thread for each matrix product, also in programs that tests start: all cores are busy, and a
# thread that has nothing to do turns round and round. NumPy reads this when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.register_profile(
    "fixed",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("soak", settings.get_profile("fixed"), derandomize=False)
settings.load_profile("fixed")

COMPILE = """
import numpy
from pickomino.solver.kernels import LANES, solve_batch
from pickomino.solver.shape import BASE, TOTALS
for count in (1, 8 * LANES):
    solve_batch(BASE, numpy.zeros((count, 1, 2, TOTALS)), numpy.zeros((count, 1, 2)))
"""
LONGEST_NAME = 50
TOGETHER = ("tests/envs/vector/", "tests/training/")
"""Folders whose tests share compiled code that takes long to make."""
BROWSER = "tests/browser/"
SLOW_FIRST = (*TOGETHER, BROWSER, "tests/tui/", "tests/test_examples", "tests/server/")
"""What takes long begins early, or one core would be idle at the end.

Examples run code that the first folders compile.
"""


def pytest_make_parametrize_id(val):
    """Megabytes are no name: they would be sent with every report."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_NAME:
        return f"{val[:LONGEST_NAME]!a} of {len(val)}"
    return None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Twice as many processes as cores: half of the time tests wait for other processes."""
    return 2 * (os.cpu_count() or 1)


def pytest_configure(config):
    """While all processes collect their tests, compile once what each would compile for itself."""
    if config.getoption("numprocesses", None):
        compiling = subprocess.Popen([sys.executable, "-c", COMPILE], stderr=subprocess.DEVNULL)
        config.add_cleanup(compiling.wait)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: _place(item.nodeid))


def _place(nodeid):
    places = (at for at, slow in enumerate(SLOW_FIRST) if nodeid.startswith(slow))
    return next(places, len(SLOW_FIRST))


def pytest_collection_finish():
    """Modules stay, and memory is looked through seldom: that took an eighth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_unconfigure():
    """Look for garbage once: pytest does it five times, in every process, when all is done."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    config.option.loadscopereorder = False
    return FilesTogether(config, log)


class FilesTogether(LoadScopeScheduling):
    """Gives the tests of a file to one process, so that what they share is made once.

    Files that need a browser are dealt out to one process for each core: it costs ten seconds of a
    core to have a browser, and a server with its workers.
    """

    def __init__(self, config, log):
        super().__init__(config, log)
        self._browsers = {}

    def _split_scope(self, nodeid):
        file = nodeid.partition("::")[0]
        if file.startswith(BROWSER):
            browser = len(self._browsers) % (os.cpu_count() or 1)
            return f"{BROWSER} {self._browsers.setdefault(file, browser)}"
        return next((folder for folder in TOGETHER if file.startswith(folder)), file)
