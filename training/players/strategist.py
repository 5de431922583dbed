"""The strategist on many tables: the formula, and the formula seen through one more turn."""

from __future__ import annotations

import torch
from torch import Tensor

from pickomino.core.tiles import HIGHEST_TILE, worms
from pickomino.evaluation.features import FIRST_SEAT, UP
from pickomino.evaluation.full_features import ALL_TILES, FIRST_HOLDER, FullArrays
from pickomino.evaluation.strength import STEAL_CHANCE
from pickomino.evaluation.win_chance import weights
from training.games import extrawurm_tables, extrawurm_turns
from training.games.base_tables import tops
from training.players.network import OWN, judge, whole

CHUNK = 1 << 12
"""Tables at once: every state of their turns takes room."""


def by_formula(arrays: FullArrays) -> Tensor:
    """Judge tables as the formula does: by row and seat, the seat to roll first."""
    device, players = arrays.place.device, arrays.bratwurms.shape[1]
    counts = torch.tensor([worms(tile) for tile in ALL_TILES], device=device)
    figures = torch.stack([_of_seat(arrays, seat, counts) for seat in range(players)], dim=1)
    up = arrays.place == UP
    left = up.sum(dim=1).float()
    worms_left = (up * counts).sum(dim=1)
    stages = torch.stack(
        [torch.ones_like(left), 1 / left, 1 / left**2, (1 + worms_left) ** -0.5], dim=1
    )
    weighed = (figures[..., None] * stages[:, None, None, :]).flatten(2)
    judged = (weighed @ torch.tensor(weights()[players], device=device)).softmax(dim=1)
    final = extrawurm_tables.final_chances(arrays, players)
    return torch.where(extrawurm_tables.is_over(arrays)[:, None], final, judged)


def _of_seat(arrays: FullArrays, seat: int, counts: Tensor) -> Tensor:
    """Return the figures of a seat, in the order of SEAT_FIGURES."""
    players = arrays.bratwurms.shape[1]
    device = counts.device
    own = arrays.place == FIRST_SEAT + seat
    top = tops(arrays, players)[:, seat]
    numbers = torch.tensor(ALL_TILES, device=device)
    exposed = torch.tensor([STEAL_CHANCE.get(tile, 0) / 100 for tile in ALL_TILES], device=device)
    score = (own * counts).sum(dim=1) + arrays.bratwurms[:, seat]
    return torch.stack(
        [
            score,
            (top * counts).sum(dim=1),
            (top * counts * exposed).sum(dim=1),
            torch.full_like(score, -seat / (players - 1), dtype=torch.float),
            (own * numbers).amax(dim=1) / HIGHEST_TILE,
            own.sum(dim=1),
            (arrays.specialists == FIRST_HOLDER + seat).any(dim=1),
        ],
        dim=1,
    ).float()


def looking_ahead(arrays: FullArrays) -> Tensor:
    """Judge tables by the formula after one more turn, which is played exactly."""
    count = len(arrays.place)
    parts = [
        _through_the_turn(FullArrays(*(each[first : first + CHUNK] for each in arrays)))
        for first in range(0, count, CHUNK)
    ]
    return torch.cat(parts)


def _through_the_turn(arrays: FullArrays) -> Tensor:
    players = arrays.bratwurms.shape[1]
    solved = extrawurm_turns.solve(arrays, players, judge(by_formula))
    final = extrawurm_tables.final_chances(arrays, players)
    return torch.where(extrawurm_tables.is_over(arrays)[:, None], final, whole(solved.at_start))


strategist = judge(looking_ahead, OWN)
"""Judges the ends of a turn as the strategist does."""
