"""A bot made of an evaluator, such as a network of your own."""

from __future__ import annotations

from pickomino.bots.strategist import StrategistBot
from pickomino.evaluation.protocol import Evaluator, check_evaluator


class EvaluatorBot(StrategistBot):
    """Solves its turn exactly and maximises its win chance, which an evaluator estimates.

    With `depth` 2 it solves the next rival's turn too, which takes much longer. It can be sent to
    other processes if its evaluator can.

    >>> from pickomino import play_game
    >>> class Equal:
    ...     def evaluate(self, positions):
    ...         return [(1 / position.players,) * position.players for position in positions]
    >>> play_game([EvaluatorBot(Equal()), "beginner"], "mini", turn_limit=4).turn
    4
    """

    def __init__(self, evaluator: Evaluator, depth: int = 1) -> None:
        check_evaluator(evaluator)
        super().__init__(str(depth), evaluator)
