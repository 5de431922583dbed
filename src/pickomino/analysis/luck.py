"""The luck of a turn's rolls, which the arena subtracts from its results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pickomino.analysis.solved_turns import SolvedTurn, solve_turns
from pickomino.core.position import Position
from pickomino.evaluation.protocol import Chances, Evaluator


class RollTransition(NamedTuple):
    """The positions before and after a roll."""

    before: Position
    after: Position
    failed: bool
    """Whether the roll made the turn fail."""


class TurnRolls(NamedTuple):
    """A turn and all its rolls."""

    start: Position
    rolls: list[RollTransition]


def compute_luck(turns: Sequence[TurnRolls], evaluator: Evaluator) -> list[Chances]:
    """Return the luck of each turn: how much its rolls changed each seat's win chance.

    Luck has mean 0 for all players, strong or weak, and for any evaluator (docs/review.md).
    """
    solved = solve_turns([turn.start for turn in turns], evaluator)
    return [_luck(turn, rolls.rolls) for turn, rolls in zip(solved, turns, strict=True)]


def _luck(turn: SolvedTurn, rolls: Sequence[RollTransition]) -> Chances:
    sums = [0.0] * turn.start.players
    for before, after, failed in rolls:
        now = turn.outlook(before).chances
        then = turn.end(after, failed=True) if failed else turn.outlook(after)
        for seat, (new, old) in enumerate(zip(then.chances, now, strict=True)):
            sums[seat] += new - old
    return tuple(sums)
