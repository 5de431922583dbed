"""The fast solvers of this process: the numba kernel or, in a browser, JavaScript."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from pickomino.browser_kernels import has_browser_kernels
from pickomino.solver.best_play import TurnValues
from pickomino.solver.outcomes import TurnOutcomes
from pickomino.solver.reference import Stakes, Vector
from pickomino.solver.shape import TurnShape


def has_fast_solver() -> bool:
    """Return whether turns can be solved in less than a millisecond."""
    return find_spec("numba") is not None or has_browser_kernels()


def solve_all(shape: TurnShape, stakes: Sequence[Stakes]) -> Sequence[TurnValues]:
    """Solve turns of the same shape; their stakes must have the same number of channels."""
    if has_browser_kernels():
        from pickomino.solver import browser

        return browser.solve_all(shape, stakes)
    # Imported here: the kernel takes a while to load.
    from pickomino.solver import kernels

    return kernels.solve_all(shape, stakes)


def start_values(
    outcomes: Sequence[TurnOutcomes], values: Sequence[Sequence[Vector]]
) -> list[tuple[float, ...]]:
    """Return the values of each turn before its first roll, one per channel.

    `values` has, for each turn, the values of its outcomes. Play maximises the first channel.
    """
    if has_browser_kernels():
        from pickomino.solver import browser

        return browser.start_values(outcomes, values)
    import numpy as np

    from pickomino.solver import starts

    solved = starts.start_values(outcomes, [np.array(own, np.float64) for own in values])
    return [tuple(own.tolist()) for own in solved]
