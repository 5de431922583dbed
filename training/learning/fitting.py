"""Fitting a network to turns, one minibatch per step.

A step consists of a hundred or more small operations, and the GPU waits while the CPU launches each
one. So on a GPU a step is recorded once as a CUDA graph and then launched as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from torch.optim import Optimizer

from training.learning.optimizers import set_rate
from training.players.network import ValueNetwork

WARM_UP = 3
"""How many steps run before the CUDA graph is recorded: they allocate memory and choose kernels."""


class Fitter:
    """Fits a network to turns, step by step."""

    def __init__(self, network: ValueNetwork, optimizers: Sequence[Optimizer]) -> None:
        self.network, self.optimizers = network, optimizers
        self._graphs: dict[int, _StepGraph] = {}

    def fit(
        self, encoded: Tensor, target: Tensor, minibatches: Sequence[Tensor], rate: float
    ) -> Tensor:
        """Fit the network to minibatches in order; return the mean loss.

        A minibatch consists of row numbers.
        """
        set_rate(self.optimizers, rate)
        total = torch.zeros((), device=target.device)
        for rows in minibatches:
            total += self._step(encoded[rows], target[rows])
        return total / len(minibatches)

    def _step(self, encoded: Tensor, target: Tensor) -> Tensor:
        if not encoded.is_cuda:
            return self.step(encoded, target)
        if len(encoded) not in self._graphs:
            self._graphs[len(encoded)] = _StepGraph(self, encoded, target)
        return self._graphs[len(encoded)](encoded, target)

    def step(self, encoded: Tensor, target: Tensor) -> Tensor:
        """Take one step; return the loss before the step."""
        loss = cross_entropy(self.network(encoded), target)
        self.network.zero_grad(set_to_none=True)
        loss.backward()
        for optimizer in self.optimizers:
            optimizer.step()
        return loss.detach()


class _StepGraph:
    """One step as a CUDA graph, for minibatches of one size."""

    def __init__(self, fitter: Fitter, encoded: Tensor, target: Tensor) -> None:
        self.encoded, self.target = encoded.clone(), target.clone()
        side_stream = torch.cuda.Stream()
        side_stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side_stream):
            for _ in range(WARM_UP):
                fitter.step(self.encoded, self.target)
        torch.cuda.current_stream().wait_stream(side_stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.loss = fitter.step(self.encoded, self.target)

    def __call__(self, encoded: Tensor, target: Tensor) -> Tensor:
        self.encoded.copy_(encoded)
        self.target.copy_(target)
        self.graph.replay()
        return self.loss
