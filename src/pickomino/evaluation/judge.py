"""The best evaluator available for a table in this installation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from itertools import compress
from typing import Final

from pickomino.core.position import Position
from pickomino.core.rules import Rules
from pickomino.evaluation.protocol import Chances, Evaluator
from pickomino.evaluation.win_chance import WinChance

NETWORKS: Final = "networks"
FORMULA: Final = "formula"


class ChampionChance:
    """The champion's evaluator: networks, or the formula for rules that no network supports.

    In the endgame it looks one turn further ahead if numba is installed; without numba, solving a
    turn takes too long.
    """

    def __init__(self) -> None:
        """Create the evaluators; raise ImportError if NumPy is not installed."""
        from pickomino.evaluation.endgame_look_ahead import EndgameChance
        from pickomino.evaluation.network import NetworkChance, version_for

        self._version_for = version_for
        self._network = EndgameChance(NetworkChance()) if _looks_ahead() else NetworkChance()
        self._formula = WinChance()

    def supports(self, rules: Rules, players: int) -> bool:
        """Return whether a network supports these rules and this number of players."""
        return self._version_for(rules, players) is not None

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances in each position, which must be finished or at the start of a turn."""
        supported = [self.supports(position.rules, position.players) for position in positions]
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
    if judge_kind(rules, players) == FORMULA:
        return FORMULA
    from pickomino.evaluation.endgame_look_ahead import MAX_ENDS
    from pickomino.evaluation.network import network_for, version_for

    network = f"network {network_for(players, version_for(rules, players)).manifest['hash'][:12]}"
    return f"{network} endgame {MAX_ENDS}" if _looks_ahead() and not rules.extrawurm else network


def _looks_ahead() -> bool:
    return find_spec("numba") is not None


@cache
def best_judge() -> Evaluator:
    """Return the champion's evaluator, or the formula if NumPy is not installed."""
    return ChampionChance() if find_spec("numpy") is not None else WinChance()


def judge_kind(rules: Rules, players: int) -> str:
    """Return which evaluator judges a table: `networks`, or `formula` if no network supports it.

    >>> from pickomino import Rules
    >>> judge_kind(Rules.preset("classic", extrawurm=True), 2)
    'networks'
    """
    judge = best_judge()
    is_supported = isinstance(judge, ChampionChance) and judge.supports(rules, players)
    return NETWORKS if is_supported else FORMULA
