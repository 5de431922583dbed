"""The strategist: the best chance to win the game, through the turns of the next rivals."""

from __future__ import annotations

from pickomino.bots.exact_turn import ExactTurn
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import Action
from pickomino.core.play import apply, legal_actions
from pickomino.core.position import Phase, Position
from pickomino.evaluation.outcome_values import outcome_chances
from pickomino.evaluation.protocol import Evaluator
from pickomino.evaluation.win_chance import WinChance
from pickomino.solver.outcomes import TurnOutcomes


class StrategistBot:
    """Maximises its chance to win; `depth` counts the turns it plays out, its own first."""

    def __init__(self, depth: str = "2") -> None:
        evaluator: Evaluator = WinChance()
        for _ in range(int(depth) - 1):
            from pickomino.evaluation.look_ahead import LookAhead

            evaluator = LookAhead(evaluator)
        self.evaluator = evaluator
        self._turn = ExactTurn(self._worth)

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Choose the action with the best chance to win."""
        del thinking
        if position.turn.phase is Phase.RAVEN:
            return self._for_raven(position)
        return self._turn.best(position)

    def _worth(self, outcomes: TurnOutcomes) -> list[float]:
        seat = outcomes.position.seat
        judged = outcome_chances(self.evaluator, outcomes.positions)
        return [chances[seat] for chances in judged]

    def _for_raven(self, position: Position) -> Action:
        actions = legal_actions(position)
        judged = self.evaluator.evaluate([apply(position, action) for action in actions])
        best = max(range(len(actions)), key=lambda place: judged[place][position.seat])
        return actions[best]
