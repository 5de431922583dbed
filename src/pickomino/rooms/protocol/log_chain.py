"""The digest chain of a log, which tells two logs of the same length apart.

The digest of a log is a hash of its last event, as it is stored, and of the digest of the log
before that event. The chain begins with the code of the room. An encrypted event is hashed in its
encrypted form, so that the chain can be checked without the key, and a digest reveals no secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.events import Log
from pickomino.rooms.protocol.messages import encode

SHORT_DIGEST: Final = 16
"""The number of digits of a digest that clients get."""


class LogHead(NamedTuple):
    """The version of a log and its digest."""

    version: int
    digest: str
    """Empty if it is not known, because an earlier version of the program wrote the last event."""

    def extend(self, rows: Iterable[str]) -> LogHead:
        """Return the head after more events, given as they are stored."""
        digests = list(iter_digests(self.digest, rows))
        return LogHead(self.version + len(digests), digests[-1] if digests else self.digest)

    def fits(self, stored: LogHead) -> bool:
        """Return whether this can be the head of a stored log."""
        return self.version == stored.version and stored.digest in ("", self.digest)


UNKNOWN_HEAD: Final = LogHead(0, "")


class LogBatch(NamedTuple):
    """Consecutive events of a log."""

    before: LogHead
    after: LogHead
    log: Log
    rows: Sequence[str]
    """The events as they are stored."""


def plain_batch(before: LogHead, log: Log) -> LogBatch:
    """Return events as a batch of a store that does not encrypt them."""
    rows = tuple(encode(entry).decode() for entry in log)
    return LogBatch(before, before.extend(rows), log, rows)


class LogTail(NamedTuple):
    """The last events of a log, and the log's head."""

    log: Log
    rows: Sequence[str]
    head: LogHead

    def after(self, head: LogHead) -> LogBatch | None:
        """Return the events after a head, or None if the tail does not continue that log.

        If the head is newer than the tail, no events are returned.
        """
        if head.version > self.head.version:
            return LogBatch(head, head, (), ())
        known = head.version - (self.head.version - len(self.rows))
        if known < 0:
            return None
        rows = self.rows[known:]
        after = head.extend(rows)
        return LogBatch(head, after, self.log[known:], rows) if after.fits(self.head) else None


class StoredLog(NamedTuple):
    """A whole log, and its digest after each event."""

    log: Log
    digests: Sequence[str]

    def head(self, code: str) -> LogHead:
        """Return the head of this log of a room."""
        return LogHead(len(self.digests), self.digests[-1]) if self.digests else first_head(code)


def first_head(code: str) -> LogHead:
    """Return the head of the empty log of a room.

    >>> short_digest(first_head("ABCDEFGH").digest)
    '09b0e6293d374a25'
    """
    return LogHead(0, sha256(f"pickomino log 1\n{code}".encode()).hexdigest())


def short_digest(digest: str) -> str:
    """Return the part of a digest that clients get."""
    return digest[:SHORT_DIGEST]


def iter_digests(digest: str, rows: Iterable[str]) -> Iterator[str]:
    """Yield the digest after each event of a log that continues a log with this digest."""
    for row in rows:
        digest = sha256(f"{digest}\n{row}".encode()).hexdigest()
        yield digest


def digests_of(code: str, rows: Sequence[str], stored: LogHead = UNKNOWN_HEAD) -> list[str]:
    """Return the digest of a room's log after each event; raises `room_damaged`.

    `stored` is the last head that was stored with the rows.
    """
    digests = list(iter_digests(first_head(code).digest, rows))
    at = stored.version
    if at and (at > len(digests) or digests[at - 1] != stored.digest):
        raise PickominoError("room_damaged", room=code, version=at)
    return digests
