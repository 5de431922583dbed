"""Rooms in their dice phase, as a server shows them to the players of seats a and b."""

from pickomino.core.dice_terms import DiceTerms, VoidedRound, nonce_commitment
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.views import Room, SeatView

SECRET = bytes(32)
TERMS = DiceTerms(
    *("game", "standard", ("Ann", "Ben"), "2026-11-16T12:00:00Z"),
    room="ABCDEFGH",
    number=1,
    nonce_seats="ab",
)
BEN = "cd" * 32


def room(terms=TERMS, bound=("", ""), secret=SECRET, **changes):
    """Return a room with these terms and nonce commitments."""
    fields = {
        "code": terms.room or "ABCDEFGH",
        "settings": Settings(),
        "seats": tuple(SeatView("person", name, "") for name in terms.seats),
        "names": terms.seats,
        "game_id": terms.game_id,
        "commitment": terms.commitment(secret),
        "dice_time": terms.time,
        "dice_round": terms.round,
        "dice_game": terms.number,
        "dice_seats": terms.nonce_seats,
        "dice_starter": terms.starter,
        "voided_rounds": tuple(map(str, terms.voided)),
        "nonce_commitments": bound,
    }
    return Room(**(fields | changes))


def bound_to(*nonces, terms=TERMS, secret=SECRET):
    """Return the commitment of each seat to its nonce."""
    commitment = terms.commitment(secret)
    return tuple(
        nonce_commitment(commitment, seat, nonce) if nonce else ""
        for seat, nonce in enumerate(nonces)
    )


def next_round(terms, bound, revealed="", lost="b", secret=SECRET):
    """Return the terms of the next round, after some seats dropped out."""
    hashes = tuple(text for seat, text in enumerate(bound) if "abcdefg"[seat] in terms.nonce_seats)
    voided = VoidedRound(terms.commitment(secret), terms.nonce_seats, revealed, hashes)
    left = "".join(letter for letter in terms.nonce_seats if letter not in lost)
    return terms._replace(round=terms.round + 1, nonce_seats=left, voided=(*terms.voided, voided))
