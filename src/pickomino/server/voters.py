"""Where voters are, so that one person with two seats has one vote at a public table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pickomino.rooms import Command
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.protocol.messages import Vote
from pickomino.rooms.service import NO_ADDRESSES
from pickomino.server.throttle import MAX_KEYS, site_key

MAX_VOTERS: Final = 32
"""How many voters of one room are remembered; a room has fewer seats, but players can change."""


class VoterAddresses:
    """The addresses of voters, in memory only; a voter whose address was lost can vote again."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[str, str]] = {}

    def record(
        self, command: Command, code: str, token: str | None, address: str
    ) -> Mapping[str, str]:
        """Record the address of a vote; return those of the room's voters by token hash.

        A caller without a seat is recorded too, but its vote is refused.
        """
        if not isinstance(command, Vote) or token is None:
            return NO_ADDRESSES
        voters = self._rooms.pop(code, {})
        voters.pop(hash_token(token), None)
        voters[hash_token(token)] = site_key(address) or address
        _drop_oldest(voters, MAX_VOTERS)
        self._rooms[code] = voters
        _drop_oldest(self._rooms, MAX_KEYS)
        return voters


def _drop_oldest(entries: dict[str, Any], limit: int) -> None:
    if len(entries) > limit:
        del entries[next(iter(entries))]
