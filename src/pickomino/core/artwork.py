"""The drawings of tiles, dice, chickens and worms, shared by all pictures made in Python."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path


def draw(name: str, x: float, y: float, width: float) -> str:
    """Return a drawing as an SVG element: `tile-21`, `die-5`, `chicken-0-happy`, `worm`, ...

    >>> draw("worm", 10, 20, 30)[:46]
    '<svg x="10" y="20" width="30" height="30" xmln'
    """
    drawing = _drawings()[name]
    columns, rows = map(float, drawing.split('viewBox="0 0 ')[1].split('"')[0].split())
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{width * rows / columns:g}"'
    return drawing.replace("<svg ", f"<svg {place} ", 1)


@cache
def _drawings() -> dict[str, str]:
    """Return the drawings of the browser client; scripts/drawings.js writes the file."""
    return json.loads((Path(__file__).parent / "drawings.json").read_bytes())
