"""One turn of many tables: the payoff from a judge of its ends, the solution, and dice rolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.roll import POINTS
from pickomino.evaluation.features import FIRST_SEAT, Arrays
from pickomino.solver.program import STOP_ROW
from training.games import base_solver, base_tables
from training.games.base_tables import ENDS, FAILURE, LOWEST, TILE_COUNT, TOTALS, Ends

Judge = Callable[[Arrays, Ends, int], Tensor]
"""Return the worth of each end by row, end and channel; the first channel is the roller's aim."""

DICE = 8
WORM = 5
WORM_BIT = 1 << WORM


class Solved(NamedTuple):
    """Turns solved for many tables."""

    ends: Ends
    worth: Tensor
    """By row, end and channel."""
    claim: Tensor
    """By row and total, the best end; FAILURE where nothing can be claimed."""
    values: Tensor
    """As `turns.solve` gives them."""

    @property
    def at_start(self) -> Tensor:
        """By row and channel, the value of the turn before the first roll."""
        return self.values[:, base_solver.START_ROW].T


def solve(arrays: Arrays, players: int, judge: Judge) -> Solved:
    """Solve the turns of many tables."""
    ends = base_tables.ends_of(arrays, players)
    return decide(arrays, ends, judge(arrays, ends, players))


def decide(_: Arrays, ends: Ends, worth: Tensor) -> Solved:
    """Solve turns whose ends are known and judged."""
    aim = worth[:, None, 1:, 0].expand(-1, TOTALS, -1)
    best = torch.where(ends.claims, aim, -torch.inf).max(dim=2)
    claim = torch.where(best.values > -torch.inf, best.indices + 1, FAILURE)
    channels = worth.shape[2]
    stop = torch.gather(worth, 1, claim[:, :, None].expand(-1, -1, channels))
    values = base_solver.solve(stop.permute(2, 1, 0).contiguous(), worth[:, FAILURE].T.contiguous())
    return Solved(ends, worth, claim, values)


def roll_out(
    solved: Solved, generator: torch.Generator, exploration: Tensor | None = None
) -> Tensor:
    """Roll the dice of every turn and choose by its solution; returns the end of each.

    With `exploration`, by table the part of its choices (a symbol, stopping) made at random.
    """
    aim = solved.values[0]
    device, count = aim.device, aim.shape[1]
    rows = base_solver.row_table(device)
    lanes = torch.arange(count, device=device)
    points_of = torch.tensor(POINTS, device=device)
    bits = 1 << torch.arange(6, device=device)
    symbols = torch.zeros(count, dtype=torch.long, device=device)
    dice, points = torch.full_like(symbols, DICE), torch.zeros_like(symbols)
    end = torch.full_like(symbols, -1)
    for _ in range(6):
        counts = rolled(dice, generator)
        legal = (counts > 0) & (symbols[:, None] & bits == 0)
        after = (
            symbols[:, None] | bits,
            dice[:, None] - counts,
            points[:, None] + counts * points_of,
        )
        offered = aim[rows.deciding[after[0], after[1].clamp(min=0), after[2]], lanes[:, None]]
        noise = torch.rand(count, 6, device=device, generator=generator)
        if exploration is not None:
            drawn = torch.rand(count, device=device, generator=generator)
            explores = (drawn < exploration)[:, None]
            offered = torch.where(explores, noise, offered)
        choice = torch.where(legal, offered, -torch.inf).argmax(dim=1)
        is_open = end < 0
        end = torch.where(is_open & ~legal.any(dim=1), FAILURE, end)
        is_open = end < 0
        symbols, dice, points = (
            torch.where(is_open, each[lanes, choice], old)
            for each, old in zip(after, (symbols, dice, points), strict=True)
        )
        claim = torch.where(
            symbols & WORM_BIT > 0, solved.claim[lanes, points], torch.full_like(symbols, FAILURE)
        )
        rolling = rows.rolling[symbols, dice, points]
        stop_row = torch.where(symbols & WORM_BIT > 0, STOP_ROW + points, 1)
        stops = (rolling == 0) | (aim[stop_row, lanes] >= aim[rolling, lanes])
        if exploration is not None:
            explores = torch.rand(count, device=device, generator=generator) < exploration
            stops = torch.where(explores & (claim != FAILURE), True, stops)  # noqa: FBT003
        end = torch.where(is_open & stops, claim, end)
    return end


def rolled(dice: Tensor, generator: torch.Generator) -> Tensor:
    """Roll so many dice in each row and count the faces."""
    faces = torch.randint(
        6, (len(dice), DICE), device=dice.device, generator=generator, dtype=torch.int8
    )
    is_rolled = torch.arange(DICE, device=dice.device) < dice[:, None]
    shown = (faces[:, :, None] == torch.arange(6, device=dice.device)) & is_rolled[:, :, None]
    return shown.sum(dim=1)


def worms_to_expect(arrays: Arrays, _: Ends, players: int) -> Tensor:
    """Judge as the expert does: the worms gained, a steal's more, less those returned."""
    counts = torch.tensor(
        [base_tables.worms(LOWEST + i) for i in range(TILE_COUNT)], device=arrays.place.device
    )
    is_steal = arrays.place > FIRST_SEAT
    gained = torch.where(is_steal, counts * (1 + 1 / (players - 1)), counts.float())
    lost = (base_tables.tops(arrays, players)[:, 0] * counts).sum(dim=1, keepdim=True)
    worth = torch.cat([-lost.float(), gained], dim=1)
    assert worth.shape[1] == ENDS  # noqa: S101
    return worth[:, :, None]
