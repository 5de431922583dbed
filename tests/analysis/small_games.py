"""An evaluator that solves small two-player games exactly; docs/solved.md has the figures."""

from pickomino import OVER, Position, Rules
from pickomino.evaluation.protocol import final_chances
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve


def small_start(rules: Rules, tiles: int) -> Position:
    return Position.from_wfen(f"{rules} {'o' * tiles}{'x' * (16 - tiles)} -/- a - ~")


class ExactTable:
    """The exact win chance in every reachable position under perfect play by both players."""

    def __init__(self, rules: Rules, tiles: int):
        outcomes, pending = {}, [small_start(rules, tiles)]
        while pending:
            position = pending.pop()
            if position.to_act != OVER and position not in outcomes:
                outcomes[position] = turn_outcomes(position)
                pending += outcomes[position].positions
        self.chances = dict.fromkeys(outcomes, 0.5)
        change = 1.0
        while change > 1e-13:
            change = max(self._improve(position, outcomes[position]) for position in outcomes)

    def _improve(self, position, outcomes):
        worth = [chances[position.seat] for chances in self.evaluate(outcomes.positions)]
        value = float(solve(position, worth, fast=True).value(position))
        change = abs(value - self.chances[position])
        self.chances[position] = value
        return change

    def evaluate(self, positions):
        return [self._chances(position) for position in positions]

    def _chances(self, position):
        if position.to_act == OVER:
            return final_chances(position)
        own = self.chances[position]
        return (own, 1 - own) if position.seat == 0 else (1 - own, own)
