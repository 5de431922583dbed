"""What a decision is made of: who asks, and the events that are being written."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

from pickomino.core.actions import Action
from pickomino.core.dice import BY_LOT, SealedDice, SeededDice
from pickomino.core.errors import PickominoError
from pickomino.core.play import dice_to_roll
from pickomino.core.position import CHANCE, scores, winners
from pickomino.record.state import GameState
from pickomino.rooms.domain.room import Dice, RoomState, SeatState, apply_event
from pickomino.rooms.domain.timeline import frames_of
from pickomino.rooms.domain.tokens import Draw, is_same, new_game_id
from pickomino.rooms.domain.validation import REMOTE_BOTS
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Event, Logged
from pickomino.rooms.protocol.frames import Frame


class Asker(NamedTuple):
    """Who asks, when, and what chance gives: all that a decision may depend on but the room."""

    token: str
    """The hash of a token; empty for those who watch."""
    now: float
    draw: Draw
    bots: Collection[str] = REMOTE_BOTS
    """The bots that may be asked for."""
    is_new: bool = False
    """Whether the token was drawn for this very command."""


class Draft:
    """A room and the events that a command adds to it; dropped whole when one is refused."""

    def __init__(self, state: RoomState, asker: Asker) -> None:
        self.state = state
        self.asker = asker
        self.log: list[Logged] = []
        self._states = [state]
        """The room before and after each event."""

    def add(self, event: Event) -> None:
        """Let something happen."""
        self.take(Logged(self.state.version + 1, self.asker.now, event))

    def take(self, entry: Logged) -> None:
        """Take over what has happened."""
        self.state = apply_event(self.state, entry)
        self.log.append(entry)
        self._states.append(self.state)

    def frames(self) -> tuple[Frame, ...]:
        """Return what the events look like."""
        steps = zip(self.log, pairwise(self._states), strict=True)
        return tuple(
            frame
            for entry, (before, after) in steps
            for frame in frames_of(before, entry.event, after)
        )

    # Who may do what

    def require_host(self) -> None:
        """Refuse all but the host."""
        if not is_same(self.state.host, self.asker.token):
            raise PickominoError("not_host")

    def require_phase(self, *phases: str) -> None:
        """Refuse what does not fit this phase of the room."""
        if self.state.phase not in phases:
            playing = "playing" in phases or "over" in phases
            raise PickominoError("not_running" if playing else "game_running")

    def seat(self, number: int) -> SeatState:
        """Return a seat that exists."""
        if not 0 <= number < len(self.state.seats):
            raise PickominoError("no_such_seat", seat=number)
        return self.state.seats[number]

    def own_seat(self, number: int) -> SeatState:
        """Return a seat that whoever asks holds."""
        seat = self.seat(number)
        if not is_same(seat.token, self.asker.token):
            raise PickominoError("not_your_seat", seat=number)
        return seat

    # What the game does by itself

    def begin(self) -> None:
        """Start the game with the dice that are committed to, or with a seed."""
        state = self.state
        dice = state.dice
        if dice is None:
            dice = Dice(new_game_id(self.asker.draw), seed=self._seed())
        starter = self._drawn(dice) if state.settings.starter == BY_LOT else state.starter
        self.add(events.GameStarted(dice.game_id, dice.commitment, dice.nonces, dice.seed, starter))
        game, dice = self.game()
        self._roll_on(game, dice)

    def act(self, action: Action, *, by_bot: bool) -> None:
        """Play an action, and let the dice fall as soon as they may."""
        before, dice = self.game()
        self.add(events.Acted(before.position.seat, str(action), by_bot))
        self._roll_on(self.game()[0], dice)

    def game(self) -> tuple[GameState, Dice]:
        """Return the running game and its dice."""
        if self.state.game is None or self.state.dice is None:
            raise PickominoError("not_running")
        return self.state.game, self.state.dice

    def _roll_on(self, game: GameState, dice: Dice) -> None:
        source = dice.source()
        while not game.is_over and game.position.to_act == CHANCE:
            roll = source.roll(game.roll_number(source), *dice_to_roll(game.position))
            self.add(events.Rolled(game.position.seat, roll.text))
            game, _ = self.game()
        if game.is_over:
            position = game.position
            result = scores(position), winners(position), game.is_stopped
            self.add(events.GameEnded(*result, secret=dice.secret, seed=dice.seed))

    def _drawn(self, dice: Dice) -> int:
        source = dice.source()
        if isinstance(source, SealedDice | SeededDice):
            return source.starting_seat(len(self.state.seats))
        raise PickominoError("room_damaged", room=self.state.code, version=self.state.version)

    def _seed(self) -> int:
        if self.state.games == 0 and self.state.first_seed is not None:
            return self.state.first_seed
        return int.from_bytes(self.asker.draw(8)) >> 1
