"""Key bindings of screens and widgets."""

from __future__ import annotations

from textual.binding import Binding, BindingType


def keys(*bindings: str, priority: bool = False) -> list[BindingType]:
    """Parse bindings such as `ctrl+s,f2 start`; `KeyBar` shows them instead of Textual's footer."""
    return [Binding(*text.split(" ", 1), show=False, priority=priority) for text in bindings]
