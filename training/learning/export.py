"""From a checkpoint to the file that the package reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from torch import nn

from pickomino.evaluation.network import write_network
from training.learning.learner import Learner

RATED = ("share", "low", "high", "adjusted", "adjusted_low", "adjusted_high", "games")
"""What a manifest keeps of a match."""


def export(learner: Learner, output: Path, matches: Path | None = None) -> None:
    """Write the averaged network with a manifest that says how it was trained, and how it did.

    `matches` is what `python -m training match` printed.
    """
    linear = [layer for layer in learner.averaged.layers if isinstance(layer, nn.Linear)]
    settings = learner.settings
    about: dict[str, Any] = {
        "players": settings.players,
        "rules": list(dict.fromkeys(settings.rules)),
        "tiles": list(settings.tiles),
        "training": learner.training(),
    }
    if matches is not None:
        about["rating"] = rating(matches)
    weights = [layer.weight.detach().cpu().T.numpy() for layer in linear]
    biases = [layer.bias.detach().cpu().numpy() for layer in linear]
    write_network(output, weights, biases, about, settings.features)


def rating(matches: Path) -> dict[str, Any]:
    """Return the win shares against experts by rule set, from the lines of matches."""
    lines = [json.loads(line) for line in matches.read_text().splitlines() if line]
    return {line["rules"]: {name: line[name] for name in RATED if name in line} for line in lines}
