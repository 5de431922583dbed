"""Stopping a long command with Ctrl-C, so that it can still report what it did."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Event

from pickomino.operating_system import interrupt_at_once, stop_signals_handled


@contextmanager
def stop_on_signal() -> Generator[Callable[[], bool]]:
    """Turn Ctrl-C and SIGTERM into a stop request; a second Ctrl-C interrupts at once."""
    stop_requested = Event()

    def request_stop(*_: object) -> None:
        stop_requested.set()
        interrupt_at_once()

    with stop_signals_handled(request_stop):
        yield stop_requested.is_set
