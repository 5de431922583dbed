"""The best evaluator available for a table in this installation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress
from typing import Final

from pickomino.core.position import Position
from pickomino.core.rules import Rules
from pickomino.evaluation.network_chance import has_networks, network_hash
from pickomino.evaluation.protocol import Chances, Evaluator
from pickomino.evaluation.win_chance import WinChance
from pickomino.solver.backend import has_fast_solver

NETWORKS: Final = "networks"
FORMULA: Final = "formula"


class ChampionChance:
    """The champion's evaluator: networks, or the formula for rules that no network supports.

    In the endgame it looks one turn further ahead if there is a fast solver; without one, solving a
    turn takes too long.

    >>> from pickomino import Rules, start
    >>> ((first, second),) = ChampionChance().evaluate([start(Rules.preset("classic"), 2)])
    >>> first > second
    True
    """

    def __init__(self) -> None:
        from pickomino.evaluation.endgame_look_ahead import EndgameChance
        from pickomino.evaluation.features import supports
        from pickomino.evaluation.network_chance import NetworkChance

        self.supports = supports
        self._network = EndgameChance(NetworkChance()) if has_fast_solver() else NetworkChance()
        self._formula = WinChance()

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances in each position, which must be finished or at the start of a turn."""
        supported = [self.supports(position.rules) for position in positions]
        unsupported = [not is_supported for is_supported in supported]
        by_network = iter(self._network.evaluate(list(compress(positions, supported))))
        by_formula = iter(self._formula.evaluate(list(compress(positions, unsupported))))
        return [next(by_network if is_supported else by_formula) for is_supported in supported]


def judge_version(rules: Rules, players: int) -> str:
    """Return the version of `best_judge` for a table; it changes whenever the evaluations change.

    >>> from pickomino import Rules
    >>> judge_version(Rules.preset("classic"), 2).partition(" ")[0]
    'network'
    """
    if judge_kind(rules) == FORMULA:
        return FORMULA
    from pickomino.evaluation.endgame_look_ahead import MAX_ENDS, MAX_EXTRAWURM_ENDS

    network = f"network {network_hash(players)[:12]}"
    ends = MAX_EXTRAWURM_ENDS if rules.extrawurm else MAX_ENDS
    return f"{network} endgame {ends}" if has_fast_solver() else network


@cache
def best_judge() -> Evaluator:
    """Return the champion's evaluator, or the formula if no networks can run.

    >>> type(best_judge()).__name__
    'ChampionChance'
    """
    return ChampionChance() if has_networks() else WinChance()


def judge_kind(rules: Rules) -> str:
    """Return which evaluator judges a table: `networks`, or `formula` if they do not support it.

    >>> from pickomino import Rules
    >>> judge_kind(Rules.preset("classic", extrawurm=True))
    'networks'
    """
    judge = best_judge()
    is_supported = isinstance(judge, ChampionChance) and judge.supports(rules)
    return NETWORKS if is_supported else FORMULA


def has_verdict(rules: Rules) -> bool:
    """Return whether win chances at a table are precise enough to judge decisions.

    Where they are not, coach, review and profile call them estimates, and averages leave them out.
    With Extrawurm the judge contradicts itself by more than 5% of a win in a game of weak players
    (docs/review.md has the figures).

    >>> from pickomino import Rules
    >>> has_verdict(Rules.preset("classic"))
    True
    """
    return not rules.extrawurm and judge_kind(rules) == NETWORKS
