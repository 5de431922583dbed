"""The JavaScript that solves turns and runs networks where Python runs in a browser.

Neither numba nor NumPy exists there. The program that starts Python registers
`client/offline/kernels.js` as the module `pickomino_kernels`.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Protocol, cast

from pickomino.operating_system import IS_BROWSER

MODULE: Final = "pickomino_kernels"


class TypedArray(Protocol):
    """A typed array of JavaScript."""

    def to_py(self) -> memoryview:
        """Return the numbers."""
        ...


class BrowserKernels(Protocol):
    """What the module offers; arrays of several positions are concatenated."""

    def prepare(
        self,
        players: int,
        extrawurm: bool,  # noqa: FBT001 - JavaScript has no keyword arguments
        on_progress: Callable[[float], object],
        /,
    ) -> Awaitable[str]:
        """Load the tables and the network that a game needs; return the network's hash.

        No network is loaded for 0 players. Progress goes from 0 to 1.
        """
        ...

    def states(self, shape: str, /) -> TypedArray:
        """Return the key of every state of a shape, in the order of its rows."""
        ...

    def solve(
        self, shape: str, channels: int, stop: array[float], failure: array[float], /
    ) -> TypedArray:
        """Solve one turn; return the value of every channel for each row."""
        ...

    def starts(
        self, shape: str, channels: int, stop: array[float], failure: array[float], /
    ) -> TypedArray:
        """Solve turns; return the value of every channel before the first roll of each."""
        ...

    def chances(self, players: int, features: array[float], /) -> TypedArray:
        """Return the chances in positions, beginning with the seat to roll."""
        ...

    def network(self, players: int, /) -> str:
        """Return the hash of a network."""
        ...


def has_browser_kernels() -> bool:
    """Return whether Python runs in a browser that has the kernels."""
    # Looking for a module that is missing takes long, and bots ask often.
    return MODULE in sys.modules or (IS_BROWSER and find_spec(MODULE) is not None)


def browser_kernels() -> BrowserKernels:
    """Return the module."""
    return cast("BrowserKernels", import_module(MODULE))
