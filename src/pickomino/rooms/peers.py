"""Other processes that serve the same rooms from the same store."""

from __future__ import annotations


class PeerNodes:
    """The other services that write to the same store; by default there are none."""

    async def refresh(self, code: str) -> None:
        """Bring a cached room up to date with what the peers have written."""

    async def connected_elsewhere(self, code: str) -> frozenset[str]:
        """Return the token hashes of the people in a room who are connected to a peer."""
        del code
        return frozenset()
