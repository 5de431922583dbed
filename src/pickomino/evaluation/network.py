"""Trained networks; needs only NumPy.

A network file has the weights of the layers and a manifest: how the network was trained, and for
which tables.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, cast
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from pickomino.core.errors import InvalidNotation, quote, quote_path
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS
from pickomino.evaluation.features import VERSION, TableArrays, encode, width
from pickomino.evaluation.network_files import network_file

Floats = NDArray[np.float32]


class Network(NamedTuple):
    """A network for one number of players: layers of weights with rectifiers between them.

    >>> from pickomino import Rules, start
    >>> from pickomino.evaluation.features import arrays_from_positions
    >>> tables = arrays_from_positions([start(Rules.preset("standard"), 2)])
    >>> network_for(2).chances(tables).shape
    (1, 2)
    """

    players: int
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]
    manifest: dict[str, Any]

    def chances(self, arrays: TableArrays) -> Floats:
        """Return one row of chances per table, beginning with the seat to roll."""
        layer = cast("Floats", encode(arrays, self.players, np))
        last = len(self.weights) - 1
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            layer = layer @ weight + bias
            if number < last:
                layer = np.maximum(layer, 0)
        shares = np.exp(layer - layer.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True)


@cache
def network_for(players: int) -> Network:
    """Return the network that this process uses for a number of players.

    >>> network_for(3).players
    3
    """
    with as_file(network_file(players)) as path:
        return read_network(path)


def read_network(path: Path) -> Network:
    """Read a network file; raise an error that names the file if it cannot be used.

    >>> with as_file(network_file(2)) as path:
    ...     read_network(path).weights[0].shape[0] == width(2)
    True
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
            arrays = {name: saved[name] for name in saved.files}
        manifest = json.loads(bytes(arrays.pop("manifest")).decode())
        players, layers = int(manifest["players"]), len(arrays) // 2
        weights = tuple(arrays[f"weight_{number}"] for number in range(layers))
        biases = tuple(arrays[f"bias_{number}"] for number in range(layers))
        version, is_intact = manifest["features"], manifest["hash"] == hash_weights(weights, biases)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InvalidNotation("unreadable_network", name=quote_path(path), reason=reason) from error
    except (BadZipFile, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidNotation("bad_network", path=quote_path(path)) from error
    if version != VERSION:
        raise InvalidNotation(
            "network_version", path=quote_path(path), found=quote(version), needed=VERSION
        )
    if not is_intact or not _has_shape(players, weights, biases):
        raise InvalidNotation("bad_network", path=quote_path(path))
    return Network(players, _floats(weights), _floats(biases), manifest)


def _has_shape(
    players: int, weights: Sequence[NDArray[Any]], biases: Sequence[NDArray[Any]]
) -> bool:
    """Return whether the layers lead from the features of a table to a chance for each player."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        return False
    sizes = [width(players), *(bias.size for bias in biases)]
    return [weight.shape for weight in weights] == list(pairwise(sizes)) and sizes[-1] == players


def write_network(
    path: Path,
    weights: Sequence[NDArray[Any]],
    biases: Sequence[NDArray[Any]],
    manifest: Any,  # noqa: ANN401
) -> None:
    """Write a network with 16-bit weights; its version and hash are added to the manifest.

    >>> import tempfile
    >>> players, weights, biases, manifest = network_for(2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_network(Path(folder, "2.npz"), weights, biases, manifest)
    ...     read_network(Path(folder, "2.npz")).players
    2
    """
    weights = [array.astype(np.float16) for array in weights]
    biases = [array.astype(np.float16) for array in biases]
    complete = manifest | {"features": VERSION, "hash": hash_weights(weights, biases)}
    arrays: dict[str, NDArray[Any]] = {
        f"weight_{number}": array for number, array in enumerate(weights)
    }
    arrays |= {f"bias_{number}": array for number, array in enumerate(biases)}
    arrays["manifest"] = np.frombuffer(json.dumps(complete, indent=1).encode(), np.uint8)
    with path.open("wb") as file:  # NumPy would add .npz to another name
        np.savez_compressed(file, **cast("Any", arrays))


def hash_weights(weights: Sequence[NDArray[Any]], biases: Sequence[NDArray[Any]]) -> str:
    """Return the hash of all weights and biases.

    >>> len(hash_weights(network_for(2).weights, network_for(2).biases))
    64
    """
    digest = hashlib.sha256()
    for array in (*weights, *biases):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _floats(arrays: Sequence[NDArray[Any]]) -> tuple[Floats, ...]:
    return tuple(array.astype(np.float32) for array in arrays)
