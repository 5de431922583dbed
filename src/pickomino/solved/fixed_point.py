"""The values of tables that lead to each other, improved until they no longer change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np

from pickomino.solved.tables import Floats, Integers

PRECISION: Final = 1e-10
"""Values are solved when none changes by more than this in a round; changes keep shrinking."""
HISTORY: Final = 2
"""The number of past rounds from which the next values are extrapolated. With more, the rounds of
games with Extrawurm end up going back and forth by 1e-9."""


class Batch(Protocol):
    """Tables whose values can be improved together."""

    @property
    def numbers(self) -> Integers:
        """The numbers of the tables."""
        ...

    def solve(self, chances: Floats) -> Floats:
        """Return better values of these tables, given those of all tables."""
        ...


def solve_layer(values: Floats, batches: Sequence[Batch]) -> None:
    """Improve the values of some tables in place, batch by batch, until they converge.

    Between rounds the values are extrapolated (Anderson mixing), which saves a third of the rounds.
    """
    numbers = np.concatenate([batch.numbers for batch in batches])
    change, history = 1.0, list[tuple[Floats, Floats]]()
    while change > PRECISION:
        before = values[numbers]
        for batch in batches:
            values[batch.numbers] = batch.solve(values)
        after = values[numbers]
        last, change = change, float(np.abs(after - before).max())
        if change > last:
            history.clear()
        history = [*history[-HISTORY:], (after, after - before)]
        if change > PRECISION and len(history) > 1:
            values[numbers] = _extrapolate(history)


def _extrapolate(history: Sequence[tuple[Floats, Floats]]) -> Floats:
    """Return the values whose next change should be smallest, judging by past rounds."""
    after, change = history[-1]
    changes = np.stack([change - old for _, old in history[:-1]], axis=1)
    steps = np.stack([after - old for old, _ in history[:-1]], axis=1)
    weights, *_ = np.linalg.lstsq(changes, change)
    return (after - steps @ weights).clip(0, 1)
