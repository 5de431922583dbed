"""What training needs to know of a game: the base game, or the full one with every option."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from pickomino.core.rules import EXTRAWURM_OPTIONS, Rules
from pickomino.evaluation import features, full_features
from pickomino.evaluation.full_features import EXTRAWURM, KNOWN
from training.games import base_tables, base_turns, extrawurm_tables, extrawurm_turns

_PRESETS = ("standard", "classic", "short", "manual")

Tables = Any
"""`Arrays` of the base game, or `FullArrays`."""
Solved = base_turns.Solved | extrawurm_turns.Solved


@dataclass(frozen=True)
class Game:
    """The features of one version, and the rules on tables that have them."""

    version: int
    width: Callable[[int], int]
    encode: Callable[[Tables, int, Any], Tensor]
    options_of: Callable[[Rules], tuple[float, ...]]
    any_options: Callable[[Tensor, torch.Generator], Tensor]
    """Draw any combination of options in place of the given ones."""
    begin: Callable[[Tensor, Tensor, int], Tables]
    """Lay out tables: the options and the number of tiles of each, and the players."""
    ends_of: Callable[[Tables, int], Any]
    decide: Callable[[Tables, Any, Tensor], Any]
    """Solve the turns of tables, with their ends and what these are worth."""
    solve: Callable[..., Any]
    roll_out: Callable[..., Tensor]
    picked: Callable[[Tables, Tensor], Tables]
    is_over: Callable[[Tables], Tensor]
    final_chances: Callable[[Tables, int], Tensor]
    expert: Callable[..., Tensor]
    rated: tuple[str, ...]
    """The rules that matches rate a network with."""


def flattened(arrays: Tables) -> Tables:
    """Put all dimensions but the last one into one."""
    return type(arrays)(*(each.reshape(-1, each.shape[-1]) for each in arrays))


def chosen(which: Tensor, new: Tables, old: Tables) -> Tables:
    """Take some rows of new tables, and the others of old ones."""
    pairs = zip(new, old, strict=True)
    return type(new)(*(torch.where(which[:, None], one, other) for one, other in pairs))


def _any_base_options(options: Tensor, generator: torch.Generator) -> Tensor:
    return torch.randint(2, options.shape, device=options.device, generator=generator).float()


def _any_full_options(options: Tensor, generator: torch.Generator) -> Tensor:
    """Draw options; without Extrawurm, the base game's that only these features have."""
    sizes = torch.tensor([*map(len, KNOWN.values())], device=options.device)
    drawn = torch.rand(options.shape, device=options.device, generator=generator)
    found = torch.cat([(drawn[:, :-1] * sizes).floor(), options[:, EXTRAWURM:]], dim=1)
    base = found.clone()
    for place, option in enumerate(KNOWN):
        if option in EXTRAWURM_OPTIONS:
            base[:, place] = options[:, place]
    base[:, list(KNOWN).index("returned")] = KNOWN["returned"].index("down")
    return torch.where(options[:, EXTRAWURM:].bool(), found, base)


BASE = Game(
    version=features.VERSION,
    width=features.width,
    encode=features.encode,
    options_of=features.rule_bits,
    any_options=_any_base_options,
    begin=lambda options, tiles, _: base_tables.begin(len(options), options, tiles),
    ends_of=base_tables.ends_of,
    decide=base_turns.decide,
    solve=base_turns.solve,
    roll_out=base_turns.roll_out,
    picked=base_tables.picked,
    is_over=lambda arrays: base_tables.is_over(arrays.place),
    final_chances=lambda arrays, players: base_tables.final_chances(arrays.place, players),
    expert=base_turns.worms_to_expect,
    rated=_PRESETS,
)
FULL = Game(
    version=full_features.VERSION,
    width=full_features.width,
    encode=full_features.encode,
    options_of=full_features.options_of,
    any_options=_any_full_options,
    begin=lambda options, _, players: extrawurm_tables.begin(options, players),
    ends_of=extrawurm_tables.ends_of,
    decide=extrawurm_turns.decide,
    solve=extrawurm_turns.solve,
    roll_out=extrawurm_turns.roll_out,
    picked=extrawurm_tables.picked,
    is_over=extrawurm_tables.is_over,
    final_chances=extrawurm_tables.final_chances,
    expert=extrawurm_turns.worms_to_expect,
    rated=(*(f"{name}+extrawurm" for name in _PRESETS), "short(returned=down)"),
)
GAMES = {game.version: game for game in (BASE, FULL)}
