"""Plays one turn of the base game on many tables, and records every roll and decision."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import torch
from torch import Tensor

from pickomino.core.roll import POINTS, WORM_BIT
from pickomino.envs.torch.tables import FAILURE
from training.games.solver import BASE_GAME, row_index
from training.games.turns import DICE, SolvedTurns, roll_dice
from training.players.network import add_last_seat

FACES = 6
BUST = -1
"""Used in place of a symbol if the roll had none to choose."""
ROLL_ON = -1
"""Used in place of an end if the turn continues."""


class OpenTurns(NamedTuple):
    """The progress of turns that are not over, one in each row."""

    table: Tensor
    set_aside: Tensor
    """The number of dice set aside, indexed by row and symbol."""
    symbols: Tensor
    dice: Tensor
    points: Tensor

    @staticmethod
    def first(count: int, device: torch.device) -> OpenTurns:
        """Return turns before the first roll."""
        nothing = torch.zeros(count, dtype=torch.long, device=device)
        set_aside = torch.zeros(count, FACES, dtype=torch.long, device=device)
        tables = torch.arange(count, device=device)
        return OpenTurns(tables, set_aside, nothing, nothing + DICE, nothing)

    def take_rows(self, rows: Tensor) -> OpenTurns:
        """Return some of the turns."""
        return OpenTurns._make(column[rows] for column in self)

    @property
    def has_worm(self) -> Tensor:
        """Whether a worm is set aside."""
        return self.symbols & WORM_BIT > 0

    def can_roll(self) -> Tensor:
        """Return which turns have a die and a symbol left."""
        return self.rolling_row > 0

    @property
    def rolling_row(self) -> Tensor:
        """The row of the value of rolling, or 0 if rolling is not possible."""
        index = row_index(self.dice.device).rolling
        return _find_rows(index, self.symbols, self.dice, self.points)


def _find_rows(index: Tensor, symbols: Tensor, dice: Tensor, points: Tensor) -> Tensor:
    """Look up states of the base game in an index of rows."""
    return index[BASE_GAME, symbols, dice, points, 0, 0, 0]


class RollChoices(NamedTuple):
    """A roll, and the turn after each choice of a symbol, indexed by row and symbol."""

    counts: Tensor
    legal: Tensor
    symbols: Tensor
    dice: Tensor
    points: Tensor

    @staticmethod
    def from_roll(turns: OpenTurns, counts: Tensor) -> RollChoices:
        """Return the choices of a roll, given the counts of each symbol."""
        device = counts.device
        bits = 1 << torch.arange(FACES, device=device)
        legal = (counts > 0) & (turns.symbols[:, None] & bits == 0)
        return RollChoices(
            counts,
            legal,
            turns.symbols[:, None] | bits,
            torch.where(legal, turns.dice[:, None] - counts, 0),
            torch.where(legal, turns.points[:, None] + counts * torch.tensor(POINTS).to(device), 0),
        )

    def choose(self, turns: OpenTurns, face: Tensor) -> OpenTurns:
        """Return the turns after setting a symbol aside."""
        rows = torch.arange(len(face), device=face.device)
        chosen = torch.nn.functional.one_hot(face, FACES)
        return OpenTurns(
            turns.table,
            turns.set_aside + chosen * self.counts,
            self.symbols[rows, face],
            self.dice[rows, face],
            self.points[rows, face],
        )


class TurnPlayer(Protocol):
    """Makes the decisions in the turns of many tables."""

    def choose_face(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        """Return a symbol for every row; it is ignored in rows that have no legal symbol."""
        ...

    def choose_end(self, turns: OpenTurns) -> Tensor:
        """Return an end for every row, or ROLL_ON."""
        ...


class ValuePlayer:
    """Makes the best decisions according to the solved turn."""

    def __init__(self, solved: SolvedTurns) -> None:
        self.objective, self.column = solved.values.rows[0], solved.values.column
        self.best_end, self.end_values = solved.best_end[:, 0], solved.end_values[:, 0, :, 0]
        self.deciding = row_index(self.objective.device).deciding

    def choose_face(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        """Return the symbol with the highest value."""
        rows = _find_rows(self.deciding, choices.symbols, choices.dice, choices.points)
        values = self.objective[rows, self.column[turns.table][:, None]]
        return torch.where(choices.legal, values, -torch.inf).argmax(dim=1)

    def choose_end(self, turns: OpenTurns) -> Tensor:
        """Return the best end, or ROLL_ON if rolling on is worth more than stopping."""
        end = torch.where(turns.has_worm, self.best_end[turns.table, turns.points], FAILURE)
        rolling = turns.rolling_row
        value = self.objective[rolling, self.column[turns.table]]
        stops = (rolling == 0) | (self.end_values[turns.table, end] >= value)
        return torch.where(stops, end, ROLL_ON)


class RecordedRoll(NamedTuple):
    """A roll in each of some turns, and the two decisions after it.

    Chances are indexed by row and seat, and assume best play from there on.
    """

    turns: OpenTurns
    """The turns before the roll."""
    counts: Tensor
    """The number of dice that show the symbol, indexed by row and symbol."""
    best_face: Tensor
    face: Tensor
    """The symbol that was chosen; BUST if the roll has none to choose."""
    best_end: Tensor
    """The best end, or ROLL_ON, once the chosen symbol is set aside."""
    end: Tensor
    """The end that was chosen: a claim, FAILURE or ROLL_ON."""
    before: Tensor
    """The chances before the roll."""
    after: Tensor
    """The chances after the roll."""
    kept: Tensor
    """The chances after the choice of a symbol."""
    then: Tensor
    """The chances after the choice to stop or to roll on."""


class TurnRecorder:
    """Plays turns that are solved for the roller's chance, and records every roll."""

    def __init__(self, solved: SolvedTurns, seat: int, generator: torch.Generator) -> None:
        """Set up a recorder for solved turns of one seat.

        The channels of the solution are all seats but the last, starting with the roller.
        """
        self.solved, self.seat, self.generator = solved, seat, generator
        self.best = ValuePlayer(solved)

    def play(self, player: TurnPlayer) -> list[RecordedRoll]:
        """Play every turn to its end; return the rolls."""
        best_end = self.best.best_end
        turns = OpenTurns.first(len(best_end), best_end.device)
        rolls: list[RecordedRoll] = []
        while len(turns.table):
            roll, after = self._roll(turns, player)
            rolls.append(roll)
            turns = after.take_rows((roll.end == ROLL_ON).nonzero()[:, 0])
        return rolls

    def _roll(self, turns: OpenTurns, player: TurnPlayer) -> tuple[RecordedRoll, OpenTurns]:
        choices = RollChoices.from_roll(turns, roll_dice(turns.dice, self.generator))
        before = self._rolling_chances(turns)
        best_face, face = (
            self._choose_face(chooser, turns, choices) for chooser in (self.best, player)
        )
        after = choices.choose(turns, face.clamp(min=0))
        best_end, end = (self._choose_end(chooser, after, face) for chooser in (self.best, player))
        failed = self._chances_after(turns, torch.full_like(face, FAILURE))
        is_bust = (face == BUST)[:, None]
        best_chances = self._deciding_chances(choices.choose(turns, best_face.clamp(min=0)))
        best = torch.where(is_bust, failed, best_chances)
        kept = torch.where(is_bust, failed, self._deciding_chances(after))
        then = torch.where(
            (end == ROLL_ON)[:, None],
            self._rolling_chances(after),
            self._chances_after(after, end.clamp(min=0)),
        )
        roll = RecordedRoll(
            turns, choices.counts, best_face, face, best_end, end, before, best, kept, then
        )
        return roll, after

    def _choose_face(self, player: TurnPlayer, turns: OpenTurns, choices: RollChoices) -> Tensor:
        return torch.where(choices.legal.any(dim=1), player.choose_face(turns, choices), BUST)

    def _choose_end(self, player: TurnPlayer, turns: OpenTurns, face: Tensor) -> Tensor:
        """Return the end that the player chooses for each turn; after a bust it is FAILURE."""
        end = player.choose_end(turns)
        return torch.where(face == BUST, FAILURE, end)

    def _deciding_chances(self, turns: OpenTurns) -> Tensor:
        rows = _find_rows(self.best.deciding, turns.symbols, turns.dice, turns.points)
        return self._chances(rows, turns)

    def _rolling_chances(self, turns: OpenTurns) -> Tensor:
        return self._chances(turns.rolling_row, turns)

    def _chances(self, rows: Tensor, turns: OpenTurns) -> Tensor:
        columns = self.best.column[turns.table]
        return self._by_seat(self.solved.values.rows[:, rows, columns].T)

    def _chances_after(self, turns: OpenTurns, end: Tensor) -> Tensor:
        return self._by_seat(self.solved.end_values[turns.table, 0, end])

    def _by_seat(self, chances: Tensor) -> Tensor:
        return add_last_seat(chances).roll(self.seat, dims=1)
