"""The best judge of positions that this installation has."""

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
    """Judges by the trained networks; tables whose rules they do not know, by formula.

    In the endgame it looks one turn further, if numba is there: without it a turn takes too long.
    """

    def __init__(self) -> None:
        """Load what the networks need; raises ImportError without NumPy."""
        from pickomino.evaluation.endgame import EndgameChance
        from pickomino.evaluation.network import NetworkChance, version_for

        self._version_for = version_for
        self._network = EndgameChance(NetworkChance()) if _looks_ahead() else NetworkChance()
        self._formula = WinChance()

    def knows(self, rules: Rules, players: int) -> bool:
        """Return whether a network knows such tables."""
        return self._version_for(rules, players) is not None

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Judge positions at the start of a turn, or over."""
        known = [self.knows(each.rules, each.players) for each in positions]
        by_network = iter(self._network.evaluate(list(compress(positions, known))))
        others = [each for each, is_known in zip(positions, known, strict=True) if not is_known]
        by_formula = iter(self._formula.evaluate(others))
        return [next(by_network if is_known else by_formula) for is_known in known]


def judge_version(rules: Rules, players: int) -> str:
    """Name the judgement that `best_judge` has of such tables; another one has another name.

    >>> from pickomino import Rules
    >>> judge_version(Rules.preset("classic"), 2).partition(" ")[0]
    'network'
    """
    if judged_by(rules, players) == FORMULA:
        return FORMULA
    from pickomino.evaluation.endgame import MAX_ENDS
    from pickomino.evaluation.network import network_for, version_for

    network = f"network {network_for(players, version_for(rules, players)).manifest['hash'][:12]}"
    return f"{network} endgame {MAX_ENDS}" if _looks_ahead() and not rules.extrawurm else network


def _looks_ahead() -> bool:
    return find_spec("numba") is not None


@cache
def best_judge() -> Evaluator:
    """Return the champion's judgement, or without NumPy the formula's."""
    return ChampionChance() if find_spec("numpy") is not None else WinChance()


def judged_by(rules: Rules, players: int) -> str:
    """Return who judges such tables: `networks`, or `formula` where they know too little.

    >>> from pickomino import Rules
    >>> judged_by(Rules.preset("classic", extrawurm=True), 2)
    'networks'
    """
    judge = best_judge()
    is_known = isinstance(judge, ChampionChance) and judge.knows(rules, players)
    return NETWORKS if is_known else FORMULA
