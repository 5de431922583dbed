"""Internals of numba that the kernel uses; a new version may lack them.

The package allows only versions of numba that passed these tests.
"""

import tomllib
from importlib.metadata import version
from pathlib import Path

import numba
import pytest
from llvmlite import ir
from numba import extending

from pickomino.solver import kernels

USED = {
    extending: ("intrinsic", "models", "register_jitable", "register_model"),
    extending.models: ("PrimitiveModel",),
    numba.types: ("Type", "Integer", "intp", "void", "float64"),
    ir: ("Constant", "DoubleType", "FloatType", "IntType", "Undefined", "VectorType"),
    ir.IRBuilder: (
        *("bitcast", "fadd", "fcmp_ordered", "fmul", "gep", "insert_element", "load", "select"),
        *("shuffle_vector", "store"),
    ),
}


@pytest.mark.parametrize("part", USED, ids=lambda part: part.__name__)
def test_numba_has_what_the_kernel_uses(part):
    missing = [name for name in USED[part] if not hasattr(part, name)]
    assert not missing, f"numba {numba.__version__}: {part.__name__} has no {missing}"


def test_numba_has_a_cache_path():
    assert hasattr(kernels._solve.stats, "cache_path")


@pytest.mark.parametrize("extra", ["bots", "envs"])
def test_untested_numba_versions_are_excluded(extra):
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    wanted = project["project"]["optional-dependencies"][extra]
    bound = next(text for text in wanted if text.startswith("numba"))
    _, minor, *_ = map(int, version("numba").split(".")[:2])
    assert bound.endswith(f",<0.{minor + 1}")
