"""Fitting a network to turns: each step takes a part of them.

A step is some hundred small operations, and a GPU waits for a processor to ask for each of them.
So on a GPU a step is recorded once, as a CUDA graph, and then asked for as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from torch.optim import Optimizer

from training.learning.optimizers import set_rate
from training.players.network import Network

WARM_UP = 3
"""Steps before one is recorded: the first ones set up memory and choose kernels."""


class Fitter:
    """Fits a network to turns, step by step."""

    def __init__(self, network: Network, optimizers: Sequence[Optimizer]) -> None:
        self.network, self.optimizers = network, optimizers
        self._recorded: dict[int, _Recorded] = {}

    def fit(self, encoded: Tensor, target: Tensor, parts: Sequence[Tensor], rate: float) -> Tensor:
        """Fit the network to each part of some turns in order; return the mean loss."""
        set_rate(self.optimizers, rate)
        total = torch.zeros((), device=target.device)
        for part in parts:
            total += self._step(encoded[part], target[part])
        return total / len(parts)

    def _step(self, encoded: Tensor, target: Tensor) -> Tensor:
        if not encoded.is_cuda:
            return self.step(encoded, target)
        if len(encoded) not in self._recorded:
            self._recorded[len(encoded)] = _Recorded(self, encoded, target)
        return self._recorded[len(encoded)](encoded, target)

    def step(self, encoded: Tensor, target: Tensor) -> Tensor:
        """Take one step; return the loss before it."""
        loss = cross_entropy(self.network(encoded), target)
        self.network.zero_grad(set_to_none=True)
        loss.backward()
        for each in self.optimizers:
            each.step()
        return loss.detach()


class _Recorded:
    """One step as a CUDA graph, for parts of one size."""

    def __init__(self, fitter: Fitter, encoded: Tensor, target: Tensor) -> None:
        self.encoded, self.target = encoded.clone(), target.clone()
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(WARM_UP):
                fitter.step(self.encoded, self.target)
        torch.cuda.current_stream().wait_stream(aside)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.loss = fitter.step(self.encoded, self.target)

    def __call__(self, encoded: Tensor, target: Tensor) -> Tensor:
        self.encoded.copy_(encoded)
        self.target.copy_(target)
        self.graph.replay()
        return self.loss
