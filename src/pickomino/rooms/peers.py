"""Other processes that serve the same rooms from the same store."""

from __future__ import annotations

from typing import Protocol


class PeerNodes(Protocol):
    """The other services that write to the same store."""

    async def refresh(self, code: str) -> None:
        """Bring a cached room up to date with what the peers have written."""
        ...

    async def connected_elsewhere(self, code: str) -> frozenset[str]:
        """Return the token hashes of the people in a room who are connected to a peer."""
        ...


class NoPeers:
    """Used if no other service writes to the store."""

    async def refresh(self, code: str) -> None: ...

    async def connected_elsewhere(self, code: str) -> frozenset[str]:
        del code
        return frozenset()
