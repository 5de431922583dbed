"""The strength of each seat: a weighted sum of figures, which predicts the winner.

The weights were fitted to games between expert bots (`scripts/fit_win_chance.py`).
"""

from __future__ import annotations

from typing import Final

from pickomino.core.position import Position, scores
from pickomino.core.tiles import HIGHEST_TILE, worms

STEAL_CHANCE: Final = dict(
    zip(
        range(21, 37),
        # The chance in percent to reach exactly this total, for a player with no other aim.
        (44, 41, 42, 38, 34, 28, 25, 22, 18, 14, 10, 7, 5, 3, 2, 1),
        strict=True,
    )
)

SEAT_FIGURES: Final = ("score", "top", "exposed", "tempo", "tie-break", "tiles", "specialist")
STAGE_FIGURES: Final = 4
FIGURES: Final = len(SEAT_FIGURES) * STAGE_FIGURES


def figures(position: Position) -> list[list[float]]:
    """Return the figures of every seat, each multiplied by every stage weight.

    >>> from pickomino import Rules, start
    >>> [len(seat) for seat in figures(start(Rules.preset("standard"), 3))]
    [28, 28, 28]
    """
    stages = _stage_weights(position)
    return [
        [figure * stage for figure in _seat_figures(position, seat, score) for stage in stages]
        for seat, score in enumerate(scores(position))
    ]


def _stage_weights(position: Position) -> tuple[float, ...]:
    """Return the stage weights, which grow during the game because a late lead matters more."""
    left = len(position.grill)
    worms_left = sum(map(worms, position.grill))
    return (1.0, 1 / left, 1 / left**2, 1 / (1 + worms_left) ** 0.5)


def _seat_figures(position: Position, seat: int, score: int) -> tuple[float, ...]:
    stack, players = position.stacks[seat], position.players
    top = worms(stack[-1]) if stack else 0
    exposed = top * STEAL_CHANCE.get(stack[-1], 0) / 100 if stack else 0.0
    waits = (seat - position.seat) % players
    extrawurm = position.extrawurm
    return (
        float(score),
        float(top),
        exposed,
        -waits / (players - 1),
        max(stack, default=0) / HIGHEST_TILE,
        float(len(stack)),
        float(extrawurm is not None and extrawurm.held_by(seat) is not None),
    )
