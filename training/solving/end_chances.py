"""The chance of each way a turn can end, for a player who follows given values."""

from __future__ import annotations

import torch
from torch import Tensor

from training.games import base_solver
from training.games.base_tables import FAILURE


def end_chances(stops: Tensor, end_values: Tensor) -> Tensor:
    """Return the chance of each end, indexed by table and end.

    `stops` is the end that stopping leads to, indexed by table and total; `end_values` is what each
    end is worth to the player who decides, indexed by table and end. Each end that a turn can stop
    in gets a channel, whose payoff is 1 for that end and 0 for all others. Channels are numbered
    separately for each table, since only a few of all ends are possible on any one table.
    """
    possible = torch.zeros_like(end_values, dtype=torch.bool)
    possible.scatter_(1, stops, True)  # noqa: FBT003
    possible[:, FAILURE] = False
    channel = possible.cumsum(dim=1) * possible - 1
    channels = torch.arange(max(1, int(channel.max()) + 1), device=end_values.device)
    stopped = (channels[:, None, None] == channel.gather(1, stops).T).to(end_values)
    stop = torch.cat([end_values.gather(1, stops).T[None], stopped])
    failure = torch.cat([end_values[:, FAILURE][None], torch.zeros_like(stopped[:, 0])])
    by_channel = base_solver.solve_start(stop, failure)[1:].T
    chances = torch.where(possible, by_channel.gather(1, channel.clamp(min=0)), 0)
    chances[:, FAILURE] = (1 - chances.sum(dim=1)).clamp(min=0)
    return chances
