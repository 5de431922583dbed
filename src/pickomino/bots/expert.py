"""The expert: maximises the expected worms of its turn exactly; all ratings are relative to it."""

from __future__ import annotations

from pickomino.bots.arguments import checked
from pickomino.bots.beginner import claim_or_roll
from pickomino.bots.exact_turn import ExactTurn
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import Action
from pickomino.core.position import Phase, Position
from pickomino.core.tiles import worms
from pickomino.solver.outcomes import TurnOutcomes


class ExpertBot:
    """Maximises the expected worms of its turn, without looking further ahead.

    >>> import random
    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 55 1124ww")
    >>> str(ExpertBot().choose(position, Thinking(random.Random(1))))
    'kw'
    """

    def __init__(self) -> None:
        self._turn = ExactTurn(expected_worms)

    @checked
    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Return the action with the most expected worms."""
        del thinking
        if position.turn.phase is Phase.RAVEN:
            return claim_or_roll(position)
        return self._turn.best(position)


def expected_worms(outcomes: TurnOutcomes) -> list[float]:
    """Return the value of each outcome in worms.

    A taken tile is worth its worms, a stolen one its worms times 1 + 1/(players - 1), and a lost
    top tile minus its worms.

    >>> from pickomino import Position
    >>> from pickomino.solver.outcomes import turn_outcomes
    >>> position = Position.from_wfen("standard ...xooooooooo..o 21,34/22,23/35 a - ~")
    >>> outcomes = turn_outcomes(position)
    >>> [(str(l), v) for l, v in zip(outcomes.labels, expected_worms(outcomes))][:3]
    [('None', -4.0), ('s23', 1.5), ('t25', 2.0)]
    """
    position = outcomes.position
    own, rivals = position.stacks[position.seat], position.players - 1
    values: list[float] = []
    for label, after in zip(outcomes.labels, outcomes.positions, strict=True):
        stack = after.stacks[position.seat]
        if len(stack) < len(own):
            values.append(-float(worms(own[-1])))
        elif len(stack) == len(own):
            values.append(0.0)  # no tile to return, or only the Hen was stolen
        else:
            stolen = label is not None and label.kind == "s"
            values.append(worms(stack[-1]) * (1 + 1 / rivals if stolen else 1.0))
    return values
