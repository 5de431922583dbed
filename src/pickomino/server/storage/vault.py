"""Keeps what reveals the dice of a running game unreadable in the database.

The key is a file beside the database and not in it, so that a copy of the database alone, a backup
or a leak, tells nobody what the dice will be. Made of HMAC-SHA256 from the standard library: a
keystream with a fresh salt for every row, and a tag over the row, its room and its version
(encrypt, then authenticate; two keys).
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.events import DiceCommitted, GameStarted, LogEntry, RoomCreated
from pickomino.rooms.protocol.messages import encode

KEY_BYTES: Final = 32
_SALT_BYTES: Final = 16
_TAG_BYTES: Final = 32
_LOCKED: Final = "locked1:"
_entries: Final = msgspec.json.Decoder(list[LogEntry])


class Vault:
    """Writes and reads the rows of a log; rows from before there was a key are read as they are."""

    def __init__(self, path: Path) -> None:
        """Take the file of the key, which is made when the first secret is written."""
        self._path = path
        self._key = b""

    def written(self, code: str, entry: LogEntry) -> str:
        """Write an event, locked if it holds a secret."""
        text = encode(entry)
        if not _holds_secret(entry):
            return text.decode()
        salt = secrets.token_bytes(_SALT_BYTES)
        hidden = _mixed(self._derived(b"hide"), salt, text)
        return _LOCKED + (salt + hidden + self._tag(code, entry.version, salt + hidden)).hex()

    def read(self, code: str, version: int, text: str) -> str:
        """Return an event as it was before it was locked; raises `room_damaged`."""
        if not text.startswith(_LOCKED):
            return text
        try:
            data = bytes.fromhex(text.removeprefix(_LOCKED))
        except ValueError as error:
            raise PickominoError("room_damaged", room=code, version=version) from error
        body, tag = data[:-_TAG_BYTES], data[-_TAG_BYTES:]
        if not hmac.compare_digest(tag, self._tag(code, version, body)):
            raise PickominoError("room_damaged", room=code, version=version)
        salt, hidden = body[:_SALT_BYTES], body[_SALT_BYTES:]
        return _mixed(self._derived(b"hide"), salt, hidden).decode()

    def log(self, code: str, rows: Sequence[str]) -> list[LogEntry]:
        """Return a whole log from its rows; raises `room_damaged` or a MsgspecError."""
        return self.tail(code, list(enumerate(rows, 1)))

    def tail(self, code: str, rows: Sequence[tuple[int, str]]) -> list[LogEntry]:
        """Return a part of a log from its versions and rows; raises as `log` does."""
        texts = [self.read(code, version, row) for version, row in rows]
        return _entries.decode(f"[{','.join(texts)}]")

    def key_print(self) -> str:
        """Return what tells this key from others, and tells nothing of it."""
        return self._derived(b"print").hex()[:32]

    def _tag(self, code: str, version: int, body: bytes) -> bytes:
        about = f"{code}|{version}|".encode()
        return hmac.digest(self._derived(b"prove"), about + body, "sha256")

    def _derived(self, purpose: bytes) -> bytes:
        if not self._key:
            self._key = _key_in(self._path)
        return hmac.digest(self._key, purpose, "sha256")


def _holds_secret(entry: LogEntry) -> bool:
    match entry.event:
        case DiceCommitted(secret=secret):
            return bool(secret)
        case GameStarted(seed=seed) | RoomCreated(seed=seed):
            return seed is not None
        case _:
            return False


def _mixed(key: bytes, salt: bytes, data: bytes) -> bytes:
    blocks = range(len(data) // hashlib.sha256().digest_size + 1)
    stream = b"".join(hmac.digest(key, salt + bytes([block]), "sha256") for block in blocks)
    return bytes(byte ^ key_byte for byte, key_byte in zip(data, stream, strict=False))


def _key_in(path: Path) -> bytes:
    """Read the key, or make one that only its owner may read."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) != KEY_BYTES:
            raise PickominoError("store_failed", reason=f"{path.name} is not a key") from None
        return key
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(file, "wb") as made:
        made.write(key)
        made.flush()
        os.fsync(made.fileno())
    return key
