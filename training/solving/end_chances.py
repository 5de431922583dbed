"""The chance of each way a turn can end, for a player who follows given values."""

from __future__ import annotations

import torch
from torch import Tensor

from pickomino.envs.torch.tables import FAILURE
from training.games.solver import BASE_GAME, solve_start
from training.games.turns import payoffs


def end_chances(stops: Tensor, end_values: Tensor, shape: Tensor) -> Tensor:
    """Return the chance of each end, indexed by table and end.

    `stops` is the end that stopping leads to, indexed by table, Bratwurm and total; `end_values` is
    what each end is worth to the player who decides, indexed by table, Bratwurm and end. Ends with
    a Bratwurm are numbered after those without one. Each end gets a channel, whose payoff is 1 for
    that end and 0 for all others. Channels are numbered separately for each table, since only a few
    of all ends are possible on any one table.
    """
    ends = end_values.shape[2]
    has_bratwurm = shape != BASE_GAME
    first = torch.tensor([0, ends], device=shape.device) * has_bratwurm[:, None]
    flat = stops + first[..., None]
    is_end = torch.zeros_like(end_values, dtype=torch.bool).flatten(1)
    is_end.scatter_(1, flat.flatten(1), True)  # noqa: FBT003
    is_end[:, ends + FAILURE] |= has_bratwurm
    is_end[:, FAILURE] = False
    channel = is_end.cumsum(dim=1) * is_end - 1
    channels = torch.arange(max(1, int(channel.max()) + 1), device=shape.device)
    by_end = (channel[..., None] == channels).to(end_values).reshape(*end_values.shape, -1)
    stop, failure = payoffs(stops, torch.cat([end_values[..., None], by_end], dim=3))
    values = solve_start(stop.contiguous(), failure.contiguous(), shape)[:, 1:]
    chances = torch.where(is_end, values.gather(1, channel.clamp(min=0)), 0)
    chances[:, FAILURE] = (1 - chances.sum(dim=1)).clamp(min=0)
    return chances
