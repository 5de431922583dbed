"""Networks and kernel tables as files, which `client/offline/kernels.js` loads in a browser."""

from __future__ import annotations

from pickomino.array_file import StoredArray, encode_arrays
from pickomino.core.position import MAX_PLAYERS, MIN_PLAYERS
from pickomino.evaluation.features import width
from pickomino.evaluation.network import network_for
from pickomino.solver.export import export_turn_tables


def export_kernels() -> dict[str, bytes]:
    """Return all files by name; a browser loads each when it is first needed."""
    networks = {
        f"network-{players}.bin": export_network(players)
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
    }
    return export_turn_tables() | networks


def export_network(players: int) -> bytes:
    """Return the file of a network, with 16-bit weights."""
    network = network_for(players)
    sizes = [width(players), *(len(bias) for bias in network.biases)]
    manifest = {"players": players, "hash": network.manifest["hash"], "sizes": sizes}
    halves = {
        f"{name}{number}": StoredArray("half", layer.astype("<f2").tobytes())
        for name, layers in (("weight", network.weights), ("bias", network.biases))
        for number, layer in enumerate(layers)
    }
    return encode_arrays(manifest, halves)
