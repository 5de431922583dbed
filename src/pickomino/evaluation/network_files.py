"""Which file holds the network for each number of players; loads no network itself."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from pickomino.core.errors import InvalidNotation, quote_path

NETS: Final = "nets"

_own: dict[int, Path] = {}


def use_networks(paths: Iterable[Path], players: Iterable[int] = ()) -> None:
    """Use these files in this process instead of the package's networks for as many players.

    Everything that asks for the package's networks then gets these: the champion, the coach and
    the review. Raise an error that names the file if it cannot be used, or if `players` are given
    and it is for another number of players.
    """
    for path in paths:
        # Imported here: NumPy takes a while to load, and is needed only if there is a file.
        from pickomino.evaluation.network import network_for, read_network

        network = read_network(path)
        for number in players:
            require_players(path, network.players, number)
        _own[network.players] = path.absolute()
        network_for.cache_clear()


def own_networks() -> tuple[str, ...]:
    """Return the files in use that are not the package's, for a process that is to use them too."""
    return tuple(map(str, _own.values()))


def network_file(players: int) -> Traversable:
    """Return the file that this process uses for a number of players."""
    own = _own.get(players)
    return own or files("pickomino.evaluation").joinpath(NETS, f"{players}.npz")


def require_players(path: Path, found: int, players: int) -> None:
    """Raise `network_players` unless the network in a file is for this number of players."""
    if found != players:
        raise InvalidNotation(
            "network_players", path=quote_path(path), found=found, players=players
        )
