"""Bots in the seats that are not the agent's, in all games at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from pickomino.core.errors import InvalidNotation
from pickomino.core.extrawurm import Specialist
from pickomino.core.rules import Rules
from pickomino.envs.env_game import check_option
from pickomino.envs.vector import kernels
from pickomino.envs.vector.bots import EXPERT, KINDS, Places, ValueLayout, state_index
from pickomino.envs.vector.layout import ALL_SYMBOLS, DICE, SEATS_AT, GameArrays, Int8s, Int64s
from pickomino.envs.vector.stacks import PackedRules
from pickomino.solver.kernels import LANES, solve_rows
from pickomino.solver.program import program
from pickomino.solver.shape import BASE, TOTALS, TurnShape

MAX_TURNS_TOGETHER: Final = 4 * LANES
"""How many turns of experts are solved and played together; this many fit into the L2 cache."""

STATE_INDICES: Final = 4 * (DICE + 2) * (ALL_SYMBOLS + 1) * TOTALS
"""The number of different values that `state_index` can return."""

NO_BOTS: Final = np.zeros(1, np.int8)
"""A placeholder for the bots in games in which the agent plays every seat."""
_NO_VALUES: Final = np.zeros((1, 1, 1, 1))

BotTurns = tuple[int, TurnShape, Int64s]
"""A kind of bot, a turn shape, and the games in which a bot of that kind has such a turn."""


def parse_bot_kinds(names: str | Sequence[str], players: int) -> Int8s:
    """Return the kind of bot in every seat but the agent's.

    `names` is one name for all these seats, or a name for each.

    >>> parse_bot_kinds("expert", players=3)
    array([3, 3], dtype=int8)
    """
    named = [names] * (players - 1) if isinstance(names, str) else list(names)
    for name in named:
        check_option("opponents", name, tuple(KINDS))
    if len(named) != players - 1:
        allowed = f"one bot, or {players - 1} for {players} players"
        raise InvalidNotation(
            "bad_option_value", option="opponents", value=f"{len(named)} bots", allowed=allowed
        )
    return np.array([KINDS[name] for name in named], np.int8)


class Opponents:
    """Plays the bots' turns in many games together; turns of experts are solved exactly."""

    def __init__(self, rules: Rules, rule: PackedRules, arrays: GameArrays, kinds: Int8s) -> None:
        """Set up the bots for games; `kinds` lists the bots of all seats but the agent's."""
        self.kinds = kinds
        self._rule, self._arrays = rule, arrays
        self._shapes: dict[Specialist, TurnShape] = {}
        self._no_specialist = BASE._replace(rolls_with_all_symbols=rules.rolls_with_all_symbols)
        if rules.extrawurm:
            # Bratwurms have no value for an expert, so its turns are solved without them.
            shape = self._no_specialist._replace
            weasel = shape(weasel=True, weasel_saves_bust=rules.weasel_saves_bust)
            self._shapes[Specialist.CANNED_WORM] = shape(canned_worm=True)
            self._shapes[Specialist.WEASEL] = weasel
            self._shapes[Specialist.GOLDEN_DIE] = shape(golden=rules.golden)

    def group_turns(self, games: Int64s, agents: Int8s) -> list[BotTurns]:
        """Group games by the bot whose turn it is and the shape of the turn."""
        seats = self._arrays.seat[games]
        kinds = self.kinds[seats - (seats > agents[games])]
        groups: list[BotTurns] = []
        for kind in np.unique(kinds).tolist():
            of_kind = games[kinds == kind]
            by_shape = self._by_shape(of_kind) if kind == EXPERT else [(BASE, of_kind)]
            groups += [
                (kind, shape, part[at : at + MAX_TURNS_TOGETHER])
                for shape, part in by_shape
                for at in range(0, len(part), MAX_TURNS_TOGETHER)
            ]
        return groups

    def _by_shape(self, games: Int64s) -> list[tuple[TurnShape, Int64s]]:
        left, by_shape = games, list[tuple[TurnShape, Int64s]]()
        for specialist, shape in self._shapes.items():
            place = self._arrays.specialists[left] >> 5 * specialist & 31
            holds = place == self._arrays.seat[left] + SEATS_AT
            by_shape.append((shape, left[holds]))
            left = left[~holds]
        return [(self._no_specialist, left), *by_shape]

    def play(self, turns: BotTurns) -> int:
        """Play some turns to their ends; return the number of steps."""
        kind, shape, games = turns
        solved, values = _value_layout_for(shape), _NO_VALUES
        if kind == EXPERT:
            stop, failure = np.empty((len(games), 1, 2, TOTALS)), np.empty((len(games), 1, 2))
            kernels.write_payoffs(self._arrays, self._rule, games, stop, failure)
            values = solve_rows(shape, stop, failure)
        return kernels.play_turns(self._arrays, self._rule, kind, solved, values, games)


@cache
def _value_layout_for(shape: TurnShape) -> ValueLayout:
    states = program(shape).states
    places: Places = np.full(STATE_INDICES, -1, np.int16)
    for number, (symbols, dice, golden, points, _, weasel) in enumerate(states):
        places[state_index(symbols, dice, points, int(golden), int(weasel))] = number
    return ValueLayout(places, len(states))
