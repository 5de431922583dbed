"""How dice are made that nobody can choose: docs/fair-dice.md, version 2.

The server commits, every person commits to a nonce, and only when all have done so do they reveal
them. Whoever leaves one of these steps out makes the round void: a bot plays for them, and all
others begin anew with another secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from pickomino.core.dice import SECRET_BYTES, check_full_nonce, nonce_commitment
from pickomino.core.errors import PickominoError
from pickomino.rooms.domain.decision import Draft
from pickomino.rooms.domain.room import RoomState, dice_terms
from pickomino.rooms.domain.tokens import new_game_id
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.messages import CommitNonce, GiveNonce

STAND_IN: Final = "family"
"""The bot that plays on for a person who is gone."""


def first_round(draft: Draft) -> None:
    """Commit to the dice of a new game."""
    _commit(draft, new_game_id(draft.asker.draw), 1)


def time_is_up(draft: Draft) -> None:
    """Wait no longer for those who are silent; where all are, nobody is to blame."""
    state = draft.state
    is_any_revealed = state.dice is not None and any(state.dice.nonces)
    silent = commitments_owed(state) or nonces_owed(state)
    next_round(draft, silent if commitments_owed(state) or is_any_revealed else ())


def next_round(draft: Draft, silent: Iterable[int] = ()) -> None:
    """Give up a round that some seats have left, or were silent in."""
    if draft.state.dice is None or draft.state.phase != "nonces":
        return
    if draft.state.dice.terms is None:
        # Begun by an earlier version, where a missing nonce did not matter.
        if silent or not nonces_owed(draft.state):
            draft.begin()
        return
    for seat in silent:
        draft.add(events.TakenOver(seat, STAND_IN, "dice"))
    terms = draft.state.dice.terms
    _commit(draft, terms.game_id, terms.round + 1)


def commit_nonce(draft: Draft, command: CommitNonce) -> None:
    """Bind a person to a nonce that nobody else knows."""
    draft.own_seat(command.seat)
    if command.seat not in commitments_owed(draft.state):
        raise PickominoError("no_nonce_wanted", seat=command.seat)
    draft.add(events.NonceCommitted(command.seat, command.commitment))


def give_nonce(draft: Draft, command: GiveNonce) -> None:
    """Let a person add to the dice what they are bound to; the last one starts the game."""
    draft.own_seat(command.seat)
    dice = draft.state.dice
    if dice is None or command.seat not in nonces_owed(draft.state):
        raise PickominoError("no_nonce_wanted", seat=command.seat)
    check_full_nonce(command.nonce)
    found = nonce_commitment(dice.commitment, command.seat, command.nonce)
    if dice.terms is not None and found != dice.hashes[command.seat]:
        raise PickominoError("nonce_mismatch", seat=command.seat)
    draft.add(events.NonceGiven(command.seat, command.nonce))
    _begin_if_complete(draft)


def commitments_owed(state: RoomState) -> tuple[int, ...]:
    """Return the seats that have yet to commit to a nonce."""
    if state.phase != "nonces" or state.dice is None or state.dice.terms is None:
        return ()
    return _lacking(state, state.dice.hashes)


def nonces_owed(state: RoomState) -> tuple[int, ...]:
    """Return the seats that have yet to reveal their nonce, once all are bound to one."""
    if state.phase != "nonces" or state.dice is None or commitments_owed(state):
        return ()
    return _lacking(state, state.dice.nonces)


def is_under_way(state: RoomState) -> bool:
    """Return whether somebody has begun, so that others are waited for."""
    return state.dice is not None and any((*state.dice.hashes, *state.dice.nonces))


def _commit(draft: Draft, game_id: str, number: int) -> None:
    now = datetime.fromtimestamp(int(draft.asker.now), UTC)
    time = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    secret = draft.asker.draw(SECRET_BYTES)
    commitment = dice_terms(draft.state, game_id, time, number).commitment(secret)
    draft.add(events.DiceCommitted(game_id, commitment, secret.hex(), time, number))
    _begin_if_complete(draft)


def _begin_if_complete(draft: Draft) -> None:
    if not commitments_owed(draft.state) and not nonces_owed(draft.state):
        draft.begin()


def _lacking(state: RoomState, given: tuple[str, ...]) -> tuple[int, ...]:
    people = (number for number, seat in enumerate(state.seats) if not seat.player)
    return tuple(number for number in people if not given[number])
