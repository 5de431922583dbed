"""What the observations of an environment contain, besides or instead of the whole vector."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pickomino.core.errors import InvalidNotation
from pickomino.core.position import Position
from pickomino.envs import actions, encoding

VECTOR: Final = "observations"
MASK: Final = "action_mask"
"""The keys of an observation that contains the mask; they are those that RLlib's examples use."""


class ObservationFormat(NamedTuple):
    """The columns of the vector that are kept, and whether the mask is part of the observation."""

    columns: NDArray[np.intp] | None
    """The columns of `encoding.encode`; None for all of them."""
    has_mask: bool
    tiles: frozenset[int] | None = None
    """The tiles that the columns show; None for all of them."""

    @staticmethod
    def create(first: Position, *, compact: bool, mask_in_observation: bool) -> ObservationFormat:
        """Return the format for games with the rules, players and tiles of a position.

        `compact` keeps only the columns that vary in such games.
        """
        if not compact:
            return ObservationFormat(None, mask_in_observation)
        tiles = _tiles_in_play(first)
        columns = encoding.varying(first.rules, first.players, tiles)
        return ObservationFormat(columns, mask_in_observation, tiles)

    def check_start(self, start: Position | None) -> None:
        """Raise InvalidNotation if a game from a start has tiles that the columns do not show."""
        if start is None or self.tiles is None:
            return
        hidden = sorted(_tiles_in_play(start) - self.tiles)
        if hidden:
            raise InvalidNotation(
                "bad_option_value",
                option="tiles in play with compact=True",
                value=", ".join(map(str, hidden)),
                allowed=", ".join(map(str, sorted(self.tiles))),
            )

    @property
    def size(self) -> int:
        """The length of the vector."""
        return encoding.SIZE if self.columns is None else len(self.columns)

    @property
    def space(self) -> spaces.Space[Any]:
        """The space of a single observation."""
        vector = spaces.Box(0, 1, (self.size,), np.float32)
        if not self.has_mask:
            return vector
        mask = spaces.Box(0, 1, (actions.COUNT,), np.int8)
        return spaces.Dict({VECTOR: vector, MASK: mask})

    def select(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the columns that are kept, for one vector or a batch of them."""
        return vectors if self.columns is None else vectors[..., self.columns]

    def build(self, vectors: NDArray[np.float32], make_masks: Callable[[], Any]) -> Any:  # noqa: ANN401 - an array or a dict, as the space says
        """Return the observation for one vector and mask, or for a batch of them."""
        kept = self.select(vectors)
        return {VECTOR: kept, MASK: make_masks()} if self.has_mask else kept

    def take(self, observations: Any, game: int) -> Any:  # noqa: ANN401 - see build
        """Return the observation of one game in a batch."""
        if self.has_mask:
            return {key: array[game] for key, array in observations.items()}
        return observations[game]


def _tiles_in_play(position: Position) -> frozenset[int]:
    return frozenset(position.grill).union(*position.stacks)
