"""What came of an attack, and whether the victim was protected."""

from __future__ import annotations

from typing import NamedTuple

from support.adversary.malicious_room import MaliciousRoom


class Outcome(NamedTuple):
    """The room after an attack, and the codes of what the victim's client says about the dice."""

    room: MaliciousRoom
    alarm: str
    notice: str
    is_verified: bool
    """Whether the client recomputed the finished game from what it had been promised."""

    @property
    def is_harmless(self) -> bool:
        """Whether the dice are fair, the victim knows that they are not its own, or no game runs.

        A server that stops playing gains nothing, but one that begins another game does.
        """
        room, phase = self.room, self.room.state.phase
        if room.has_unfair_game:
            return False
        if phase not in ("playing", "over"):
            return True
        if self.notice or room.is_victim_watching:
            return not room.has_dropped_game
        if room.has_shown_forgery or room.is_seat_swapped or room.has_cut_short:
            return False
        is_proved = self.is_verified and not room.is_secret_withheld
        return room.is_fair and (phase == "playing" or is_proved)

    def check(self) -> None:
        """Raise AssertionError if the server could choose the dice unnoticed."""
        room = self.room
        assert self.alarm or self.is_harmless, (
            f"the server could choose the dice: {room.exposures}, {room.state.dice}"
        )
