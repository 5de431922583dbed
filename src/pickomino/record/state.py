"""The state of a game as an immutable value, shared by records, rooms and environments."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.dice import ROLL_NUMBERS_PER_TURN, DiceSource, SealedDice
from pickomino.core.errors import InvalidNotation, wrong_type
from pickomino.core.play import step, step_roll
from pickomino.core.position import OVER, Position, seat_letter
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import TurnEnd, total

TURN_LIMIT: Final = 5000
"""The default turn limit, needed because the rules allow endless games."""
SHORT_TURN_LIMIT: Final = 250
"""The highest turn limit with `bothextra=no`: the leader may be forbidden to take the last tile,
and a rival who takes it may lose the game by that."""
TURNS_EXPECTED: Final = "a whole number of turns"

# Calling the class takes twice as long, which matters for environments.
_new = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


class RollEvent(NamedTuple):
    """Dice that were rolled.

    >>> RollEvent(0, Roll.parse("1134ww")).roll.points
    19
    """

    seat: int
    roll: Roll


class ActionEvent(NamedTuple):
    """An action of a player.

    >>> str(ActionEvent(1, Action.parse("t25")).action)
    't25'
    """

    seat: int
    action: Action


GameEvent = RollEvent | ActionEvent | TurnEnd
"""What happens in a game: a roll, an action, or the end of a turn."""

_action_event: Final = lru_cache(maxsize=1024)(ActionEvent)
"""Equal events share one object, which saves memory in games with a history."""


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
    """An immutable snapshot of a game up to now, with its history or, for speed, without it.

    All states of a game share one list, which only grows; each state knows how many entries
    belong to it. A tuple would be copied for each of thousands of events; comparing or pickling a
    linked list would recurse over its whole length. Continuing from a state that was already
    continued copies the list.

    >>> from pickomino import Rules, start
    >>> begun = GameState.begin(start(Rules.preset("mini"), 2))
    >>> rolled = begun.apply_roll(Roll.parse("12345www"))
    >>> rolled.length, begun.length, begun.turn_label
    (1, 0, '1a')
    >>> chosen = rolled.apply(Action.parse("kw"))
    >>> [step.position.turn.phase.name for step in chosen.steps], len(chosen.steps_since(1))
    (['CHOOSE', 'DECIDE'], 1)
    >>> chosen.last_decision_by([0]), chosen.rewind(1) == rolled
    (1, True)
    >>> chosen.is_over, chosen.is_stopped
    (False, False)
    """

    start: Position
    position: Position
    turn_limit: int = TURN_LIMIT
    turn: int = 0
    """The current turn, counted from 0; once the game is over, the number of turns played."""
    rolls: int = 0
    history: list[GameStep] | None = None
    """Private: a list shared between states. Its first `length` entries belong to this state. None
    if no history is kept."""
    length: int = 0
    """The number of events so far."""

    @classmethod
    def begin(cls, start: Position, turn_limit: int = TURN_LIMIT, turn: int = 0) -> GameState:
        """Start a game at a position in turn number `turn`, and keep its history."""
        return cls.without_history(start, turn_limit)._replace(turn=turn, history=[])

    @classmethod
    def without_history(cls, start: Position, turn_limit: int = TURN_LIMIT) -> GameState:
        """Start a game that keeps no history; `max_turns` may lower its turn limit.

        >>> from pickomino import start
        >>> state = GameState.without_history(start(Rules(), 2)).apply_roll(Roll.parse("12345www"))
        >>> state.length, state.steps
        (0, ())
        """
        if type(turn_limit) is not int:
            raise wrong_type(turn_limit, TURNS_EXPECTED)
        if turn_limit < 1:
            raise InvalidNotation("bad_turn_limit", turns=turn_limit)
        return cls(start, start, min(turn_limit, max_turns(start.rules)))

    def __eq__(self, other: object) -> bool:
        """Compare the games, ignoring what other states appended to the shared list."""
        if not isinstance(other, GameState):
            return NotImplemented
        return self[:5] == other[:5] and self.steps == other.steps

    def __hash__(self) -> int:
        """Hash consistently with `__eq__`."""
        return hash((self[:5], self.length))

    def __deepcopy__(self, memo: object) -> GameState:
        """Return the state itself, which is immutable; OpenSpiel clones states with `deepcopy`."""
        return self

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """All events with the positions they led to; `steps_since` is cheaper for the last few."""
        return self.steps_since(0)

    def steps_since(self, count: int) -> tuple[GameStep, ...]:
        """Return the steps after the first `count`."""
        return tuple(self.history[count : self.length]) if self.history else ()

    @property
    def is_stopped(self) -> bool:
        """Whether the turn limit ended an unfinished game."""
        return self.turn >= self.turn_limit and self.position.seat != OVER

    @property
    def is_over(self) -> bool:
        """Whether the game is finished or stopped."""
        return self.turn >= self.turn_limit or self.position.seat == OVER

    @property
    def turn_label(self) -> str:
        """The label of the current turn in records, such as `3b`."""
        return turn_label(self.start, self.turn)

    def apply_roll(self, roll: Roll) -> GameState:
        """Return the state after a roll; raise IllegalAction if the rules do not allow it."""
        return self._after(RollEvent(self.position.seat, roll), *step_roll(self.position, roll))

    def apply(self, action: Action) -> GameState:
        """Return the state after an action; raise IllegalAction if the rules do not allow it."""
        return self._after(_action_event(self.position.seat, action), *step(self.position, action))

    def roll_number(self, dice: DiceSource) -> int:
        """Return the number to pass to `dice` for the next roll.

        Sealed dice number the rolls within each turn, all other dice over the whole game.

        >>> from pickomino import SeededDice, start
        >>> GameState.begin(start(Rules(), 2)).roll_number(SeededDice(1))
        0
        """
        if not isinstance(dice, SealedDice):
            return self.rolls
        rolled = 0
        for event, _ in self._steps_backwards():
            if isinstance(event, TurnEnd):
                break
            rolled += isinstance(event, RollEvent)
        return ROLL_NUMBERS_PER_TURN * self.turn + rolled

    def last_decision_by(self, seats: Collection[int]) -> int | None:
        """Return how many events precede these seats' last action; None if they have not acted."""
        for back, (event, _) in enumerate(self._steps_backwards(), 1):
            if isinstance(event, ActionEvent) and event.seat in seats:
                return self.length - back
        return None

    def rewind(self, count: int) -> GameState:
        """Return the state after the first `count` events."""
        kept, undone = self.steps[:count], self.steps_since(count)
        return self._replace(
            position=kept[-1].position if kept else self.start,
            turn=self.turn - sum(isinstance(event, TurnEnd) for event, _ in undone),
            rolls=self.rolls - sum(isinstance(event, RollEvent) for event, _ in undone),
            length=len(kept),
        )

    def _steps_backwards(self) -> Iterator[GameStep]:
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
            history = self._append(event, position, ended)
            length += 1 if ended is None else 2
        return _new(GameState, (start, position, limit, turn, rolls, history, length))

    def _append(
        self, event: GameEvent, position: Position, ended: TurnEnd | None
    ) -> list[GameStep]:
        history = self.history or []
        if len(history) != self.length:
            history = history[: self.length]
        history.append(GameStep(event, position))
        if ended is not None:
            if ended.total is None:
                # If a turn ends with the Raven's choice, its total counted for the take before.
                ended = ended._replace(total=self._total_of_take())
            history.append(GameStep(ended, position))
        return history

    def _total_of_take(self) -> int | None:
        """Return the total of the take; None if the game started after the tile was taken."""
        last = self.steps_since(max(0, self.length - 2))
        positions = [self.start, *(step.position for step in last)]
        return total(positions[-2]) if len(positions) > 1 else None


def max_turns(rules: Rules) -> int:
    """Return the highest turn limit of a new game; fewer turns if players need not end a game.

    >>> max_turns(Rules.parse("standard")), max_turns(Rules.parse("mini+extrawurm(bothextra=no)"))
    (5000, 250)
    """
    return TURN_LIMIT if rules.both_extra_tiles else SHORT_TURN_LIMIT


def turn_seat(start: Position, turn: int) -> int:
    """Return the seat that plays a turn, counted from 0."""
    return (max(start.seat, 0) + turn) % start.players


def turn_label(start: Position, turn: int) -> str:
    """Return the label of a turn: its round and seat, such as `2b`."""
    return f"{turn_number(start, turn)}{seat_letter(turn_seat(start, turn))}"


def turn_number(start: Position, turn: int) -> int:
    """Return the number of a turn as players count: all seats play a turn with the same number."""
    return 1 + (max(start.seat, 0) + turn) // start.players
