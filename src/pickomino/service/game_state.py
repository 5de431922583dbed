"""The game of a room as a value: `record.Game` without dice, so that it can be folded."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pickomino.core.actions import Action
from pickomino.core.dice import DiceSource
from pickomino.core.play import step, step_roll
from pickomino.core.position import OVER, Position
from pickomino.core.roll import Roll
from pickomino.core.turns import Step, TurnEnded, total
from pickomino.record.game import Acted, Event, Game, Moment, Rolled, turn_label


class GameState(NamedTuple):
    """A start, every event since with the position it led to, and when to stop."""

    start: Position
    turn_limit: int
    moments: tuple[Moment, ...] = ()
    rolls: int = 0
    turn: int = 0
    """The number of turns that have ended."""

    @property
    def position(self) -> Position:
        """The position now."""
        return self.moments[-1].position if self.moments else self.start

    @property
    def is_stopped(self) -> bool:
        """Whether the turn limit ended an unfinished game."""
        return self.turn >= self.turn_limit and self.position.to_act != OVER

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return self.position.to_act == OVER or self.is_stopped

    @property
    def turn_label(self) -> str:
        """The turn being played as records name it: `3b`."""
        return turn_label(self.start, self.turn)

    def rolled(self, roll: Roll) -> GameState:
        """Let dice fall."""
        event = Rolled(self.position.seat, roll)
        return self._happen(event, step_roll(self.position, roll))._replace(rolls=self.rolls + 1)

    def acted(self, action: Action) -> GameState:
        """Play an action; raises IllegalAction."""
        return self._happen(Acted(self.position.seat, action), step(self.position, action))

    def events_since(self, earlier: GameState) -> tuple[Event, ...]:
        """Give the events that followed an earlier state of this game."""
        return tuple(moment.event for moment in self.moments[len(earlier.moments) :])

    def last_decision_of(self, seats: Collection[int]) -> int | None:
        """Give how many events came before the last action of one of these seats, if any."""
        for index in range(len(self.moments) - 1, -1, -1):
            event = self.moments[index].event
            if isinstance(event, Acted) and event.seat in seats:
                return index
        return None

    def kept(self, count: int) -> GameState:
        """Go back to the first so many events."""
        moments = self.moments[:count]
        events = [moment.event for moment in moments]
        return self._replace(
            moments=moments,
            rolls=sum(isinstance(event, Rolled) for event in events),
            turn=sum(isinstance(event, TurnEnded) for event in events),
        )

    def game(self, dice: DiceSource) -> Game:
        """Give the game as the records know it, with its dice."""
        game = Game.from_position(self.start, turn_limit=self.turn_limit)
        for moment in self.moments:
            match moment.event:
                case Rolled(roll=roll):
                    game.roll(roll)
                case Acted(action=action):
                    game.play(action)
                case TurnEnded():
                    pass
        game.continue_with(dice)
        game.has_told_rolls = False
        return game

    def _happen(self, event: Event, following: Step) -> GameState:
        position, ended = following
        moments = (*self.moments, Moment(event, position))
        if ended is None:
            return self._replace(moments=moments)
        if ended.total is None:
            # The Raven's choice ends a turn whose sum was known only when the tile was taken.
            ended = ended._replace(total=self._total_when_taking())
        moments = (*moments, Moment(ended, position))
        return self._replace(moments=moments, turn=self.turn + 1)

    def _total_when_taking(self) -> int | None:
        """Give the sum that the tile was taken with, or None if the game is known only since."""
        positions = [self.start, *(moment.position for moment in self.moments[-2:])]
        return total(positions[-2]) if len(positions) > 1 else None
