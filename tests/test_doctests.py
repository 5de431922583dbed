"""Every module can be imported, and the examples in its docstrings are true."""

import doctest
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import pickomino

ROOT = Path(pickomino.__file__).parent
PACKAGES = sorted(path for path in ROOT.iterdir() if path.is_dir() and path.name != "__pycache__")
NEED_TORCH = [ROOT / "envs" / "torch", ROOT / "envs" / "stable_baselines3.py"]
"""Without torch, the tests of training say that these are not tested, and fail in CI."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def check(source):
    needs_torch = any(source.is_relative_to(path) for path in NEED_TORCH)
    if needs_torch and find_spec("torch") is None:
        return
    if source.name != "__main__.py":  # a program
        parts = source.relative_to(ROOT.parent).with_suffix("").parts
        module = import_module(".".join(parts).removesuffix(".__init__"))
        assert not doctest.testmod(module, optionflags=FLAGS).failed


def test_top_level_examples_are_true():
    for source in ROOT.glob("*.py"):
        check(source)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_package_examples_are_true(package):
    for source in package.rglob("*.py"):
        check(source)
