"""The networks' judgement where a game nears its end: seen through one more turn.

There networks err most, since a single tile decides who wins, and a turn can end in few ways, so
that looking further costs little.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final

from pickomino.core.position import OVER, Position
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.protocol import Chances, Evaluator

MAX_ENDS: Final = 8
"""A turn that can end in at most so many ways is solved, and its ends are judged instead."""


class EndgameChance:
    """Judges as an evaluator does, but one turn later where a turn can end in few ways.

    Not used with Extrawurm, where a turn takes longer to solve.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._ahead = LookAhead(evaluator)

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Judge positions at the start of a turn, or over."""
        is_last = [_is_endgame(position) for position in positions]
        is_other = [not one for one in is_last]
        ahead = iter(self._ahead.evaluate(list(compress(positions, is_last))))
        now = iter(self.evaluator.evaluate(list(compress(positions, is_other))))
        return [next(ahead if one else now) for one in is_last]


def _is_endgame(position: Position) -> bool:
    is_open = position.to_act != OVER and not position.rules.extrawurm
    return is_open and _ends(position) <= MAX_ENDS


def _ends(position: Position) -> int:
    """Return in how many ways at most a turn can end: takes, steals, the failure."""
    rivals = sum(map(bool, position.stacks)) - bool(position.stacks[position.seat])
    return len(position.grill) + rivals + 1
