"""Bars made of characters, as fine as the terminal can show."""

from __future__ import annotations

import sys
from typing import Final

_EIGHTHS: Final = "▏▎▍▌▋▊▉█"


def bar(share: float, width: int) -> str:
    """Draw a share of the width; in # signs where the output has no block characters.

    >>> bar(0.0, 8)
    ''
    """
    if not _has_blocks():
        return "#" * round(share * width)
    full, rest = divmod(round(share * width * 8), 8)
    return "█" * full + (_EIGHTHS[rest - 1] if rest else "")


def percent(share: float) -> str:
    """Write a share.

    >>> percent(0.1234)
    '12.3 %'
    """
    return f"{100 * share:.1f} %"


def _has_blocks() -> bool:
    try:
        _EIGHTHS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
