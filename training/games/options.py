"""The rule sets that networks are trained and rated with, as options of tables."""

from __future__ import annotations

import torch
from torch import Tensor

from pickomino.core.rules import EXTRAWURM_OPTIONS
from pickomino.evaluation.features import EXTRAWURM, TRAINED_VALUES

BASE_RULES = ("standard", "classic", "short", "manual")
RATED_RULES = (*BASE_RULES, *(f"{name}+extrawurm" for name in BASE_RULES), "short(returned=down)")
"""The rule sets with which networks are trained and measured."""


def draw_options(options: Tensor, generator: torch.Generator) -> Tensor:
    """Draw random options in place of the given ones; Extrawurm is played on the same tables."""
    sizes = torch.tensor([*map(len, TRAINED_VALUES.values())], device=options.device)
    random = torch.rand(options.shape, device=options.device, generator=generator)
    drawn = torch.cat([(random[:, :-1] * sizes).floor(), options[:, EXTRAWURM:]], dim=1)
    needs_extrawurm = torch.tensor(
        [*(option in EXTRAWURM_OPTIONS for option in TRAINED_VALUES), False], device=options.device
    )
    is_kept = needs_extrawurm & ~options[:, EXTRAWURM:].bool()
    return torch.where(is_kept, options, drawn)
