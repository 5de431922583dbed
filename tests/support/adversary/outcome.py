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

        A server that stops playing gains nothing.
        """
        phase = self.room.state.phase
        if phase not in ("playing", "over") or self.notice:
            return True
        return self.room.is_fair and (phase == "playing" or self.is_verified)

    def check(self) -> None:
        """Raise AssertionError if the server could choose the dice unnoticed."""
        assert self.alarm or self.is_harmless, (self.room.exposures, self.room.state.dice)
