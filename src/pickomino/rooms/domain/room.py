"""The state of a room: the fold of its log, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pickomino.core.actions import Action
from pickomino.core.dice import BY_LOT
from pickomino.core.dice_terms import DiceTerms
from pickomino.core.errors import PickominoError
from pickomino.core.position import seat_letter, start
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.record.game import Game
from pickomino.record.names import FORMER_PLAYER
from pickomino.record.state import GameState
from pickomino.rooms.domain.game_dice import GameDice
from pickomino.rooms.domain.tokens import is_same_token
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Event, LogEntry, Seat, SeatKind
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.score import Score, match_length, match_tags
from pickomino.rooms.protocol.views import RoomPhase

_NOTES: Final = {
    "host": "The host gave seat {seat} to bot:{bot}.",
    "vote": "The others gave seat {seat} to bot:{bot}.",
}
_ARRANGED_NOTE: Final = "A guided game: the first rolls of the bots were arranged."


_parse_rules: Final = lru_cache(maxsize=1024)(Rules.parse)
"""Cached, so that equal rules are the same object, which speeds up lookups by position."""


class SeatState(Struct, frozen=True):
    """Who holds a seat, and whether they are present."""

    kind: SeatKind = "open"
    name: str = ""
    bot: str = ""
    token: str = ""
    """The hash of the token of the player who holds the seat."""
    chicken: int | None = None
    """The picture that the player would like to be; None for any."""
    absent_since: float | None = None
    stand_in: str = ""
    """The bot that plays for an absent player."""
    has_stood_in: bool = False
    """Whether the bot in `stand_in` has acted since it took over the seat."""
    reacted_at: float = 0.0
    reactions: int = 0
    agrees: bool = False
    """Whether the player wants another game after the last one."""
    votes: tuple[str, ...] = ()
    """The token hashes of the players who voted to remove this player from the game."""

    @property
    def player(self) -> str:
        """The bot that plays this seat now; empty if a person does."""
        return self.bot or self.stand_in

    @property
    def record_name(self) -> str:
        """The player's name in a record."""
        return self.name if self.kind == "person" else f"bot:{self.bot}"


class RoomState(Struct, frozen=True):
    """The state of a room after some of its events; equal logs give equal states."""

    code: str = ""
    settings: Settings = Settings()
    host: str = ""
    """The hash of the host's token."""
    seats: tuple[SeatState, ...] = ()
    phase: RoomPhase = "lobby"
    version: int = 0
    """The number of events so far."""
    changed: int = 0
    """The version of the last event that made earlier commands stale."""
    dice: GameDice | None = None
    game: GameState | None = None
    host_away_since: float | None = None
    """When a host without a seat disconnected; None if the host is present."""
    notes: tuple[tuple[int, str], ...] = ()
    """Turn numbers and comments for the record; -1 means before the first turn."""
    names: tuple[str, ...] = ()
    """Each seat's player at the start of the game, as named in the record."""
    games: int = 0
    """How many games have begun."""
    starter: int = 0
    """The seat that begins or began; if lots decide, meaningless until they are drawn."""
    score: Score = Score()
    first_seed: int | None = None
    created_at: float = 0.0
    updated_at: float = 0.0
    since: float = 0.0
    """When the room began to wait for nonces, for the player to act, or for the host."""

    @property
    def is_guided(self) -> bool:
        """Whether the game is the first of a guided room; later games have no hints."""
        return self.settings.guided and self.games <= 1

    @property
    def to_act(self) -> int | None:
        """The seat that must act."""
        if self.phase != "playing" or self.game is None:
            return None
        return self.game.position.to_act

    def seats_of(self, token: str) -> tuple[int, ...]:
        """Return the seats held by the player with this token hash."""
        if not token:
            return ()
        return tuple([i for i, seat in enumerate(self.seats) if seat.token == token])

    def knows(self, token: str) -> bool:
        """Return whether a token hash belongs to the host or to a seated player."""
        return is_same_token(self.host, token) or bool(self.seats_of(token))

    def record(self, *, with_seed: bool = False) -> str:
        """Return the game as WGN; it contains the dice secrets when the game is over.

        `with_seed` includes the seed of a practice game that is not over yet.
        """
        if self.game is None or self.dice is None:
            raise PickominoError("not_running")
        names = {seat_letter(seat): name for seat, name in enumerate(self.names)}
        # The commitment covers the names, so it can no longer be checked without one of them. The
        # seed of a guided game does not determine the rolls of the bots.
        is_uncheckable = FORMER_PLAYER in self.names or self.is_guided
        is_secret = self.dice.seed is not None and not (self.game.is_over or with_seed)
        dice = None if is_secret or is_uncheckable else self.dice.source()
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
    """Apply a log to an empty room, or to the state that it continues."""
    folded = RoomState() if state is None else state
    for entry in log:
        folded = apply_event(folded, entry)
    return folded


def apply_event(state: RoomState, entry: LogEntry, game: GameState | None = None) -> RoomState:
    """Return the room after one more event.

    `game` is the game after a roll or an action, if it is known; otherwise the event is parsed.
    """
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
        return _apply(state, entry.event, entry.at, game)
    except PickominoError:
        raise
    except (LookupError, TypeError, ValueError) as error:
        raise PickominoError("room_damaged", room=state.code, version=entry.version) from error


def _apply(state: RoomState, event: Event, at: float, game: GameState | None) -> RoomState:  # noqa: C901, PLR0911, PLR0912 - one per kind of event
    match event:
        case events.RoomCreated():
            return _create(state, event, at)
        case events.SeatChanged():
            noted = _with_note(
                _reset_score_of(state, event.seat), event.by, event.seat, event.now.bot
            )
            return _with_seat(_restart_wait(noted, at), event.seat, _seat_state(event.now))
        case events.SettingsChanged():
            return _change_settings(state, event.settings)
        case events.StarterChosen():
            return replace(state, starter=event.seat)
        case events.HostChanged():
            return replace(state, host=event.host, host_away_since=None)
        case events.HostAway():
            return replace(state, host_away_since=at if event.is_away else None)
        case events.SeatsArranged():
            return _reorder_seats(state, event.order)
        case events.DiceCommitted():
            return _commit_dice(state, event, at)
        case events.NonceCommitted():
            return _with_nonce_commitment(state, event, at)
        case events.NonceGiven():
            return _with_nonce(state, event, at)
        case events.GameStarted():
            return _start_game(state, event, at)
        case events.Rolled():
            game = game or require_game(state).apply_roll(Roll.parse(event.roll))
            return _with_game(state, game, at)
        case events.Acted():
            game = game or require_game(state).apply(Action.parse(event.action))
            acted = _with_game(state, game, at)
            is_first_move = event.by_bot and not state.seats[event.seat].has_stood_in
            return _update_seat(acted, event.seat, has_stood_in=True) if is_first_move else acted
        case events.TurnEnded():
            # Only in old logs, after the roll or action that implies it.
            return state
        case events.GameEnded():
            score = state.score.after(state.settings, event.scores, event.winners)
            return replace(state, phase="over", since=at, score=score)
        case events.Undone():
            game = require_game(state).rewind(event.kept)
            notes = tuple(note for note in state.notes if note[0] <= game.turn)
            return replace(state, game=game, notes=notes, since=at)
        case events.Absent():
            return _update_seat(state, event.seat, absent_since=at)
        case events.Returned():
            return _update_seat(_restart_wait(state, at), event.seat, absent_since=None)
        case events.TakenOver():
            noted = _with_note(state, event.reason, event.seat, event.bot)
            return _update_seat(noted, event.seat, stand_in=event.bot, has_stood_in=False)
        case events.Voted():
            votes = {*state.seats[event.seat].votes, state.seats[event.by].token}
            return _update_seat(state, event.seat, votes=tuple(sorted(votes)))
        case events.TakenBack():
            taken = _update_seat(state, event.seat, stand_in="", absent_since=None)
            return replace(taken, since=at)
        case events.Reacted():
            reactions = state.seats[event.seat].reactions + 1
            return _update_seat(state, event.seat, reacted_at=at, reactions=reactions)
        case events.Agreed():
            return _update_seat(state, event.seat, agrees=True)
        case events.RematchOpened():
            return replace(_reopen(state, event), since=at)


def _create(state: RoomState, event: events.RoomCreated, at: float) -> RoomState:
    return replace(
        state,
        code=event.code,
        settings=event.settings,
        host=event.host,
        seats=tuple(map(_seat_state, event.seats)),
        first_seed=event.seed,
        starter=event.starter,
        score=event.score,
        created_at=at,
    )


def _change_settings(state: RoomState, settings: Settings) -> RoomState:
    """Change the settings; a new length of the match begins a new score."""
    score = state.score if match_length(settings) == match_length(state.settings) else Score()
    return replace(state, settings=settings, score=score)


def _start_game(state: RoomState, event: events.GameStarted, at: float) -> RoomState:
    rules = _parse_rules(state.settings.rules)
    position = start(rules, len(state.seats), event.starter)
    # The limit of new settings fits the rules; a stored room keeps the one that its players saw.
    game = GameState.begin(position)._replace(turn_limit=state.settings.turn_limit)
    if state.dice is None:
        dice = GameDice(event.game_id, seed=event.seed)
    else:
        dice = replace(state.dice, nonces=event.nonces)
    # The dice bind the names, even of a player who has left since a bot took over the seat.
    names = state.names if has_current_dice(state) else _record_names(state)
    begun = replace(state, game=game, dice=dice, games=state.games + 1, names=names)
    notes = ((-1, _ARRANGED_NOTE),) if begun.is_guided else state.notes
    return replace(begun, phase="playing", starter=event.starter, since=at, notes=notes)


def _with_game(state: RoomState, game: GameState, at: float) -> RoomState:
    """Set the game, and restart the turn clock if a turn has ended."""
    since = state.since if game.turn == require_game(state).turn else at
    return replace(state, game=game, since=since)


def _restart_wait(state: RoomState, at: float) -> RoomState:
    """Outside a game, restart the wait for an absent host, because a player has arrived."""
    return replace(state, since=at) if state.phase in ("lobby", "over") else state


def has_current_dice(state: RoomState) -> bool:
    """Return whether the dice were committed to as this version does, not by an earlier one."""
    return state.dice is not None and state.dice.terms is not None and state.dice.terms.number > 0


def dice_terms(state: RoomState, committed: events.DiceCommitted) -> DiceTerms:
    """Return the terms that go into the dice commitment of a game with these seats."""
    rules = str(Rules.parse(state.settings.rules))
    starter = "" if state.starter == 0 else seat_letter(state.starter)
    if state.settings.starter == BY_LOT:
        starter = BY_LOT
    names = _record_names(state)
    terms = DiceTerms(committed.game_id, rules, names, committed.time, committed.round, starter)
    if not committed.number:
        return terms
    return terms._replace(
        room=state.code,
        number=committed.number,
        nonce_seats=nonce_seats(state),
        voided=() if state.dice is None else state.dice.voided_before(committed.game_id),
    )


def nonce_seats(state: RoomState) -> str:
    """Return the letters of the seats that people play, who add nonces to the dice."""
    return "".join(seat_letter(i) for i, seat in enumerate(state.seats) if not seat.player)


def _record_names(state: RoomState) -> tuple[str, ...]:
    return tuple(seat.record_name for seat in state.seats)


def _commit_dice(state: RoomState, event: events.DiceCommitted, at: float) -> RoomState:
    empty = ("",) * len(state.seats)
    dice = GameDice(event.game_id, event.commitment, event.secret, empty)
    if event.time:
        dice = replace(dice, terms=dice_terms(state, event), hashes=empty)
    return replace(state, phase="nonces", dice=dice, names=_record_names(state), since=at)


def _with_nonce_commitment(state: RoomState, event: events.NonceCommitted, at: float) -> RoomState:
    dice = _require_dice(state)
    hashes = _replace_at(dice.hashes, event.seat, event.commitment)
    return replace(state, dice=replace(dice, hashes=hashes), since=at)


def _with_nonce(state: RoomState, event: events.NonceGiven, at: float) -> RoomState:
    dice = _require_dice(state)
    nonces = _replace_at(dice.nonces, event.seat, event.nonce)
    return replace(state, dice=replace(dice, nonces=nonces), since=at)


def _replace_at(texts: tuple[str, ...], seat: int, text: str) -> tuple[str, ...]:
    return (*texts[:seat], text, *texts[seat + 1 :])


def _require_dice(state: RoomState) -> GameDice:
    if state.dice is None:
        raise PickominoError("room_damaged", room=state.code, version=state.version)
    return state.dice


def _with_note(state: RoomState, by: str, seat: int, bot: str) -> RoomState:
    """Add a comment to the record if the host or a vote gave the seat to a bot."""
    if by not in _NOTES or state.phase not in ("nonces", "playing"):
        return state
    turn = -1 if state.game is None else state.game.turn
    note = _NOTES[by].format(seat=seat_letter(seat), bot=bot)
    return replace(state, notes=(*state.notes, (turn, note)))


def _reorder_seats(state: RoomState, order: tuple[int, ...]) -> RoomState:
    """Reorder the seats; if the starting seat was closed, the next seat begins."""
    seats = tuple(state.seats[seat] for seat in order)
    starter = sum(seat < state.starter for seat in order) % len(order)
    return replace(state, seats=seats, starter=starter, score=state.score.reorder(order))


def _reset_score_of(state: RoomState, seat: int) -> RoomState:
    """Reset the score of a seat changed in the lobby; in a game, the seat's score is kept."""
    if state.phase != "lobby":
        return state
    return replace(state, score=state.score.with_reset_seat(seat))


def _reopen(state: RoomState, event: events.RematchOpened) -> RoomState:
    order = event.order
    blank = SeatState()
    fresh = {
        name: getattr(blank, name)
        for name in ("stand_in", "has_stood_in", "reactions", "reacted_at", "votes", "agrees")
    }
    seats = tuple(replace(state.seats[seat], **fresh) for seat in order)
    score = Score() if state.score.winners else state.score.reorder(order)
    state = replace(state, seats=seats, starter=event.starter, score=score)
    return replace(state, phase="lobby", game=None, dice=None, names=(), notes=())


def _seat_state(seat: Seat) -> SeatState:
    return SeatState(seat.kind, seat.name, seat.bot, seat.token, seat.chicken)


def _with_seat(state: RoomState, number: int, seat: SeatState) -> RoomState:
    seats = state.seats
    return replace(state, seats=(*seats[:number], seat, *seats[number + 1 :]))


def _update_seat(state: RoomState, number: int, **changes: object) -> RoomState:
    return _with_seat(state, number, replace(state.seats[number], **changes))


def require_game(state: RoomState) -> GameState:
    """Return the game of a room; raises `room_damaged` if there is none."""
    if state.game is None:
        raise PickominoError("room_damaged", room=state.code, version=state.version)
    return state.game
