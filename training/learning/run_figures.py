"""Figures that show how a training run goes, and whether it has collapsed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import torch
from torch import Tensor

from pickomino.core.position import Position
from pickomino.core.rules import MIN_PLAYERS, Rules
from pickomino.solved import small_start
from pickomino.solved.starts import max_tiles
from training.learning.settings import TrainingSettings
from training.players.network import ValueNetwork
from training.solving.exact_response import loss
from training.solving.small_games import SmallGame, find_tables, network_values

MAX_EXACT_TILES = 5
"""The exact loss of games of up to this many tiles is computed for every line of the log.

That of larger games that `pickomino.solved` solves takes seconds, and is in the last line only.
"""
MAX_FAILED = 0.9
"""A run has collapsed if more turns than this fail; perfect players fail in a third of them."""
MAX_LOSS = 0.4
"""A run has collapsed if a player loses more than this; players at random lose a little less."""
FIRST_CHECKED_SHARE = 0.5
"""A run is checked for a collapse after this share of its steps; before, it may know too little."""


class CollapseError(Exception):
    """Training has collapsed: the network learns only what its own bad play shows it."""


class TurnCounts(NamedTuple):
    """The turns on tables that do not explore, since the last line of the log."""

    turns: Tensor
    failed: Tensor
    games: Tensor
    """How many games ended."""

    @staticmethod
    def zero(device: torch.device) -> TurnCounts:
        """Return the counts before any turn."""
        return TurnCounts(*(torch.zeros((), dtype=torch.long, device=device) for _ in range(3)))

    def add(self, failed: Tensor, is_over: Tensor) -> TurnCounts:
        """Return the counts after a turn on each table."""
        turns = self.turns + len(failed)
        return TurnCounts(turns, self.failed + failed.sum(), self.games + is_over.sum())

    def figures(self) -> dict[str, float | None]:
        """Return the share of failed turns and the mean length of games, for the log."""
        turns, failed, games = (int(count) for count in self)
        return {
            "failed": round(failed / max(1, turns), 4),
            "game_length": round(turns / games, 2) if games else None,
        }


class ExactLosses:
    """Computes what the network loses in the games that are small enough."""

    def __init__(self, settings: TrainingSettings, device: torch.device) -> None:
        """Find the tables of these games."""
        self._games: dict[str, SmallGame] = {}
        self._larger: dict[str, Position] = {}
        self._device = device
        if settings.players != MIN_PLAYERS:
            return
        for name in dict.fromkeys(settings.rules):
            rules = Rules.parse(name)
            for tiles in settings.tiles:
                start = small_start(rules, tiles)
                if tiles <= MAX_EXACT_TILES and not rules.extrawurm:
                    self._games[f"{name}/{tiles}"] = find_tables(start, device)
                elif tiles <= max_tiles(rules):
                    self._larger[f"{name}/{tiles}"] = start

    def losses(self, network: ValueNetwork, *, is_last: bool) -> dict[str, float]:
        """Return the loss against a perfect opponent who knows the network, by game."""
        network.eval()
        losses = {name: _loss(network, game) for name, game in self._games.items()}
        if is_last:
            for name, start in self._larger.items():
                losses[name] = _loss(network, find_tables(start, self._device))
        return losses


def _loss(network: ValueNetwork, game: SmallGame) -> float:
    values = network_values(partial(network.chances, is_quick=False), game)
    return max(0.0, round(loss(game, values, is_quiet=True), 6))


def check_for_collapse(line: Mapping[str, Any], settings: TrainingSettings) -> None:
    """Raise CollapseError if a line of the log shows that the run has collapsed."""
    is_number = all(value == value for value in (line["loss"], line["residual"]))  # noqa: PLR0124 - NaN differs from itself
    if not is_number:
        raise CollapseError(_explain(["the loss is not a number"], settings))
    if line["step"] < FIRST_CHECKED_SHARE * settings.steps:
        return
    reasons: list[str] = []
    if line["failed"] > MAX_FAILED:
        reasons.append(f"{line['failed']:.1%} of turns fail")
    exact: Mapping[str, float] = line["exact_loss"]
    reasons += [
        f"in {name} it loses {value:.3f} against a perfect opponent"
        for name, value in exact.items()
        if value > MAX_LOSS
    ]
    if reasons:
        raise CollapseError(_explain(reasons, settings))


def _explain(reasons: Sequence[str], settings: TrainingSettings) -> str:
    return (
        f"training has collapsed: {'; '.join(reasons)}. The network learns from the tables that it"
        " reaches itself, so a network that plays badly may never see that it could do better,"
        " while its residual is small. Explore more (now exploring ="
        f" {settings.exploring}, random_ends = {settings.random_ends}), use more tables"
        f" ({settings.tables}), or a lower rate ({settings.rate})."
    )
