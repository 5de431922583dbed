"""The network, and how it judges the ends of a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from pickomino.evaluation.network import Network as PackageNetwork
from pickomino.evaluation.network import read_network
from training.games.variants import BASE, GAMES, Game, Tables, flattened


class Network(nn.Module):
    """Hidden layers with rectifiers; the chance of each seat, the one to roll first, as logits."""

    def __init__(self, players: int, hidden: Sequence[int], game: Game = BASE) -> None:
        super().__init__()
        self.players = players
        self.game = game
        self.hidden = tuple(hidden)
        sizes = [game.width(players), *hidden, players]
        layers: list[nn.Module] = []
        for before, after in pairwise(sizes):
            layers += [nn.Linear(before, after), nn.ReLU()]
        self.layers = nn.Sequential(*layers[:-1])

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.parameters()).device

    def forward(self, encoded: Tensor) -> Tensor:
        """Return logits."""
        return self.layers(encoded)

    @torch.no_grad()
    def chances(self, arrays: Tables, *, is_quick: bool = True) -> Tensor:
        """Judge tables, one a row; those that are over count as they stand."""
        encoded = self.game.encode(arrays, self.players, torch)
        # A GPU's matrix units use no more digits of 32-bit floats than 16-bit ones have, and these
        # take half the time. But many judgements close to 0 and 1 are then the same.
        halves = is_quick and self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.float16, enabled=halves):
            judged = self(encoded).float().softmax(dim=1)
        final = self.game.final_chances(arrays, self.players)
        return torch.where(self.game.is_over(arrays)[:, None], final, judged)

    def judge_for(self, seat: int) -> Callable[..., Tensor]:
        """Make a judge of the ends of a turn for one seat, the roller being seat 0."""
        return judge(self.chances, slice(seat, seat + 1))


def shipped(path: Path, device: torch.device) -> Network:
    """Read a network as the package has it, with 16-bit weights."""
    return loaded(read_network(path), device)


def loaded(found: PackageNetwork, device: torch.device) -> Network:
    """Load a network of the package."""
    game = GAMES[found.manifest["features"]]
    network = Network(found.players, [len(bias) for bias in found.biases[:-1]], game)
    linear = [layer for layer in network.layers if isinstance(layer, nn.Linear)]
    with torch.no_grad():
        for layer, weight, bias in zip(linear, found.weights, found.biases, strict=True):
            layer.weight.copy_(torch.from_numpy(weight.T.copy()))
            layer.bias.copy_(torch.from_numpy(bias))
    return network.to(device)


@torch.no_grad()
def widen(narrow: Network, wide: Network) -> None:
    """Let a network judge as a narrower one of as many layers does.

    Its further units keep their first weights, but nobody listens to them yet.
    """
    for old, new in zip(narrow.layers, wide.layers, strict=True):
        if isinstance(old, nn.Linear) and isinstance(new, nn.Linear):
            units, inputs = old.weight.shape
            new.weight[:units] = 0
            new.weight[:units, :inputs] = old.weight
            new.bias[:units] = old.bias


Chances = Callable[[Tables], Tensor]
"""Judges tables: by row and seat, the seat to roll first."""


ALL_BUT_LAST = slice(-1)
OWN = slice(1)


def judge(chances: Chances, seats: slice = ALL_BUT_LAST) -> Callable[..., Tensor]:
    """Make a judge of the ends of a turn for some seats, the roller being seat 0."""

    def worth(_: Tables, ends: Any, __: int) -> Tensor:  # noqa: ANN401 - of either game
        return of_ends(lambda after: own_first(chances(after))[:, seats], ends)

    return worth


def own_first(judged: Tensor) -> Tensor:
    """Turn the seats of the next table back: the one who has rolled is its last seat."""
    return judged.roll(1, dims=1)


def of_ends(judged: Chances, ends: Any) -> Tensor:  # noqa: ANN401 - of either game
    """Judge the tables after all ends that are possible; 0 for the others."""
    after = flattened(ends.after)
    places = ends.possible.reshape(-1).nonzero()[:, 0]
    found = judged(type(after)(*(each[places] for each in after)))
    worth = found.new_zeros(after.place.shape[0], found.shape[1])
    worth[places] = found
    return worth.reshape(*ends.possible.shape, -1)


def whole(values: Tensor) -> Tensor:
    """Add the last seat's chance, which the others leave over."""
    return torch.cat([values, 1 - values.sum(dim=1, keepdim=True)], dim=1)
