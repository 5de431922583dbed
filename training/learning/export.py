"""Export of a checkpoint to the network file that the package reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from torch import nn

from pickomino.evaluation.network import write_network
from training.learning.learner import Learner

RATING_FIELDS = ("share", "low", "high", "adjusted", "adjusted_low", "adjusted_high", "games")
"""The fields of a match that a manifest keeps."""


def export(learner: Learner, output: Path, matches: Path | None = None) -> None:
    """Write the averaged network with a manifest of its training and its rating.

    `matches` is a file with the output of `python -m training match`.
    """
    linear = [layer for layer in learner.averaged.layers if isinstance(layer, nn.Linear)]
    settings = learner.settings
    manifest: dict[str, Any] = {
        "players": settings.players,
        "rules": list(dict.fromkeys(settings.rules)),
        "tiles": list(settings.tiles),
        "training": learner.describe_training(),
    }
    if matches is not None:
        lines = [json.loads(line) for line in matches.read_text().splitlines()]
        manifest["rating"] = {
            line["rules"]: {name: line[name] for name in RATING_FIELDS if name in line}
            for line in lines
        }
    weights = [layer.weight.detach().cpu().T.numpy() for layer in linear]
    biases = [layer.bias.detach().cpu().numpy() for layer in linear]
    write_network(output, weights, biases, manifest)
