"""Bots in the seats that are not the agent's, on all tables at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from pickomino.core.errors import InvalidNotation, quoted
from pickomino.envs.vector import kernels
from pickomino.envs.vector.bots import (
    HABITS,
    KINDS,
    Opponents,
    Places,
    Solved,
    place_of,
    solved_rows,
)
from pickomino.envs.vector.rules import Rule
from pickomino.envs.vector.tables import ALL_SYMBOLS, DICE, Arrays, Int64s
from pickomino.solver.kernels import LANES, solve_rows
from pickomino.solver.program import program
from pickomino.solver.shape import BASE, TOTALS, TurnShape

TOGETHER: Final = 4 * LANES
"""The turns of experts that are solved and played together: what the second cache holds."""

NOBODY: Final = Opponents(np.zeros(1, np.int8), HABITS)
"""For games whose seats are all the agent's."""


def opponents_of(names: str | Sequence[str], players: int) -> Opponents:
    """Read the bots of all seats but one: a name for all of them, or one for each in their order.

    >>> opponents_of("expert", players=3).kinds
    array([3, 3], dtype=int8)
    """
    named = [names] * (players - 1) if isinstance(names, str) else list(names)
    for name in named:
        if name not in KINDS:
            allowed = ", ".join(KINDS)
            raise InvalidNotation(
                "bad_option_value", option="opponents", value=quoted(name), allowed=allowed
            )
    if len(named) != players - 1:
        allowed = f"one bot, or {players - 1} for {players} players"
        raise InvalidNotation(
            "bad_option_value", option="opponents", value=f"{len(named)} bots", allowed=allowed
        )
    return Opponents(np.array([KINDS[name] for name in named], np.int8), HABITS)


def play_expert_turns(arrays: Arrays, rule: Rule, games: Int64s) -> int:
    """Solve and play the turns of some games that an expert is at; return the steps made."""
    shape = BASE
    solved = _solved(shape)
    stop = np.empty((len(games), 1, 2, TOTALS))
    failure = np.empty((len(games), 1, 2))
    kernels.value_turns(arrays, rule, solved, games, stop, failure)
    values = solve_rows(shape, stop, failure)
    return kernels.play_turns(arrays, rule, solved, games, values)


@cache
def _solved(shape: TurnShape) -> Solved:
    """Return where the solver has the values of each state of a turn."""
    states = program(shape).states
    places: Places = np.full((DICE + 2) * (ALL_SYMBOLS + 1) * TOTALS, -1, np.int16)
    for number, state in enumerate(states):
        places[place_of(state.symbols, state.dice, state.points, TOTALS)] = number
    return solved_rows(places, len(states))
