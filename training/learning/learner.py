"""Fitted value iteration: self-play, with the exact value of each turn as the target."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

import torch
from torch import Tensor

from pickomino.core.rules import Rules
from training.games import base_tables
from training.games.variants import GAMES, Game, Solved, Tables, chosen
from training.learning.fitting import Fitter
from training.learning.optimizers import optimizers_of
from training.measuring import matches
from training.measuring.residual import WARM_UP
from training.players.network import Network, judge, whole, widen

FIRST_AVERAGING = 0.9


@dataclass(frozen=True)
class Settings:
    """What is trained, and how; read from a configuration file."""

    players: int
    steps: int
    features: int = 1
    """The version of the features: 1 for the base game, 2 for Extrawurm and every option."""
    rules: tuple[str, ...] = ("standard", "classic", "short", "manual")
    """The rule sets that tables are dealt, in equal parts."""
    other_rules: float = 0.1
    """The part of the tables that get any combination of the options."""
    tiles: tuple[int, ...] = (16,)
    """How many of the lowest tiles are used; in equal parts."""
    tables: int = 65536
    hidden: tuple[int, ...] = (512, 512, 512)
    minibatch: int = 4096
    passes: int = 1
    """How often each turn is learned from: its value has no noise, so once is not enough."""
    optimizer: str = "adam"
    """What learns the weights of the hidden layers: `adam` or `muon`."""
    rate: float = 1e-3
    last_rate: float = 1e-5
    averaging: float = 0.995
    """How much of the averaged network is kept with each step, at the end of the training."""
    exploration: float = 0.02
    exploring: float = 0.25
    """The part of the tables where choices are explored."""
    restarts: float = 0.0
    """The part of the tables that are dealt anew with each step: some games need never end."""
    seed: int = 1
    every: int = 50
    """Steps between two lines of the log."""
    match_every: int = 0
    """Steps between two matches against the expert, 0 for none."""
    match_tables: int = 20000

    @classmethod
    def read(cls, given: dict[str, Any]) -> Self:
        """Make settings of what a configuration file or a checkpoint holds."""
        return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in given.items()})

    def as_dict(self) -> dict[str, Any]:
        """Return the settings for logs and manifests."""
        return asdict(self)


@dataclass
class Learner:
    """Everything that changes while it learns."""

    settings: Settings
    device: torch.device
    step: int = 0
    seconds: float = 0.0
    before: dict[str, Any] = field(default_factory=dict)
    """How the network that it began with was trained."""
    network: Network = field(init=False)
    averaged: Network = field(init=False)
    optimizers: list[torch.optim.Optimizer] = field(init=False)
    fitter: Fitter = field(init=False)
    generator: torch.Generator = field(init=False)
    arrays: Tables = field(init=False)
    game: Game = field(init=False)

    def __post_init__(self) -> None:
        torch.manual_seed(self.settings.seed)
        self.game = GAMES[self.settings.features]
        shape = self.settings.players, self.settings.hidden
        self.network = Network(*shape, self.game).to(self.device)
        self.averaged = deepcopy(self.network)
        self.optimizers = optimizers_of(self.network, self.settings.optimizer)
        self.fitter = Fitter(self.network, self.optimizers)
        self.generator = torch.Generator(self.device).manual_seed(self.settings.seed)
        self.arrays = self._dealt(self.settings.tables)

    def run(self, log: Path, checkpoint: Path) -> None:
        """Learn to the last step, writing a line of the log now and then and checkpoints."""
        for line in self.lines():
            with log.open("a") as file:
                file.write(json.dumps(line) + "\n")
            print(_told(line), flush=True)
            self.save(checkpoint)

    def lines(self) -> Iterator[dict[str, Any]]:
        """Learn, and tell how it goes."""
        settings, began = self.settings, time.monotonic() - self.seconds
        found: list[tuple[Tensor, Tensor]] = []
        while self.step < settings.steps:
            found.append(self._advance())
            self.step += 1
            if self.step % settings.every == 0 or self.step == settings.steps:
                self.seconds = time.monotonic() - began
                loss, residual = torch.tensor(found).mean(dim=0).tolist()
                yield self._line(loss, math.sqrt(residual))
                found = []

    def training(self) -> dict[str, Any]:
        """Return how the network was trained, for manifests."""
        done = {"turns": self.step * self.settings.tables, "seconds": round(self.seconds)}
        before = {"before": self.before} if self.before else {}
        return self.settings.as_dict() | done | before

    def begin_with(self, network: Network, training: dict[str, Any]) -> None:
        """Go on from a network that was trained before, which may be narrower."""
        self.before = training
        widen(network, self.network)
        self.averaged.load_state_dict(self.network.state_dict())
        # Tables at all stages of a game: with first turns alone it would forget the others.
        for _ in range(WARM_UP):
            self._go_on(self._solved())

    def save(self, path: Path) -> None:
        """Write a checkpoint whole, or not at all."""
        draft = path.with_suffix(".new")
        torch.save(
            {
                "settings": self.settings.as_dict(),
                "step": self.step,
                "seconds": self.seconds,
                "before": self.before,
                "network": self.network.state_dict(),
                "averaged": self.averaged.state_dict(),
                "optimizers": [each.state_dict() for each in self.optimizers],
                "device": self.device.type,
                "generator": self.generator.get_state(),
                "arrays": tuple(self.arrays),
            },
            draft,
        )
        draft.replace(path)

    def load(self, path: Path) -> None:
        """Go on from a checkpoint."""
        saved = torch.load(path, map_location=self.device, weights_only=True)
        if Settings.read(saved["settings"]) != self.settings:
            raise ValueError(f"{path} was made with other settings: {saved['settings']}")
        self.step, self.seconds = saved["step"], saved["seconds"]
        self.before = saved.get("before", {})
        self.network.load_state_dict(saved["network"])
        self.averaged.load_state_dict(saved["averaged"])
        for each, state in zip(self.optimizers, saved["optimizers"], strict=True):
            each.load_state_dict(state)
        if saved["device"] == self.device.type:  # the kinds of devices draw differently
            self.generator.set_state(saved["generator"].cpu())
        self.arrays = type(self.arrays)(*saved["arrays"])

    def _advance(self) -> tuple[Tensor, Tensor]:
        """Play one turn on every table, and learn from its value."""
        settings = self.settings
        solved = self._solved()
        target = whole(solved.at_start).clamp(0, 1)
        encoded = self.game.encode(self.arrays, settings.players, torch)
        with torch.no_grad():
            before = self.averaged(encoded).softmax(dim=1)
            residual = ((before - target)[self._explores :, 0] ** 2).mean()
        loss = self._fit(encoded, target)
        self._average()
        self._go_on(solved)
        return loss, residual

    @property
    def _explores(self) -> int:
        """On how many tables, the first ones, choices are explored."""
        return int(self.settings.tables * self.settings.exploring)

    def _solved(self) -> Solved:
        self.averaged.eval()
        return self.game.solve(self.arrays, self.settings.players, judge(self.averaged.chances))

    def _fit(self, encoded: Tensor, target: Tensor) -> Tensor:
        settings = self.settings
        done = self.step / settings.steps
        rate = settings.last_rate + (settings.rate - settings.last_rate) * 0.5 * (
            1 + math.cos(math.pi * done)
        )
        orders = [
            torch.randperm(len(target), device=self.device, generator=self.generator)
            for _ in range(settings.passes)
        ]
        parts = torch.cat(orders).split(settings.minibatch)
        return self.fitter.fit(encoded, target, parts, rate)

    @torch.no_grad()
    def _average(self) -> None:
        # At first the average follows closely: values travel from the last turns to the first.
        done = self.step / self.settings.steps
        keep = FIRST_AVERAGING + (self.settings.averaging - FIRST_AVERAGING) * done
        for mean, now in zip(self.averaged.parameters(), self.network.parameters(), strict=True):
            mean.lerp_(now, 1 - keep)

    def _go_on(self, solved: Solved) -> None:
        explored = torch.zeros(self.settings.tables, device=self.device)
        explored[: self._explores] = self.settings.exploration
        end = self.game.roll_out(solved, self.generator, explored)
        after = self.game.picked(solved.ends.after, end)
        over = self.game.is_over(after)
        if self.settings.restarts:
            drawn = torch.rand(len(over), device=self.device, generator=self.generator)
            over |= drawn < self.settings.restarts
        self.arrays = chosen(over, self._dealt(len(over)), after)

    def _dealt(self, count: int) -> Tables:
        settings, device = self.settings, self.device
        presets = torch.tensor([self.game.options_of(Rules.parse(name)) for name in settings.rules])
        named = presets.to(device)[self._random(len(settings.rules), count)]
        drawn = self.game.any_options(named, self.generator)
        others = torch.rand(count, 1, device=device, generator=self.generator)
        options = torch.where(others < settings.other_rules, drawn, named)
        tiles = torch.tensor(settings.tiles, device=device)[
            self._random(len(settings.tiles), count)
        ]
        return self.game.begin(options, tiles, settings.players)

    def _random(self, limit: int, count: int) -> Tensor:
        return torch.randint(limit, (count,), device=self.device, generator=self.generator)

    def _line(self, loss: float, residual: float) -> dict[str, Any]:
        settings = self.settings
        line: dict[str, Any] = {
            "step": self.step,
            "seconds": round(self.seconds, 1),
            "turns": self.step * settings.tables,
            "loss": loss,
            "residual": residual,
            "first": self._first_player(),
        }
        if settings.match_every and self.step % settings.match_every == 0:
            line["against_expert"] = {
                name: matches.against_experts(
                    self.averaged, Rules.parse(name), settings.match_tables, settings.seed
                ).as_dict()
                for name in dict.fromkeys(settings.rules)
            }
        return line

    def _first_player(self) -> dict[str, float]:
        """Return the value of the first turn for each rule set and number of tiles."""
        players = self.settings.players
        found: dict[str, float] = {}
        for name in dict.fromkeys(self.settings.rules):
            for tiles in self.settings.tiles:
                options = self.game.options_of(Rules.parse(name))
                given = [torch.tensor([each], device=self.device) for each in (options, tiles)]
                start = self.game.begin(*given, players)
                solved = self.game.solve(start, players, judge(self.averaged.chances))
                found[name if tiles == base_tables.TILE_COUNT else f"{name}/{tiles}"] = float(
                    solved.at_start[0, 0]
                )
        return found


def _told(line: dict[str, Any]) -> str:
    first = " ".join(f"{name} {value:.4f}" for name, value in line["first"].items())
    text = (
        f"{line['step']:>7} steps {line['seconds']:>7.1f} s {line['turns'] / 1e6:>8.1f} M turns"
        f"  loss {line['loss']:.5f}  residual {line['residual']:.5f}  first: {first}"
    )
    matched = line.get("against_expert", {})
    shares = " ".join(f"{name} {result['share']:.4f}" for name, result in matched.items())
    return f"{text}  against the expert: {shares}" if shares else text
