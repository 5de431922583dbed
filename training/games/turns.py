"""One turn on many tables: value its ends, solve it exactly, roll the dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.roll import POINTS, WORM
from pickomino.core.tiles import worms
from pickomino.envs.torch import tables
from pickomino.envs.torch.tables import (
    FAILURE,
    FIRST_GAIN,
    FIRST_ROBBERY,
    Claims,
    TurnEnds,
    top_tiles,
)
from pickomino.evaluation.features import ALL_TILES, FIRST_SEAT, TableArrays
from training.games import solver
from training.games.solver import (
    BASE_GAME,
    GOLDEN,
    PLAIN_GOLDEN,
    WEASEL,
    WEASELBUST,
    StateValues,
    stopping_total,
)

EndEvaluator = Callable[[TableArrays, TurnEnds, int], Tensor]
"""Takes tables, their ends and the number of players; returns the values of the ends.

The values are indexed by row, Bratwurm, end and channel. The first channel is the objective of the
player whose turn it is (the roller).
"""

DICE = 8
"""The number of dice; a plain Golden Die is one more."""


class SolvedTurns(NamedTuple):
    """Solved turns of many tables."""

    ends: TurnEnds
    end_values: Tensor
    """The value of each end, indexed by row, Bratwurm, end and channel."""
    best_end: Tensor
    """The best end, indexed by row, Bratwurm and total; FAILURE where nothing can be claimed."""
    values: StateValues

    @property
    def at_start(self) -> Tensor:
        """The value of the turn before the first roll, indexed by row and channel."""
        return self.values.at_start


def solve_turns(arrays: TableArrays, players: int, evaluate: EndEvaluator) -> SolvedTurns:
    """Solve the turns of many tables."""
    ends = tables.enumerate_ends(arrays, players)
    return solve_with_values(arrays, ends, evaluate(arrays, ends, players))


def solve_with_values(arrays: TableArrays, ends: TurnEnds, end_values: Tensor) -> SolvedTurns:
    """Solve turns whose ends have known values."""
    best_end = best_ends(ends.claims, end_values[..., 0])
    values = solver.solve_states(*payoffs(best_end, end_values), solver.turn_shapes(arrays))
    return SolvedTurns(ends, end_values, best_end, values)


def payoffs(best_end: Tensor, end_values: Tensor) -> tuple[Tensor, Tensor]:
    """Return what stopping and failing is worth, in the form that the solver expects."""
    channels = end_values.shape[3]
    stop = torch.gather(end_values, 2, best_end[..., None].expand(-1, -1, -1, channels))
    return stop.permute(3, 1, 2, 0), end_values[:, :, FAILURE].permute(2, 1, 0)


def best_ends(claims: Claims, objective: Tensor) -> Tensor:
    """Return the best end, indexed by row, Bratwurm and total.

    `objective` is the roller's value of each end, indexed by row, Bratwurm and end.
    """
    robbery = torch.where(claims.victims, objective[..., FIRST_ROBBERY:], -torch.inf).max(dim=2)
    tiles = torch.arange(tables.TILE_COUNT, device=objective.device) + FIRST_GAIN
    end = torch.where(claims.robs, FIRST_ROBBERY + robbery.indices[..., None], tiles)
    by_tile = objective.gather(2, end)
    claimable = torch.where(claims.legal[:, None], by_tile[:, :, None, :], -torch.inf)
    best = claimable.max(dim=3)
    return torch.where(best.values > -torch.inf, end.gather(2, best.indices), FAILURE)


class TurnProgress(NamedTuple):
    """The progress of turns; every field is indexed by table, or by table and symbol."""

    symbols: Tensor
    dice: Tensor
    points: Tensor
    bratwurm: Tensor
    """Whether a Bratwurm was gained for ones in this turn."""
    golden: Tensor
    weasel: Tensor


class _RollCounts(NamedTuple):
    """How many dice show each symbol, indexed by table and symbol."""

    ordinary: Tensor
    golden: Tensor


def play_turns(
    solved: SolvedTurns, generator: torch.Generator, exploration: Tensor | None = None
) -> Tensor:
    """Play every turn with random dice and the solved choices; return the end of each.

    `exploration` is, for each table, the share of choices (of a symbol, or whether to stop) that
    are made at random.
    """
    running = _RunningTurns(solved, generator, exploration)
    return running.play_to_end(torch.full_like(running.shape, -1))


def finish_turns(
    solved: SolvedTurns,
    progress: TurnProgress,
    may_stop: Tensor,
    generator: torch.Generator,
) -> tuple[Tensor, Tensor]:
    """Continue turns that have begun; a turn that may not stop yet rolls its dice first.

    Return the end of each turn, and the turn's value before it was continued. The values are
    indexed by table and channel.
    """
    running = _RunningTurns(solved, generator, None)
    running.now = progress
    before = running.values(may_stop)
    stops, end = running.choose_stops()
    return running.play_to_end(torch.where(stops & may_stop, end, -1)), before


def roll_dice(dice: Tensor, generator: torch.Generator) -> Tensor:
    """Roll the given number of dice in each row; return the count of each face."""
    faces = torch.randint(
        6, (len(dice), DICE + 1), device=dice.device, generator=generator, dtype=torch.int8
    )
    is_rolled = torch.arange(DICE + 1, device=dice.device) < dice[:, None]
    shown = (faces[:, :, None] == torch.arange(6, device=dice.device)) & is_rolled[:, :, None]
    return shown.sum(dim=1)


class _RunningTurns:
    """The turns of many tables while they are being played."""

    def __init__(
        self,
        solved: SolvedTurns,
        generator: torch.Generator,
        exploration: Tensor | None,
    ) -> None:
        values = solved.values
        self.solved, self.generator, self.exploration = solved, generator, exploration
        self.shape, self.device = values.shape, values.shape.device
        self.objective = values.rows[0]
        self.column = values.column
        self.rows = solver.row_index(self.device)
        self.tables = torch.arange(len(self.shape), device=self.device)
        nothing = torch.zeros_like(self.shape)
        self.now = TurnProgress(
            nothing,
            DICE + (self.shape == PLAIN_GOLDEN).long(),
            nothing,
            nothing,
            (self.shape == GOLDEN).long(),
            ((self.shape == WEASEL) | (self.shape == WEASELBUST)).long(),
        )

    def values(self, may_stop: Tensor) -> Tensor:
        """Return the current values of the turns, indexed by table and channel."""
        at = self._index(self.now)
        row = torch.where(may_stop, self.rows.deciding[at], self.rows.rolling[at])
        return self.solved.values.rows[:, row, self.column].T

    def play_to_end(self, end: Tensor) -> Tensor:
        """Play every turn whose end is still -1; return the ends of all turns."""
        failures = FAILURE + torch.arange(2, device=self.device) * self.solved.end_values.shape[2]
        for _ in range(6):
            after, legal, values = self._choices(self._roll(), self.now)
            after, legal, values = self._reroll_with_weasel(after, legal, values)
            choice = torch.where(legal, values, -torch.inf).argmax(dim=1)
            is_bust = ~legal.any(dim=1)
            end = torch.where((end < 0) & is_bust, failures[self.now.bratwurm], end)
            is_open = end < 0
            self.now = TurnProgress._make(
                torch.where(is_open, new[self.tables, choice], old)
                for new, old in zip(after, self.now, strict=True)
            )
            stops, stop_end = self.choose_stops()
            end = torch.where(is_open & stops, stop_end, end)
        return end

    def _roll(self) -> _RollCounts:
        faces = torch.arange(6, device=self.device)
        halves = torch.randint(2, self.shape.shape, device=self.device, generator=self.generator)
        golden = (halves[:, None] * (WORM - 1) == faces) & self.now.golden.bool()[:, None]
        return _RollCounts(roll_dice(self.now.dice, self.generator), golden.long())

    def _choices(
        self, rolled: _RollCounts, progress: TurnProgress
    ) -> tuple[TurnProgress, Tensor, Tensor]:
        """Return, for each symbol, the turn after it is chosen, its legality, and its value."""
        now = TurnProgress._make(column[:, None] for column in progress)
        bits = 1 << torch.arange(6, device=self.device)
        shown = rolled.ordinary + rolled.golden
        legal = (shown > 0) & (now.symbols & bits == 0)
        points = torch.tensor(POINTS, device=self.device)
        is_one = torch.arange(6, device=self.device) == 0
        after = TurnProgress(
            now.symbols | bits,
            (now.dice - rolled.ordinary).clamp(min=0),
            (now.points + shown * points).clamp(max=tables.TOTALS - 1),
            now.bratwurm | (is_one & (shown > 1) & (self.shape != BASE_GAME)[:, None]).long(),
            now.golden & ~rolled.golden,
            now.weasel.expand_as(legal),
        )
        values = self.objective[self.rows.deciding[self._index(after)], self.column[:, None]]
        if self.exploration is not None:
            noise = torch.rand(values.shape, device=self.device, generator=self.generator)
            values = torch.where(self._explores(self.exploration)[:, None], noise, values)
        return after, legal, values

    def _reroll_with_weasel(
        self, after: TurnProgress, legal: Tensor, values: Tensor
    ) -> tuple[TurnProgress, Tensor, Tensor]:
        """Let the Weasel re-roll if that is better than setting any symbol aside."""
        best = torch.where(legal, values, -torch.inf).amax(dim=1)
        used = self.now._replace(weasel=torch.zeros_like(self.now.weasel))
        rolling = self.objective[self.rows.rolling[self._index(used)], self.column]
        can_reroll = self.now.weasel.bool() & (legal.any(dim=1) | (self.shape == WEASELBUST))
        rerolls = (can_reroll & (rolling > best))[:, None]
        second, second_legal, second_values = self._choices(self._roll(), used)
        return (
            TurnProgress._make(
                torch.where(rerolls, new, old) for new, old in zip(second, after, strict=True)
            ),
            torch.where(rerolls, second_legal, legal),
            torch.where(rerolls, second_values, values),
        )

    def choose_stops(self) -> tuple[Tensor, Tensor]:
        """Return which turns stop now, and the end of each if it stops."""
        now = self.now
        total = stopping_total(self.shape, now.symbols, now.points)
        end = self.solved.best_end[self.tables, now.bratwurm, total.clamp(min=0)]
        end = torch.where(total < 0, FAILURE, end)
        rolling = self.rows.rolling[self._index(now)]
        value = self.solved.end_values[self.tables, now.bratwurm, end, 0]
        can_roll = rolling > 0
        stops = ~can_roll | (value >= self.objective[rolling, self.column])
        if self.exploration is not None:
            explores = self._explores(self.exploration) & can_roll
            stops = torch.where(explores, self._explores(0.5) & (end != FAILURE), stops)
        return stops, end + now.bratwurm * self.solved.end_values.shape[2]

    def _explores(self, exploration: Tensor | float) -> Tensor:
        """Return for each table whether it explores, given the probability."""
        drawn = torch.rand(self.shape.shape, device=self.device, generator=self.generator)
        return drawn < exploration

    def _index(self, progress: TurnProgress) -> tuple[Tensor, ...]:
        """Return the index of a state in the tensors of `rows`."""
        shape = self.shape if progress.symbols.dim() == 1 else self.shape[:, None]
        return (
            shape, progress.symbols, progress.dice, progress.points,
            progress.bratwurm, progress.golden, progress.weasel,
        )  # fmt: skip


def expert_end_values(arrays: TableArrays, ends: TurnEnds, players: int) -> Tensor:
    """Value ends as the expert does: worms gained, plus a bonus for steals, minus worms lost."""
    device = arrays.place.device
    counts = torch.tensor([worms(tile) for tile in ALL_TILES], device=device)
    owned = arrays.place == FIRST_SEAT
    own = owned.sum(dim=1)
    after = ends.after.place == FIRST_SEAT + players - 1
    size = after.sum(dim=3)
    lost = (top_tiles(arrays, players)[:, 0] * counts).sum(dim=1)
    gained = ((after & ~owned[:, None, None, :]) * counts).sum(dim=3).float()
    is_steal = torch.zeros_like(gained, dtype=torch.bool)
    is_steal[:, :, FIRST_GAIN:FIRST_ROBBERY] = (arrays.place > FIRST_SEAT)[:, None, :]
    value = torch.where(is_steal, gained * (1 + 1 / (players - 1)), gained)
    is_lost = size < own[:, None, None]
    return torch.where(is_lost, -lost[:, None, None].float(), value)[..., None]
