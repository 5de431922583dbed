"""How often a turn ends in each way when somebody else's values decide."""

from __future__ import annotations

import torch
from torch import Tensor

from training import turns
from training.tables import FAILURE

CHUNK = 1 << 15
"""Tables at once: every end is a channel, which takes much memory of a GPU."""


def end_chances(stops: Tensor, worth: Tensor) -> Tensor:
    """Return the chance of each end, by table.

    `stops` is the end of stopping, by table and total; `worth` what each end is worth to the
    player who decides, by table.
    """
    parts = zip(stops.split(CHUNK), worth.split(CHUNK), strict=True)
    return torch.cat([_chances(*part) for part in parts])


def _chances(stops: Tensor, worth: Tensor) -> Tensor:
    """Carry a channel for each end along: whether it was this one."""
    ends = torch.arange(worth.shape[1], device=worth.device)
    stop = torch.cat(
        [worth.gather(1, stops).T[None], (ends[:, None, None] == stops.T).to(worth.dtype)]
    )
    failed = (ends == FAILURE).to(worth.dtype)[:, None].expand(-1, len(worth))
    failure = torch.cat([worth[:, FAILURE][None], failed])
    return turns.at_start(stop.contiguous(), failure.contiguous())[1:].T
