"""The two games that networks are trained for, behind one interface.

`BASE_GAME` is the base game with version 1 of the features; `EXTRAWURM_GAME` has every option and
Extrawurm, with version 2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from pickomino.core.rules import EXTRAWURM_OPTIONS, Rules
from pickomino.evaluation import features, full_features
from pickomino.evaluation.full_features import EXTRAWURM, TRAINED_VALUES
from training.games import base_tables, base_turns, extrawurm_tables, extrawurm_turns
from training.games.base_turns import SolvedTurns
from training.games.batches import TableBatch
from training.games.extrawurm_turns import SolvedExtrawurmTurns

_PRESETS = ("standard", "classic", "short", "manual")

AnySolvedTurns = SolvedTurns | SolvedExtrawurmTurns
AnyEnds = Any
"""`BaseEnds` or `ExtrawurmEnds`."""
EndEvaluator = Callable[[TableBatch, AnyEnds, int], Tensor]
"""Values the ends of turns: `BaseEndEvaluator` or `ExtrawurmEndEvaluator`."""


@dataclass(frozen=True)
class GameVariant:
    """One version of the features, and the rules for tables that have these features."""

    version: int
    width: Callable[[int], int]
    encode: Callable[[TableBatch, int, Any], Tensor]
    encode_options: Callable[[Rules], tuple[float, ...]]
    draw_options: Callable[[Tensor, torch.Generator], Tensor]
    """Draw random options in place of the given ones."""
    new_tables: Callable[[Tensor, Tensor, int], TableBatch]
    """Set up tables, given their options, their numbers of tiles, and the number of players."""
    enumerate_ends: Callable[[TableBatch, int], AnyEnds]
    solve_with_values: Callable[[TableBatch, AnyEnds, Tensor], Any]
    """Solve the turns of tables, given their ends and the values of the ends."""
    solve_turns: Callable[[TableBatch, int, Any], Any]
    play_turns: Callable[..., Tensor]
    select_end: Callable[[TableBatch, Tensor], TableBatch]
    is_over: Callable[[TableBatch], Tensor]
    final_chances: Callable[[TableBatch, int], Tensor]
    expert_end_values: Callable[..., Tensor]
    rated_rules: tuple[str, ...]
    """The rule sets with which matches rate a network."""


def _draw_base_options(options: Tensor, generator: torch.Generator) -> Tensor:
    return torch.randint(2, options.shape, device=options.device, generator=generator).float()


def _draw_extrawurm_options(options: Tensor, generator: torch.Generator) -> Tensor:
    """Draw random options; without Extrawurm, only combinations that features version 1 lacks.

    These are the base game's combinations with `returned=down`.
    """
    sizes = torch.tensor([*map(len, TRAINED_VALUES.values())], device=options.device)
    drawn = torch.rand(options.shape, device=options.device, generator=generator)
    with_extrawurm = torch.cat([(drawn[:, :-1] * sizes).floor(), options[:, EXTRAWURM:]], dim=1)
    without = with_extrawurm.clone()
    for index, option in enumerate(TRAINED_VALUES):
        if option in EXTRAWURM_OPTIONS:
            without[:, index] = options[:, index]
    without[:, list(TRAINED_VALUES).index("returned")] = TRAINED_VALUES["returned"].index("down")
    return torch.where(options[:, EXTRAWURM:].bool(), with_extrawurm, without)


BASE_GAME = GameVariant(
    version=features.VERSION,
    width=features.width,
    encode=features.encode,
    encode_options=features.rule_bits,
    draw_options=_draw_base_options,
    new_tables=lambda options, tiles, _: base_tables.new_tables(options, tiles),
    enumerate_ends=base_tables.enumerate_ends,
    solve_with_values=base_turns.solve_with_values,
    solve_turns=base_turns.solve_turns,
    play_turns=base_turns.play_turns,
    select_end=base_tables.select_end,
    is_over=lambda arrays: base_tables.is_over(arrays.place),
    final_chances=lambda arrays, players: base_tables.final_chances(arrays.place, players),
    expert_end_values=base_turns.expert_end_values,
    rated_rules=_PRESETS,
)
EXTRAWURM_GAME = GameVariant(
    version=full_features.VERSION,
    width=full_features.width,
    encode=full_features.encode,
    encode_options=full_features.option_indices,
    draw_options=_draw_extrawurm_options,
    new_tables=lambda options, _, players: extrawurm_tables.new_tables(options, players),
    enumerate_ends=extrawurm_tables.enumerate_ends,
    solve_with_values=extrawurm_turns.solve_with_values,
    solve_turns=extrawurm_turns.solve_turns,
    play_turns=extrawurm_turns.play_turns,
    select_end=extrawurm_tables.select_end,
    is_over=extrawurm_tables.is_over,
    final_chances=extrawurm_tables.final_chances,
    expert_end_values=extrawurm_turns.expert_end_values,
    rated_rules=(*(f"{name}+extrawurm" for name in _PRESETS), "short(returned=down)"),
)
VARIANTS = {variant.version: variant for variant in (BASE_GAME, EXTRAWURM_GAME)}
