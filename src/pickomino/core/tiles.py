"""The tiles (worm portions) of the game and the worms they show."""

from __future__ import annotations

from typing import Final

from pickomino.core.errors import InvalidNotation, quote

TILES: Final = tuple(range(21, 37))
EXTRA_TILES: Final = (11, 13)
"""The two tiles that Extrawurm adds, left of 21; only an exact total can take them."""

LOWEST_TILE: Final = TILES[0]
HIGHEST_TILE: Final = TILES[-1]


_WORMS: Final = dict.fromkeys(EXTRA_TILES, 1) | {tile: (tile - 17) // 4 for tile in TILES}


def worms(tile: int) -> int:
    """Return the number of worms on a tile.

    >>> [worms(tile) for tile in (11, 21, 24, 25, 28, 29, 32, 33, 36)]
    [1, 1, 1, 2, 2, 3, 3, 4, 4]
    """
    try:
        return _WORMS[tile]
    except (KeyError, TypeError):
        raise InvalidNotation("unknown_tile", tile=quote(tile)) from None
