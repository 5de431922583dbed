"""Every module of the package can be imported, and the examples in its docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import pickomino

PACKAGE = Path(pickomino.__file__).parent
PARTS = sorted(path for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def check(source):
    if source.name != "__main__.py":  # a program
        parts = source.relative_to(PACKAGE.parent).with_suffix("").parts
        module = import_module(".".join(parts).removesuffix(".__init__"))
        assert not doctest.testmod(module, optionflags=FLAGS).failed


def test_the_examples_of_the_package_itself_are_true():
    for source in PACKAGE.glob("*.py"):
        check(source)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_the_examples_of_a_part_are_true(part):
    for source in part.rglob("*.py"):
        check(source)
