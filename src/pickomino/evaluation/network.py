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

from pickomino.core.errors import PickominoError, quoted
from pickomino.core.position import OVER, Position
from pickomino.evaluation.features import VERSION, Arrays, arrays_of, encode, width
from pickomino.evaluation.protocol import Chances, final_chances

Floats = NDArray[np.float32]

NETS: Final = "nets"


class Network(NamedTuple):
    """Layers of weights with rectifiers between them, for tables of so many players."""

    players: int
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]
    manifest: dict[str, Any]

    def chances(self, arrays: Arrays) -> Floats:
        """Judge tables: by row and seat, the seat to roll first."""
        found = cast("Floats", encode(arrays, self.players, np))
        last = len(self.weights) - 1
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            found = found @ weight + bias
            if number < last:
                found = np.maximum(found, 0)
        shares = np.exp(found - found.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True)


class NetworkChance:
    """Judges positions of the base game by the network for their number of players.

    >>> from pickomino import Rules, start
    >>> chances = NetworkChance().evaluate([start(Rules.preset("classic"), 2)])[0]
    >>> 0.51 < chances[0] < 0.53, round(sum(chances), 6)
    (True, 1.0)
    """

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Judge positions at the start of a turn, or over."""
        found: dict[int, Chances] = {}
        by_players: defaultdict[int, list[int]] = defaultdict(list)
        for place, position in enumerate(positions):
            if position.to_act == OVER:
                found[place] = final_chances(position)
            else:
                by_players[position.players].append(place)
        for players, places in by_players.items():
            judged = network_for(players).chances(arrays_of([positions[place] for place in places]))
            for place, chances in zip(places, judged.tolist(), strict=True):
                found[place] = _from_first(chances, positions[place].seat)
        return [found[place] for place in range(len(positions))]


def _from_first(chances: list[float], seat: int) -> Chances:
    """Turn the chances so that they begin with seat 0 and not with the one to roll."""
    players = len(chances)
    return tuple(chances[(other - seat) % players] for other in range(players))


@cache
def network_for(players: int) -> Network:
    """Return the network that comes with the package."""
    with as_file(files("pickomino.evaluation").joinpath(NETS, f"{players}.npz")) as path:
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
        is_known = manifest["features"] == VERSION and manifest["hash"] == hash_of(weights, biases)
    except (OSError, BadZipFile, ValueError, KeyError, TypeError) as error:
        raise PickominoError("bad_network", path=quoted(path), reason=quoted(error)) from error
    if not is_known or weights[0].shape[0] != width(players):
        raise PickominoError("bad_network", path=quoted(path), reason="version or hash")
    return Network(players, _floats(weights), _floats(biases), manifest)


def write_network(
    path: Path,
    weights: Sequence[NDArray[Any]],
    biases: Sequence[NDArray[Any]],
    about: Any,  # noqa: ANN401
) -> None:
    """Write a network with 16-bit weights; `about` is added to its manifest."""
    small = (
        [each.astype(np.float16) for each in weights],
        [each.astype(np.float16) for each in biases],
    )
    manifest = about | {"features": VERSION, "hash": hash_of(*small)}
    arrays: dict[str, NDArray[Any]] = {
        f"weight_{number}": each for number, each in enumerate(small[0])
    }
    arrays |= {f"bias_{number}": each for number, each in enumerate(small[1])}
    arrays["manifest"] = np.frombuffer(json.dumps(manifest, indent=1).encode(), np.uint8)
    np.savez_compressed(path, **cast("Any", arrays))


def hash_of(weights: Sequence[NDArray[Any]], biases: Sequence[NDArray[Any]]) -> str:
    """Return the hash of all weights."""
    found = hashlib.sha256()
    for each in (*weights, *biases):
        found.update(np.ascontiguousarray(each).tobytes())
    return found.hexdigest()


def _floats(arrays: Sequence[NDArray[Any]]) -> tuple[Floats, ...]:
    return tuple(each.astype(np.float32) for each in arrays)
