"""Settles futures whose waiters may be gone."""

from __future__ import annotations

import asyncio
from typing import TypeVar

_T = TypeVar("_T")


def settle(done: asyncio.Future[_T], result: _T, failure: BaseException | None = None) -> None:
    """Pass the outcome on to whoever waits; they may be gone."""
    if done.done():
        return
    if failure is None:
        done.set_result(result)
    else:
        done.set_exception(failure)
