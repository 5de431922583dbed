"""What learns the weights: Adam, or Muon for the hidden layers.

The targets have no noise of dice, so the optimizer is what limits learning: with as many turns
Muon gets further (docs/training.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import Adam, Optimizer

from training.players.network import Network

ADAMS_SHARE = 1 / 3
"""Beside Muon, Adam learns the biases and the last layer at this share of its rate."""
MOMENTUM = 0.95
ITERATIONS = 5
QUINTIC = 3.4445, -4.7750, 2.0315
"""Coefficients of the iteration that makes a matrix orthogonal, as in `torch.optim.Muon`."""


class Muon(Optimizer):
    """Momentum whose steps are made orthogonal, with as large steps as Adam's.

    As `torch.optim.Muon` with `match_rms_adamw`, which cannot become part of a CUDA graph: it
    reads its rate on the processor. The matrices of a group have one shape and are stepped at once.
    """

    def __init__(self, groups: Iterable[dict[str, Any]]) -> None:
        super().__init__(groups, {"lr": 0.0, "share": 1.0})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:
        """Take a step in every group."""
        if closure is not None:
            raise ValueError("Muon takes its gradients as they are: no closure")
        for group in self.param_groups:
            matrices = group["params"]
            gradients = torch.stack([each.grad for each in matrices])
            state = self.state[matrices[0]]
            if not state:
                state["momentum"] = torch.zeros_like(gradients)
            momentum = state["momentum"].lerp_(gradients, 1 - MOMENTUM)
            direction = orthogonal(gradients.lerp(momentum, MOMENTUM)).to(gradients)
            size = 0.2 * max(direction.shape[1:]) ** 0.5
            torch._foreach_sub_(matrices, (direction * (group["lr"] * size)).unbind())


def orthogonal(matrices: Tensor) -> Tensor:
    """Make matrices of one shape nearly orthogonal, in 16 bits (Newton and Schulz)."""
    rows, columns = matrices.shape[1:]
    found = matrices.bfloat16()
    if rows > columns:
        found = found.mT
    found = found / found.norm(dim=(1, 2), keepdim=True).clamp(min=1e-7)
    first, second, third = QUINTIC
    for _ in range(ITERATIONS):
        gram = found @ found.mT
        update = torch.baddbmm(gram, gram, gram, beta=second, alpha=third)
        found = torch.baddbmm(found, update, found, beta=first)
    return found.mT if rows > columns else found


def optimizers_of(network: Network, name: str) -> list[Optimizer]:
    """Return what learns the weights; each group of them has a `share` of the rate."""
    is_cuda = network.device.type == "cuda"

    def group(weights: Iterable[Tensor], share: float = 1.0) -> dict[str, Any]:
        # On a GPU a step is a part of a graph, which finds the rate in the GPU's memory.
        rate = torch.zeros((), device=network.device) if is_cuda else 0.0
        return {"params": [*weights], "share": share, "lr": rate}

    def adam(only: dict[str, Any]) -> Adam:
        return Adam([only], only["lr"], fused=is_cuda, capturable=is_cuda)

    if name == "adam":
        return [adam(group(network.parameters()))]
    if name != "muon":
        raise ValueError(f"unknown optimizer {name!r}: adam or muon")
    *hidden, last = (layer for layer in network.layers if isinstance(layer, nn.Linear))
    by_shape = groupby((layer.weight for layer in hidden), lambda weight: weight.shape)
    rest = [*(layer.bias for layer in hidden), last.weight, last.bias]
    return [Muon(group(weights) for _, weights in by_shape), adam(group(rest, ADAMS_SHARE))]


def set_rate(optimizers: Iterable[Optimizer], rate: float) -> None:
    """Let every group learn at its share of a rate."""
    for each in optimizers:
        for group in each.param_groups:
            wanted = rate * group["share"]
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(wanted)
            else:
                group["lr"] = wanted
