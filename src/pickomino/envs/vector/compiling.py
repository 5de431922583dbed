"""How functions are compiled here, and how compiled code on disk stays true to its source."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba  # pyright: ignore[reportMissingTypeStubs]
from numba.extending import register_jitable

_Function = TypeVar("_Function", bound=Callable[..., Any])


_OPTIONS: Final = {"nogil": True, "error_model": "numpy"}


def kernel(function: _Function) -> _Function:
    """Compile a function that Python calls: when it is first called, and kept on disk."""
    jit = cast("Callable[..., Callable[[_Function], _Function]]", numba.njit)
    try:
        made = jit(cache=True, **_OPTIONS)(function)
    except RuntimeError:  # no folder to write to: compiled code lives as long as the process
        return jit(**_OPTIONS)(function)
    _forget_old_code(Path(cast("Any", made).stats.cache_path))
    return made


def compiled(function: _Function, *, forceinline: bool = False) -> _Function:
    """Let kernels have a function compiled into them; Python runs it as it is written.

    Most of the time of compiling would go into making each of them callable from Python.
    """
    register = cast("Callable[..., Callable[[_Function], _Function]]", register_jitable)
    return register(forceinline=forceinline, **_OPTIONS)(function)


def inlined(function: _Function) -> _Function:
    """Let a function always become a part of its callers: calls take time."""
    return compiled(function, forceinline=True)


@cache
def _forget_old_code(folder: Path) -> None:
    """Remove compiled code that is older than any source of the environments.

    numba looks only at the file of a function itself, not at those it takes functions and
    constants from.
    """
    newest = max(source.stat().st_mtime for source in Path(__file__).parents[1].rglob("*.py"))
    for index in folder.glob("*.nbi"):
        try:
            if index.stat().st_mtime < newest:
                index.unlink()
        except OSError:  # another process was first, or the folder is not ours
            continue
