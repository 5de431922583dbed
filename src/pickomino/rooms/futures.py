"""Settles futures that may have been cancelled."""

from __future__ import annotations

import asyncio
from typing import TypeVar

_T = TypeVar("_T")


def settle(future: asyncio.Future[_T], result: _T, failure: BaseException | None = None) -> None:
    """Set the result or the exception of a future, unless the future is already done."""
    if future.done():
        return
    if failure is None:
        future.set_result(result)
    else:
        future.set_exception(failure)
