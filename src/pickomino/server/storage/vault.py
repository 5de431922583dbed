"""Encrypts the events that would reveal the dice of a running game.

The key is in a separate file, not in the database, so that a copy of the database alone, such as a
backup or a leak, does not reveal the dice. The encryption is built on HMAC-SHA256 from the standard
library: a keystream with a fresh salt for every row, and a tag over the row, its room and its
version (encrypt, then authenticate; with two keys).
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
    """Encodes and decodes the rows of a log; rows from before encryption existed are plain text."""

    def __init__(self, path: Path) -> None:
        """Use a key file, which is created when the key is first needed."""
        self._path = path
        self._key = b""

    def encode_entry(self, code: str, entry: LogEntry) -> str:
        """Return the row of a log entry, encrypted if it holds a secret."""
        text = encode(entry)
        if not _holds_secret(entry):
            return text.decode()
        salt = secrets.token_bytes(_SALT_BYTES)
        body = salt + _xor_keystream(self._derive_key(b"hide"), salt, text)
        return _LOCKED + (body + self._tag(code, entry.version, body)).hex()

    def decode_row(self, code: str, version: int, text: str) -> str:
        """Return the JSON of a log entry from its row; raises `room_damaged`."""
        if not text.startswith(_LOCKED):
            return text
        try:
            data = bytes.fromhex(text.removeprefix(_LOCKED))
        except ValueError as error:
            raise PickominoError("room_damaged", room=code, version=version) from error
        body, tag = data[:-_TAG_BYTES], data[-_TAG_BYTES:]
        if not hmac.compare_digest(tag, self._tag(code, version, body)):
            raise PickominoError("room_damaged", room=code, version=version)
        salt, ciphertext = body[:_SALT_BYTES], body[_SALT_BYTES:]
        return _xor_keystream(self._derive_key(b"hide"), salt, ciphertext).decode()

    def decode_log(self, code: str, rows: Sequence[str]) -> list[LogEntry]:
        """Decode a whole log from its rows; raises `room_damaged` or a MsgspecError."""
        return self.decode_tail(code, list(enumerate(rows, 1)))

    def decode_tail(self, code: str, rows: Sequence[tuple[int, str]]) -> list[LogEntry]:
        """Decode a part of a log from its versions and rows; raises the same as `decode_log`."""
        texts = [self.decode_row(code, version, row) for version, row in rows]
        return _entries.decode(f"[{','.join(texts)}]")

    def key_fingerprint(self) -> str:
        """Return an identifier of the key, which does not reveal the key."""
        return self._derive_key(b"print").hex()[:32]

    def _tag(self, code: str, version: int, body: bytes) -> bytes:
        context = f"{code}|{version}|".encode()
        return hmac.digest(self._derive_key(b"prove"), context + body, "sha256")

    def _derive_key(self, purpose: bytes) -> bytes:
        if not self._key:
            self._key = _load_key(self._path)
        return hmac.digest(self._key, purpose, "sha256")


def _holds_secret(entry: LogEntry) -> bool:
    match entry.event:
        case DiceCommitted(secret=secret):
            return bool(secret)
        case GameStarted(seed=seed) | RoomCreated(seed=seed):
            return seed is not None
        case _:
            return False


def _xor_keystream(key: bytes, salt: bytes, data: bytes) -> bytes:
    blocks = range(len(data) // hashlib.sha256().digest_size + 1)
    stream = b"".join(hmac.digest(key, salt + bytes([block]), "sha256") for block in blocks)
    return bytes(byte ^ key_byte for byte, key_byte in zip(data, stream, strict=False))


def _load_key(path: Path) -> bytes:
    """Return the key, creating it if it is missing; only the file's owner may read it."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) != KEY_BYTES:
            raise PickominoError("store_failed", reason=f"{path.name} is not a key") from None
        return key
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(file, "wb") as key_file:
        key_file.write(key)
        key_file.flush()
        os.fsync(key_file.fileno())
    return key
