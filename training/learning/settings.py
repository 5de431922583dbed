"""The settings of a training run, as in the files of `training/configs`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, Self

from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from pickomino.core.tiles import TILES
from pickomino.evaluation.features import supports
from training.games.options import RATED_RULES


@dataclass(frozen=True)
class TrainingSettings:
    """What is trained, and how; the fields are the keys of a configuration file."""

    players: int
    steps: int
    rules: tuple[str, ...] = (*RATED_RULES, "manual")
    """The rule sets; each gets an equal share of the tables, or a double share if named twice.

    By default `manual` is named twice, because its values are the hardest to learn.
    """
    other_rules: float = 0.1
    """The share of tables that get a random combination of options instead of one of `rules`."""
    tiles: tuple[int, ...] = (16,)
    """How many of the lowest tiles are in play; each number gets an equal share of the tables."""
    tables: int = 65536
    hidden: tuple[int, ...] = (512, 512, 512, 512, 512)
    minibatch: int = 8192
    passes: int = 4
    """The number of passes over each turn; a turn's value has no noise, so more passes can help."""
    rate: float = 3e-3
    last_rate: float = 3e-5
    averaging: float = 0.995
    """The old average's weight in each update of the averaged network, at the end of training."""
    exploration: float = 0.02
    """The share of choices made at random on the tables that explore."""
    random_ends: float = 0.25
    """The share of turns on the tables that explore that end in a random possible way."""
    exploring: float = 0.25
    """The share of tables that explore; the residual is measured on the others."""
    seed: int = 1
    every: int = 50
    """Steps between two lines of the log."""

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the settings from the values of a configuration file or a checkpoint.

        Raise ValueError, with a message for each, if keys are unknown or missing or values wrong.
        """
        problems = _problems(values)
        if problems:
            raise ValueError("; ".join(problems))
        return cls(**{name: _freeze(value) for name, value in values.items()})

    def as_dict(self) -> dict[str, Any]:
        """Return the settings as a dictionary, for checkpoints and manifests."""
        return asdict(self)


def _is_whole(value: object, least: int, most: float = float("inf")) -> bool:
    return type(value) is int and least <= value <= most


def _is_share(value: object) -> bool:
    return type(value) in (int, float) and 0 <= float(str(value)) <= 1


def _is_list(value: object, is_valid: Callable[[Any], bool]) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(map(is_valid, value))  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]


def _is_trainable(name: object) -> bool:
    try:
        return isinstance(name, str) and supports(Rules.parse(name))
    except ValueError:
        return False


_SHARE = (_is_share, "a number from 0 to 1")
_POSITIVE: tuple[Callable[[Any], bool], str] = (
    lambda value: _is_whole(value, 1),
    "a whole number from 1 on",
)
_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "players": (
        lambda value: _is_whole(value, MIN_PLAYERS, MAX_PLAYERS),
        f"a whole number from {MIN_PLAYERS} to {MAX_PLAYERS}",
    ),
    "steps": _POSITIVE,
    "rules": (lambda value: _is_list(value, _is_trainable), 'a list such as ["standard"]'),
    "other_rules": _SHARE,
    "tiles": (
        lambda value: _is_list(value, lambda tiles: _is_whole(tiles, 1, len(TILES))),
        f"a list of whole numbers from 1 to {len(TILES)}",
    ),
    "tables": _POSITIVE,
    "hidden": (
        lambda value: _is_list(value, lambda size: _is_whole(size, 1)),
        "a list of whole numbers from 1 on",
    ),
    "minibatch": _POSITIVE,
    "passes": _POSITIVE,
    "rate": _SHARE,
    "last_rate": _SHARE,
    "averaging": _SHARE,
    "exploration": _SHARE,
    "random_ends": _SHARE,
    "exploring": (
        lambda value: _is_share(value) and value < 1,
        "a number from 0 to less than 1",
    ),
    "seed": (lambda value: _is_whole(value, 0), "a whole number from 0 on"),
    "every": _POSITIVE,
}
"""For each key, whether a value is valid, and what is expected."""


def _problems(values: Mapping[str, Any]) -> list[str]:
    required = [field.name for field in fields(TrainingSettings) if field.default is MISSING]
    problems = [f"the key {name} is missing" for name in required if name not in values]
    for name, value in values.items():
        if name not in _CHECKS:
            problems.append(f"unknown key {name}; the keys are {', '.join(_CHECKS)}")
            continue
        is_valid, expected = _CHECKS[name]
        if not is_valid(value):
            problems.append(f"{name} cannot be {value!r}; expected {expected}")
    return problems


def _freeze(value: Any) -> Any:  # noqa: ANN401 - of any setting
    return tuple(value) if isinstance(value, list) else value
