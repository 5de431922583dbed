"""Rounds in which the server and the players agree on fair dice (docs/fair-dice.md).

The server commits to a secret, every player commits to a nonce, and once all have committed, they
reveal their nonces. A player who misses a step voids the round: a bot takes over the seat, and the
other players start a new round with a new secret.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from pickomino.core.dice import SECRET_BYTES, check_full_nonce
from pickomino.core.dice_terms import nonce_commitment
from pickomino.core.errors import PickominoError
from pickomino.rooms.domain.decision import Decision
from pickomino.rooms.domain.room import RoomState, dice_terms, has_current_dice, nonce_seats
from pickomino.rooms.domain.tokens import new_game_id
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.messages import CommitNonce, GiveNonce

STAND_IN: Final = "family"
"""The bot that takes over from a player who is absent or has left."""


def start_first_round(decision: Decision) -> None:
    """Start a new game's first dice round: the server commits to its secret."""
    _commit(decision, new_game_id(decision.context.draw), 1)


def on_deadline(decision: Decision) -> None:
    """Start a new round, with bots in place of the players who did not respond in time.

    Dice that an earlier version of the server committed to are replaced by dice of a new game.
    """
    if not has_current_dice(decision.state):
        start_first_round(decision)
        return
    for seat in commitments_owed(decision.state) or nonces_owed(decision.state):
        decision.add(events.TakenOver(seat, STAND_IN, "dice"))
    restart_round(decision)


def restart_round(decision: Decision) -> None:
    """Void the round and start another if a seat that was to add a nonce is gone.

    Players accept a new round for no other reason, because the server could otherwise repeat
    rounds until it likes the dice.
    """
    state = decision.state
    if state.phase != "nonces" or state.dice is None or state.dice.terms is None:
        return
    terms = state.dice.terms
    if terms.number and terms.nonce_seats != nonce_seats(state):
        _commit(decision, terms.game_id, terms.round + 1)


def commit_nonce(decision: Decision, command: CommitNonce) -> None:
    """Record a player's commitment to a nonce."""
    decision.own_seat(command.seat)
    if command.seat not in commitments_owed(decision.state):
        raise PickominoError("no_nonce_wanted", seat=command.seat)
    decision.add(events.NonceCommitted(command.seat, command.commitment))


def give_nonce(decision: Decision, command: GiveNonce) -> None:
    """Record a revealed nonce, which must match its commitment; the last nonce starts the game."""
    decision.own_seat(command.seat)
    dice = decision.state.dice
    if dice is None or command.seat not in nonces_owed(decision.state):
        raise PickominoError("no_nonce_wanted", seat=command.seat)
    check_full_nonce(command.nonce)
    commitment = nonce_commitment(dice.commitment, command.seat, command.nonce)
    if commitment != dice.hashes[command.seat]:
        raise PickominoError("nonce_mismatch", seat=command.seat)
    decision.add(events.NonceGiven(command.seat, command.nonce))
    _begin_if_complete(decision)


def commitments_owed(state: RoomState) -> tuple[int, ...]:
    """Return the seats that have yet to commit to a nonce."""
    if state.phase != "nonces" or state.dice is None or not has_current_dice(state):
        return ()
    return _people_without(state, state.dice.hashes)


def nonces_owed(state: RoomState) -> tuple[int, ...]:
    """Return the seats that have yet to reveal their nonce; none until all have committed."""
    if state.phase != "nonces" or state.dice is None or commitments_owed(state):
        return ()
    if not has_current_dice(state):
        return ()
    return _people_without(state, state.dice.nonces)


def has_deadline(state: RoomState) -> bool:
    """Return whether a player has taken this step; only then do the others have a deadline.

    Otherwise the round would be voided without the loss of a seat.
    """
    if state.dice is None:
        return False
    return any(state.dice.hashes if commitments_owed(state) else state.dice.nonces)


def _commit(decision: Decision, game_id: str, number: int) -> None:
    now = datetime.fromtimestamp(int(decision.context.now), UTC)
    time = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    secret = decision.context.draw(SECRET_BYTES)
    game = decision.state.games + 1
    committed = events.DiceCommitted(game_id, "", secret.hex(), time, number, game)
    commitment = dice_terms(decision.state, committed).commitment(secret)
    decision.add(replace(committed, commitment=commitment))
    _begin_if_complete(decision)


def _begin_if_complete(decision: Decision) -> None:
    if not commitments_owed(decision.state) and not nonces_owed(decision.state):
        decision.begin()


def _people_without(state: RoomState, given: tuple[str, ...]) -> tuple[int, ...]:
    people = (number for number, seat in enumerate(state.seats) if not seat.player)
    return tuple(number for number in people if not given[number])
