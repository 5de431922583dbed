"""The value network, and evaluators of the ends of a turn that are based on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn

from pickomino.envs.torch.tables import TurnEnds, final_chances, is_over
from pickomino.evaluation.features import TableArrays, encode, width
from pickomino.evaluation.network import Network as PackageNetwork
from training.games.batches import flatten_rows, take_rows
from training.games.turns import EndEvaluator

TableChances = Callable[[TableArrays], Tensor]
"""Evaluates tables; returns chances indexed by row and seat, where seat 0 is the seat to roll."""

ALL_BUT_LAST = slice(-1)
OWN = slice(1)


class ValueNetwork(nn.Module):
    """Hidden layers with rectifiers; the outputs are logits of each seat's win chance.

    The seat to roll comes first.
    """

    def __init__(self, players: int, hidden: Sequence[int]) -> None:
        super().__init__()
        self.players = players
        self.hidden = tuple(hidden)
        sizes = [width(players), *hidden, players]
        layers: list[nn.Module] = []
        for before, after in pairwise(sizes):
            layers += [nn.Linear(before, after), nn.ReLU()]
        self.layers = nn.Sequential(*layers[:-1])

    @property
    def device(self) -> torch.device:
        """The device of the weights."""
        return next(self.parameters()).device

    def forward(self, encoded: Tensor) -> Tensor:
        """Return the logits of the win chances."""
        return self.layers(encoded)

    @torch.no_grad()
    def chances(self, arrays: TableArrays, *, is_quick: bool = True) -> Tensor:
        """Return each seat's chance on each table; for finished games, the result."""
        encoded = encode(arrays, self.players, torch)
        # A GPU's matrix units use only as many digits of 32-bit floats as 16-bit floats have, and
        # the latter take half the time. But then many values close to 0 and 1 become equal.
        is_half = is_quick and self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.float16, enabled=is_half):
            chances = self(encoded).float().softmax(dim=1)
        final = final_chances(arrays, self.players)
        return torch.where(is_over(arrays)[:, None], final, chances)

    def end_evaluator(self, seat: int) -> EndEvaluator:
        """Return an evaluator of the ends of a turn for one seat; the roller is seat 0."""
        return end_evaluator(self.chances, slice(seat, seat + 1))


def load_value_network(source: PackageNetwork, device: torch.device) -> ValueNetwork:
    """Return a network of the package as a torch module."""
    network = ValueNetwork(source.players, [len(bias) for bias in source.biases[:-1]])
    linear = [layer for layer in network.layers if isinstance(layer, nn.Linear)]
    with torch.no_grad():
        for layer, weight, bias in zip(linear, source.weights, source.biases, strict=True):
            layer.weight.copy_(torch.from_numpy(weight.T.copy()))
            layer.bias.copy_(torch.from_numpy(bias))
    return network.to(device)


def end_evaluator(chances: TableChances, seats: slice = ALL_BUT_LAST) -> EndEvaluator:
    """Return an evaluator of the ends of a turn for some seats; the roller is seat 0."""

    def evaluate(_: TableArrays, ends: TurnEnds, __: int) -> Tensor:
        return evaluate_ends(lambda after: rotate_to_roller(chances(after))[:, seats], ends)

    return evaluate


def rotate_to_roller(chances: Tensor) -> Tensor:
    """Rotate the chances after a turn so that the player who rolled is seat 0 again.

    On the table after the turn that player is the last seat.
    """
    return chances.roll(1, dims=1)


def evaluate_ends(values: TableChances, ends: TurnEnds) -> Tensor:
    """Return the values of the tables after all possible ends; 0 for the impossible ones.

    Where no Bratwurm can be gained, the ends with a Bratwurm get the values of those without.
    """
    after = flatten_rows(ends.after)
    rows = ends.possible.reshape(-1).nonzero()[:, 0]
    possible_values = values(take_rows(after, rows))
    all_values = possible_values.new_zeros(after.place.shape[0], possible_values.shape[1])
    all_values[rows] = possible_values
    by_end = all_values.reshape(*ends.possible.shape, -1)
    has_bratwurm = ends.possible[:, 1].any(dim=1)[:, None, None]
    by_end[:, 1] = torch.where(has_bratwurm, by_end[:, 1], by_end[:, 0])
    return by_end


def add_last_seat(chances: Tensor) -> Tensor:
    """Append the last seat's chance, which is 1 minus the sum of the others."""
    return torch.cat([chances, 1 - chances.sum(dim=1, keepdim=True)], dim=1)
