"""Where voters are, so that one person with two seats has one vote at a public table."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pickomino.rooms.service import NO_ADDRESSES
from pickomino.server.throttle import MAX_KEYS, site_key


class VoterAddresses:
    """The addresses of voters, in memory only; a voter whose address was lost can vote again."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[str, str]] = {}

    def record(
        self, code: str, voter: str, address: str, players: Collection[str]
    ) -> Mapping[str, str]:
        """Record the address of a vote; return those of the room's voters by token hash.

        `players` are the token hashes of the room's players. Other callers are not recorded, so
        that they cannot take the places of voters.
        """
        if voter not in players:
            return NO_ADDRESSES
        known = self._rooms.pop(code, {}) | {voter: site_key(address) or address}
        voters = {token: known[token] for token in known if token in players}
        self._rooms[code] = voters
        if len(self._rooms) > MAX_KEYS:
            del self._rooms[next(iter(self._rooms))]
        return voters
