"""The app as its screens and widgets see it, and the sizes to draw in."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, cast

from textual.dom import DOMNode

if TYPE_CHECKING:
    from pickomino.tui.app import PickominoApp

LARGE: Final = (156, 46)
WIDE: Final = (108, 33)
MEDIUM: Final = (78, 23)
SMALLEST: Final = (60, 20)
"""The minimum columns and rows; a smaller terminal shows only a notice."""
PACES: Final = (1.0, 0.3, 0.0, 1.8)
"""Factors for how long moves are shown: normal, quick, not at all, slow."""


class ViewSize(Enum):
    """The size class of a terminal, by the minimum columns and rows above."""

    SMALL = "small"
    MEDIUM = "medium"
    WIDE = "wide"
    LARGE = "large"

    @staticmethod
    def of(width: int, height: int) -> ViewSize:
        """Return the size class of a terminal.

        >>> [ViewSize.of(*size).value for size in ((80, 24), (110, 34), (160, 50), (200, 22))]
        ['medium', 'wide', 'large', 'small']
        """
        if width >= LARGE[0] and height >= LARGE[1]:
            return ViewSize.LARGE
        if width >= WIDE[0] and height >= WIDE[1]:
            return ViewSize.WIDE
        if width >= MEDIUM[0] and height >= MEDIUM[1]:
            return ViewSize.MEDIUM
        return ViewSize.SMALL

    @property
    def has_names_on_tiles(self) -> bool:
        """Whether tiles have room for the whole name of a specialist."""
        return self in (ViewSize.WIDE, ViewSize.LARGE)


def game_app(node: DOMNode) -> PickominoApp:
    """Return the app that a screen or widget belongs to."""
    return cast("PickominoApp", node.app)
