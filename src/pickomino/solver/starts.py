"""The value of many turns before their first roll, and nothing else of them: for looking ahead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pickomino.solver.kernels import solve_batch
from pickomino.solver.outcomes import TurnOutcomes
from pickomino.solver.reference import TIE
from pickomino.solver.shape import TurnShape

Floats = NDArray[np.floating[Any]]

_NO_CLAIM = -1


def start_values(outcomes: Sequence[TurnOutcomes], worths: Sequence[Floats]) -> list[Floats]:
    """Return what turns are worth before their first roll, by channel.

    `worths` has for each turn what its positions are worth, by position and channel. The first
    channel decides, the others are carried along.
    """
    alike: defaultdict[tuple[TurnShape, int], list[int]] = defaultdict(list)
    for place, (each, worth) in enumerate(zip(outcomes, worths, strict=True)):
        alike[each.shape, worth.shape[1]].append(place)
    found: dict[int, Floats] = {}
    for (shape, _), places in alike.items():
        stakes = [_stakes(outcomes[place], worths[place]) for place in places]
        stop, failure = (np.stack(each) for each in zip(*stakes, strict=True))
        # In one thread: those who look ahead, bots and reviews, share the cores with others.
        found |= zip(places, solve_batch(shape, stop, failure, threads=1), strict=True)
    return [found[place] for place in range(len(outcomes))]


def _stakes(outcomes: TurnOutcomes, worth: Floats) -> tuple[Floats, Floats]:
    """Return what stopping and failing are worth, as the kernel takes them."""
    aims = worth[:, 0].tolist()
    best = [[_best(places, aims) for places in by_total] for by_total in outcomes.claims]
    # One more row, the last one, for totals without a claim.
    nothing = np.full((1, worth.shape[1]), np.nan)
    stop = np.concatenate([worth, nothing])[best]
    return np.moveaxis(stop, 2, 0), worth[list(outcomes.failure)].T


def _best(places: Sequence[int], aims: Sequence[float]) -> int:
    """Choose the claim that is worth most, the first of equals."""
    best = _NO_CLAIM
    for place in places:
        if best == _NO_CLAIM or aims[place] > aims[best] + TIE:
            best = place
    return best
