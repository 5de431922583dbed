"""The strategist: maximises its win chance, looking ahead to the rivals' next turns."""

from __future__ import annotations

from functools import partial
from typing import Final

from pickomino.bots.arguments import checked
from pickomino.bots.exact_turn import ExactTurn
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import Action
from pickomino.core.play import legal_actions
from pickomino.core.position import Phase, Position
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.outcome_values import outcome_chances, raven_outcomes
from pickomino.evaluation.protocol import Evaluator
from pickomino.evaluation.win_chance import WinChance
from pickomino.solver.outcomes import TurnOutcomes
from pickomino.solver.reference import first_best

LOOK_AHEAD_SECONDS: Final = 0.3
"""The maximum time of looking ahead on a slow core; a bot with less time does not look ahead."""


class StrategistBot:
    """Maximises its win chance; `depth` is the number of turns it solves, its own first."""

    def __init__(self, depth: str = "2", base: Evaluator | None = None) -> None:
        """`base` evaluates the positions after the last solved turn; the default is `WinChance`."""
        evaluator = self._quick_evaluator = WinChance() if base is None else base
        for _ in range(int(depth) - 1):
            evaluator = LookAhead(evaluator)
        self.evaluator = evaluator
        self._turn = ExactTurn(partial(_outcome_values, evaluator))
        self._quick_turn = ExactTurn(partial(_outcome_values, self._quick_evaluator))

    @checked
    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Return the action with the best win chance; look ahead only if there is time."""
        is_quick = thinking.seconds < LOOK_AHEAD_SECONDS
        if position.turn.phase is Phase.RAVEN:
            return _choose_for_raven(
                self._quick_evaluator if is_quick else self.evaluator, position
            )
        return (self._quick_turn if is_quick else self._turn).best(position)


def _outcome_values(evaluator: Evaluator, outcomes: TurnOutcomes) -> list[float]:
    seat = outcomes.position.seat
    return [chances[seat] for chances in outcome_chances(evaluator, outcomes.positions)]


def _choose_for_raven(evaluator: Evaluator, position: Position) -> Action:
    actions = legal_actions(position)
    chances = evaluator.evaluate(raven_outcomes(position))
    return actions[first_best([after[position.seat] for after in chances])]
