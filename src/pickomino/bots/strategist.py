"""The strategist: the best chance to win the game, through the turns of the next rivals."""

from __future__ import annotations

from typing import Final

from pickomino.bots.exact_turn import ExactTurn
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import Action
from pickomino.core.play import apply, legal_actions
from pickomino.core.position import Phase, Position
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.outcome_values import outcome_chances
from pickomino.evaluation.protocol import Evaluator
from pickomino.evaluation.win_chance import WinChance
from pickomino.solver.outcomes import TurnOutcomes

LOOK_AHEAD_SECONDS: Final = 0.3
"""The longest that looking ahead takes on a slow core; with less time it is left out."""


class StrategistBot:
    """Maximises its chance to win; `depth` counts the turns it plays out, its own first."""

    def __init__(self, depth: str = "2", judge: Evaluator | None = None) -> None:
        """Take the depth, and who judges positions; by default the formula."""
        evaluator = self._quick_evaluator = WinChance() if judge is None else judge
        for _ in range(int(depth) - 1):
            evaluator = LookAhead(evaluator)
        self.evaluator = evaluator
        self._turn = ExactTurn(lambda outcomes: _worth(self.evaluator, outcomes))
        self._quick_turn = ExactTurn(lambda outcomes: _worth(self._quick_evaluator, outcomes))

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Choose the action with the best chance to win; looks ahead only if there is time."""
        hurries = thinking.seconds < LOOK_AHEAD_SECONDS
        if position.turn.phase is Phase.RAVEN:
            return _for_raven(self._quick_evaluator if hurries else self.evaluator, position)
        return (self._quick_turn if hurries else self._turn).best(position)


def _worth(evaluator: Evaluator, outcomes: TurnOutcomes) -> list[float]:
    seat = outcomes.position.seat
    return [chances[seat] for chances in outcome_chances(evaluator, outcomes.positions)]


def _for_raven(evaluator: Evaluator, position: Position) -> Action:
    actions = legal_actions(position)
    judged = evaluator.evaluate([apply(position, action) for action in actions])
    best = max(range(len(actions)), key=lambda place: judged[place][position.seat])
    return actions[best]
