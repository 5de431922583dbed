"""Trained networks as an evaluator; needs only NumPy.

A network file has the weights of the layers and a manifest: how the network was trained, and for
which tables.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final, NamedTuple, cast
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from pickomino.core.errors import PickominoError, quote
from pickomino.core.position import OVER, Position, rotate
from pickomino.core.rules import MIN_PLAYERS, Rules
from pickomino.evaluation import features, full_features
from pickomino.evaluation.features import BaseArrays
from pickomino.evaluation.full_features import FullArrays, full_arrays_from_positions
from pickomino.evaluation.protocol import Chances, final_chances

Floats = NDArray[np.float32]

NETS: Final = "nets"
_FEATURES: Final = {module.VERSION: module for module in (features, full_features)}


class Network(NamedTuple):
    """A network for one number of players: layers of weights with rectifiers between them."""

    players: int
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]
    manifest: dict[str, Any]

    @property
    def version(self) -> int:
        """The version of the features that the network was trained with."""
        return self.manifest["features"]

    def chances(self, arrays: BaseArrays | FullArrays) -> Floats:
        """Return one row of chances per table, beginning with the seat to roll."""
        encode: Any = _FEATURES[self.version].encode
        layer = cast("Floats", encode(arrays, self.players, np))
        last = len(self.weights) - 1
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            layer = layer @ weight + bias
            if number < last:
                layer = np.maximum(layer, 0)
        shares = np.exp(layer - layer.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True)


class NetworkChance:
    """Evaluates each position with the network for its rules and number of players.

    >>> from pickomino import Rules, start
    >>> chances = NetworkChance().evaluate([start(Rules.preset("classic"), 2)])[0]
    >>> 0.51 < chances[0] < 0.53, round(sum(chances), 6)
    (True, 1.0)
    """

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances in each position, which must be finished or at the start of a turn."""
        results: dict[int, Chances] = {}
        groups: defaultdict[tuple[int, int | None], list[int]] = defaultdict(list)
        for index, position in enumerate(positions):
            if position.to_act == OVER:
                results[index] = final_chances(position)
            else:
                version = version_for(position.rules, position.players)
                groups[position.players, version].append(index)
        for (players, version), indices in groups.items():
            evaluated = _evaluate([positions[index] for index in indices], players, version)
            for index, chances in zip(indices, evaluated, strict=True):
                results[index] = rotate(chances, -positions[index].seat)
        return [results[index] for index in range(len(positions))]


def _evaluate(
    positions: Sequence[Position], players: int, version: int | None
) -> list[list[float]]:
    """Return one row of chances per position, beginning with the seat to roll."""
    if version is None:
        raise ValueError(f"the networks do not support the rules {positions[0].rules}")
    is_base = version == features.VERSION
    arrays = (
        features.arrays_from_positions(positions)
        if is_base
        else full_arrays_from_positions(positions)
    )
    return network_for(players, version).chances(arrays).tolist()


@cache
def version_for(rules: Rules, players: int) -> int | None:
    """Return the version of the network for a table; None if no network supports its rules.

    >>> version_for(Rules.parse("classic"), 2), version_for(Rules.parse("classic+extrawurm"), 2)
    (1, 2)
    """
    # If a player may not have both extra tiles, two players can prolong a game forever, and
    # networks trained by self-play do.
    if not rules.both_extra_tiles and players == MIN_PLAYERS:
        return None
    return next((version for version, module in _FEATURES.items() if module.supports(rules)), None)


@cache
def network_for(players: int, version: int = features.VERSION) -> Network:
    """Return the bundled network for a number of players."""
    name = f"{players}.npz" if version == features.VERSION else f"{players}-full.npz"
    with as_file(files("pickomino.evaluation").joinpath(NETS, name)) as path:
        return read_network(path)


def read_network(path: Path) -> Network:
    """Read a network file; raise PickominoError if it is not valid."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
            arrays = {name: saved[name] for name in saved.files}
        manifest = json.loads(bytes(arrays.pop("manifest")).decode())
        players, layers = int(manifest["players"]), len(arrays) // 2
        weights = tuple(arrays[f"weight_{number}"] for number in range(layers))
        biases = tuple(arrays[f"bias_{number}"] for number in range(layers))
        version, is_intact = manifest["features"], manifest["hash"] == hash_weights(weights, biases)
    except (OSError, BadZipFile, ValueError, KeyError, TypeError) as error:
        raise PickominoError("bad_network", path=quote(path), reason=quote(error)) from error
    module = _FEATURES.get(version)
    if not is_intact or module is None or weights[0].shape[0] != module.width(players):
        raise PickominoError("bad_network", path=quote(path), reason="wrong version or hash")
    return Network(players, _floats(weights), _floats(biases), manifest)


def write_network(
    path: Path,
    weights: Sequence[NDArray[Any]],
    biases: Sequence[NDArray[Any]],
    manifest: Any,  # noqa: ANN401
    version: int = features.VERSION,
) -> None:
    """Write a network with 16-bit weights; its version and hash are added to the manifest."""
    weights = [array.astype(np.float16) for array in weights]
    biases = [array.astype(np.float16) for array in biases]
    complete = manifest | {"features": version, "hash": hash_weights(weights, biases)}
    arrays: dict[str, NDArray[Any]] = {
        f"weight_{number}": array for number, array in enumerate(weights)
    }
    arrays |= {f"bias_{number}": array for number, array in enumerate(biases)}
    arrays["manifest"] = np.frombuffer(json.dumps(complete, indent=1).encode(), np.uint8)
    np.savez_compressed(path, **cast("Any", arrays))


def hash_weights(weights: Sequence[NDArray[Any]], biases: Sequence[NDArray[Any]]) -> str:
    """Return the hash of all weights and biases."""
    digest = hashlib.sha256()
    for array in (*weights, *biases):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _floats(arrays: Sequence[NDArray[Any]]) -> tuple[Floats, ...]:
    return tuple(array.astype(np.float32) for array in arrays)
