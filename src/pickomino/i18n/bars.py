"""Bars made of block characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

EIGHTHS: Final = "▏▎▍▌▋▊▉█"
LEVELS: Final = " ▁▂▃▄▅▆▇█"


def bar(share: float, width: int) -> str:
    """Return a bar that fills `share` of the width, to an eighth of a column.

    >>> bar(0.5, 4), bar(0.03, 4)
    ('██', '▏')
    """
    full, rest = divmod(round(share * width * 8), 8)
    return "█" * full + (EIGHTHS[rest - 1] if rest else "")


def area(values: Sequence[float], width: int, rows: int, levels: str = LEVELS) -> list[str]:
    """Return values from 0 to 1 as an area chart of characters, top row first.

    >>> area([0.0, 0.5, 1.0], 3, 1)
    [' ▄█']
    """
    columns = min(width, max(len(values), 1) if len(values) > width // 2 else 2 * len(values) - 1)
    steps = len(levels) - 1
    heights = [
        round(values[column * (len(values) - 1) // max(columns - 1, 1)] * rows * steps)
        for column in range(columns)
    ]
    return [
        "".join(levels[max(0, min(steps, height - row * steps))] for height in heights)
        for row in reversed(range(rows))
    ]
