"""A trained network as an evaluator; it needs only NumPy.

A file holds the weights of the layers and a manifest: what it was trained for and how.
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
from pickomino.core.position import OVER, Position
from pickomino.core.rules import MIN_PLAYERS, Rules
from pickomino.evaluation import features, full_features
from pickomino.evaluation.features import BaseArrays
from pickomino.evaluation.full_features import FullArrays, full_arrays_of
from pickomino.evaluation.protocol import Chances, final_chances

Floats = NDArray[np.float32]

NETS: Final = "nets"
_FEATURES: Final = {each.VERSION: each for each in (features, full_features)}


class Network(NamedTuple):
    """Layers of weights with rectifiers between them, for tables of so many players."""

    players: int
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]
    manifest: dict[str, Any]

    @property
    def version(self) -> int:
        """The version of the features that it was trained with."""
        return self.manifest["features"]

    def chances(self, arrays: BaseArrays | FullArrays) -> Floats:
        """Judge tables: by row and seat, the seat to roll first."""
        encode: Any = _FEATURES[self.version].encode
        found = cast("Floats", encode(arrays, self.players, np))
        last = len(self.weights) - 1
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            found = found @ weight + bias
            if number < last:
                found = np.maximum(found, 0)
        shares = np.exp(found - found.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True)


class NetworkChance:
    """Judges positions by the network for their rules and their number of players.

    >>> from pickomino import Rules, start
    >>> chances = NetworkChance().evaluate([start(Rules.preset("classic"), 2)])[0]
    >>> 0.51 < chances[0] < 0.53, round(sum(chances), 6)
    (True, 1.0)
    """

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Judge positions at the start of a turn, or over."""
        found: dict[int, Chances] = {}
        alike: defaultdict[tuple[int, int | None], list[int]] = defaultdict(list)
        for place, position in enumerate(positions):
            if position.to_act == OVER:
                found[place] = final_chances(position)
            else:
                alike[position.players, version_for(position.rules, position.players)].append(place)
        for (players, version), places in alike.items():
            judged = _judged([positions[place] for place in places], players, version)
            for place, chances in zip(places, judged, strict=True):
                found[place] = _from_first(chances, positions[place].seat)
        return [found[place] for place in range(len(positions))]


def _judged(positions: Sequence[Position], players: int, version: int | None) -> list[list[float]]:
    """Judge running games of equally many players: by row and seat, the seat to roll first."""
    if version is None:
        raise ValueError(f"the networks do not know the rules {positions[0].rules}")
    is_base = version == features.VERSION
    arrays = features.arrays_of(positions) if is_base else full_arrays_of(positions)
    return network_for(players, version).chances(arrays).tolist()


@cache
def version_for(rules: Rules, players: int) -> int | None:
    """Return the version of the network that judges such tables; None if none does.

    >>> version_for(Rules.parse("classic"), 2), version_for(Rules.parse("classic+extrawurm"), 2)
    (1, 2)
    """
    # Two players need never end such a game, and those who learned from themselves never do.
    if not rules.both_extra_tiles and players == MIN_PLAYERS:
        return None
    return next((number for number, each in _FEATURES.items() if each.knows(rules)), None)


def _from_first(chances: list[float], seat: int) -> Chances:
    """Turn the chances so that they begin with seat 0 and not with the one to roll."""
    players = len(chances)
    return tuple(chances[(other - seat) % players] for other in range(players))


@cache
def network_for(players: int, version: int = features.VERSION) -> Network:
    """Return the network that comes with the package."""
    name = f"{players}.npz" if version == features.VERSION else f"{players}-full.npz"
    with as_file(files("pickomino.evaluation").joinpath(NETS, name)) as path:
        return read_network(path)


def read_network(path: Path) -> Network:
    """Read a network from a file; raises PickominoError for anything else."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
            arrays = {name: saved[name] for name in saved.files}
        manifest = json.loads(bytes(arrays.pop("manifest")).decode())
        players, layers = int(manifest["players"]), len(arrays) // 2
        weights = tuple(arrays[f"weight_{number}"] for number in range(layers))
        biases = tuple(arrays[f"bias_{number}"] for number in range(layers))
        version, is_whole = manifest["features"], manifest["hash"] == hash_weights(weights, biases)
    except (OSError, BadZipFile, ValueError, KeyError, TypeError) as error:
        raise PickominoError("bad_network", path=quote(path), reason=quote(error)) from error
    known = _FEATURES.get(version)
    if not is_whole or known is None or weights[0].shape[0] != known.width(players):
        raise PickominoError("bad_network", path=quote(path), reason="version or hash")
    return Network(players, _floats(weights), _floats(biases), manifest)


def write_network(
    path: Path,
    weights: Sequence[NDArray[Any]],
    biases: Sequence[NDArray[Any]],
    about: Any,  # noqa: ANN401
    version: int = features.VERSION,
) -> None:
    """Write a network with 16-bit weights; `about` is added to its manifest."""
    small = (
        [each.astype(np.float16) for each in weights],
        [each.astype(np.float16) for each in biases],
    )
    manifest = about | {"features": version, "hash": hash_weights(*small)}
    arrays: dict[str, NDArray[Any]] = {
        f"weight_{number}": each for number, each in enumerate(small[0])
    }
    arrays |= {f"bias_{number}": each for number, each in enumerate(small[1])}
    arrays["manifest"] = np.frombuffer(json.dumps(manifest, indent=1).encode(), np.uint8)
    np.savez_compressed(path, **cast("Any", arrays))


def hash_weights(weights: Sequence[NDArray[Any]], biases: Sequence[NDArray[Any]]) -> str:
    """Return the hash of all weights."""
    found = hashlib.sha256()
    for each in (*weights, *biases):
        found.update(np.ascontiguousarray(each).tobytes())
    return found.hexdigest()


def _floats(arrays: Sequence[NDArray[Any]]) -> tuple[Floats, ...]:
    return tuple(each.astype(np.float32) for each in arrays)
