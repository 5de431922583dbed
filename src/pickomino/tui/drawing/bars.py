"""Bars made of block characters."""

from __future__ import annotations

from typing import Final

EIGHTHS: Final = "▏▎▍▌▋▊▉█"


def bar(share: float, width: int) -> str:
    """Draw a share of a width, to an eighth of a column.

    >>> bar(0.5, 4), bar(0.03, 4)
    ('██', '▏')
    """
    full, rest = divmod(round(share * width * 8), 8)
    return "█" * full + (EIGHTHS[rest - 1] if rest else "")
