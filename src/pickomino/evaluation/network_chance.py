"""Trained networks as an evaluator; they run in NumPy or, in a browser, in JavaScript."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from importlib.util import find_spec

from pickomino.browser_kernels import browser_kernels, has_browser_kernels
from pickomino.core.position import OVER, Position, rotate
from pickomino.evaluation import plain_arrays
from pickomino.evaluation.features import arrays_from_positions, encode, supports
from pickomino.evaluation.protocol import Chances, final_chances, normalise


class NetworkChance:
    """Evaluates each position with the network for its number of players.

    >>> from pickomino import Rules, start
    >>> chances = NetworkChance().evaluate([start(Rules.preset("classic"), 2)])[0]
    >>> 0.51 < chances[0] < 0.53, round(sum(chances), 6)
    (True, 1.0)
    """

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances in each position, which must be finished or at the start of a turn."""
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
            evaluated = _chances(players, [positions[index] for index in indices])
            for index, chances in zip(indices, evaluated, strict=True):
                # Rounding must not give a lost seat a chance: choices would then differ between
                # machines.
                results[index] = rotate(normalise(chances), -positions[index].seat)
        return [results[index] for index in range(len(positions))]


def has_networks() -> bool:
    """Return whether this installation can run networks."""
    return find_spec("numpy") is not None or has_browser_kernels()


def network_hash(players: int) -> str:
    """Return the hash of the network for a number of players."""
    if has_browser_kernels():
        return browser_kernels().network(players)
    from pickomino.evaluation.network import network_for

    return network_for(players).manifest["hash"]


def _chances(players: int, positions: Sequence[Position]) -> list[Sequence[float]]:
    """Return the chances in each position, beginning with the seat to roll."""
    if has_browser_kernels():
        arrays = arrays_from_positions(positions, plain_arrays)
        features = encode(arrays, players, plain_arrays).to_floats()
        numbers = iter(browser_kernels().chances(players, features).to_py().tolist())
        return list(zip(*[numbers] * players, strict=True))
    # Imported here: NumPy takes a while to load.
    from pickomino.evaluation.network import network_for

    return network_for(players).chances(arrays_from_positions(positions)).tolist()
