"""The rows of a kernel's values; `program` describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.solver.shape import TOTALS, DiceState, TurnShape

FAILURE_ROW: Final = 0
STOP_ROW: Final = 2
FIRST_STATE_ROW: Final = STOP_ROW + 2 * TOTALS

Numbers = Mapping[DiceState, int]
"""The number of each state that can roll."""


def stop_row(shape: TurnShape, state: DiceState) -> int:
    """Return the row for stopping."""
    total = state.total(shape)
    if total is None:
        return FAILURE_ROW + state.bratwurm
    return STOP_ROW + TOTALS * state.bratwurm + total


def deciding_row(shape: TurnShape, numbers: Numbers, state: DiceState) -> int:
    """Return the row that holds the value after dice are set aside."""
    return FIRST_STATE_ROW + numbers[state] if state.can_roll(shape) else stop_row(shape, state)


def rolling_row(numbers: Numbers, state: DiceState) -> int:
    """Return the row that holds the value of rolling."""
    return FIRST_STATE_ROW + len(numbers) + numbers[state]
