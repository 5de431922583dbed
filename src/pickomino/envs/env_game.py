"""A game played with the dice of a NumPy generator, shared by the environments."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from typing import Final, Literal, get_args

import numpy as np

from pickomino.core.actions import Action
from pickomino.core.errors import InvalidNotation, quote
from pickomino.core.play import dice_to_roll
from pickomino.core.position import OVER, Phase, Position, scores, winners
from pickomino.core.roll import Roll, outcomes
from pickomino.record.state import TURN_LIMIT, GameState

Reward = Literal["win", "worms"]
REWARDS: Final = get_args(Reward)
ILLEGAL_RETURN: Final = -1.0
"""The total reward of an episode with an illegal action; it is worse than any legal loss."""

Illegal = Literal["lose", "raise"]
ILLEGAL: Final = get_args(Illegal)
"""What an illegal action may do."""


_ROLL = Phase.ROLL  # looking up an enum member takes 0.1 us in Python 3.11


class EnvGame:
    """A running game whose dice are rolled automatically.

    >>> from pickomino import Rules, start
    >>> game = EnvGame(start(Rules.preset("standard"), 2))
    >>> game.begin(np.random.default_rng(1))
    >>> game.position.wfen()
    'standard oooooooooooooooo -/- a - 1223455w'
    """

    def __init__(self, first: Position, turn_limit: int = TURN_LIMIT) -> None:
        """Set up the game; `begin` starts it at the position."""
        self._start = GameState.without_history(first, turn_limit)
        self._game = self._start
        self.position = self._start.position
        self._actions = 0

    def begin(self, generator: np.random.Generator, first: Position | None = None) -> None:
        """Start a new game; all of its dice come from the generator.

        `first` is a position in which only this game begins.
        """
        self._generator = generator
        self._actions = 0
        game = self._start
        if first is not None:
            game = GameState.without_history(first, game.turn_limit)
        self._roll(game)

    @property
    def usual_start(self) -> Position:
        """The position in which games begin."""
        return self._start.position

    @property
    def steps(self) -> int:
        """The number of rolls and actions so far, by all seats."""
        return self._game.rolls + self._actions

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by the rules."""
        return self.position.seat == OVER

    @property
    def is_stopped(self) -> bool:
        """Whether the turn limit was reached before the game ended."""
        return self._game.is_stopped

    def act(self, action: Action) -> None:
        """Apply an action of the seat to act, and roll dice until the next decision."""
        self._roll(self._game.apply(action))
        self._actions += 1

    def _roll(self, game: GameState) -> None:
        while game.position.turn.phase is _ROLL:
            rolls, sums, total = _rolls(*dice_to_roll(game.position))
            game = game.apply_roll(rolls[bisect_right(sums, self._generator.random() * total)])
        self._game, self.position = game, game.position

    def total_rewards(self, reward: Reward) -> tuple[float, ...]:
        """Return what each seat has earned: its worms, or its share of the win.

        >>> from pickomino import Rules, start
        >>> EnvGame(start(Rules.preset("standard"), 2)).total_rewards("win")
        (0.0, 0.0)
        """
        if reward == "worms":
            return tuple(map(float, scores(self.position)))
        won = winners(self.position) if self.is_over else ()
        return tuple(1 / len(won) if seat in won else 0.0 for seat in range(self.position.players))


@cache
def _rolls(dice: int, golden: str) -> tuple[tuple[Roll, ...], tuple[int, ...], int]:
    """Return all rolls, the running sums of their weights without the last, and the last: 6^n.

    Drawing one number and looking up its roll takes 2 us; drawing eight dice would take 13 us.
    """
    rolls = outcomes(dice, golden)
    sums = np.cumsum([weight for _, weight in rolls]).tolist()
    return tuple(roll for roll, _ in rolls), tuple(sums[:-1]), sums[-1]


def check_option(option: str, value: str, allowed: tuple[str, ...]) -> None:
    """Raise InvalidNotation unless the value is allowed."""
    if value not in allowed:
        listed = ", ".join(allowed)
        raise InvalidNotation("bad_option_value", option=option, value=quote(value), allowed=listed)


def check_seat(seat: int | None, players: int) -> None:
    """Raise InvalidNotation unless the learner can have this seat; None is a random one."""
    if seat is not None and seat not in range(players):
        allowed = f"0 to {players - 1}, None"
        raise InvalidNotation("bad_option_value", option="seat", value=quote(seat), allowed=allowed)
