"""Observations as tensors, encoded exactly as in `pickomino.envs.encoding`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from pickomino.core.extrawurm import SUPPLY, Specialist
from pickomino.core.rules import MIN_PLAYERS, Rules
from pickomino.core.tiles import worms
from pickomino.envs.encoding import (
    ALL_TILES,
    MAX_DICE,
    MAX_POINTS,
    MAX_WORMS,
    RULE_BITS,
    SIZE,
    SLICES,
)
from pickomino.envs.torch import dice as turn_dice
from pickomino.evaluation.features import BESIDE, DOWN, FIRST_HOLDER, FIRST_SEAT, UP

if TYPE_CHECKING:
    from pickomino.envs.torch.environment import State

_RAVENS_CHOICE, _OVER = 3, 4


def observe(rules: Rules, players: int, state: State, views: Tensor) -> Tensor:
    """Return the observation of one seat in each game."""
    device = state.phase.device
    rows = torch.zeros(len(views), SIZE, device=device)
    index = torch.arange(len(views), device=device)
    # How many seats the observer comes after the one whose turn it is, which is the table's seat 0.
    offset = (views - state.seat) % players
    rows[index, state.phase] = 1
    running = state.phase != _OVER
    rows[index, SLICES["turn"].start + (-offset) % players] = running.float()
    rows[:, SLICES["players"].start + players - MIN_PLAYERS] = 1
    bits = [float(getattr(rules, option) == value) for option, value in RULE_BITS]
    rows[:, SLICES["rules"]] = torch.tensor(bits, device=device)
    _observe_tiles(rows, players, state, offset, has_extras=rules.extrawurm)
    _observe_dice(rows, state, running & (state.phase != _RAVENS_CHOICE))
    if rules.extrawurm:
        _observe_expansion(rows, players, state, offset)
    return rows


def _observe_tiles(
    rows: Tensor, players: int, state: State, offset: Tensor, *, has_extras: bool
) -> None:
    place, height = state.arrays.place, state.arrays.height
    device = rows.device
    counts = torch.tensor([worms(tile) for tile in ALL_TILES], device=device)
    rows[:, SLICES["grill"]] = (place == UP).float()
    rows[:, SLICES["face_down"]] = (place == DOWN).float()
    if not has_extras:
        # Tables without Extrawurm have 11 and 13 face down.
        rows[:, SLICES["face_down"].start : SLICES["face_down"].start + 2] = 0
    for relative in range(players):
        owner = FIRST_SEAT + (offset + relative) % players
        own = place == owner[:, None]
        size = own.sum(dim=1, keepdim=True)
        rows[:, SLICES[f"stack_{relative}"]] = own * (height + 1).float() / len(ALL_TILES)
        rows[:, SLICES[f"top_{relative}"]] = (own & (height + 1 == size)).float()
        gained = state.arrays.bratwurms.gather(1, (owner - FIRST_SEAT)[:, None])[:, 0]
        score = (own * counts).sum(dim=1) + gained
        rows[:, SLICES[f"score_{relative}"].start] = score.float() / MAX_WORMS


def _observe_dice(rows: Tensor, state: State, is_shown: Tensor) -> None:
    arrays, dice = state.arrays, state.dice
    shown = is_shown.float()
    rows[:, SLICES["set_aside"]] = dice.set_aside.float() / MAX_DICE * shown[:, None]
    rows[:, SLICES["rolled"]] = dice.rolled.float() / MAX_DICE * shown[:, None]
    figures = {
        "golden_set_aside": dice.golden_set_aside.float(),
        "golden_rolled": (dice.golden_rolled > 0).float(),
        "total": turn_dice.total(arrays, dice).float() / MAX_POINTS,
        "has_worm": turn_dice.has_worm(arrays, dice).float(),
        "dice_left": turn_dice.dice_left(arrays, dice).float() / MAX_DICE,
    }
    for name, figure in figures.items():
        rows[:, SLICES[name].start] = figure * shown


def _observe_expansion(rows: Tensor, players: int, state: State, offset: Tensor) -> None:
    index = torch.arange(len(offset), device=rows.device)
    for specialist in Specialist:
        name = specialist.name.lower()
        where = state.arrays.specialists[:, specialist].long()
        holder = (where - FIRST_HOLDER - offset) % players
        waiting = SLICES[f"{name}_waiting"].start
        column = torch.where(
            where < BESIDE,
            SLICES[f"{name}_on_tile"].start + where,
            torch.where(where == BESIDE, waiting, SLICES[f"{name}_held_by"].start + holder),
        )
        rows[index, column] = 1
    seats = (torch.arange(players, device=rows.device) + offset[:, None]) % players
    first = SLICES["bratwurms"].start
    bratwurms = state.arrays.bratwurms.gather(1, seats).float()
    rows[:, first : first + players] = bratwurms / SUPPLY
    rows[:, SLICES["weasel_used"].start] = state.dice.weasel_used.float()
