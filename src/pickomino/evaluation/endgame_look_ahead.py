"""Evaluation in the endgame: an evaluator that looks one turn further ahead.

Networks err most in the endgame, where a single tile decides who wins. There a turn has few
possible ends, so looking ahead costs little.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final

from pickomino.core.position import OVER, Position
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.protocol import Chances, Evaluator

MAX_ENDS: Final = 8
"""If the next turn can end in at most this many ways, it is solved and its ends are evaluated."""
MAX_EXTRAWURM_ENDS: Final = 7
"""The same limit with Extrawurm, where solving a turn takes longer."""


class EndgameChance:
    """An evaluator that solves the next turn first if that turn has few possible ends.

    >>> from pickomino import Rules, start
    >>> from pickomino.evaluation.win_chance import WinChance
    >>> begin = start(Rules.preset("standard"), 2)
    >>> EndgameChance(WinChance()).evaluate([begin]) == WinChance().evaluate([begin])
    True
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._look_ahead = LookAhead(evaluator)

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances in each position, which must be finished or at the start of a turn."""
        in_endgame = [_is_endgame(position) for position in positions]
        others = [not is_endgame for is_endgame in in_endgame]
        ahead = iter(self._look_ahead.evaluate(list(compress(positions, in_endgame))))
        now = iter(self.evaluator.evaluate(list(compress(positions, others))))
        return [next(ahead if is_endgame else now) for is_endgame in in_endgame]


def _is_endgame(position: Position) -> bool:
    limit = MAX_EXTRAWURM_ENDS if position.rules.extrawurm else MAX_ENDS
    return position.to_act != OVER and _count_ends(position) <= limit


def _count_ends(position: Position) -> int:
    """Return an upper bound on how many ways a turn can end: by taking, stealing or failing.

    With Extrawurm a turn may also end with a Bratwurm or a robbery; these are not counted.
    """
    rivals = sum(map(bool, position.stacks)) - bool(position.stacks[position.seat])
    return len(position.grill) + rivals + 1
