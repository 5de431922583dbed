"""From a checkpoint to the file that the package reads."""

from __future__ import annotations

from pathlib import Path

from torch import nn

from pickomino.evaluation.network import write_network
from training.learning import Learner


def export(learner: Learner, output: Path) -> None:
    """Write the averaged network with a manifest that says how it was trained."""
    linear = [layer for layer in learner.averaged.layers if isinstance(layer, nn.Linear)]
    settings = learner.settings
    about = {
        "players": settings.players,
        "rules": list(settings.rules),
        "tiles": list(settings.tiles),
        "training": settings.as_dict()
        | {"turns": learner.step * settings.tables, "seconds": round(learner.seconds)},
    }
    weights = [layer.weight.detach().cpu().T.numpy() for layer in linear]
    biases = [layer.bias.detach().cpu().numpy() for layer in linear]
    write_network(output, weights, biases, about)
