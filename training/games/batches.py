"""Row operations on batches of tables: `TableArrays` of tensors, with one table in each row."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from pickomino.core.position import Position
from pickomino.evaluation.features import TableArrays, arrays_from_positions


def tables_from_positions(positions: Sequence[Position], device: torch.device) -> TableArrays:
    """Return positions, all with the same number of players, as tables on a device."""
    arrays = arrays_from_positions(positions)
    return TableArrays._make(torch.from_numpy(column).to(device) for column in arrays)


def take_rows(tables: TableArrays, rows: Tensor | slice) -> TableArrays:
    """Return some rows of a batch, by number or by mask."""
    return TableArrays._make(column[rows] for column in tables)


def flatten_rows(tables: TableArrays) -> TableArrays:
    """Merge all dimensions but the last one into rows."""
    return TableArrays._make(column.reshape(-1, column.shape[-1]) for column in tables)


def replace_rows(mask: Tensor, new: TableArrays, old: TableArrays) -> TableArrays:
    """Return the rows of `new` where the mask is set, and the rows of `old` elsewhere."""
    pairs = zip(new, old, strict=True)
    return TableArrays._make(torch.where(mask[:, None], one, other) for one, other in pairs)
