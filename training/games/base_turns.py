"""One turn of the base game on many tables: value its ends, solve it exactly, roll the dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.roll import POINTS
from pickomino.core.tiles import worms
from pickomino.evaluation.features import FIRST_SEAT, BaseArrays
from pickomino.solver.program import STOP_ROW
from training.games import base_solver, base_tables
from training.games.base_tables import FAILURE, LOWEST, TILE_COUNT, TOTALS, BaseEnds

BaseEndEvaluator = Callable[[BaseArrays, BaseEnds, int], Tensor]
"""Takes tables, their ends and the number of players; returns the values of the ends.

The values are indexed by row, end and channel. The first channel is the objective of the player
whose turn it is (the roller).
"""

DICE = 8
WORM = 5
WORM_BIT = 1 << WORM


class SolvedTurns(NamedTuple):
    """Solved turns of many tables."""

    ends: BaseEnds
    end_values: Tensor
    """The value of each end, indexed by row, end and channel."""
    best_end: Tensor
    """The best end, indexed by row and total; FAILURE where nothing can be claimed."""
    values: Tensor
    """The result of `base_solver.solve_states`."""

    @property
    def at_start(self) -> Tensor:
        """The value of the turn before the first roll, indexed by row and channel."""
        return self.values[:, base_solver.START_ROW].T


def solve_turns(arrays: BaseArrays, players: int, evaluate: BaseEndEvaluator) -> SolvedTurns:
    """Solve the turns of many tables."""
    ends = base_tables.enumerate_ends(arrays, players)
    return solve_with_values(arrays, ends, evaluate(arrays, ends, players))


def solve_with_values(_: BaseArrays, ends: BaseEnds, end_values: Tensor) -> SolvedTurns:
    """Solve turns whose ends have known values."""
    objective = end_values[:, None, 1:, 0].expand(-1, TOTALS, -1)
    best = torch.where(ends.claims, objective, -torch.inf).max(dim=2)
    best_end = torch.where(best.values > -torch.inf, best.indices + 1, FAILURE)
    channels = end_values.shape[2]
    stop = torch.gather(end_values, 1, best_end[:, :, None].expand(-1, -1, channels))
    values = base_solver.solve_states(
        stop.permute(2, 1, 0).contiguous(), end_values[:, FAILURE].T.contiguous()
    )
    return SolvedTurns(ends, end_values, best_end, values)


def play_turns(
    solved: SolvedTurns, generator: torch.Generator, exploration: Tensor | None = None
) -> Tensor:
    """Play every turn with random dice and the solved choices; return the end of each.

    `exploration` is, for each table, the share of choices (of a symbol, or whether to stop) that
    are made at random.
    """
    objective = solved.values[0]
    device, count = objective.device, objective.shape[1]
    rows = base_solver.row_index(device)
    tables = torch.arange(count, device=device)
    points_of = torch.tensor(POINTS, device=device)
    bits = 1 << torch.arange(6, device=device)
    symbols = torch.zeros(count, dtype=torch.long, device=device)
    dice, points = torch.full_like(symbols, DICE), torch.zeros_like(symbols)
    end = torch.full_like(symbols, -1)
    for _ in range(6):
        counts = roll_dice(dice, generator)
        legal = (counts > 0) & (symbols[:, None] & bits == 0)
        after = (
            symbols[:, None] | bits,
            dice[:, None] - counts,
            points[:, None] + counts * points_of,
        )
        deciding = rows.deciding[after[0], after[1].clamp(min=0), after[2]]
        choice_values = objective[deciding, tables[:, None]]
        noise = torch.rand(count, 6, device=device, generator=generator)
        if exploration is not None:
            drawn = torch.rand(count, device=device, generator=generator)
            explores = (drawn < exploration)[:, None]
            choice_values = torch.where(explores, noise, choice_values)
        choice = torch.where(legal, choice_values, -torch.inf).argmax(dim=1)
        is_open = end < 0
        end = torch.where(is_open & ~legal.any(dim=1), FAILURE, end)
        is_open = end < 0
        symbols, dice, points = (
            torch.where(is_open, new[tables, choice], old)
            for new, old in zip(after, (symbols, dice, points), strict=True)
        )
        has_worm = symbols & WORM_BIT > 0
        best_end = torch.where(
            has_worm, solved.best_end[tables, points], torch.full_like(symbols, FAILURE)
        )
        rolling = rows.rolling[symbols, dice, points]
        stop_row = torch.where(has_worm, STOP_ROW + points, 1)
        stops = (rolling == 0) | (objective[stop_row, tables] >= objective[rolling, tables])
        if exploration is not None:
            explores = torch.rand(count, device=device, generator=generator) < exploration
            stops = torch.where(explores & (best_end != FAILURE), True, stops)  # noqa: FBT003
        end = torch.where(is_open & stops, best_end, end)
    return end


def roll_dice(dice: Tensor, generator: torch.Generator) -> Tensor:
    """Roll the given number of dice in each row; return the count of each face."""
    faces = torch.randint(
        6, (len(dice), DICE), device=dice.device, generator=generator, dtype=torch.int8
    )
    is_rolled = torch.arange(DICE, device=dice.device) < dice[:, None]
    shown = (faces[:, :, None] == torch.arange(6, device=dice.device)) & is_rolled[:, :, None]
    return shown.sum(dim=1)


def expert_end_values(arrays: BaseArrays, _: BaseEnds, players: int) -> Tensor:
    """Value ends as the expert does: worms gained, plus a bonus for steals, minus worms lost."""
    counts = torch.tensor(
        [worms(LOWEST + i) for i in range(TILE_COUNT)], device=arrays.place.device
    )
    is_steal = arrays.place > FIRST_SEAT
    gained = torch.where(is_steal, counts * (1 + 1 / (players - 1)), counts.float())
    lost = (base_tables.top_tiles(arrays, players)[:, 0] * counts).sum(dim=1, keepdim=True)
    return torch.cat([-lost.float(), gained], dim=1)[:, :, None]
