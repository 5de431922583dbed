"""Version 1 of the features: numbers that describe a base-game position at the start of a turn.

The code works with NumPy and torch. `BaseArrays` holds many tables with the same number of players;
seats are rotated so that the seat to roll is 0. Any change to the output of `encode` needs a new
VERSION.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from pickomino.core.position import Position
from pickomino.core.rules import OPTIONS, Rules
from pickomino.core.tiles import TILES, worms

VERSION: Final = 1

UP: Final = 0
DOWN: Final = 1
FIRST_SEAT: Final = 2

TRAINED_VALUES: Final = {
    "claim": ("next", "any"),
    "steal": ("forced", "optional"),
    "returned": ("stays", "turned"),
    "emptyflip": ("no", "yes"),
}
"""The option values that networks of this version were trained with, encoded as 0 and 1."""

MAX_LEAD: Final = 6
"""A lead in worms is encoded exactly up to this number; larger leads count as this number."""

_PLACES: Final = {tile: place for place, tile in enumerate(TILES)}


class BaseArrays(NamedTuple):
    """Tables of the base game, one per row, as NumPy arrays or torch tensors."""

    place: Any
    """For each tile: UP, DOWN, or FIRST_SEAT plus the seat in whose stack it is."""
    height: Any
    """The number of tiles under each tile in a stack; 0 for tiles outside stacks."""
    rules: Any
    """The options as 0 or 1, in the order of TRAINED_VALUES."""


def width(players: int) -> int:
    """Return the number of features of a table.

    >>> width(2), width(7)
    (174, 504)
    """
    return table_width(players, len(TILES)) + len(rule_bits(Rules()))


def table_width(players: int, tiles: int) -> int:
    """Return the number of features from `table_parts`, without the features of the rules."""
    return (players + 1) * (3 * tiles + 4) + (players - 1) * (2 * MAX_LEAD + 2)


@cache
def rule_bits(rules: Rules) -> tuple[float, ...]:
    """Return the options of the base game as network inputs.

    >>> rule_bits(Rules.preset("manual"))
    (1.0, 1.0, 0.0, 1.0)
    """
    return tuple(
        float(values.index(getattr(rules, option))) for option, values in TRAINED_VALUES.items()
    )


@cache
def supports(rules: Rules) -> bool:
    """Return whether networks of this version support a rule set.

    They support neither Extrawurm nor option values that they were not trained with.

    >>> supports(Rules.preset("manual")), supports(Rules.preset("manual", extrawurm=True))
    (True, False)
    """
    return not rules.extrawurm and are_trained_values(rules, TRAINED_VALUES)


def are_trained_values(rules: Rules, trained: Mapping[str, Sequence[str]]) -> bool:
    """Return whether networks were trained with all option values of a rule set.

    An option that is not in `trained` must have its default value.
    """
    default = Rules()
    return all(
        getattr(rules, option) in trained.get(option, (getattr(default, option),))
        for option in OPTIONS
    )


def arrays_from_positions(positions: Sequence[Position]) -> BaseArrays:
    """Convert positions, all with the same number of players; raise for unsupported rules."""
    rules = np.empty((len(positions), len(rule_bits(Rules()))), np.float32)
    for row, position in enumerate(positions):
        if not supports(position.rules):
            raise ValueError(f"the networks do not support the rules {position.rules}")
        rules[row] = rule_bits(position.rules)
    return BaseArrays(*tile_arrays(positions), rules)


def tile_arrays(
    positions: Sequence[Position], places: Mapping[int, int] = _PLACES
) -> tuple[Any, Any]:
    """Return the arrays `place` and `height` of positions, as in `BaseArrays`."""
    place = np.zeros((len(positions), len(places)), np.int8)
    height = np.zeros_like(place)
    for row, position in enumerate(positions):
        for tile in position.face_down:
            place[row, places[tile]] = DOWN
        for seat, stack in enumerate(position.stacks):
            owner = FIRST_SEAT + (seat - position.seat) % position.players
            for tiles_below, tile in enumerate(stack):
                place[row, places[tile]] = owner
                height[row, places[tile]] = tiles_below
    return place, height


def encode(arrays: BaseArrays, players: int, xp: Any) -> Any:  # noqa: ANN401 - NumPy's or torch's
    """Return the features of tables, one per row, as 32-bit floats; `xp` is NumPy or torch.

    >>> from pickomino import Rules, start
    >>> encode(arrays_from_positions([start(Rules.preset("classic"), 2)]), 2, np).shape
    (1, 174)
    """
    return join_parts(table_parts(arrays, players, TILES, xp), xp)


def table_parts(
    arrays: BaseArrays,
    players: int,
    tiles: tuple[int, ...],
    xp: Any,  # noqa: ANN401 - NumPy's or torch's
    bratwurms: Any = 0,  # noqa: ANN401 - an array by row and seat, or 0 for none
) -> list[Any]:
    """Return the features of the grill, the rules and the stacks, as parts for `join_parts`."""
    place, height, rules = arrays
    worm_counts = xp.asarray([worms(tile) for tile in tiles], device=place.device)
    ranks = xp.arange(1, len(tiles) + 1, device=place.device)
    up = place == UP
    number_up = xp.sum(up, axis=1, keepdims=True)
    parts: list[Any] = [
        up,
        place == DOWN,
        number_up == xp.arange(len(tiles) + 1, device=place.device),
        number_up / len(tiles),
        xp.sum(up * worm_counts, axis=1, keepdims=True) / 40,
        xp.amax(up * ranks, axis=1, keepdims=True) / len(tiles),
        rules,
    ]
    scores: list[Any] = []
    highest: list[Any] = []
    for seat in range(players):
        own = place == FIRST_SEAT + seat
        size = xp.sum(own, axis=1, keepdims=True)
        under_top = size - 1 - height
        top = own & (under_top == 0)
        gained = 0 if isinstance(bratwurms, int) else bratwurms[:, seat : seat + 1]
        scores.append(xp.sum(own * worm_counts, axis=1, keepdims=True) + gained)
        highest.append(xp.amax(own * ranks, axis=1, keepdims=True))
        parts += [top, own & (under_top == 1), own & (under_top > 1)]
        parts += [size / len(tiles), scores[-1] / 10, highest[-1] / len(tiles)]
        parts.append(xp.sum(top * worm_counts, axis=1, keepdims=True) / 4)
    leads = xp.arange(-MAX_LEAD, MAX_LEAD + 1, device=place.device)
    for rival in range(1, players):
        lead = xp.clip(scores[0] - scores[rival], -MAX_LEAD, MAX_LEAD)
        parts += [lead == leads, highest[0] > highest[rival]]
    return parts


def join_parts(parts: Sequence[Any], xp: Any) -> Any:  # noqa: ANN401 - NumPy's or torch's
    """Concatenate the parts into one row of features per table, as 32-bit floats."""
    return xp.concatenate([xp.asarray(part, dtype=xp.float32) for part in parts], axis=1)
