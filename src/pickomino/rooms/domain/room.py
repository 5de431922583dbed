"""The state of a room: the fold of its log, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pickomino.core.actions import Action
from pickomino.core.dice import (
    BY_LOT,
    CommittedDice,
    DiceSource,
    DiceTerms,
    SealedDice,
    SeededDice,
    secret_from_hex,
)
from pickomino.core.errors import PickominoError
from pickomino.core.position import seat_letter, start
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.record.game import Game
from pickomino.record.state import GameState
from pickomino.rooms.domain.tokens import is_same_token
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Event, LogEntry, Seat, SeatKind
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.score import Score, match_tags
from pickomino.rooms.protocol.views import Phase

_NOTES: Final = {
    "host": "The host gave seat {seat} to bot:{bot}.",
    "vote": "The others gave seat {seat} to bot:{bot}.",
}


_parsed_rules: Final = lru_cache(maxsize=1024)(Rules.parse)
"""Equal rules are one object: every position is looked up by them again and again."""


class SeatState(Struct, frozen=True):
    """Who sits on a seat, and whether they are there."""

    kind: SeatKind = "open"
    name: str = ""
    bot: str = ""
    token: str = ""
    """The hash of the token that holds the seat."""
    absent_since: float | None = None
    stand_in: str = ""
    """The bot that plays for the person."""
    has_stood_in: bool = False
    """Whether the bot has acted since it took over."""
    reacted_at: float = 0.0
    reactions: int = 0
    agrees: bool = False
    """Whether the person wants the next game, after one is over."""
    votes: tuple[str, ...] = ()
    """The hashes of the tokens that want the person to be removed from this game."""

    @property
    def player(self) -> str:
        """The bot that plays this seat now, or nothing where a person does."""
        return self.bot or self.stand_in

    @property
    def record_name(self) -> str:
        """The name in a record."""
        return self.name if self.kind == "person" else f"bot:{self.bot}"


class Dice(Struct, frozen=True):
    """Where the rolls of a game come from: a secret with nonces, or a seed."""

    game_id: str
    commitment: str = ""
    secret: str = ""
    nonces: tuple[str, ...] = ()
    seed: int | None = None
    terms: DiceTerms | None = None
    """What was committed to with the secret; dice of version 1 have none."""
    hashes: tuple[str, ...] = ()
    """What people are bound to, by seat."""

    def __repr__(self) -> str:
        """Return nothing that lets anybody foresee the dice."""
        return f"Dice({self.game_id!r}, {self.commitment!r})"

    def source(self) -> DiceSource:
        """Return the dice themselves."""
        return _source(self)


@lru_cache(maxsize=512)
def _source(dice: Dice) -> DiceSource:
    """Checking secret and nonces once a game is enough."""
    if dice.seed is not None:
        return SeededDice(dice.seed)
    secret = secret_from_hex(dice.secret)
    if dice.terms is None:
        return CommittedDice(secret, dice.game_id, dice.nonces)
    return SealedDice(secret, dice.terms, dice.nonces)


class RoomState(Struct, frozen=True):
    """A room after some of its events; equal logs give equal states."""

    code: str = ""
    settings: Settings = Settings()
    host: str = ""
    """The hash of the host's token."""
    seats: tuple[SeatState, ...] = ()
    phase: Phase = "lobby"
    version: int = 0
    """The number of events so far."""
    changed: int = 0
    """The version of the last event that makes commands stale."""
    dice: Dice | None = None
    game: GameState | None = None
    host_away_since: float | None = None
    """When a host without a seat went."""
    notes: tuple[tuple[int, str], ...] = ()
    """What the record says beside the game, by turn: -1 is before the first."""
    names: tuple[str, ...] = ()
    """Who began the game, as its record says, by seat."""
    games: int = 0
    """How many games have begun."""
    starter: int = 0
    """The seat that begins or began; before a lot is drawn it means nothing."""
    score: Score = Score()
    first_seed: int | None = None
    created_at: float = 0.0
    updated_at: float = 0.0
    since: float = 0.0
    """When the room began to wait: for more nonces, for the player whose turn it is, or for the
    host."""

    @property
    def to_act(self) -> int | None:
        """The seat that must act."""
        if self.phase != "playing" or self.game is None:
            return None
        return self.game.position.to_act

    def seats_of(self, token: str) -> tuple[int, ...]:
        """Return the seats that a hashed token holds."""
        if not token:
            return ()
        return tuple([i for i, seat in enumerate(self.seats) if seat.token == token])

    def knows(self, token: str) -> bool:
        """Return whether a hashed token is the host's or holds a seat."""
        return is_same_token(self.host, token) or bool(self.seats_of(token))

    def record(self) -> str:
        """Write the game as WGN; what reveals the dice is in it only when the game is over."""
        if self.game is None or self.dice is None:
            raise PickominoError("not_running")
        names = {seat_letter(seat): name for seat, name in enumerate(self.names)}
        is_secret = self.dice.seed is not None and not self.game.is_over
        dice = None if is_secret else self.dice.source()
        game = Game.from_state(self.game, dice).add_tags(names | self._match_tags())
        for turn, note in self.notes:
            game.comments[turn] = f"{game.comments[turn]} {note}" if turn in game.comments else note
        return game.wgn()

    def _match_tags(self) -> dict[str, str]:
        starter = self.settings.starter
        tags = {} if starter == "host" else {"Starter": starter}
        is_over = self.phase == "over"
        return tags | match_tags(self.settings, self.score, len(self.seats), is_over=is_over)


def fold(log: Iterable[LogEntry], state: RoomState | None = None) -> RoomState:
    """Apply a log to an empty room, or to the room it continues."""
    folded = RoomState() if state is None else state
    for entry in log:
        folded = apply_event(folded, entry)
    return folded


def apply_event(state: RoomState, entry: LogEntry) -> RoomState:
    """Return the room after one more event."""
    if entry.version != state.version + 1:
        raise PickominoError("room_damaged", room=state.code, version=state.version + 1)
    quiet = isinstance(entry.event, events.QUIET_EVENTS)
    state = replace(
        state,
        version=entry.version,
        changed=state.changed if quiet else entry.version,
        updated_at=entry.at,
    )
    try:
        return _after(state, entry.event, entry.at)
    except PickominoError:
        raise
    except (LookupError, TypeError, ValueError) as error:
        raise PickominoError("room_damaged", room=state.code, version=entry.version) from error


def _after(state: RoomState, event: Event, at: float) -> RoomState:  # noqa: C901, PLR0911, PLR0912 - one a kind of event
    match event:
        case events.RoomCreated():
            return _created(state, event, at)
        case events.SeatChanged():
            noted = _noted(_reseated(state, event.seat), event.by, event.seat, event.now.bot)
            return _with_seat(_waiting_anew(noted, at), event.seat, _seated(event.now))
        case events.StarterChosen():
            return replace(state, starter=event.seat)
        case events.HostChanged():
            return replace(state, host=event.host, host_away_since=None)
        case events.HostAway():
            return replace(state, host_away_since=at if event.is_away else None)
        case events.SeatsArranged():
            return _arranged(state, event.order)
        case events.DiceCommitted():
            return _committed(state, event, at)
        case events.NonceCommitted():
            return _with_hash(state, event, at)
        case events.NonceGiven():
            return _with_nonce(state, event, at)
        case events.GameStarted():
            return _started(state, event, at)
        case events.Rolled():
            return _gone_on(state, _game(state).apply_roll(Roll.parse(event.roll)), at)
        case events.Acted():
            acted = _gone_on(state, _game(state).apply(Action.parse(event.action)), at)
            is_news = event.by_bot and not state.seats[event.seat].has_stood_in
            return _changed_seat(acted, event.seat, has_stood_in=True) if is_news else acted
        case events.TurnEnded():
            # LogEntry by an earlier version, after the roll or action that it follows from.
            return state
        case events.GameEnded():
            score = state.score.after(state.settings, event.scores, event.winners)
            return replace(state, phase="over", since=at, score=score)
        case events.Undone():
            game = _game(state).rewind(event.kept)
            notes = tuple(note for note in state.notes if note[0] <= game.turn)
            return replace(state, game=game, notes=notes, since=at)
        case events.Absent():
            return _changed_seat(state, event.seat, absent_since=at)
        case events.Returned():
            return _changed_seat(_waiting_anew(state, at), event.seat, absent_since=None)
        case events.TakenOver():
            noted = _noted(state, event.reason, event.seat, event.bot)
            return _changed_seat(noted, event.seat, stand_in=event.bot, has_stood_in=False)
        case events.Voted():
            votes = {*state.seats[event.seat].votes, state.seats[event.by].token}
            return _changed_seat(state, event.seat, votes=tuple(sorted(votes)))
        case events.TakenBack():
            taken = _changed_seat(state, event.seat, stand_in="", absent_since=None)
            return replace(taken, since=at)
        case events.Reacted():
            reactions = state.seats[event.seat].reactions + 1
            return _changed_seat(state, event.seat, reacted_at=at, reactions=reactions)
        case events.Agreed():
            return _changed_seat(state, event.seat, agrees=True)
        case events.RematchOpened():
            return replace(_reopened(state, event), since=at)


def _created(state: RoomState, event: events.RoomCreated, at: float) -> RoomState:
    return replace(
        state,
        code=event.code,
        settings=event.settings,
        host=event.host,
        seats=tuple(map(_seated, event.seats)),
        first_seed=event.seed,
        starter=event.starter,
        score=event.score,
        created_at=at,
    )


def _started(state: RoomState, event: events.GameStarted, at: float) -> RoomState:
    rules = _parsed_rules(state.settings.rules)
    position = start(rules, len(state.seats), event.starter)
    game = GameState.begin(position, state.settings.turn_limit)
    if state.dice is None:
        dice = Dice(event.game_id, seed=event.seed)
    else:
        dice = replace(state.dice, nonces=event.nonces)
    games = state.games + 1
    begun = replace(state, game=game, dice=dice, games=games, names=_names(state))
    return replace(begun, phase="playing", starter=event.starter, since=at)


def _gone_on(state: RoomState, game: GameState, at: float) -> RoomState:
    """The next player is waited for from the end of a turn on."""
    since = state.since if game.turn == _game(state).turn else at
    return replace(state, game=game, since=since)


def _waiting_anew(state: RoomState, at: float) -> RoomState:
    """Before and after games, those who come have waited for nobody yet."""
    return replace(state, since=at) if state.phase in ("lobby", "over") else state


def dice_terms(state: RoomState, game_id: str, time: str, number: int) -> DiceTerms:
    """Return the terms to which the dice of a game with these seats are committed."""
    rules = str(Rules.parse(state.settings.rules))
    starter = "" if state.starter == 0 else seat_letter(state.starter)
    if state.settings.starter == BY_LOT:
        starter = BY_LOT
    return DiceTerms(game_id, rules, _names(state), time, number, starter)


def _names(state: RoomState) -> tuple[str, ...]:
    return tuple(seat.record_name for seat in state.seats)


def _committed(state: RoomState, event: events.DiceCommitted, at: float) -> RoomState:
    nothing = ("",) * len(state.seats)
    dice = Dice(event.game_id, event.commitment, event.secret, nothing)
    if event.time:
        terms = dice_terms(state, event.game_id, event.time, event.round)
        dice = replace(dice, terms=terms, hashes=nothing)
    return replace(state, phase="nonces", dice=dice, names=_names(state), since=at)


def _with_hash(state: RoomState, event: events.NonceCommitted, at: float) -> RoomState:
    dice = _dice(state)
    hashes = _changed(dice.hashes, event.seat, event.commitment)
    return replace(state, dice=replace(dice, hashes=hashes), since=at)


def _with_nonce(state: RoomState, event: events.NonceGiven, at: float) -> RoomState:
    dice = _dice(state)
    nonces = _changed(dice.nonces, event.seat, event.nonce)
    return replace(state, dice=replace(dice, nonces=nonces), since=at)


def _changed(texts: tuple[str, ...], seat: int, text: str) -> tuple[str, ...]:
    return (*texts[:seat], text, *texts[seat + 1 :])


def _dice(state: RoomState) -> Dice:
    if state.dice is None:
        raise PickominoError("room_damaged", room=state.code, version=state.version)
    return state.dice


def _noted(state: RoomState, by: str, seat: int, bot: str) -> RoomState:
    """Note for the record that not the person, nor the rules, gave a seat to a bot."""
    if by not in _NOTES or state.phase not in ("nonces", "playing"):
        return state
    turn = -1 if state.game is None else state.game.turn
    note = _NOTES[by].format(seat=seat_letter(seat), bot=bot)
    return replace(state, notes=(*state.notes, (turn, note)))


def _arranged(state: RoomState, order: tuple[int, ...]) -> RoomState:
    """Seats move; in place of one that is closed the next seat begins."""
    seats = tuple(state.seats[seat] for seat in order)
    starter = sum(seat < state.starter for seat in order) % len(order)
    return replace(state, seats=seats, starter=starter, score=state.score.arranged(order))


def _reseated(state: RoomState, seat: int) -> RoomState:
    """A bot goes on with the wins of a person who left a game; whoever sits down later does not."""
    if state.phase != "lobby":
        return state
    return replace(state, score=state.score.reseated(seat))


def _reopened(state: RoomState, event: events.RematchOpened) -> RoomState:
    order = event.order
    blank = SeatState()
    fresh = {
        name: getattr(blank, name)
        for name in ("stand_in", "has_stood_in", "reactions", "reacted_at", "votes", "agrees")
    }
    seats = tuple(replace(state.seats[seat], **fresh) for seat in order)
    score = Score() if state.score.winners else state.score.arranged(order)
    state = replace(state, seats=seats, starter=event.starter, score=score)
    return replace(state, phase="lobby", game=None, dice=None, names=(), notes=())


def _seated(seat: Seat) -> SeatState:
    return SeatState(seat.kind, seat.name, seat.bot, seat.token)


def _with_seat(state: RoomState, number: int, seat: SeatState) -> RoomState:
    seats = state.seats
    return replace(state, seats=(*seats[:number], seat, *seats[number + 1 :]))


def _changed_seat(state: RoomState, number: int, **changes: object) -> RoomState:
    return _with_seat(state, number, replace(state.seats[number], **changes))


def _game(state: RoomState) -> GameState:
    if state.game is None:
        raise PickominoError("room_damaged", room=state.code, version=state.version)
    return state.game
