"""The context of a request, and the decision that is built up while a command is processed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from pickomino.core.actions import Action
from pickomino.core.dice import BY_LOT, SealedDice, SeededDice
from pickomino.core.errors import PickominoError
from pickomino.core.play import dice_to_roll
from pickomino.core.position import CHANCE, scores, winners
from pickomino.core.roll import Roll
from pickomino.record.state import GameState
from pickomino.rooms.domain.game_dice import GameDice
from pickomino.rooms.domain.guided_dice import arranged_roll
from pickomino.rooms.domain.room import RoomState, SeatState, apply_event
from pickomino.rooms.domain.timeline import frames_of
from pickomino.rooms.domain.tokens import Draw, is_same_token, new_game_id
from pickomino.rooms.domain.validation import REMOTE_BOTS
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Event, LogEntry
from pickomino.rooms.protocol.frames import Frame


class RequestContext(NamedTuple):
    """Everything that a decision may depend on, apart from the room."""

    token: str
    """The hash of the caller's token; empty for spectators and the service."""
    now: float
    draw: Draw
    bots: Collection[str] = REMOTE_BOTS
    """The bots that the caller may choose."""
    is_new: bool = False
    """Whether the token was created for this command."""
    addresses: Mapping[str, str] = MappingProxyType({})
    """The addresses of voters by token hash, as far as they are known to this process."""


class Decision:
    """A room and the events that a command adds to it; discarded if the command is refused."""

    def __init__(self, state: RoomState, context: RequestContext) -> None:
        self.state = state
        self.context = context
        self.log: list[LogEntry] = []
        self._states = [state]
        """The room before the first event, then after each event."""

    def add(self, event: Event, game: GameState | None = None) -> None:
        """Append an event; `game` is the game after a roll or an action."""
        self.apply(LogEntry(self.state.version + 1, self.context.now, event), game)

    def apply(self, entry: LogEntry, game: GameState | None = None) -> None:
        """Append an entry that already has a version and a time."""
        self.state = apply_event(self.state, entry, game)
        self.log.append(entry)
        self._states.append(self.state)

    def frames(self) -> tuple[Frame, ...]:
        """Return the frames of the events."""
        steps = zip(self.log, pairwise(self._states), strict=True)
        return tuple(
            frame
            for entry, (before, after) in steps
            for frame in frames_of(before, entry.event, after)
        )

    # Permissions

    def require_host(self) -> None:
        if not is_same_token(self.state.host, self.context.token):
            raise PickominoError("not_host")

    def require_phase(self, *phases: str) -> None:
        if self.state.phase not in phases:
            playing = "playing" in phases or "over" in phases
            raise PickominoError("not_running" if playing else "game_running")

    def seat(self, number: int) -> SeatState:
        """Return a seat; raises `no_such_seat`."""
        if not 0 <= number < len(self.state.seats):
            raise PickominoError("no_such_seat", seat=number)
        return self.state.seats[number]

    def own_seat(self, number: int) -> SeatState:
        """Return a seat that the caller holds; raises `not_your_seat`."""
        seat = self.seat(number)
        if not is_same_token(seat.token, self.context.token):
            raise PickominoError("not_your_seat", seat=number)
        return seat

    # The game

    def begin(self) -> None:
        """Start the game with the committed dice or, if there are none, with seeded dice."""
        state = self.state
        dice = state.dice
        if dice is None:
            dice = GameDice(new_game_id(self.context.draw), seed=self._seed())
        starter = self._draw_starter(dice) if state.settings.starter == BY_LOT else state.starter
        self.add(events.GameStarted(dice.game_id, dice.commitment, dice.nonces, dice.seed, starter))
        game, dice = self.game()
        self._roll_while_due(game, dice)

    def act(self, action: Action, *, by_bot: bool) -> None:
        """Play an action, then roll the dice if a roll is due."""
        before, dice = self.game()
        game = before.apply(action)
        self.add(events.Acted(before.position.seat, str(action), by_bot), game)
        self._roll_while_due(game, dice)

    def game(self) -> tuple[GameState, GameDice]:
        """Return the running game and its dice; raises `not_running`."""
        if self.state.game is None or self.state.dice is None:
            raise PickominoError("not_running")
        return self.state.game, self.state.dice

    def _roll_while_due(self, game: GameState, dice: GameDice) -> None:
        source = dice.source()
        while not game.is_over and game.position.to_act == CHANCE:
            roll = self._arranged_roll(game, dice)
            if roll is None:
                roll = source.roll(game.roll_number(source), *dice_to_roll(game.position))
            seat, game = game.position.seat, game.apply_roll(roll)
            self.add(events.Rolled(seat, roll.text), game)
        if game.is_over:
            position = game.position
            result = scores(position), winners(position), game.is_stopped
            seed = None if self.state.is_guided else dice.seed
            self.add(events.GameEnded(*result, secret=dice.secret, seed=seed))

    def _arranged_roll(self, game: GameState, dice: GameDice) -> Roll | None:
        is_bot = self.state.seats[game.position.seat].kind == "bot"
        if dice.seed is None or not self.state.is_guided or not is_bot:
            return None
        return arranged_roll(game, dice.seed)

    def _draw_starter(self, dice: GameDice) -> int:
        source = dice.source()
        if isinstance(source, SealedDice | SeededDice):
            return source.starting_seat(len(self.state.seats))
        raise PickominoError("room_damaged", room=self.state.code, version=self.state.version)

    def _seed(self) -> int:
        if self.state.games == 0 and self.state.first_seed is not None:
            return self.state.first_seed
        return int.from_bytes(self.context.draw(8)) >> 1
