"""How often a turn ends in each way when somebody else's values decide."""

from __future__ import annotations

import torch
from torch import Tensor

from training.games import base_solver
from training.games.base_tables import FAILURE


def end_chances(stops: Tensor, worth: Tensor) -> Tensor:
    """Return the chance of each end, by table.

    `stops` is the end of stopping, by table and total; `worth` what each end is worth to the
    player who decides, by table. A channel is carried along for each end that a turn can stop in:
    whether it was this one. The first such end of a table has the first channel, and so on, since
    few of all ends are possible on one table.
    """
    possible = torch.zeros_like(worth, dtype=torch.bool).scatter_(1, stops, True)  # noqa: FBT003
    possible[:, FAILURE] = False
    channel = possible.cumsum(dim=1) * possible - 1
    channels = torch.arange(max(1, int(channel.max()) + 1), device=worth.device)
    stopped = (channels[:, None, None] == channel.gather(1, stops).T).to(worth)
    stop = torch.cat([worth.gather(1, stops).T[None], stopped])
    failure = torch.cat([worth[:, FAILURE][None], torch.zeros_like(stopped[:, 0])])
    found = base_solver.at_start(stop, failure)[1:].T
    chances = torch.where(possible, found.gather(1, channel.clamp(min=0)), 0)
    chances[:, FAILURE] = (1 - chances.sum(dim=1)).clamp(min=0)
    return chances
