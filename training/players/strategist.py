"""The strategist on many tables: its formula, and the formula after one more solved turn."""

from __future__ import annotations

import torch
from torch import Tensor

from pickomino.core.tiles import HIGHEST_TILE, worms
from pickomino.evaluation.features import FIRST_SEAT, UP
from pickomino.evaluation.full_features import ALL_TILES, FIRST_HOLDER, FullArrays
from pickomino.evaluation.strength import STEAL_CHANCE
from pickomino.evaluation.win_chance import weights
from training.games import extrawurm_tables, extrawurm_turns
from training.games.base_tables import top_tiles
from training.games.batches import take_rows
from training.players.network import OWN, add_last_seat, end_evaluator

CHUNK = 1 << 12
"""Tables per batch: a small number, because the states of a turn take a lot of memory."""


def formula_chances(arrays: FullArrays) -> Tensor:
    """Return the formula's chances, indexed by row and seat; the seat to roll comes first."""
    device, players = arrays.place.device, arrays.bratwurms.shape[1]
    counts = torch.tensor([worms(tile) for tile in ALL_TILES], device=device)
    figures = torch.stack([_seat_figures(arrays, seat, counts) for seat in range(players)], dim=1)
    up = arrays.place == UP
    left = up.sum(dim=1).float()
    worms_left = (up * counts).sum(dim=1)
    stages = torch.stack(
        [torch.ones_like(left), 1 / left, 1 / left**2, (1 + worms_left) ** -0.5], dim=1
    )
    weighted = (figures[..., None] * stages[:, None, None, :]).flatten(2)
    chances = (weighted @ torch.tensor(weights()[players], device=device)).softmax(dim=1)
    final = extrawurm_tables.final_chances(arrays, players)
    return torch.where(extrawurm_tables.is_over(arrays)[:, None], final, chances)


def _seat_figures(arrays: FullArrays, seat: int, counts: Tensor) -> Tensor:
    """Return the figures of a seat, in the order of SEAT_FIGURES."""
    players = arrays.bratwurms.shape[1]
    device = counts.device
    own = arrays.place == FIRST_SEAT + seat
    top = top_tiles(arrays, players)[:, seat]
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


def look_ahead_chances(arrays: FullArrays) -> Tensor:
    """Return the formula's chances after one more turn, which is solved exactly."""
    starts = range(0, len(arrays.place), CHUNK)
    parts = [take_rows(arrays, slice(first, first + CHUNK)) for first in starts]
    return torch.cat([_solve_next_turn(part) for part in parts])


def _solve_next_turn(arrays: FullArrays) -> Tensor:
    players = arrays.bratwurms.shape[1]
    solved = extrawurm_turns.solve_turns(arrays, players, end_evaluator(formula_chances))
    final = extrawurm_tables.final_chances(arrays, players)
    is_over = extrawurm_tables.is_over(arrays)[:, None]
    return torch.where(is_over, final, add_last_seat(solved.at_start))


strategist_end_values = end_evaluator(look_ahead_chances, OWN)
"""Values the ends of a turn as the strategist does."""
