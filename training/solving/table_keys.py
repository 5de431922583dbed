"""Tables of a small game as numbers: two tables are equal if their keys are equal."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from pickomino.core.extrawurm import SUPPLY, Specialist
from pickomino.evaluation.features import (
    ALL_TILES,
    BESIDE,
    DOWN,
    EXTRAWURM,
    FIRST_HOLDER,
    FIRST_SEAT,
    TableArrays,
)

PLAYERS = 2
MAX_KEY = 2**63


class TableKeys:
    """Encodes the tables of one small game as keys, and decodes them.

    The digits of a key are the places of the tiles in play and, with Extrawurm, the places of the
    specialists and the numbers of Bratwurms.
    """

    def __init__(self, start: TableArrays) -> None:
        """Set up the keys of the game that starts with the only table in `start`."""
        device = start.place.device
        self.options = start.options
        self.tiles = (start.place[0] != DOWN).nonzero()[:, 0]
        self.has_extrawurm = bool(start.options[0, EXTRAWURM])
        count = len(self.tiles)
        radices = [FIRST_SEAT + PLAYERS * count] * count
        if self.has_extrawurm:
            radices += [1 + PLAYERS + count] * len(Specialist) + [SUPPLY + 1] * PLAYERS
        if math.prod(radices) > MAX_KEY:
            raise ValueError(f"a game with {count} tiles is too large to be solved")
        self._radices = torch.tensor(radices, device=device)
        weights = [math.prod(radices[place + 1 :]) for place in range(len(radices))]
        self._weights = torch.tensor(weights, device=device)
        holders = torch.arange(FIRST_HOLDER, FIRST_HOLDER + PLAYERS, device=device)
        beside = torch.tensor([BESIDE], device=device)
        self._places = torch.cat([beside, holders, self.tiles])
        self._digits = torch.zeros(FIRST_HOLDER + PLAYERS, dtype=torch.long, device=device)
        self._digits[self._places] = torch.arange(len(self._places), device=device)

    def encode(self, arrays: TableArrays) -> Tensor:
        """Return the key of each table."""
        place, height = arrays.place[:, self.tiles].long(), arrays.height[:, self.tiles].long()
        in_stack = FIRST_SEAT + (place - FIRST_SEAT) * len(self.tiles) + height
        parts = [torch.where(place < FIRST_SEAT, place, in_stack)]
        if self.has_extrawurm:
            parts += [self._digits[arrays.specialists.long()], arrays.bratwurms.long()]
        return (torch.cat(parts, dim=1) * self._weights).sum(dim=1)

    def decode(self, keys: Tensor) -> TableArrays:
        """Return the tables that keys stand for."""
        digits = keys[:, None] // self._weights % self._radices
        count = len(self.tiles)
        code, others = digits[:, :count], digits[:, count:]
        in_stack = code - FIRST_SEAT
        is_free = in_stack < 0
        place = torch.full((len(keys), len(ALL_TILES)), DOWN, dtype=torch.int8, device=keys.device)
        height = torch.zeros_like(place)
        place[:, self.tiles] = torch.where(is_free, code, FIRST_SEAT + in_stack // count).to(place)
        height[:, self.tiles] = torch.where(is_free, 0, in_stack % count).to(height)
        specialists = place.new_full((len(keys), len(Specialist)), BESIDE)
        bratwurms = place.new_zeros(len(keys), PLAYERS)
        if self.has_extrawurm:
            specialists = self._places[others[:, : len(Specialist)]].to(torch.int8)
            bratwurms = others[:, len(Specialist) :].to(torch.int8)
        options = self.options.expand(len(keys), -1)
        return TableArrays(place, height, specialists, bratwurms, options)
