"""Every module of the package can be imported, and the examples in its docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import pickomino

PACKAGE = Path(pickomino.__file__).parent
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def modules():
    """Return the names of all modules but those that are programs."""
    sources = (path.relative_to(PACKAGE.parent) for path in sorted(PACKAGE.rglob("*.py")))
    return [
        ".".join(source.with_suffix("").parts).removesuffix(".__init__")
        for source in sources
        if source.name != "__main__.py"
    ]


@pytest.mark.parametrize("name", modules())
def test_the_examples_of_a_module_are_true(name, capsys):
    failed, _ = doctest.testmod(import_module(name), optionflags=FLAGS)
    assert not failed, capsys.readouterr().out
