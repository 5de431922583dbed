"""Exact values of small games: every position of two players with few tiles in play.

>>> from pickomino import Position, solved
>>> position = Position.from_wfen("standard ooxxxxxxxxxxxxxx -/- a - ~")
>>> round(solved.value(position), 9)
0.63671785

The tables that a position can lead to are found with the rules engine, and solved together. This
takes a second for four tiles and some seconds for six; later calls reuse the values.

- `starts`: the positions in which small games begin
- `tables`: every table that can be reached, and what each turn can lead to
- `fixed_point`: the values of tables that lead to each other
- `game`: values, best actions and regret of positions
"""

from pickomino.solved.game import (
    SolvedGame,
    best_actions,
    choices,
    print_progress,
    regret,
    solved_game,
    value,
)
from pickomino.solved.starts import max_tiles, small_start

__all__ = [
    "SolvedGame",
    "best_actions",
    "choices",
    "max_tiles",
    "print_progress",
    "regret",
    "small_start",
    "solved_game",
    "value",
]
