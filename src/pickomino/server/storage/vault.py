"""Encrypts the events that would reveal the dice of a running game.

The key is in a separate file, not in the database, so that a copy of the database alone, such as a
backup or a leak, does not reveal the dice. Rows are encrypted with AES-256-GCM, which also
authenticates their room and version.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pickomino.atomic_file import atomic_write
from pickomino.core.errors import PickominoError, quote_path
from pickomino.operating_system import PRIVATE_FILE, PRIVATE_FOLDER, can_others_open
from pickomino.rooms.protocol.events import DiceCommitted, GameStarted, LogEntry, RoomCreated
from pickomino.rooms.protocol.messages import encode

KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
ENCRYPTED: Final = "locked"
"""How every encrypted row begins."""
_LOCKED: Final = f"{ENCRYPTED}2:"
_LOCKED_BEFORE: Final = f"{ENCRYPTED}1:"
_entries: Final = msgspec.json.Decoder(list[LogEntry])


class Vault:
    """Encodes and decodes the rows of a log; rows without a secret are plain text."""

    def __init__(self, path: Path) -> None:
        """Use a key file; a new database must create it with `create_key`."""
        self._path = path

    def create_key(self) -> None:
        """Create the key file if it is missing; only its owner may read it."""
        if not self._path.exists():
            try:
                self._path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
                with atomic_write(self._path, PRIVATE_FILE) as file:
                    file.write(secrets.token_bytes(KEY_BYTES))
            except OSError as error:
                raise _bad_key(self._path, error.strerror or str(error)) from error

    def check_key(self, samples: Sequence[tuple[str, int, str]] = ()) -> None:
        """Raise `bad_key` if the key file cannot be used or decrypts none of the sample rows.

        Each sample is a room, a version and a row. A single damaged row does not make a key wrong.
        """
        if _load_key(self._path) != self._key:
            raise _bad_key(self._path, "it was replaced while the server ran")
        if samples and not any(self._can_decode(*sample) for sample in samples):
            raise _bad_key(self._path, "it is not the key that this database was encrypted with")

    def encode_entry(self, code: str, entry: LogEntry) -> str:
        """Return the row of a log entry, encrypted if it holds a secret."""
        text = encode(entry)
        if not _holds_secret(entry):
            return text.decode()
        nonce = secrets.token_bytes(_NONCE_BYTES)
        ciphertext = _cipher(self._key).encrypt(nonce, text, _context(code, entry.version))
        return _LOCKED + base64.b64encode(nonce + ciphertext).decode()

    def decode_row(self, code: str, version: int, text: str) -> str:
        """Return the JSON of a log entry from its row; raises `room_damaged`."""
        if not text.startswith((_LOCKED, _LOCKED_BEFORE)):
            return text
        decrypt = _decrypt if text.startswith(_LOCKED) else _decrypt_before
        key = self._key
        try:
            return decrypt(key, text[len(_LOCKED) :], _context(code, version)).decode()
        except (InvalidTag, ValueError) as error:
            raise PickominoError("room_damaged", room=code, version=version) from error

    def decode_log(self, code: str, rows: Sequence[str]) -> list[LogEntry]:
        """Decode a whole log from its rows; raises `room_damaged` or a MsgspecError."""
        return self.decode_tail(code, list(enumerate(rows, 1)))

    def decode_tail(self, code: str, rows: Sequence[tuple[int, str]]) -> list[LogEntry]:
        """Decode a part of a log from its versions and rows; raises what `decode_log` raises."""
        texts = [self.decode_row(code, version, row) for version, row in rows]
        return _entries.decode(f"[{','.join(texts)}]")

    def key_fingerprint(self) -> str:
        """Return an identifier of the key; it does not reveal the key."""
        return _derive_key(self._key, b"print").hex()[:32]

    def message_key(self) -> bytes:
        """Return the key that authenticates the messages between nodes."""
        return _derive_key(self._key, b"message")

    def _can_decode(self, code: str, version: int, row: str) -> bool:
        try:
            self.decode_row(code, version, row)
        except PickominoError:
            return False
        return True

    @cached_property
    def _key(self) -> bytes:
        return _load_key(self._path)


def _holds_secret(entry: LogEntry) -> bool:
    match entry.event:
        case DiceCommitted(secret=secret):
            return bool(secret)
        case GameStarted(seed=seed) | RoomCreated(seed=seed):
            return seed is not None
        case _:
            return False


def _context(code: str, version: int) -> bytes:
    return f"{code}|{version}|".encode()


def _derive_key(key: bytes, purpose: bytes) -> bytes:
    return hmac.digest(key, purpose, "sha256")


def _cipher(key: bytes) -> AESGCM:
    return AESGCM(_derive_key(key, b"seal"))


def _decrypt(key: bytes, text: str, context: bytes) -> bytes:
    data = base64.b64decode(text, validate=True)
    return _cipher(key).decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], context)


def _decrypt_before(key: bytes, text: str, context: bytes) -> bytes:
    """Decrypt a row of an earlier version: a salt, the text under an HMAC keystream, and a tag."""
    data = bytes.fromhex(text)
    body, tag = data[:-32], data[-32:]
    expected = hmac.digest(_derive_key(key, b"prove"), context + body, "sha256")
    if not hmac.compare_digest(tag, expected):
        raise InvalidTag
    salt, ciphertext = body[:16], body[16:]
    hide, blocks = _derive_key(key, b"hide"), range(len(ciphertext) // 32 + 1)
    stream = b"".join(hmac.digest(hide, salt + bytes([block]), "sha256") for block in blocks)
    return bytes(byte ^ mask for byte, mask in zip(ciphertext, stream, strict=False))


def _load_key(path: Path) -> bytes:
    """Return the key of an existing file; raises `bad_key`."""
    try:
        status, key = path.stat(), path.read_bytes()
    except FileNotFoundError as error:
        reason = "it is missing, but the database is encrypted with it"
        raise _bad_key(path, reason) from error
    except OSError as error:
        raise _bad_key(path, error.strerror or str(error)) from error
    if len(key) != KEY_BYTES:
        raise _bad_key(path, f"a key has {KEY_BYTES} bytes, and this file has {len(key)}")
    # The group may read it: systemd passes credentials in this way.
    if can_others_open(status):
        raise _bad_key(path, "all users of this machine can open it; run chmod o-rwx on it")
    return key


def _bad_key(path: Path, reason: str) -> PickominoError:
    return PickominoError("bad_key", name=quote_path(path), reason=reason)
