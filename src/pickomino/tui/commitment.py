"""What was promised before an online game, so that its dice can be checked at the end."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import zip_longest

from pickomino.core.errors import InvalidNotation, Problem, quoted
from pickomino.core.position import seat_letter
from pickomino.record.game import Game
from pickomino.record.state import Moment, Rolled
from pickomino.record.verification import Verification, verify


class CommitmentCheck:
    """Of one game: the commitment that was seen first, and the nonces that came from here."""

    def __init__(self, game_id: str, commitment: str) -> None:
        self._game_id = game_id
        self._commitment = commitment
        self._nonces: dict[int, str] = {}
        self._taken: set[int] = set()

    def nonce(self, seat: int) -> str:
        """Return what a seat adds to the dice, always the same."""
        return self._nonces.setdefault(seat, secrets.token_hex(16))

    def take(self, seat: int) -> None:
        """Hear that the nonce of a seat was accepted."""
        self._taken.add(seat)

    def refuse(self, seat: int) -> None:
        """Hear that the seat has a nonce already: this one, or one from another device."""
        if seat not in self._taken:
            self._nonces.pop(seat, None)

    def checked(self, record: str, seen: Sequence[Moment]) -> Verification:
        """Compare the record of the game with what was promised and with what was seen of it."""
        try:
            game = Game.from_wgn(record)
            problem = self._broken(game) or _unlike(game.moments, seen)
            return verify(record) if problem is None else Verification(0, problem)
        except InvalidNotation as error:
            return Verification(0, error.problems[0])

    def _broken(self, game: Game) -> Problem | None:
        if game.tags.get("DiceCommit") != self._commitment:
            return Problem("commit_mismatch")
        own = {f"Nonce_{seat_letter(seat)}": nonce for seat, nonce in self._nonces.items()}
        for tag, promised in {"GameId": self._game_id, **own}.items():
            found = game.tags.get(tag, "")
            if found != promised:
                return Problem("record_bad_tag", {"tag": tag, "value": quoted(found)})
        return None


def _unlike(recorded: Sequence[Moment], seen: Sequence[Moment]) -> Problem | None:
    """Find where a record is not what was seen, which may be only the end of the game."""
    last = recorded[len(recorded) - len(seen) :] if len(seen) <= len(recorded) else recorded
    for found, expected in zip_longest(last, seen):
        if found != expected:
            told = {"found": _told(found), "expected": _told(expected)}
            return Problem("record_result", told)
    return None


def _told(moment: Moment | None) -> str:
    if moment is None:
        return "-"
    event = moment.event
    return str(event.roll) if isinstance(event, Rolled) else moment.position.wfen()
