"""What learns the weights: Adam, or Muon for the hidden layers.

The targets have no noise of dice, so the optimizer is what limits learning: with as many turns
Muon gets further (docs/training.md).
"""

from __future__ import annotations

from torch import nn
from torch.optim import Adam, Muon, Optimizer

from training.networks import Network

ADAMS_SHARE = 1 / 3
"""Beside Muon, Adam learns the biases and the last layer at this share of its rate."""


def optimizers_of(network: Network, name: str) -> list[Optimizer]:
    """Return what learns the weights; each group of them has a `share` of the rate."""
    fused = network.device.type == "cuda"
    if name == "adam":
        return [Adam([{"params": [*network.parameters()], "share": 1.0}], fused=fused)]
    if name != "muon":
        raise ValueError(f"unknown optimizer {name!r}: adam or muon")
    *hidden, last = (layer for layer in network.layers if isinstance(layer, nn.Linear))
    rest = [*(layer.bias for layer in hidden), last.weight, last.bias]
    matrices = [{"params": [layer.weight for layer in hidden], "share": 1.0}]
    return [
        Muon(matrices, weight_decay=0.0, adjust_lr_fn="match_rms_adamw"),
        Adam([{"params": rest, "share": ADAMS_SHARE}], fused=fused),
    ]
