"""Row operations on batches of tables.

A batch is a `BaseArrays` (the base game) or a `FullArrays` (every option and Extrawurm) that
consists of tensors, with one table in each row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import torch
from torch import Tensor

from pickomino.evaluation.features import BaseArrays
from pickomino.evaluation.full_features import FullArrays

TableBatch = Any
"""`BaseArrays` or `FullArrays`, in code that works with both."""

_Batch = TypeVar("_Batch", BaseArrays, FullArrays)


def take_rows(tables: _Batch, rows: Tensor | slice) -> _Batch:
    """Return some rows of a batch, by number or by mask."""
    return type(tables)._make(column[rows] for column in tables)


def flatten_rows(tables: _Batch) -> _Batch:
    """Merge all dimensions but the last one into rows."""
    return type(tables)._make(column.reshape(-1, column.shape[-1]) for column in tables)


def replace_rows(mask: Tensor, new: _Batch, old: _Batch) -> _Batch:
    """Return the rows of `new` where the mask is set, and the rows of `old` elsewhere."""
    pairs = zip(new, old, strict=True)
    return type(new)._make(torch.where(mask[:, None], one, other) for one, other in pairs)


def move_to(tables: Sequence[Any], device: torch.device) -> list[Tensor]:
    """Return NumPy columns as tensors on a device."""
    return [torch.from_numpy(column).to(device) for column in tables]
