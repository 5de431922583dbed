"""Decorators that compile with numba, and a function that deletes outdated cache files."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba  # pyright: ignore[reportMissingTypeStubs]
from numba.extending import register_jitable

_Function = TypeVar("_Function", bound=Callable[..., Any])


_OPTIONS: Final = {"nogil": True, "error_model": "numpy"}
_SOURCES: Final = ("bots", "core", "envs", "solver")
"""The packages that compiled code is made from."""


def kernel(function: _Function) -> _Function:
    """Compile a function when Python first calls it; the compiled code is cached on disk."""
    jit = cast("Callable[..., Callable[[_Function], _Function]]", numba.njit)
    try:
        dispatcher = jit(cache=True, **_OPTIONS)(function)
    except RuntimeError:  # no writable cache folder: compile in every process
        return jit(**_OPTIONS)(function)
    _delete_stale_code(Path(cast("Any", dispatcher).stats.cache_path))
    return dispatcher


def compiled(function: _Function, *, forceinline: bool = False) -> _Function:
    """Mark a function to be compiled as part of kernels; called from Python, it runs uncompiled.

    Making each of these functions callable from Python would take most of the compile time.
    """
    register = cast("Callable[..., Callable[[_Function], _Function]]", register_jitable)
    return register(forceinline=forceinline, **_OPTIONS)(function)


def inlined(function: _Function) -> _Function:
    """Mark a function to be compiled and always inlined, which saves the cost of calling it."""
    return compiled(function, forceinline=True)


@cache
def _delete_stale_code(folder: Path) -> None:
    """Delete cached code that is older than the newest source file whose code or constants it has.

    numba checks only the file of the function itself, not the files that it imports from.
    """
    package = Path(__file__).parents[1]
    sources = (file for name in _SOURCES for file in (package / name).rglob("*.py"))
    newest = max(source.stat().st_mtime for source in sources)
    for index in folder.glob("*.nbi"):
        try:
            if index.stat().st_mtime < newest:
                index.unlink()
        except OSError:  # deleted by another process, or not writable
            continue
