"""The best judge of positions that this installation has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec

from pickomino.core.position import Position
from pickomino.evaluation.protocol import Chances, Evaluator
from pickomino.evaluation.win_chance import WinChance


class ChampionChance:
    """Judges by the trained networks; tables with Extrawurm, which they do not know, by formula."""

    def __init__(self) -> None:
        """Load what the networks need; raises ImportError without NumPy."""
        from pickomino.evaluation.network import NetworkChance

        self._network = NetworkChance()
        self._formula = WinChance()

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Judge positions at the start of a turn, or over."""
        known = iter(self._network.evaluate([each for each in positions if not each.extrawurm]))
        others = iter(self._formula.evaluate([each for each in positions if each.extrawurm]))
        return [next(others) if each.extrawurm else next(known) for each in positions]


def judge_version(players: int, *, extrawurm: bool) -> str:
    """Name the judgement that `best_judge` has of such tables; another one has another name.

    >>> judge_version(2, extrawurm=True)
    'formula'
    """
    if extrawurm or find_spec("numpy") is None:
        return "formula"
    from pickomino.evaluation.network import network_for

    return f"network {network_for(players).manifest['hash'][:12]}"


@cache
def best_judge() -> Evaluator:
    """Give the champion's judgement, or without NumPy the formula's."""
    return ChampionChance() if find_spec("numpy") is not None else WinChance()
