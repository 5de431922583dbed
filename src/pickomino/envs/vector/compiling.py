"""How functions are compiled here, and how compiled code on disk stays true to its source."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba  # pyright: ignore[reportMissingTypeStubs]

_Function = TypeVar("_Function", bound=Callable[..., Any])


def inlined(function: _Function) -> _Function:
    """Compile a function that always becomes a part of its callers: calls take time."""
    return compiled(function, forceinline=True)


def compiled(function: _Function, *, forceinline: bool = False) -> _Function:
    """Compile a function when it is first called, and keep the code on disk."""
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "forceinline": forceinline}
    jit = cast("Callable[..., Callable[[_Function], _Function]]", numba.njit)
    try:
        made = jit(cache=True, **options)(function)
    except RuntimeError:  # no folder to write to: compiled code lives as long as the process
        return jit(**options)(function)
    _forget_old_code(Path(cast("Any", made).stats.cache_path))
    return made


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
