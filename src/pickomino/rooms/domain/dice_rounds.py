"""Rounds in which the server and the players agree on fair dice (docs/fair-dice.md, version 2).

The server commits to a secret, every player commits to a nonce, and once all have committed, they
reveal their nonces. A player who misses a step voids the round: a bot takes over the seat, and the
other players start a new round with a new secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from pickomino.core.dice import SECRET_BYTES, check_full_nonce, nonce_commitment
from pickomino.core.errors import PickominoError
from pickomino.rooms.domain.decision import Decision
from pickomino.rooms.domain.room import RoomState, dice_terms
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

    If all players have committed but none has revealed a nonce, no player is replaced.
    """
    state = decision.state
    is_any_revealed = state.dice is not None and any(state.dice.nonces)
    silent = commitments_owed(state) or nonces_owed(state)
    restart_round(decision, silent if commitments_owed(state) or is_any_revealed else ())


def restart_round(decision: Decision, silent: Iterable[int] = ()) -> None:
    """Void the round and start another; bots play the `silent` seats from now on."""
    if decision.state.dice is None or decision.state.phase != "nonces":
        return
    if decision.state.dice.terms is None:
        # Started by an earlier version, which did not require every nonce.
        if silent or not nonces_owed(decision.state):
            decision.begin()
        return
    for seat in silent:
        decision.add(events.TakenOver(seat, STAND_IN, "dice"))
    terms = decision.state.dice.terms
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
    if dice.terms is not None and commitment != dice.hashes[command.seat]:
        raise PickominoError("nonce_mismatch", seat=command.seat)
    decision.add(events.NonceGiven(command.seat, command.nonce))
    _begin_if_complete(decision)


def commitments_owed(state: RoomState) -> tuple[int, ...]:
    """Return the seats that have yet to commit to a nonce."""
    if state.phase != "nonces" or state.dice is None or state.dice.terms is None:
        return ()
    return _people_without(state, state.dice.hashes)


def nonces_owed(state: RoomState) -> tuple[int, ...]:
    """Return the seats that have yet to reveal their nonce; none until all have committed."""
    if state.phase != "nonces" or state.dice is None or commitments_owed(state):
        return ()
    return _people_without(state, state.dice.nonces)


def has_begun(state: RoomState) -> bool:
    """Return whether any player has responded; only then do the other players have a deadline."""
    return state.dice is not None and any((*state.dice.hashes, *state.dice.nonces))


def _commit(decision: Decision, game_id: str, number: int) -> None:
    now = datetime.fromtimestamp(int(decision.context.now), UTC)
    time = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    secret = decision.context.draw(SECRET_BYTES)
    commitment = dice_terms(decision.state, game_id, time, number).commitment(secret)
    decision.add(events.DiceCommitted(game_id, commitment, secret.hex(), time, number))
    _begin_if_complete(decision)


def _begin_if_complete(decision: Decision) -> None:
    if not commitments_owed(decision.state) and not nonces_owed(decision.state):
        decision.begin()


def _people_without(state: RoomState, given: tuple[str, ...]) -> tuple[int, ...]:
    people = (number for number, seat in enumerate(state.seats) if not seat.player)
    return tuple(number for number in people if not given[number])
