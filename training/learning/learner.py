"""Fitted value iteration: self-play with the exact value of each turn as the target."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from pickomino.atomic_file import atomic_write
from pickomino.core.rules import Rules
from pickomino.core.tiles import TILES
from pickomino.envs.torch import tables
from pickomino.envs.torch.tables import FAILURE
from pickomino.evaluation.features import TableArrays, encode, option_indices
from training.games.batches import replace_rows
from training.games.options import draw_options
from training.games.turns import SolvedTurns, play_turns, solve_turns
from training.learning.fitting import Fitter
from training.learning.optimizers import make_optimizers
from training.learning.run_figures import ExactLosses, TurnCounts, check_for_collapse
from training.learning.settings import TrainingSettings
from training.measuring.residual import WARM_UP
from training.players.network import (
    ValueNetwork,
    add_last_seat,
    end_evaluator,
)

FIRST_AVERAGING = 0.9
STOP_CHANCE = 1 / 200
"""The chance that a game that need not end is stopped before a turn, and counts as it stands."""


@dataclass
class Learner:
    """The state of a training run."""

    settings: TrainingSettings
    device: torch.device
    step: int = 0
    seconds: float = 0.0
    previous_training: dict[str, Any] = field(default_factory=dict[str, Any])
    """How the network from which this run started was trained."""
    last_line: dict[str, Any] | None = None
    """The last line of the log."""
    network: ValueNetwork = field(init=False)
    averaged: ValueNetwork = field(init=False)
    """The running average of the network. It plays in training, and it is exported."""
    optimizers: list[torch.optim.Optimizer] = field(init=False)
    fitter: Fitter = field(init=False)
    generator: torch.Generator = field(init=False)
    arrays: TableArrays = field(init=False)
    counts: TurnCounts = field(init=False)
    exact_losses: ExactLosses = field(init=False)

    def __post_init__(self) -> None:
        torch.manual_seed(self.settings.seed)
        shape = self.settings.players, self.settings.hidden
        self.network = ValueNetwork(*shape).to(self.device)
        self.averaged = deepcopy(self.network)
        self.optimizers = make_optimizers(self.network)
        self.fitter = Fitter(self.network, self.optimizers)
        self.generator = torch.Generator(self.device).manual_seed(self.settings.seed)
        self.arrays = self._new_tables(self.settings.tables)
        self.counts = TurnCounts.zero(self.device)
        self.exact_losses = ExactLosses(self.settings, self.device)

    def run(self, log: Path, checkpoint: Path) -> None:
        """Train until the last step, appending to the log and saving checkpoints.

        Raise CollapseError, after the line was logged, if the run has collapsed; also if it is
        already at its last step.
        """
        if self.step >= self.settings.steps:
            self.check()
        for line in self.train():
            with log.open("a") as file:
                file.write(json.dumps(line) + "\n")
            print(_format_line(line), flush=True)
            self.last_line = line
            self.save(checkpoint)
            self.check()

    def check(self) -> None:
        """Raise CollapseError if the last line of the log shows that the run has collapsed."""
        if self.last_line is not None:
            check_for_collapse(self.last_line, self.settings)

    def train(self) -> Iterator[dict[str, Any]]:
        """Train until the last step; yield the lines of the log."""
        settings, began = self.settings, time.monotonic() - self.seconds
        measured: list[tuple[Tensor, Tensor]] = []
        while self.step < settings.steps:
            measured.append(self._train_step())
            self.step += 1
            if self.step % settings.every == 0 or self.step == settings.steps:
                self.seconds = time.monotonic() - began
                loss, residual = torch.tensor(measured).mean(dim=0).tolist()
                yield self._log_line(loss, math.sqrt(residual))
                measured = []

    def describe_training(self) -> dict[str, Any]:
        """Return how the network was trained, for manifests."""
        progress = {"turns": self.step * self.settings.tables, "seconds": round(self.seconds)}
        before = {"before": self.previous_training} if self.previous_training else {}
        return self.settings.as_dict() | progress | before

    def start_from(self, network: ValueNetwork, training: dict[str, Any]) -> None:
        """Start from a trained network, whose layers must have the same sizes.

        `training` is what `describe_training` returned for that network.
        """
        self.previous_training = training
        self.network.load_state_dict(network.state_dict())
        self.averaged.load_state_dict(self.network.state_dict())
        # Tables must be at all stages of a game, or the network would forget the later stages.
        for _ in range(WARM_UP):
            self._play(self._solve())

    def save(self, path: Path) -> None:
        """Write a checkpoint; the previous file is replaced only once the new one is complete."""
        checkpoint = {
            "settings": self.settings.as_dict(),
            "step": self.step,
            "seconds": self.seconds,
            "before": self.previous_training,
            "last_line": self.last_line,
            "network": self.network.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "device": self.device.type,
            "generator": self.generator.get_state(),
            "arrays": tuple(self.arrays),
        }
        with atomic_write(path) as file:
            torch.save(checkpoint, file)

    def load(self, path: Path) -> None:
        """Resume from a checkpoint; raise ValueError if its settings differ from this run's."""
        saved = torch.load(path, map_location=self.device, weights_only=True)
        if TrainingSettings.from_dict(saved["settings"]) != self.settings:
            raise ValueError(f"{path} was trained with other settings: {saved['settings']}")
        self.step, self.seconds = saved["step"], saved["seconds"]
        self.previous_training = saved.get("before", {})
        self.last_line = saved.get("last_line")
        self.network.load_state_dict(saved["network"])
        self.averaged.load_state_dict(saved["averaged"])
        for optimizer, state in zip(self.optimizers, saved["optimizers"], strict=True):
            optimizer.load_state_dict(state)
        if saved["device"] == self.device.type:  # generators of CPU and GPU are not compatible
            self.generator.set_state(saved["generator"].cpu())
        self.arrays = type(self.arrays)(*saved["arrays"])

    def _train_step(self) -> tuple[Tensor, Tensor]:
        """Play one turn on every table and learn from the exact values of the turns.

        Return the loss, and the residual: the mean squared error of the averaged network's chance
        for the roller before the step, on the tables that do not explore.
        """
        settings = self.settings
        solved = self._solve()
        target = self._targets(solved)
        encoded = encode(self.arrays, settings.players, torch)
        with torch.no_grad():
            before = self.averaged(encoded).softmax(dim=1)
            residual = ((before - target)[self._exploring_tables :, 0] ** 2).mean()
        loss = self._fit(encoded, target)
        self._average()
        self._play(solved)
        return loss, residual

    def _targets(self, solved: SolvedTurns) -> Tensor:
        """Return the chances to learn: the exact values of the turns.

        A game that need not end may be stopped before each turn, and then counts as it stands.
        """
        players = self.settings.players
        values = add_last_seat(solved.at_start).clamp(0, 1)
        as_it_stands = tables.final_chances(self.arrays, players)
        stop = STOP_CHANCE * tables.is_endless(self.arrays, players).float()[:, None]
        return values.lerp(as_it_stands, stop)

    @property
    def _exploring_tables(self) -> int:
        """How many tables, starting with the first, make some choices at random."""
        return int(self.settings.tables * self.settings.exploring)

    def _solve(self) -> SolvedTurns:
        self.averaged.eval()
        evaluate = end_evaluator(self.averaged.chances)
        return solve_turns(self.arrays, self.settings.players, evaluate)

    def _fit(self, encoded: Tensor, target: Tensor) -> Tensor:
        settings = self.settings
        progress = self.step / settings.steps
        rate = settings.last_rate + (settings.rate - settings.last_rate) * 0.5 * (
            1 + math.cos(math.pi * progress)
        )
        orders = [
            torch.randperm(len(target), device=self.device, generator=self.generator)
            for _ in range(settings.passes)
        ]
        minibatches = torch.cat(orders).split(settings.minibatch)
        return self.fitter.fit(encoded, target, minibatches, rate)

    @torch.no_grad()
    def _average(self) -> None:
        # First the average follows closely, while values spread from the last turns to the first.
        progress = self.step / self.settings.steps
        keep = FIRST_AVERAGING + (self.settings.averaging - FIRST_AVERAGING) * progress
        for mean, now in zip(self.averaged.parameters(), self.network.parameters(), strict=True):
            mean.lerp_(now, 1 - keep)

    def _play(self, solved: SolvedTurns) -> None:
        """Roll the dice of a turn on every table; set up new tables where games are over.

        On tables that explore, some choices are random, and some turns end in a random way: a few
        random choices would rarely lead to a tile if the network prefers to fail.
        """
        exploring = self._exploring_tables
        exploration = torch.zeros(self.settings.tables, device=self.device)
        exploration[:exploring] = self.settings.exploration
        end = play_turns(solved, self.generator, exploration)
        end[:exploring] = self._explore_ends(solved, end[:exploring])
        failed = end % solved.ends.possible.shape[-1] == FAILURE
        after = tables.select_end(solved.ends.after, end)
        drawn = torch.rand(len(end), device=self.device, generator=self.generator)
        is_stopped = tables.is_endless(after, self.settings.players) & (drawn < STOP_CHANCE)
        is_over = tables.is_over(after) | is_stopped
        self.counts = self.counts.add(failed[exploring:], is_over[exploring:])
        self.arrays = replace_rows(is_over, self._new_tables(len(is_over)), after)

    def _explore_ends(self, solved: SolvedTurns, end: Tensor) -> Tensor:
        """Return the ends of the first turns, some of them replaced by any possible end."""
        possible = solved.ends.possible[: len(end)].flatten(1)
        noise = torch.rand(possible.shape, device=self.device, generator=self.generator)
        random_end = torch.where(possible, noise, -1).argmax(dim=1)
        drawn = torch.rand(len(end), device=self.device, generator=self.generator)
        return torch.where(drawn < self.settings.random_ends, random_end, end)

    def _new_tables(self, count: int) -> TableArrays:
        settings, device = self.settings, self.device
        presets = torch.tensor([option_indices(Rules.parse(name)) for name in settings.rules])
        named = presets.to(device)[self._draw(len(settings.rules), count)]
        drawn = draw_options(named, self.generator)
        others = torch.rand(count, 1, device=device, generator=self.generator)
        options = torch.where(others < settings.other_rules, drawn, named)
        choices = torch.tensor(settings.tiles, device=device)
        tiles = choices[self._draw(len(settings.tiles), count)]
        return tables.new_tables(options, settings.players, tiles)

    def _draw(self, limit: int, count: int) -> Tensor:
        return torch.randint(limit, (count,), device=self.device, generator=self.generator)

    def _log_line(self, loss: float, residual: float) -> dict[str, Any]:
        counts, self.counts = self.counts, TurnCounts.zero(self.device)
        return {
            "step": self.step,
            "seconds": round(self.seconds, 1),
            "turns": self.step * self.settings.tables,
            "loss": loss,
            "residual": residual,
            **counts.figures(),
            "exact_loss": self.exact_losses.losses(
                self.averaged, is_last=self.step == self.settings.steps
            ),
            "first": self._first_player_chances(),
        }

    def _first_player_chances(self) -> dict[str, float]:
        """Return the first player's win chance for each rule set and number of tiles."""
        players = self.settings.players
        evaluate = end_evaluator(self.averaged.chances)
        chances: dict[str, float] = {}
        for name in dict.fromkeys(self.settings.rules):
            for tiles in self.settings.tiles:
                options = torch.tensor([option_indices(Rules.parse(name))], device=self.device)
                tile_counts = torch.tensor([tiles], device=self.device)
                start = tables.new_tables(options, players, tile_counts)
                solved = solve_turns(start, players, evaluate)
                label = name if tiles == len(TILES) else f"{name}/{tiles}"
                chances[label] = float(solved.at_start[0, 0])
        return chances


def _format_line(line: dict[str, Any]) -> str:
    losses = " ".join(f"{name} {value:.5f}" for name, value in line["exact_loss"].items())
    exact = f"  exact loss: {losses}" if losses else ""
    first = " ".join(f"{name} {value:.4f}" for name, value in line["first"].items())
    return (
        f"{line['step']:>7} steps {line['seconds']:>7.1f} s {line['turns'] / 1e6:>8.1f} M turns"
        f"  loss {line['loss']:.5f}  residual {line['residual']:.5f}  failed {line['failed']:.1%}"
        f"  turns a game {line['game_length'] or '-'}{exact}  first player: {first}"
    )
