"""The package allows only versions of numba whose internals the kernel was tested with."""

import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest


@pytest.mark.parametrize("extra", ["bots", "envs"])
def test_untested_numba_versions_are_excluded(extra):
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    wanted = project["project"]["optional-dependencies"][extra]
    bound = next(text for text in wanted if text.startswith("numba"))
    _, minor, *_ = map(int, version("numba").split(".")[:2])
    assert bound.endswith(f",<0.{minor + 1}")
