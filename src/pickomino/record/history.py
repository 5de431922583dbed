"""The turns and the decisions of a game, as values to iterate over."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.core.turns import TurnEnd
from pickomino.record.state import ActionEvent, GameStep, turn_label, turn_seat

if TYPE_CHECKING:
    from pickomino.record.game import Game


class GameDecision(NamedTuple):
    """A decision in a game, and the position in which it was made.

    >>> from pickomino import Game
    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> [str(decision.action) for decision in game.decisions]
    ['kw', 'r', 'k5', 't25']
    >>> game.decisions[0].seat
    0
    """

    turn: int
    """The turn, counted from 0."""
    event: int
    """The index of the decision among the game's events."""
    position: Position
    action: Action

    @property
    def seat(self) -> int:
        """The seat that decided."""
        return self.position.seat


class GameTurn(NamedTuple):
    """A turn of a game: its number, its seat and everything that happened in it.

    >>> from pickomino import Game
    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> [(turn.label, turn.seat, turn.end.tile) for turn in game.turns if turn.end]
    [('1a', 0, 25)]
    >>> [str(decision.action) for decision in game.turns[0].decisions]
    ['kw', 'r', 'k5', 't25']
    """

    turn: int
    """The number of the turn, counted from 0."""
    label: str
    """The turn's name in records, such as 3b."""
    seat: int
    start: Position
    first_event: int
    """The index of the turn's first event among the game's events."""
    steps: tuple[GameStep, ...]
    """All events of the turn, each with the position it led to."""

    @property
    def end(self) -> TurnEnd | None:
        """How the turn ended; None if it has not."""
        last = self.steps[-1].event if self.steps else None
        return last if isinstance(last, TurnEnd) else None

    @property
    def decisions(self) -> tuple[GameDecision, ...]:
        """The decisions of the turn, in order."""
        positions = [self.start, *(step.position for step in self.steps)]
        return tuple(
            GameDecision(self.turn, self.first_event + index, position, step.event.action)
            for index, (position, step) in enumerate(zip(positions, self.steps, strict=False))
            if isinstance(step.event, ActionEvent)
        )


def game_turns(game: Game, starts: Iterable[int]) -> tuple[GameTurn, ...]:
    """Return the turns of a game, given the index of each turn's first event.

    The last one may be unfinished, but not empty.
    """
    steps, start = game.steps, game.start
    bounds = pairwise([*starts, len(steps)])
    return tuple(
        GameTurn(
            turn,
            turn_label(start, turn),
            turn_seat(start, turn),
            steps[first - 1].position if first else start,
            first,
            steps[first:end],
        )
        for turn, (first, end) in enumerate(bounds)
        if first < end
    )
