"""The settings of a training run, as in the files of `training/configs`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True)
class TrainingSettings:
    """What is trained, and how; the fields are the keys of a configuration file."""

    players: int
    steps: int
    features: int = 1
    """The version of the features: 1 for the base game, 2 for every option and Extrawurm."""
    rules: tuple[str, ...] = ("standard", "classic", "short", "manual")
    """The rule sets; each gets an equal share of the tables, or a double share if named twice."""
    other_rules: float = 0.1
    """The share of tables that get a random combination of options instead of one of `rules`."""
    tiles: tuple[int, ...] = (16,)
    """How many of the lowest tiles are in play; each number gets an equal share of the tables."""
    tables: int = 65536
    hidden: tuple[int, ...] = (512, 512, 512)
    minibatch: int = 4096
    passes: int = 1
    """The number of passes over each turn; a turn's value has no noise, so more passes can help."""
    optimizer: str = "adam"
    """The optimizer of the hidden layers: `adam` or `muon`."""
    rate: float = 1e-3
    last_rate: float = 1e-5
    averaging: float = 0.995
    """The old average's weight in each update of the averaged network, at the end of training."""
    exploration: float = 0.02
    """The share of choices made at random on the tables that explore."""
    exploring: float = 0.25
    """The share of tables that explore."""
    restarts: float = 0.0
    """The share of tables reset at each step, because some games may never end."""
    seed: int = 1
    every: int = 50
    """Steps between two lines of the log."""
    match_every: int = 0
    """Steps between two matches against experts; 0 for none."""
    match_tables: int = 20000

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return the settings from the values of a configuration file or a checkpoint."""
        return cls(**{name: _freeze(value) for name, value in values.items()})

    def as_dict(self) -> dict[str, Any]:
        """Return the settings as a dictionary, for checkpoints and manifests."""
        return asdict(self)


def _freeze(value: Any) -> Any:  # noqa: ANN401 - of any setting
    return tuple(value) if isinstance(value, list) else value
