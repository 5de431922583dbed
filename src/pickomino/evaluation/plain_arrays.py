"""The few array functions that `features` needs, in plain Python, where NumPy is not installed.

The names are NumPy's. Arrays are kept as columns, because features are computed column by column.
"""

from __future__ import annotations

import builtins
import operator
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from typing import Any, Final, cast

float32: Final = "f"
int8: Final = "b"

# The library's types for these two are incomplete.
_AND = cast("Callable[[Any, Any], Any]", operator.and_)  # pyright: ignore[reportUnknownMemberType]
_DIVIDE = cast("Callable[[Any, Any], Any]", operator.truediv)  # pyright: ignore[reportUnknownMemberType]


class Table:
    """Numbers in columns; a column that repeats one number fits a table of any length."""

    device: Final = "cpu"

    def __init__(self, columns: Sequence[Iterable[Any]]) -> None:
        self.columns = columns

    def __getitem__(self, place: tuple[slice, slice]) -> Table:
        rows, columns = place
        if rows != slice(None):
            raise IndexError("only whole columns can be selected")
        return Table(self.columns[columns])

    def __eq__(self, other: object) -> Table:  # pyright: ignore[reportIncompatibleMethodOverride] - like NumPy's
        return self._combine(operator.eq, other)

    def __gt__(self, other: object) -> Table:
        return self._combine(operator.gt, other)

    def __and__(self, other: object) -> Table:
        return self._combine(_AND, other)

    def __add__(self, other: object) -> Table:
        return self._combine(operator.add, other)

    def __sub__(self, other: object) -> Table:
        return self._combine(operator.sub, other)

    def __mul__(self, other: object) -> Table:
        return self._combine(operator.mul, other)

    def __truediv__(self, other: object) -> Table:
        return self._combine(_DIVIDE, other)

    __hash__ = None  # pyright: ignore[reportAssignmentType] - a table can change

    def to_floats(self) -> array[float]:
        """Return the numbers, row by row, as 32-bit floats."""
        return array("f", chain.from_iterable(zip(*self.columns, strict=True)))

    def _combine(self, apply: Callable[[Any, Any], Any], other: object) -> Table:
        own = self.columns
        others = other.columns if isinstance(other, Table) else [repeat(other)]
        # A single column is combined with every column of the other table.
        if len(own) == 1:
            own = [*own] * len(others)
        elif len(others) == 1:
            others = [*others] * len(own)
        return Table([list(map(apply, *pair)) for pair in zip(own, others, strict=True)])


def asarray(values: Any, dtype: str | None = None, device: str = "") -> Table:  # noqa: ANN401
    """Return rows of numbers, or a list that stands for equal rows, as a table."""
    del dtype, device
    if isinstance(values, Table):
        return values
    is_one_row = not isinstance(values[0], Sequence)
    return Table(list(map(repeat, values)) if is_one_row else list(zip(*values, strict=True)))


def arange(start: int, stop: int | None = None, device: str = "") -> Table:
    """Return consecutive numbers, the same in every row."""
    del device
    return asarray(range(start) if stop is None else range(start, stop))


def sum(table: Table, axis: int, *, keepdims: bool) -> Table:  # noqa: A001 - NumPy's name
    """Return the sum of each row."""
    return _reduce(builtins.sum, table, axis, keepdims=keepdims)


def amax(table: Table, axis: int, *, keepdims: bool) -> Table:
    """Return the maximum of each row."""
    return _reduce(max, table, axis, keepdims=keepdims)


def clip(table: Table, low: int, high: int) -> Table:
    """Return the numbers, but none below `low` or above `high`."""
    return Table([[max(low, min(high, x)) for x in column] for column in table.columns])


def concatenate(tables: Iterable[Table], axis: int) -> Table:
    """Return the columns of all tables side by side."""
    _check_axis(axis)
    return Table([column for table in tables for column in table.columns])


def _reduce(
    apply: Callable[[Iterable[Any]], Any], table: Table, axis: int, *, keepdims: bool
) -> Table:
    _check_axis(axis)
    if not keepdims:
        raise ValueError("a table always has two dimensions")
    return Table([list(map(apply, zip(*table.columns, strict=True)))])


def _check_axis(axis: int) -> None:
    if axis != 1:
        raise ValueError(f"only axis 1 is supported, not {axis}")
