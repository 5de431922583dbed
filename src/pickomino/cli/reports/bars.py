"""Bars of characters, with fallbacks for outputs without block characters."""

from __future__ import annotations

import sys

from pickomino.i18n.bars import EIGHTHS
from pickomino.i18n.bars import bar as fine_bar


def bar(share: float, width: int) -> str:
    """Return a bar that fills `share` of the width, made of # if there are no block characters.

    >>> bar(0.0, 8)
    ''
    """
    if not has_blocks():
        return "#" * round(share * width)
    return fine_bar(share, width)


def has_blocks() -> bool:
    try:
        EIGHTHS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
