"""Networks as evaluators: the package's, which run in NumPy or JavaScript, and those of others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pickomino.browser_kernels import browser_kernels, has_browser_kernels
from pickomino.core.errors import PickominoError, check_callable, check_list
from pickomino.core.position import FIELD_ERRORS, OVER, Position, check_position, rotate
from pickomino.evaluation import plain_arrays
from pickomino.evaluation.features import arrays_from_positions, encode, supports
from pickomino.evaluation.protocol import Chances, final_chances, normalise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pickomino.evaluation.network import Network

Predict = Callable[[int, Sequence[Position]], Sequence[Sequence[float]]]
"""Returns the chances in positions with this many players, beginning with the seat to roll."""


def position_features(positions: Sequence[Position]) -> NDArray[np.float32]:
    """Return the inputs of the package's networks, one row for each position.

    The positions must be at the start of a turn and have the same number of players. A row lists
    the seats from the one to roll on: where each tile is, the worms, the leads, the highest tiles,
    and the options of the rules. Its length depends only on the number of players.

    >>> from pickomino import Rules, start
    >>> position_features([start(Rules.preset("classic"), 2)]).shape
    (1, 311)
    """
    import numpy as np

    check_list(positions, "a list of positions")
    try:
        counts = {position.players for position in positions}
        if len(counts) != 1:
            raise PickominoError("mixed_players")
        return encode(arrays_from_positions(positions), counts.pop(), np)
    except FIELD_ERRORS:
        for position in positions:
            check_position(position)
        raise


class NetworkEvaluator:
    """An evaluator made of a network of any library, given as a function.

    `predict` takes rows of `position_features` and returns a row of chances for each, beginning
    with the seat to roll; they need not sum to 1 exactly.

    >>> import numpy as np
    >>> from pickomino import Rules, start
    >>> even = NetworkEvaluator(lambda features: np.full((len(features), 2), 0.5))
    >>> even.evaluate([start(Rules.preset("classic"), 2)])
    [(0.5, 0.5)]
    """

    def __init__(self, predict: Callable[[NDArray[np.float32]], NDArray[Any]]) -> None:
        check_callable(predict, "a function that returns a row of chances for each row of features")
        self.predict = predict

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances in each position, which must be finished or at the start of a turn."""
        return _evaluate(positions, self._predict)

    def _predict(self, players: int, positions: Sequence[Position]) -> Sequence[Sequence[float]]:
        chances = self.predict(position_features(positions))
        if chances.shape != (len(positions), players):
            expected = f"{len(positions)} rows of {players} chances"
            raise ValueError(f"predict must return {expected}, not the shape {chances.shape}")
        return chances.tolist()


class NetworkChance:
    """Evaluates each position with one network, or with that for its number of players.

    >>> from pickomino import Rules, start
    >>> chances = NetworkChance().evaluate([start(Rules.preset("classic"), 2)])[0]
    >>> 0.51 < chances[0] < 0.53, round(sum(chances), 6)
    (True, 1.0)
    """

    def __init__(self, network: Network | None = None) -> None:
        self._network = network

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances in each position, which must be finished or at the start of a turn."""
        return _evaluate(positions, self._predict)

    def _predict(self, players: int, positions: Sequence[Position]) -> Sequence[Sequence[float]]:
        if self._network is None:
            return _predict(players, positions)
        return self._network.chances(arrays_from_positions(positions)).tolist()


def has_networks() -> bool:
    """Return whether this installation can run networks.

    >>> has_networks()
    True
    """
    return find_spec("numpy") is not None or has_browser_kernels()


def network_hash(players: int) -> str:
    """Return the hash of the network for a number of players.

    >>> network_hash(2) == network_hash(3)
    False
    """
    if has_browser_kernels():
        return browser_kernels().network(players)
    from pickomino.evaluation.network import network_for

    return network_for(players).manifest["hash"]


def _evaluate(positions: Sequence[Position], predict: Predict) -> list[Chances]:
    results: dict[int, Chances] = {}
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for index, position in enumerate(positions):
        if position.to_act == OVER:
            results[index] = final_chances(position)
        elif supports(position.rules):
            groups[position.players].append(index)
        else:
            raise ValueError(f"the networks do not support the rules {position.rules}")
    for players, indices in groups.items():
        evaluated = predict(players, [positions[index] for index in indices])
        for index, chances in zip(indices, evaluated, strict=True):
            # Rounding must not give a lost seat a chance: choices would then differ between
            # machines.
            results[index] = rotate(normalise(chances), -positions[index].seat)
    return [results[index] for index in range(len(positions))]


def _predict(players: int, positions: Sequence[Position]) -> Sequence[Sequence[float]]:
    """Return the chances in each position, beginning with the seat to roll."""
    if has_browser_kernels():
        arrays = arrays_from_positions(positions, plain_arrays)
        features = encode(arrays, players, plain_arrays).to_floats()
        numbers = iter(browser_kernels().chances(players, features).to_py().tolist())
        return list(zip(*[numbers] * players, strict=True))
    # Imported here: NumPy takes a while to load.
    from pickomino.evaluation.network import network_for

    return network_for(players).chances(arrays_from_positions(positions)).tolist()
