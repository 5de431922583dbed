"""A room whose operator controls every seat except the victim's, and may change anything it likes.

It plays by the real rules of the service, except for the deviations that a script applies. It notes
what it had shown when the victim revealed a nonce, which decides whether it could choose the dice.
"""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Callable, Generator
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from pickomino import OVER, legal_actions
from pickomino.core.dice_terms import DiceTerms, VoidedRound, nonce_commitment
from pickomino.core.errors import PickominoError
from pickomino.core.position import seat_letter
from pickomino.rooms.domain.decision import Decision
from pickomino.rooms.domain.dice_rounds import commitments_owed, nonces_owed
from pickomino.rooms.domain.past_games import log_of_game
from pickomino.rooms.domain.room import RoomState, apply_event, fold
from pickomino.rooms.domain.timeline import Timeline, build_timeline
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.protocol.events import LogEntry
from pickomino.rooms.views.replay import replay
from pickomino.rooms.views.room_views import view_of, you_of
from support.adversary.forged_frames import Forgery, forge_record, number_rolls
from support.room_harness import ANN, BEN, EVE, PureRoom, commit_nonce, nonce_of

VICTIM = 0
TOKENS = (ANN, BEN, EVE)
MAX_EXCHANGES = 12
TURN_LIMIT = 2

Json = dict[str, Any]
Change = Callable[[Json], None]


class Exposure(NamedTuple):
    """What the victim had been shown when it revealed a nonce."""

    commitment: str
    hashes: tuple[str, ...]


class View(NamedTuple):
    """A view to deliver to the victim; the reply is its new commands as (id, command)."""

    content: Json


class Answer(NamedTuple):
    """The answer to a command of the victim."""

    id: int
    is_done: bool


Exchange = Generator[View | Answer, list[tuple[int, messages.Command]], None]


class MaliciousRoom:
    """The room of one attack."""

    def __init__(self, seed: int = 0, victim: int = VICTIM) -> None:
        self.victim = victim
        self.accomplices = {seat: token for seat, token in enumerate(TOKENS) if seat != victim}
        self.room = PureRoom(
            messages.PersonSeat("Ann"),
            *(messages.OpenSeat(), messages.OpenSeat()),
            seed=seed,
            turn_limit=TURN_LIMIT,
        )
        for name, token in (("Ben", BEN), ("Cy", EVE)):
            self.room.do(messages.Join(name), token, is_new=True)
        self.draw = random.Random(seed).randbytes
        self.shown = 0
        self.view: Json = {}
        self.changes: list[Change] = []
        """Applied to every view from now on."""
        self.next_changes: list[Change] = []
        """Applied to the next view only."""
        self.exposures: list[Exposure] = []
        self.joined_games: set[str] = set()
        """The games for which the victim has committed to a nonce."""
        self.has_unfair_game = False
        """Whether the server could choose the dice of an earlier game with the victim's nonce."""
        self.must_drop = False
        self.must_hold = False
        self.held: list[tuple[int, messages.Command]] = []
        self.is_offline = False
        """Whether the victim has lost its connection, and gets no views."""
        self.forgery: Forgery | None = None
        """What it does to the frames of games that it shows."""
        self.has_shown_forgery = False
        """Whether the victim's dice are in a game that was shown differently from its log."""
        self.early_end: Literal["", "over", "stopped"] = ""
        """As what the next games end after a turn."""
        self.is_seat_swapped = False
        """Whether the victim was shown another seat during a game with its dice."""
        self.is_secret_withheld = False
        self.is_record_refused = False
        self.is_record_deleted = False
        self.busy_answers = 0
        """How many requests for records will be answered with a temporary error."""
        self.has_impossible_step = False
        """Whether a deviation was not possible when its turn came."""
        self.swapped_nonce = ""
        """Revealed by seat b in place of its own nonce."""

    @property
    def state(self):
        return self.room.state

    # What the attacker does to its log

    def add(self, event: events.Event) -> None:
        """Append an event that the service need not allow."""
        entry = LogEntry(self.state.version + 1, self.room.now, event)
        self.room.state = apply_event(self.state, entry)
        self.room.log.append(entry)

    def rewrite(self, log: list[events.Event]) -> None:
        """Replace the history."""
        self.room.log = [LogEntry(i, self.room.now, event) for i, event in enumerate(log, 1)]
        self.room.state = fold(self.room.log)
        self.shown = 0

    def rename(self, code: str) -> None:
        """Give the room another code."""
        created, *log = (entry.event for entry in self.room.log)
        self.rewrite([replace(created, code=code), *log])

    def begin(self) -> None:
        """Start the game with the nonces that are there."""
        decision = Decision(self.state, self.room.context(""))
        decision.begin()
        self.room.state = decision.state
        self.room.log += decision.log

    # What the victim sees

    def show(self) -> Exchange:
        """Deliver the room to the victim and carry out its commands, until it sends no more."""
        if self.is_offline:
            return
        for _ in range(MAX_EXCHANGES):
            commands = yield View(self.next_view())
            done = [answer for item in commands if (answer := self.receive(*item)) is not None]
            for answer in done:
                yield answer
            if self.shown == self.state.version:
                return

    def next_view(self) -> Json:
        timeline = build_timeline(tuple(self.room.log))
        frames, is_whole = timeline.since(self.shown)
        view = view_of(self.state, frames, self.room.now)
        view = replace(view, is_whole=is_whole, you=you_of(self.state, TOKENS[self.victim]))
        content = json.loads(messages.encode(view))
        self._forge_view(content, timeline)
        for change in (*self.changes, *self.next_changes):
            change(content)
        if self.is_secret_withheld:
            for frame in content.get("frames", ()):
                frame.get("event", {}).pop("secret", None)
        self.next_changes = []
        self.shown = self.state.version
        self.view = content
        return content

    def _forge_view(self, content: Json, timeline: Timeline) -> None:
        """Apply the forgery to the frames of a view, which are the last ones of the game."""
        shown = content.get("frames", ())
        if shown and self.state.phase in ("playing", "over"):
            frames = [json.loads(messages.encode(entry.frame)) for entry in timeline.entries]
            forged = self._forge(frames, self.state)
            self.has_shown_forgery |= self.has_own_nonce and forged != frames
            content["frames"] = forged[-len(shown) :]

    def _forge(self, frames: list[Json], state: RoomState) -> list[Json]:
        """Return the frames of a game as the server likes to show them."""
        forged = copy.deepcopy(frames)
        if self.forgery is not None:
            # Before the second roll there is nothing to forge.
            with contextlib.suppress(IndexError):
                self.forgery(forged)
                number_rolls(forged, state.dice.source())
        return forged

    def receive(self, number: int, command: messages.Command) -> Answer | None:
        """Note what a command reveals, and carry it out unless it is held back or lost."""
        if isinstance(command, messages.GiveNonce):
            room = self.view["room"]
            hashes = tuple(room["nonce_commitments"])
            self.exposures.append(Exposure(room["commitment"], hashes))
        elif isinstance(command, messages.CommitNonce):
            self.joined_games.add(self.view["room"]["game_id"])
        if self.must_drop:
            self.must_drop = False
            return None
        if self.must_hold:
            self.held.append((number, command))
            return None
        return self.carry_out(number, command)

    def carry_out(self, number: int, command: messages.Command) -> Answer:
        try:
            self.room.do(command, TOKENS[self.victim])
        except PickominoError:
            return Answer(number, is_done=False)
        return Answer(number, is_done=True)

    def release(self) -> Exchange:
        """Carry out the commands that were held back."""
        self.must_hold, held = False, self.held
        self.held = []
        for number, command in held:
            yield self.carry_out(number, command)

    def record(self, game_id: str) -> str:
        """Return the record that the victim asks for; raises PickominoError."""
        self._refuse()
        state = fold(log_of_game(tuple(self.room.log), game_id))
        if self.early_end:
            state = replace(state, game=state.game._replace(turn_limit=1))
        text = state.record()
        if self.forgery is not None and not self.early_end:
            text = self._forge_turns(text, game_id, state)
        if self.early_end == "over":
            text = text.replace('[TurnLimit "1"]\n', "").replace('[Result "*"]', '[Result "a"]')
        kept = (line for line in text.splitlines(keepends=True) if "[DiceSecret" not in line)
        secret = "" if self.is_secret_withheld else self.secret_of(game_id)
        return (f'[DiceSecret "{secret}"]\n' if secret else "") + "".join(kept)

    def _forge_turns(self, text: str, game_id: str, state: RoomState) -> str:
        """Return a record with the turns that the server likes to show."""
        frames = json.loads(messages.encode(replay(tuple(self.room.log), game_id)))["frames"]
        forged = self._forge(frames, state)
        return text if forged == frames else forge_record(text, forged)

    def secret_of(self, game_id: str) -> str:
        """Return the secret that was revealed when a game was over, or an empty text."""
        current = ""
        for entry in self.room.log:
            match entry.event:
                case events.GameStarted():
                    current = entry.event.game_id
                case events.GameEnded() if current == game_id:
                    return entry.event.secret
        return ""

    def _refuse(self) -> None:
        if self.busy_answers:
            self.busy_answers -= 1
            raise PickominoError("too_fast", seconds=1)
        if self.is_record_deleted:
            raise PickominoError("game_deleted")
        if self.is_record_refused:
            raise PickominoError("not_running")

    def replay(self, game_id: str) -> Json:
        """Return the replay that the victim asks for; raises PickominoError."""
        self._refuse()
        content = json.loads(messages.encode(replay(tuple(self.room.log), game_id)))
        if self.is_secret_withheld:
            content["secret"] = ""
        state = fold(log_of_game(tuple(self.room.log), game_id))
        forged = self._forge(content["frames"], state)
        has_own = content["nonces"][self.victim] != ""
        self.has_shown_forgery |= has_own and forged != content["frames"]
        return content | {"frames": forged}

    # The honest course of a game

    def to_stage(self, stage: str) -> Exchange:
        """Play honestly until the victim has committed, has revealed, or plays."""
        yield from self.show()
        self.room.do(messages.Start())
        yield from self.show()
        if stage == "committed":
            return
        self.accomplices_commit()
        yield from self.show()
        if stage == "revealed":
            return
        self.accomplices_reveal()
        yield from self.show()

    def finish(self) -> Exchange:
        """Go on honestly with what there is, until the game is over or the victim refuses."""
        self.is_offline = False
        yield from self.release()
        for _ in range(MAX_EXCHANGES):
            version = self.state.version
            if self.state.phase == "nonces":
                self.accomplices_commit()
                yield from self.show()
                if self.victim not in nonces_owed(self.state):
                    self.accomplices_reveal()
            yield from self.show()
            if self.state.phase == "playing":
                self.play()
            if self.state.version == version:
                break
        yield from self.show()

    def accomplices_commit(self) -> None:
        for seat in set(commitments_owed(self.state)) & set(self.accomplices):
            token = self.accomplices[seat]
            self.room.do(commit_nonce(self.state.dice.commitment, seat, token), token)

    def accomplices_reveal(self) -> None:
        for seat in sorted(set(nonces_owed(self.state)) & set(self.accomplices)):
            if seat == 1 and self.swapped_nonce:
                self.add(events.NonceGiven(seat, self.swapped_nonce))
                if not nonces_owed(self.state):
                    self.begin()
            elif seat in nonces_owed(self.state):
                token = self.accomplices[seat]
                self.room.do(messages.GiveNonce(seat, nonce_of(token)), token)

    def play(self) -> None:
        """Play for every seat until the game is over."""
        while self.state.phase == "playing":
            if self.early_end and self.state.game is not None and self.state.game.turn == 1:
                self._end_early()
                return
            decision = Decision(self.state, self.room.context(""))
            decision.act(legal_actions(self.room.position)[0], by_bot=True)
            self.room.state = decision.state
            self.room.log += decision.log

    def _end_early(self) -> None:
        """End the game after its first turn, whose successor has already rolled."""
        self.rewrite([entry.event for entry in self.room.log[:-1]])
        is_stopped, secret = self.early_end == "stopped", self.state.dice.secret
        self.add(events.GameEnded((0, 0, 0), (0, 1, 2), is_stopped=is_stopped, secret=secret))

    # What the attack achieved

    @property
    def has_own_nonce(self) -> bool:
        """Whether the game has begun with a nonce of the victim."""
        return self.state.game is not None and bool(self.state.dice.nonces[self.victim])

    @property
    def is_fair(self) -> bool:
        """Whether the dice were fixed whenever the victim revealed a nonce, which is in them.

        Each time the victim had revealed a nonce before, the round must be on the record as void,
        at the price of a seat.
        """
        dice = self.state.dice
        hashes = tuple(
            nonce_commitment(dice.commitment, seat, nonce) if nonce else ""
            for seat, nonce in enumerate(dice.nonces)
        )
        final = Exposure(dice.commitment, hashes)
        fixed = {final, *(_fixed_by(voided) for voided in dice.terms.voided)}
        is_fixed = final in self.exposures and set(self.exposures) <= fixed
        return is_fixed and _has_lost_seats(dice.terms)

    @property
    def has_cut_short(self) -> bool:
        """Whether the game ended neither by the rules nor at its turn limit."""
        game, limit = self.state.game, self.state.settings.turn_limit
        is_over = game is not None and self.state.phase == "over"
        return is_over and game.position.to_act != OVER and game.turn != limit

    @property
    def has_dropped_game(self) -> bool:
        """Whether the victim had revealed a nonce for dice that the record will not show."""
        dice = self.state.dice
        shown = {dice.commitment, *(voided.commitment for voided in dice.terms.voided)}
        return not {exposure.commitment for exposure in self.exposures} <= shown

    @property
    def is_victim_watching(self) -> bool:
        """Whether the victim is a spectator of a game to which it has contributed nothing."""
        return (
            not self.view["you"].get("seats") and self.state.dice.game_id not in self.joined_games
        )

    def leave_game(self) -> None:
        """Leave a finished game for the next one, and note whether its dice were fair."""
        is_fair = self.is_fair and not (self.is_secret_withheld or self.has_cut_short)
        is_unfair = self.has_own_nonce and not is_fair
        self.room.do(messages.Rematch(), ANN)
        self.has_unfair_game |= is_unfair
        self.exposures = []


def _has_lost_seats(terms: DiceTerms) -> bool:
    """Return whether every new round cost a seat; independent of the checks of the clients."""
    adding = [set(voided.seats) for voided in terms.voided] + [set(terms.nonce_seats)]
    return len(adding) == terms.round and all(later < seats for seats, later in pairwise(adding))


def _fixed_by(voided: VoidedRound) -> Exposure | None:
    """Return what a client must have seen before it reveals a nonce in a round."""
    if "" in voided.hashes:
        return None
    hashes = dict(zip(voided.seats, voided.hashes, strict=True))
    seats = (seat_letter(seat) for seat in range(len(TOKENS)))
    return Exposure(voided.commitment, tuple(hashes.get(seat, "") for seat in seats))


def rolls_of(room: MaliciousRoom) -> list[str]:
    """Return the rolls of the latest game."""
    log = (entry.event for entry in room.room.log)
    return [event.roll for event in log if isinstance(event, events.Rolled)]
