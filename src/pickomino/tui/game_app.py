"""The app as its screens and widgets see it, and the sizes to draw in."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, cast

from textual.dom import DOMNode

if TYPE_CHECKING:
    from pickomino.tui.app import PickominoApp

PACES: Final = (1.0, 0.3, 0.0, 1.8)
"""Factors for how long moves are shown: normal, quick, not at all, slow."""


class ViewSize(Enum):
    """The size class of a terminal; each value is the minimum columns and rows."""

    SMALL = (60, 20)
    MEDIUM = (78, 23)
    WIDE = (108, 33)
    LARGE = (156, 46)

    @staticmethod
    def of(width: int, height: int) -> ViewSize:
        """Return the largest size class that fits in a terminal.

        >>> [ViewSize.of(*size).name for size in ((80, 24), (110, 34), (160, 50), (200, 22))]
        ['MEDIUM', 'WIDE', 'LARGE', 'SMALL']
        """
        fitting = [size for size in ViewSize if width >= size.value[0] and height >= size.value[1]]
        return fitting[-1] if fitting else ViewSize.SMALL

    @property
    def has_names_on_tiles(self) -> bool:
        """Whether tiles have room for the whole name of a specialist."""
        return self in (ViewSize.WIDE, ViewSize.LARGE)


SMALLEST: Final = ViewSize.SMALL.value
"""A smaller terminal shows only a notice."""


def game_app(node: DOMNode) -> PickominoApp:
    return cast("PickominoApp", node.app)
