"""Settings of all tests: fixed random examples, and how files are spread over processes."""

import asyncio
import gc
import inspect
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

# One thread per matrix product, also in programs that tests start: all cores are busy, and idle
# BLAS threads spin. NumPy reads this when it is first imported.
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
MAX_ID_LENGTH = 50
TOGETHER = ("tests/envs/vector/", "tests/training/")
"""Folders whose tests share slowly compiled code; each runs in one process."""
BROWSER = "tests/browser/"
SLOW_FIRST = (
    *TOGETHER,
    BROWSER,
    "tests/tui/",
    "tests/tables/",
    "tests/test_examples",
    "tests/server/",
)
"""Slow folders start first, so that no core idles at the end.

Examples run code that the first folders compile.
"""


def pytest_make_parametrize_id(val):
    """Shorten long parameters: ids of megabytes would be sent with every report."""
    if isinstance(val, str | bytes) and len(val) > MAX_ID_LENGTH:
        return f"{val[:MAX_ID_LENGTH]!a} of {len(val)}"
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run tests that are coroutines."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = pyfuncitem._fixtureinfo.argnames
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in arguments}))
    return True


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Use twice as many processes as cores: tests wait for other processes half the time."""
    return 2 * (os.cpu_count() or 1)


def pytest_configure(config):
    """Compile kernels once while all processes collect, instead of once per process."""
    if config.getoption("numprocesses", None):
        compiling = subprocess.Popen([sys.executable, "-c", COMPILE], stderr=subprocess.DEVNULL)
        config.add_cleanup(compiling.wait)


def pytest_runtest_setup(item):
    """Skip what needs torch and Stable-Baselines3 where they are missing, but not in CI."""
    if item.get_closest_marker("training") and find_spec("sb3_contrib") is None:
        assert not os.environ.get("CI"), "CI must install it: make setup-training"
        pytest.skip("Stable-Baselines3 is not installed (make setup-training)")


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: _place(item.nodeid))


def _place(nodeid):
    places = (at for at, slow in enumerate(SLOW_FIRST) if nodeid.startswith(slow))
    return next(places, len(SLOW_FIRST))


def pytest_collection_finish():
    """Collect garbage rarely: it took an eighth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_unconfigure():
    """Collect garbage once at the end: pytest does it five times in every process."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    config.option.loadscopereorder = False
    return FilesTogether(config, log)


class FilesTogether(LoadScopeScheduling):
    """Runs the tests of a file in one process, so that fixtures are made once.

    Browser files share one process per core: a browser and a server with its workers cost ten
    seconds of a core.
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
