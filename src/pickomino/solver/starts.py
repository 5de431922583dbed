"""The values of many turns before their first roll, used to look ahead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pickomino.solver.kernels import solve_batch
from pickomino.solver.outcomes import TurnOutcomes
from pickomino.solver.reference import first_best
from pickomino.solver.shape import TurnShape

Floats = NDArray[np.floating[Any]]

_NO_CLAIM = -1


def start_values(outcomes: Sequence[TurnOutcomes], values: Sequence[Floats]) -> list[Floats]:
    """Return the values of each turn before its first roll, one per channel.

    `values` has an array for each turn: the values of its outcomes, indexed by position and
    channel. Play maximises the first channel.
    """
    groups: defaultdict[tuple[TurnShape, int], list[int]] = defaultdict(list)
    for index, (turn, own) in enumerate(zip(outcomes, values, strict=True)):
        groups[turn.shape, own.shape[1]].append(index)
    solved: dict[int, Floats] = {}
    for (shape, _), indices in groups.items():
        stakes = [_stakes(outcomes[index], values[index]) for index in indices]
        stop, failure = map(np.stack, zip(*stakes, strict=True))
        # In one thread: bots and reviews, which look ahead, share the cores with other processes.
        solved |= zip(indices, solve_batch(shape, stop, failure, threads=1), strict=True)
    return [solved[index] for index in range(len(outcomes))]


def _stakes(outcomes: TurnOutcomes, values: Floats) -> tuple[Floats, Floats]:
    """Return the values of stopping and failing in the form that the kernel expects."""
    aims = values[:, 0].tolist()
    best = [[_best(indices, aims) for indices in by_total] for by_total in outcomes.claims]
    # The extra last row is for totals without a claim.
    no_claim = np.full((1, values.shape[1]), np.nan)
    stop = np.concatenate([values, no_claim])[best]
    return np.moveaxis(stop, 2, 0), values[list(outcomes.failure)].T


def _best(claims: Sequence[int], aims: Sequence[float]) -> int:
    """Return the claim with the highest value, or the first of several equal ones."""
    return claims[first_best([aims[claim] for claim in claims])] if claims else _NO_CLAIM
