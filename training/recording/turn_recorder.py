"""One turn of many tables with every roll and decision on record, and what each was worth."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import torch
from torch import Tensor

from pickomino.core.roll import POINTS
from training.games import base_solver
from training.games.base_tables import FAILURE
from training.games.base_turns import DICE, WORM_BIT, Solved, rolled
from training.players.network import whole

FACES = 6
BUST = -1
"""In place of a symbol: the roll offered none."""
ROLL_ON = -1
"""In place of an end: the turn goes on."""


class State(NamedTuple):
    """How far some turns have come; a row is a turn that is not over."""

    table: Tensor
    aside: Tensor
    """By row and symbol, the dice set aside."""
    symbols: Tensor
    dice: Tensor
    points: Tensor

    @staticmethod
    def first(count: int, device: torch.device) -> State:
        """Return the state before the first roll."""
        nothing = torch.zeros(count, dtype=torch.long, device=device)
        aside = torch.zeros(count, FACES, dtype=torch.long, device=device)
        return State(torch.arange(count, device=device), aside, nothing, nothing + DICE, nothing)

    def at(self, rows: Tensor) -> State:
        """Return some rows."""
        return State(*(each[rows] for each in self))

    @property
    def has_worm(self) -> Tensor:
        """Whether a worm is set aside."""
        return self.symbols & WORM_BIT > 0

    def can_roll(self) -> Tensor:
        """Return whether a die and a symbol are left."""
        return (
            base_solver.row_table(self.dice.device).rolling[self.symbols, self.dice, self.points]
            > 0
        )


class Offer(NamedTuple):
    """A roll, and the states after each choice, by row and symbol."""

    counts: Tensor
    legal: Tensor
    symbols: Tensor
    dice: Tensor
    points: Tensor

    @staticmethod
    def of(state: State, counts: Tensor) -> Offer:
        """Return what a roll offers."""
        device = counts.device
        bits = 1 << torch.arange(FACES, device=device)
        legal = (counts > 0) & (state.symbols[:, None] & bits == 0)
        return Offer(
            counts,
            legal,
            state.symbols[:, None] | bits,
            torch.where(legal, state.dice[:, None] - counts, 0),
            torch.where(legal, state.points[:, None] + counts * torch.tensor(POINTS).to(device), 0),
        )

    def taken(self, state: State, face: Tensor) -> State:
        """Return the state after setting a symbol aside."""
        rows = torch.arange(len(face), device=face.device)
        chosen = torch.nn.functional.one_hot(face, FACES)
        return State(
            state.table,
            state.aside + chosen * self.counts,
            self.symbols[rows, face],
            self.dice[rows, face],
            self.points[rows, face],
        )


class Player(Protocol):
    """Decides in the turns of many tables."""

    def face(self, state: State, offer: Offer) -> Tensor:
        """Choose a symbol in every row; every row has one."""
        ...

    def end(self, state: State) -> Tensor:
        """Choose an end in every row, or ROLL_ON."""
        ...


class ByValue:
    """Plays for what a solution of the turn says."""

    def __init__(self, solved: Solved) -> None:
        self.aim = solved.values[0]
        self.claim = solved.claim
        self.rows = base_solver.row_table(self.aim.device)

    def face(self, state: State, offer: Offer) -> Tensor:
        """Choose the symbol of most worth."""
        rows = self.rows.deciding[offer.symbols, offer.dice, offer.points]
        worth = self.aim[rows, state.table[:, None]]
        return torch.where(offer.legal, worth, -torch.inf).argmax(dim=1)

    def end(self, state: State) -> Tensor:
        """Stop where that is worth as much as rolling on."""
        claim = torch.where(state.has_worm, self.claim[state.table, state.points], FAILURE)
        rolling = self.rows.rolling[state.symbols, state.dice, state.points]
        stop = torch.where(
            state.has_worm, base_solver.STOP_ROW + state.points, base_solver.FAILURE_ROW
        )
        stops = (rolling == 0) | (self.aim[stop, state.table] >= self.aim[rolling, state.table])
        return torch.where(stops, claim, ROLL_ON)


class Roll(NamedTuple):
    """A roll in each of some turns, and the two decisions after it.

    Chances are those of every seat, by row and seat, if all goes on at best from there.
    """

    state: State
    """Before the roll."""
    counts: Tensor
    """By row and symbol, the dice that show it."""
    best_face: Tensor
    face: Tensor
    """BUST where the roll offers nothing."""
    best_end: Tensor
    end: Tensor
    """What was claimed, FAILURE, or ROLL_ON; the best one after the symbol that was chosen."""
    before: Tensor
    after: Tensor
    """After the roll."""
    kept: Tensor
    """After the choice of a symbol."""
    then: Tensor
    """After the choice to stop or to roll on."""


class Recorder:
    """Rolls the dice of many turns, which a judge has solved for the roller's chance."""

    def __init__(self, judged: Solved, seat: int, generator: torch.Generator) -> None:
        """Take the judge's solution, whose channels are all seats but the last from the roller on.

        `seat` is the roller's.
        """
        self.judged, self.seat, self.generator = judged, seat, generator
        self.best = ByValue(judged)

    def rolls(self, player: Player) -> list[Roll]:
        """Play to the end of every turn."""
        worth = self.judged.worth
        state = State.first(len(worth), worth.device)
        found: list[Roll] = []
        while len(state.table):
            roll, after = self._roll(state, player)
            found.append(roll)
            state = after.at((roll.end == ROLL_ON).nonzero()[:, 0])
        return found

    def _roll(self, state: State, player: Player) -> tuple[Roll, State]:
        offer = Offer.of(state, rolled(state.dice, self.generator))
        before = self._rolling(state)
        best_face, face = (self._face(each, state, offer) for each in (self.best, player))
        after = offer.taken(state, face.clamp(min=0))
        best_end, end = (self._end(each, after, face) for each in (self.best, player))
        failed = self._ended(state, torch.full_like(face, FAILURE))
        is_bust = (face == BUST)[:, None]
        at_best = self._deciding(offer.taken(state, best_face.clamp(min=0)))
        best = torch.where(is_bust, failed, at_best)
        kept = torch.where(is_bust, failed, self._deciding(after))
        goes_on = (end == ROLL_ON)[:, None]
        then = torch.where(goes_on, self._rolling(after), self._ended(after, end.clamp(min=0)))
        made = Roll(
            state, offer.counts, best_face, face, best_end, end, before, best, kept, then
        )  # fmt: skip
        return made, after

    def _face(self, player: Player, state: State, offer: Offer) -> Tensor:
        return torch.where(offer.legal.any(dim=1), player.face(state, offer), BUST)

    def _end(self, player: Player, state: State, face: Tensor) -> Tensor:
        """Return what a player does; after a bust, and where nothing can be done, the turn ends."""
        end = player.end(state)
        return torch.where(face == BUST, FAILURE, end)

    def _deciding(self, state: State) -> Tensor:
        return self._values(self.best.rows.deciding[state.symbols, state.dice, state.points], state)

    def _rolling(self, state: State) -> Tensor:
        return self._values(self.best.rows.rolling[state.symbols, state.dice, state.points], state)

    def _values(self, rows: Tensor, state: State) -> Tensor:
        return self._by_seat(self.judged.values[:, rows, state.table].T)

    def _ended(self, state: State, end: Tensor) -> Tensor:
        return self._by_seat(self.judged.worth[state.table, end])

    def _by_seat(self, chances: Tensor) -> Tensor:
        return whole(chances).roll(self.seat, dims=1)
