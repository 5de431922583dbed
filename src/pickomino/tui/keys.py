"""Keys of screens and widgets."""

from __future__ import annotations

from textual.binding import Binding, BindingType


def keys(*bound: str, priority: bool = False) -> list[BindingType]:
    """Bind keys to actions, as `ctrl+s,f2 start`; our own line of keys says what they do."""
    return [Binding(*each.split(" ", 1), show=False, priority=priority) for each in bound]
