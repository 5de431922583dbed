"""The value network, and evaluators of the ends of a turn that are based on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn

from pickomino.evaluation.network import Network as PackageNetwork
from training.games.batches import TableBatch, flatten_rows, take_rows
from training.games.variants import BASE_GAME, VARIANTS, AnyEnds, EndEvaluator, GameVariant

TableChances = Callable[[TableBatch], Tensor]
"""Evaluates tables; returns chances indexed by row and seat, where seat 0 is the seat to roll."""

ALL_BUT_LAST = slice(-1)
OWN = slice(1)


class ValueNetwork(nn.Module):
    """Hidden layers with rectifiers; the outputs are logits of each seat's win chance.

    The seat to roll comes first.
    """

    def __init__(
        self, players: int, hidden: Sequence[int], variant: GameVariant = BASE_GAME
    ) -> None:
        super().__init__()
        self.players = players
        self.variant = variant
        self.hidden = tuple(hidden)
        sizes = [variant.width(players), *hidden, players]
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
    def chances(self, arrays: TableBatch, *, is_quick: bool = True) -> Tensor:
        """Return each seat's chance on each table; for finished games, the result."""
        encoded = self.variant.encode(arrays, self.players, torch)
        # A GPU's matrix units use only as many digits of 32-bit floats as 16-bit floats have, and
        # the latter take half the time. But then many values close to 0 and 1 become equal.
        is_half = is_quick and self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.float16, enabled=is_half):
            chances = self(encoded).float().softmax(dim=1)
        final = self.variant.final_chances(arrays, self.players)
        return torch.where(self.variant.is_over(arrays)[:, None], final, chances)

    def end_evaluator(self, seat: int) -> EndEvaluator:
        """Return an evaluator of the ends of a turn for one seat; the roller is seat 0."""
        return end_evaluator(self.chances, slice(seat, seat + 1))


def load_value_network(source: PackageNetwork, device: torch.device) -> ValueNetwork:
    """Return a network of the package as a torch module."""
    variant = VARIANTS[source.manifest["features"]]
    network = ValueNetwork(source.players, [len(bias) for bias in source.biases[:-1]], variant)
    linear = [layer for layer in network.layers if isinstance(layer, nn.Linear)]
    with torch.no_grad():
        for layer, weight, bias in zip(linear, source.weights, source.biases, strict=True):
            layer.weight.copy_(torch.from_numpy(weight.T.copy()))
            layer.bias.copy_(torch.from_numpy(bias))
    return network.to(device)


@torch.no_grad()
def copy_into_wider(narrow: ValueNetwork, wide: ValueNetwork) -> None:
    """Make a network compute the same as a narrower one with the same number of layers.

    The additional units keep their initial weights, but are not connected to the next layer yet.
    """
    for old, new in zip(narrow.layers, wide.layers, strict=True):
        if isinstance(old, nn.Linear) and isinstance(new, nn.Linear):
            units, inputs = old.weight.shape
            new.weight[:units] = 0
            new.weight[:units, :inputs] = old.weight
            new.bias[:units] = old.bias


def end_evaluator(chances: TableChances, seats: slice = ALL_BUT_LAST) -> EndEvaluator:
    """Return an evaluator of the ends of a turn for some seats; the roller is seat 0."""

    def evaluate(_: TableBatch, ends: AnyEnds, __: int) -> Tensor:
        return evaluate_ends(lambda after: rotate_to_roller(chances(after))[:, seats], ends)

    return evaluate


def rotate_to_roller(chances: Tensor) -> Tensor:
    """Rotate the chances after a turn so that the player who rolled is seat 0 again.

    On the table after the turn that player is the last seat.
    """
    return chances.roll(1, dims=1)


def evaluate_ends(values: TableChances, ends: AnyEnds) -> Tensor:
    """Return the values of the tables after all possible ends; 0 for the impossible ones."""
    after = flatten_rows(ends.after)
    rows = ends.possible.reshape(-1).nonzero()[:, 0]
    possible_values = values(take_rows(after, rows))
    all_values = possible_values.new_zeros(after.place.shape[0], possible_values.shape[1])
    all_values[rows] = possible_values
    return all_values.reshape(*ends.possible.shape, -1)


def add_last_seat(chances: Tensor) -> Tensor:
    """Append the last seat's chance, which is 1 minus the sum of the others."""
    return torch.cat([chances, 1 - chances.sum(dim=1, keepdim=True)], dim=1)
