"""One turn of many tables of any rules: the payoff, the solution, and dice rolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.roll import POINTS, WORM
from pickomino.core.tiles import worms
from pickomino.evaluation.features import FIRST_SEAT
from pickomino.evaluation.full_features import ALL_TILES, FullArrays
from training.games import extrawurm_solver, extrawurm_tables
from training.games.base_tables import tops
from training.games.extrawurm_solver import (
    GOLDEN,
    PLAIN_GOLDEN,
    WEASEL,
    WEASELBUST,
    Values,
    stopping_total,
)
from training.games.extrawurm_tables import FAILURE, FIRST_GAIN, FIRST_ROBBERY, Ends

Judge = Callable[[FullArrays, Ends, int], Tensor]
"""Return the worth of each end by row, Bratwurm, end and channel; the first is the roller's aim."""

DICE = 8


class Solved(NamedTuple):
    """Turns solved for many tables."""

    ends: Ends
    worth: Tensor
    """By row, Bratwurm, end and channel."""
    claim: Tensor
    """By row, Bratwurm and total, the best end; FAILURE where nothing can be claimed."""
    values: Values

    @property
    def at_start(self) -> Tensor:
        """By row and channel, the value of the turn before the first roll."""
        return self.values.at_start


def solve(arrays: FullArrays, players: int, judge: Judge) -> Solved:
    """Solve the turns of many tables."""
    ends = extrawurm_tables.ends_of(arrays, players)
    return decide(arrays, ends, judge(arrays, ends, players))


def decide(arrays: FullArrays, ends: Ends, worth: Tensor) -> Solved:
    """Solve turns whose ends are known and judged."""
    claim = _best_claims(ends, worth[..., 0])
    channels = worth.shape[3]
    stop = torch.gather(worth, 2, claim[..., None].expand(-1, -1, -1, channels))
    failure = worth[:, :, FAILURE]
    values = extrawurm_solver.solve(
        stop.permute(3, 1, 2, 0), failure.permute(2, 1, 0), extrawurm_solver.shapes_of(arrays)
    )
    return Solved(ends, worth, claim, values)


def _best_claims(ends: Ends, aim: Tensor) -> Tensor:
    """Return by row, Bratwurm and total the best end."""
    robbery = torch.where(ends.possible, aim, -torch.inf)[..., FIRST_ROBBERY:].max(dim=2)
    tiles = torch.arange(extrawurm_tables.TILE_COUNT, device=aim.device) + FIRST_GAIN
    end = torch.where(ends.robs, FIRST_ROBBERY + robbery.indices[..., None], tiles)
    by_tile = aim.gather(2, end)
    offered = torch.where(ends.claims[:, None], by_tile[:, :, None, :], -torch.inf)
    best = offered.max(dim=3)
    found = end.gather(2, best.indices)
    return torch.where(best.values > -torch.inf, found, FAILURE)


class Dice(NamedTuple):
    """How far the turns have come; every field by table, or by table and symbol."""

    symbols: Tensor
    dice: Tensor
    points: Tensor
    bratwurm: Tensor
    """Whether one was gained for ones in this turn."""
    golden: Tensor
    weasel: Tensor


class _Rolled(NamedTuple):
    """What was rolled, by table and symbol."""

    ordinary: Tensor
    golden: Tensor


def roll_out(
    solved: Solved, generator: torch.Generator, exploration: Tensor | None = None
) -> Tensor:
    """Roll the dice of every turn and choose by its solution; return the end of each.

    With `exploration`, by table the part of its choices (a symbol, stopping) made at random.
    """
    rolling = _Rolling(solved, generator, exploration)
    return rolling.ends(torch.full_like(rolling.shape, -1))


def play_on(
    solved: Solved, now: Dice, may_stop: Tensor, generator: torch.Generator
) -> tuple[Tensor, Tensor]:
    """Go on with turns that have begun; where one may not stop, the dice are rolled first.

    Return the end of each, and by channel what the turn was worth before.
    """
    rolling = _Rolling(solved, generator, None)
    rolling.now = now
    before = rolling.values(may_stop)
    stops, claim = rolling.stops()
    return rolling.ends(torch.where(stops & may_stop, claim, -1)), before


class _Rolling:
    """The turns of many tables while dice are rolled."""

    def __init__(
        self, solved: Solved, generator: torch.Generator, exploration: Tensor | None
    ) -> None:
        values = solved.values
        self.solved, self.generator, self.exploration = solved, generator, exploration
        self.shape, self.device = values.shape, values.shape.device
        self.aim = values.rows[0]
        self.column = values.column
        self.rows = extrawurm_solver.row_table(self.device)
        self.tables = torch.arange(len(self.shape), device=self.device)
        nothing = torch.zeros_like(self.shape)
        self.now = Dice(
            nothing,
            DICE + (self.shape == PLAIN_GOLDEN).long(),
            nothing,
            nothing,
            (self.shape == GOLDEN).long(),
            ((self.shape == WEASEL) | (self.shape == WEASELBUST)).long(),
        )

    def values(self, may_stop: Tensor) -> Tensor:
        """Return what the turns are worth as they stand, by table and channel."""
        at = self._at(self.now)
        row = torch.where(may_stop, self.rows.deciding[at], self.rows.rolling[at])
        return self.solved.values.rows[:, row, self.column].T

    def ends(self, end: Tensor) -> Tensor:
        """Play to the end of every turn that has none yet, which is -1."""
        failures = FAILURE + torch.arange(2, device=self.device) * self.solved.worth.shape[2]
        for _ in range(6):
            after, legal, offered = self._offers(self._roll(), self.now)
            after, legal, offered = self._with_weasel(after, legal, offered)
            choice = torch.where(legal, offered, -torch.inf).argmax(dim=1)
            is_bust = ~legal.any(dim=1)
            end = torch.where((end < 0) & is_bust, failures[self.now.bratwurm], end)
            is_open = end < 0
            self.now = Dice(
                *(
                    torch.where(is_open, each[self.tables, choice], old)
                    for each, old in zip(after, self.now, strict=True)
                )
            )
            stops, claim = self.stops()
            end = torch.where(is_open & stops, claim, end)
        return end

    def _roll(self) -> _Rolled:
        ordinary = torch.randint(
            6,
            (len(self.shape), DICE + 1),
            device=self.device,
            generator=self.generator,
            dtype=torch.int8,
        )
        faces = torch.arange(6, device=self.device)
        is_rolled = torch.arange(DICE + 1, device=self.device) < self.now.dice[:, None]
        shown = (ordinary[:, :, None] == faces) & is_rolled[:, :, None]
        halves = torch.randint(2, self.shape.shape, device=self.device, generator=self.generator)
        golden = (halves[:, None] * (WORM - 1) == faces) & self.now.golden.bool()[:, None]
        return _Rolled(shown.sum(dim=1), golden.long())

    def _offers(self, rolled: _Rolled, state: Dice) -> tuple[Dice, Tensor, Tensor]:
        """Return the state after each choice, whether it is legal, and its value."""
        now = Dice(*(each[:, None] for each in state))
        bits = 1 << torch.arange(6, device=self.device)
        shown = rolled.ordinary + rolled.golden
        legal = (shown > 0) & (now.symbols & bits == 0)
        points = torch.tensor(POINTS, device=self.device)
        is_one = torch.arange(6, device=self.device) == 0
        after = Dice(
            now.symbols | bits,
            (now.dice - rolled.ordinary).clamp(min=0),
            (now.points + shown * points).clamp(max=extrawurm_tables.TOTALS - 1),
            now.bratwurm | (is_one & (shown > 1)).long(),
            now.golden & ~rolled.golden,
            now.weasel.expand_as(legal),
        )
        offered = self.aim[self.rows.deciding[self._at(after)], self.column[:, None]]
        if self.exploration is not None:
            noise = torch.rand(offered.shape, device=self.device, generator=self.generator)
            offered = torch.where(self._explores(self.exploration)[:, None], noise, offered)
        return after, legal, offered

    def _with_weasel(
        self, after: Dice, legal: Tensor, offered: Tensor
    ) -> tuple[Dice, Tensor, Tensor]:
        """Let the Weasel re-roll where that is better than every choice."""
        best = torch.where(legal, offered, -torch.inf).amax(dim=1)
        used = self.now._replace(weasel=torch.zeros_like(self.now.weasel))
        rolling = self.aim[self.rows.rolling[self._at(used)], self.column]
        may = self.now.weasel.bool() & (legal.any(dim=1) | (self.shape == WEASELBUST))
        again = (may & (rolling > best))[:, None]
        second, second_legal, second_offered = self._offers(self._roll(), used)
        return (
            Dice(*(torch.where(again, new, old) for new, old in zip(second, after, strict=True))),
            torch.where(again, second_legal, legal),
            torch.where(again, second_offered, offered),
        )

    def stops(self) -> tuple[Tensor, Tensor]:
        """Return which turns stop now, and in which end."""
        now = self.now
        total = stopping_total(self.shape, now.symbols, now.points)
        claim = self.solved.claim[self.tables, now.bratwurm, total.clamp(min=0)]
        claim = torch.where(total < 0, FAILURE, claim)
        rolling = self.rows.rolling[self._at(now)]
        worth = self.solved.worth[self.tables, now.bratwurm, claim, 0]
        stops = (rolling == 0) | (worth >= self.aim[rolling, self.column])
        if self.exploration is not None:
            stops = stops | (self._explores(self.exploration) & (claim != FAILURE))
        return stops, claim + now.bratwurm * self.solved.worth.shape[2]

    def _explores(self, exploration: Tensor) -> Tensor:
        drawn = torch.rand(self.shape.shape, device=self.device, generator=self.generator)
        return drawn < exploration

    def _at(self, state: Dice) -> tuple[Tensor, ...]:
        """Return where a state is in the table of rows."""
        shape = self.shape if state.symbols.dim() == 1 else self.shape[:, None]
        return (
            shape, state.symbols, state.dice, state.points,
            state.bratwurm, state.golden, state.weasel,
        )  # fmt: skip


def worms_to_expect(arrays: FullArrays, ends: Ends, players: int) -> Tensor:
    """Judge as the expert does: the worms gained, a steal's more, less those returned."""
    device = arrays.place.device
    counts = torch.tensor([worms(tile) for tile in ALL_TILES], device=device)
    owned = arrays.place == FIRST_SEAT
    own = owned.sum(dim=1)
    after = ends.after.place == FIRST_SEAT + players - 1
    size = after.sum(dim=3)
    lost = (tops(arrays, players)[:, 0] * counts).sum(dim=1)
    gained = ((after & ~owned[:, None, None, :]) * counts).sum(dim=3).float()
    is_steal = torch.zeros_like(gained, dtype=torch.bool)
    is_steal[:, :, FIRST_GAIN:FIRST_ROBBERY] = (arrays.place > FIRST_SEAT)[:, None, :]
    worth = torch.where(is_steal, gained * (1 + 1 / (players - 1)), gained)
    is_lost = size < own[:, None, None]
    return torch.where(is_lost, -lost[:, None, None].float(), worth)[..., None]
