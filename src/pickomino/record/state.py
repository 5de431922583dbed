"""The one game that records, rooms and environments play: values that follow from one another."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.dice import ROLLS_IN_A_TURN, DiceSource, SealedDice
from pickomino.core.errors import InvalidNotation
from pickomino.core.play import step, step_roll
from pickomino.core.position import OVER, Position, seat_letter
from pickomino.core.roll import Roll
from pickomino.core.turns import TurnEnd, total

TURN_LIMIT: Final = 5000
"""Endless play is legal, so a game stops here unless told otherwise."""

# Calling the class takes twice as long, which matters to environments.
_new = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


class RollEvent(NamedTuple):
    """Dice were rolled.

    >>> RollEvent(0, Roll.parse("1134ww")).roll.points
    19
    """

    seat: int
    roll: Roll


class ActionEvent(NamedTuple):
    """A player acted.

    >>> str(ActionEvent(1, Action.parse("t25")).action)
    't25'
    """

    seat: int
    action: Action


GameEvent = RollEvent | ActionEvent | TurnEnd

_acted: Final = lru_cache(maxsize=1024)(ActionEvent)
"""Equal ones are one object: games that are kept consist of them."""


class GameStep(NamedTuple):
    """An event and the position it led to.

    >>> from pickomino import Game, Rules
    >>> game = Game(Rules.preset("mini"), 2)
    >>> events = game.roll(Roll.parse("12345www"))
    >>> game.steps[0].position.turn.rolled
    Roll.parse('12345www')
    """

    event: GameEvent
    position: Position


class GameState(NamedTuple):
    """A game so far, as a value; with its history, or without it for speed.

    Every state of a game shares one list, which only grows, and knows how much of it is its own.
    A tuple would be copied for every event, and games have thousands; a chain of links could not
    be compared or written without its whole length on the stack. Whoever goes on from a state that
    others have gone on from already gets a list of their own.

    >>> from pickomino import Rules, start
    >>> begun = GameState.begin(start(Rules.preset("mini"), 2))
    >>> rolled = begun.apply_roll(Roll.parse("12345www"))
    >>> rolled.length, begun.length, begun.turn_label
    (1, 0, '1a')
    """

    start: Position
    position: Position
    """The position now."""
    turn_limit: int = TURN_LIMIT
    turn: int = 0
    """The number of the turn being played, from 0; when over, the number of turns played."""
    rolls: int = 0
    history: list[GameStep] | None = None
    """Shared and private: the first `length` belong to this state. None: nothing is kept."""
    length: int = 0
    """How many events there were."""

    @classmethod
    def begin(cls, start: Position, turn_limit: int = TURN_LIMIT, turn: int = 0) -> GameState:
        """Begin at a position, in the first turn or in a later one, and keep the history."""
        return cls.without_history(start, turn_limit)._replace(turn=turn, history=[])

    @classmethod
    def without_history(cls, start: Position, turn_limit: int = TURN_LIMIT) -> GameState:
        """Begin a game that remembers nothing but where it stands."""
        if turn_limit < 1:
            raise InvalidNotation("bad_turn_limit", turns=turn_limit)
        return cls(start, start, turn_limit)

    def __eq__(self, other: object) -> bool:
        """Compare the games, not what others have made of the shared list."""
        if not isinstance(other, GameState):
            return NotImplemented
        return self[:5] == other[:5] and self.steps == other.steps

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash((self[:5], self.length))

    def __deepcopy__(self, memo: object) -> GameState:
        """Return itself, as a value may: OpenSpiel clones states by deep copies."""
        return self

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """Every event with the position it led to; `steps_since` is cheaper for the last few."""
        return self.steps_since(0)

    def steps_since(self, count: int) -> tuple[GameStep, ...]:
        """Return what followed the first `count` events."""
        return tuple(self.history[count : self.length]) if self.history else ()

    @property
    def is_stopped(self) -> bool:
        """Whether the turn limit ended an unfinished game."""
        return self.turn >= self.turn_limit and self.position.seat != OVER

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return self.turn >= self.turn_limit or self.position.seat == OVER

    @property
    def turn_label(self) -> str:
        """The turn being played as records name it: `3b`."""
        return turn_label(self.start, self.turn)

    def apply_roll(self, roll: Roll) -> GameState:
        """Let dice fall."""
        return self._after(RollEvent(self.position.seat, roll), *step_roll(self.position, roll))

    def apply(self, action: Action) -> GameState:
        """Play an action; raises IllegalAction."""
        return self._after(_acted(self.position.seat, action), *step(self.position, action))

    def roll_number(self, dice: DiceSource) -> int:
        """Return the number of the next roll, as these dice count: over the game, or by turns."""
        if not isinstance(dice, SealedDice):
            return self.rolls
        rolled = 0
        for event, _ in self._backwards():
            if isinstance(event, TurnEnd):
                break
            rolled += isinstance(event, RollEvent)
        return ROLLS_IN_A_TURN * self.turn + rolled

    def last_decision_of(self, seats: Collection[int]) -> int | None:
        """Return how many events came before the last action of one of these seats, if any."""
        for back, (event, _) in enumerate(self._backwards(), 1):
            if isinstance(event, ActionEvent) and event.seat in seats:
                return self.length - back
        return None

    def rewind(self, count: int) -> GameState:
        """Go back to the first `count` events."""
        kept, gone = self.steps[:count], self.steps_since(count)
        return self._replace(
            position=kept[-1].position if kept else self.start,
            turn=self.turn - sum(isinstance(event, TurnEnd) for event, _ in gone),
            rolls=self.rolls - sum(isinstance(event, RollEvent) for event, _ in gone),
            length=len(kept),
        )

    def _backwards(self) -> Iterator[GameStep]:
        history = self.history or []
        return (history[index] for index in range(self.length - 1, -1, -1))

    def _after(
        self, event: RollEvent | ActionEvent, position: Position, ended: TurnEnd | None
    ) -> GameState:
        start, _, limit, turn, rolls, history, length = self
        if ended is not None:
            turn += 1
        if isinstance(event, RollEvent):
            rolls += 1
        if history is not None:
            history = self._followed_by(event, position, ended)
            length += 1 if ended is None else 2
        return _new(GameState, (start, position, limit, turn, rolls, history, length))

    def _followed_by(
        self, event: GameEvent, position: Position, ended: TurnEnd | None
    ) -> list[GameStep]:
        history = self.history or []
        if len(history) != self.length:
            history = history[: self.length]
        history.append(GameStep(event, position))
        if ended is not None:
            if ended.total is None:
                # The Raven's choice ends a turn whose sum was known only when the tile was taken.
                ended = ended._replace(total=self._total_when_taking())
            history.append(GameStep(ended, position))
        return history

    def _total_when_taking(self) -> int | None:
        """Return the sum that the tile was taken with, or None if the game is known only since."""
        last = self.steps_since(max(0, self.length - 2))
        positions = [self.start, *(step.position for step in last)]
        return total(positions[-2]) if len(positions) > 1 else None


def turn_seat(start: Position, turn: int) -> int:
    """Return whose turn it is after this many turns from a start."""
    return (max(start.seat, 0) + turn) % start.players


def turn_label(start: Position, turn: int) -> str:
    """Name a turn by its round and seat: `2b`."""
    rounds, seat = divmod(max(start.seat, 0) + turn, start.players)
    return f"{rounds + 1}{seat_letter(seat)}"
