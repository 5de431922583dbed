"""A folder with the files that the kernels load."""

import tempfile
from pathlib import Path

from pickomino.evaluation.export import export_network
from pickomino.solver.export import export_turn_tables


class KernelFiles:
    """The tables of all turns, and the networks that were asked for: each takes half a second."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.path = Path(self._folder.name)
        for name, data in export_turn_tables().items():
            (self.path / name).write_bytes(data)

    def add_network(self, players) -> None:
        file = self.path / f"network-{players}.bin"
        if not file.exists():
            file.write_bytes(export_network(players))

    def close(self) -> None:
        self._folder.cleanup()
