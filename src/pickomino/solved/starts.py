"""The positions in which small games begin."""

from __future__ import annotations

from typing import Final

from pickomino.core.errors import InvalidNotation, quote
from pickomino.core.extrawurm import Specialist
from pickomino.core.position import Position, start
from pickomino.core.rules import Rules
from pickomino.core.tiles import TILES

MAX_TILES: Final = 7
"""Seven tiles take half a minute and 1 GB; each further tile takes nine times as much."""
MAX_EXTRAWURM_TILES: Final = 3
"""The same with Extrawurm, where three tiles take some seconds."""


def max_tiles(rules: Rules) -> int:
    """Return how many tiles may be in play in a position that is to be solved on demand.

    >>> max_tiles(Rules.preset("standard")), max_tiles(Rules.preset("standard", extrawurm=True))
    (7, 3)
    """
    return MAX_EXTRAWURM_TILES if rules.extrawurm else MAX_TILES


def small_start(rules: Rules, tiles: int, players: int = 2) -> Position:
    """Return the start of a small game: the lowest tiles from 21 on, with specialists on them.

    All other tiles are face down, with Extrawurm also 11 and 13.

    >>> small_start(Rules.preset("standard", extrawurm=True), 2).wfen()
    'standard+extrawurm xxooxxxxxxxxxxxxxx -/- a - ~ 21,22,-,-,-/0,0/-'
    """
    start(rules, players)  # validates the number of players
    if type(tiles) is not int or not 1 <= tiles <= len(TILES):
        allowed = f"1 to {len(TILES)}"
        raise InvalidNotation(
            "bad_option_value", option="tiles", value=quote(tiles), allowed=allowed
        )
    grill, stacks = "o" * tiles + "x" * (len(TILES) - tiles), "/".join("-" * players)
    if not rules.extrawurm:
        return Position.from_wfen(f"{rules} {grill} {stacks} a - ~")
    places = [str(tile) for tile in TILES[: min(tiles, len(Specialist))]]
    places += ["-"] * (len(Specialist) - len(places))
    bratwurms = ",".join("0" * players)
    return Position.from_wfen(f"{rules} xx{grill} {stacks} a - ~ {','.join(places)}/{bratwurms}/-")


def tiles_in_play(position: Position) -> int:
    """Return how many tiles are not face down.

    >>> tiles_in_play(small_start(Rules.preset("classic"), 3))
    3
    """
    return len(position.grill) + sum(map(len, position.stacks))
