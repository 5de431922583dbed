"""The optimizers: Muon for the hidden layers, and Adam for the other weights.

The targets have no dice noise, so the optimizer is what limits learning: with the same number of
turns, Muon reaches a lower residual than Adam alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import Adam, Optimizer

from training.players.network import ValueNetwork

ADAM_SHARE = 1 / 3
"""Adam trains the biases and the last layer at this share of Muon's learning rate."""
MOMENTUM = 0.95
ITERATIONS = 5
QUINTIC = 3.4445, -4.7750, 2.0315
"""Coefficients of the iteration that makes a matrix orthogonal, as in `torch.optim.Muon`."""


class Muon(Optimizer):
    """Momentum whose steps are made orthogonal, scaled to the size of Adam's steps.

    Computes the same as `torch.optim.Muon` with `match_rms_adamw`, which cannot be part of a CUDA
    graph because it reads its rate on the CPU. The matrices of a group have the same shape
    and are updated together.
    """

    def __init__(self, groups: Iterable[dict[str, Any]]) -> None:
        super().__init__(groups, {"lr": 0.0, "share": 1.0})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - no closure, no loss
        """Take a step in every group; raise ValueError if a closure is given."""
        if closure is not None:
            raise ValueError("Muon does not support closures")
        for group in self.param_groups:
            matrices = group["params"]
            gradients = torch.stack([matrix.grad for matrix in matrices])
            state = self.state[matrices[0]]
            if not state:
                state["momentum"] = torch.zeros_like(gradients)
            momentum = state["momentum"].lerp_(gradients, 1 - MOMENTUM)
            direction = make_orthogonal(gradients.lerp(momentum, MOMENTUM)).to(gradients)
            size = 0.2 * max(direction.shape[1:]) ** 0.5
            steps = (direction * (group["lr"] * size)).unbind()
            torch._foreach_sub_(matrices, steps)  # pyright: ignore[reportPrivateUsage, reportPrivateImportUsage]


def make_orthogonal(matrices: Tensor) -> Tensor:
    """Return a stack of matrices, each made nearly orthogonal by Newton-Schulz steps in 16 bits."""
    rows, columns = matrices.shape[1:]
    result = matrices.bfloat16()
    if rows > columns:
        result = result.mT
    result = result / result.norm(dim=(1, 2), keepdim=True).clamp(min=1e-7)
    first, second, third = QUINTIC
    for _ in range(ITERATIONS):
        gram = result @ result.mT
        update = torch.baddbmm(gram, gram, gram, beta=second, alpha=third)
        result = torch.baddbmm(result, update, result, beta=first)
    return result.mT if rows > columns else result


def make_optimizers(network: ValueNetwork) -> list[Optimizer]:
    """Return optimizers for all weights; each group's rate is its `share` of the common rate."""
    is_cuda = network.device.type == "cuda"

    def group(weights: Iterable[Tensor], share: float = 1.0) -> dict[str, Any]:
        # On a GPU a step is part of a CUDA graph, which reads the rate from the GPU's memory.
        rate = torch.zeros((), device=network.device) if is_cuda else 0.0
        return {"params": [*weights], "share": share, "lr": rate}

    *hidden, last = (layer for layer in network.layers if isinstance(layer, nn.Linear))
    by_shape = groupby((layer.weight for layer in hidden), lambda weight: weight.shape)
    rest = group([*(layer.bias for layer in hidden), last.weight, last.bias], ADAM_SHARE)
    adam = Adam([rest], rest["lr"], fused=is_cuda, capturable=is_cuda)
    return [Muon(group(weights) for _, weights in by_shape), adam]


def set_rate(optimizers: Iterable[Optimizer], rate: float) -> None:
    """Set the learning rate of every group to its share of the common rate."""
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group_rate = rate * group["share"]
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(group_rate)
            else:
                group["lr"] = group_rate
