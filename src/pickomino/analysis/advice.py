"""The odds of a position and the value of each choice, for one of several aims."""

from __future__ import annotations

from typing import NamedTuple

from pickomino.bots.expert import expected_worms
from pickomino.core.actions import STEAL, TAKE, Action
from pickomino.core.errors import InvalidNotation, PickominoError, quote
from pickomino.core.play import legal_actions, step
from pickomino.core.position import Phase, Position, check_position, tiles_of
from pickomino.core.rules import Rules
from pickomino.core.turns import TurnEnd
from pickomino.evaluation.judge import NETWORKS, best_judge, has_verdict, judge_kind
from pickomino.evaluation.outcome_values import outcome_chances, raven_outcomes
from pickomino.solver.backend import has_fast_solver
from pickomino.solver.odds import turn_odds
from pickomino.solver.outcomes import TurnOutcomes, turn_outcomes
from pickomino.solver.reference import first_best
from pickomino.solver.solution import TurnSolution, solve

WORMS = "worms"
WIN = "win"


class Advice(NamedTuple):
    """The odds, and the value of each choice, at some point in a turn.

    >>> advice = advise(Position.from_wfen("standard oooooooooooooooo -/- a 555www 14"))
    >>> {str(action): round(value, 2) for action, value in advice.choices.items()}
    {'k1': 3.0, 'k4': 4.0}
    """

    aim: str
    at_least: dict[int, float]
    """The best chance of stopping with a worm and at least this total, whatever tiles are left."""
    exactly: dict[int, float]
    expected_worms: float
    """The expected worms from the grill, minus the worms lost by failing; steals are ignored."""
    value: float
    """The value of the position for the aim under best play."""
    failure: float
    """The chance that the turn fails under best play for the aim."""
    results: dict[Action | None, float]
    """The chance of each claim under best play for the aim; the key None stands for failing."""
    best: Action | None
    """The best action; None before a roll."""
    choices: dict[Action, float]
    """The value of each legal action for the aim."""
    failures: dict[Action, float]
    """For each legal action, the chance that the turn fails if best play for the aim follows."""
    failed: float = 0.0
    """The value for the aim if the turn fails, without a Bratwurm for ones."""
    is_estimate: bool = False
    """Whether the win chances are only estimates (`evaluation.judge.has_verdict`)."""


def advise(position: Position, aim: str = WORMS, *, fast: bool = True) -> Advice:
    """Return advice for an aim: `worms`, `win`, or the number of a tile.

    With `fast`, the compiled kernel is used if there is one; it takes a second to load. For
    a single position `fast=False` is quicker, except in endgames, where the champion's evaluator
    looks further ahead.

    >>> advice = advise(Position.from_wfen("standard oooooooooooooooo -/- a 555www 14"))
    >>> str(advice.best), round(advice.failure, 3)
    ('k4', 0.0)
    """
    check_position(position)
    check_aim(aim, position.rules)
    if position.turn.phase is Phase.OVER:
        raise PickominoError("no_dice_in_play", wfen=position.wfen())
    if position.turn.phase is Phase.RAVEN:
        return _advise_raven_choice(position, aim)
    outcomes = turn_outcomes(position)
    fast = fast and has_fast_solver()
    solution = solve(position, outcomes.payoff(_outcome_values(outcomes, aim)), fast=fast)
    odds = turn_odds(position, fast=fast)
    results = solution.results(position)
    return Advice(
        aim,
        odds.at_least,
        odds.exactly,
        odds.expected_worms,
        float(solution.value(position)),
        float(results.get(None, 0.0)),
        {action: float(chance) for action, chance in results.items()},
        solution.best(position),
        {action: float(value) for action, value in solution.choices(position).items()},
        {action: _failure(solution, *step(position, action)) for action in legal_actions(position)},
        float(solution.payoff.stakes.failure[0][0]),
        is_estimate(position.rules, aim),
    )


def default_aim(rules: Rules) -> str:
    """Return the best aim that this installation can judge: `win` if networks support the rules.

    >>> default_aim(Rules.preset("classic"))
    'win'
    """
    return WIN if judge_kind(rules) == NETWORKS else WORMS


def is_estimate(rules: Rules, aim: str) -> bool:
    """Return whether the values for an aim are only estimates."""
    return aim == WIN and not has_verdict(rules)


def check_aim(aim: str, rules: Rules) -> None:
    """Raise InvalidNotation unless these rules allow the aim."""
    allowed = (WORMS, WIN, *map(str, tiles_of(rules)))
    if aim not in allowed:
        raise InvalidNotation("bad_aim", aim=quote(aim), allowed=", ".join(allowed))


def _advise_raven_choice(position: Position, aim: str) -> Advice:
    """Return advice on whose Bratwurm to take; each is worth one worm, but win chances differ."""
    actions = legal_actions(position)
    if aim == WIN:
        after = best_judge().evaluate(raven_outcomes(position))
        values = [chances[position.seat] for chances in after]
    else:
        values = [float(aim == WORMS)] * len(actions)
    choices = dict(zip(actions, values, strict=True))
    best = actions[first_best(values)]
    failures = dict.fromkeys(actions, 0.0)
    rough = is_estimate(position.rules, aim)
    return Advice(aim, {}, {}, 0.0, choices[best], 0.0, {}, best, choices, failures, 0.0, rough)


def _failure(solution: TurnSolution, after: Position, ended: TurnEnd | None) -> float:
    if ended is not None:
        return float(ended.result == "failed")
    is_raven = after.turn.phase is Phase.RAVEN
    return 0.0 if is_raven else float(solution.results(after).get(None, 0.0))


def _outcome_values(outcomes: TurnOutcomes, aim: str) -> list[float]:
    if aim == WORMS:
        return expected_worms(outcomes)
    if aim == WIN:
        seat = outcomes.position.seat
        return [chances[seat] for chances in outcome_chances(best_judge(), outcomes.positions)]
    wanted = (TAKE[int(aim)], STEAL.get(int(aim)))
    return [float(label in wanted) for label in outcomes.labels]
