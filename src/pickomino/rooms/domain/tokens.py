"""Seat tokens, room codes and game ids. Random bytes come from a `draw` function."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from typing import Final

Draw = Callable[[int], bytes]
"""Returns the given number of random bytes; this is `secrets.token_bytes` except in tests."""

CODE_ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 characters: 0, 1, I and O are left out, because they are easily confused."""
CODE_LENGTH: Final = 8
"""40 bits: if there are a million rooms, guessing one of them takes a million tries on average."""
TOKEN_BYTES: Final = 32
GAME_ID_BYTES: Final = 12

_CODE = re.compile(f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}")
_TOKEN = re.compile("[A-Za-z0-9_-]{43}")


def new_token(draw: Draw) -> str:
    return _base64url(draw(TOKEN_BYTES))


def new_code(draw: Draw) -> str:
    """Return a random room code.

    >>> new_code(lambda count: bytes(range(count)))
    '23456789'
    """
    return "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in draw(CODE_LENGTH))


def new_game_id(draw: Draw) -> str:
    return _base64url(draw(GAME_ID_BYTES))


def is_code(text: str) -> bool:
    """Return whether a text has the form of a room code."""
    return _CODE.fullmatch(text) is not None


def is_token(text: str) -> bool:
    """Return whether a text has the form of a token."""
    return _TOKEN.fullmatch(text) is not None


def hash_token(token: str) -> str:
    """Return the hash under which a token is stored; random tokens need no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def is_same_token(stored: str, given: str) -> bool:
    """Return whether two token hashes are equal; an empty hash never matches.

    The comparison time may leak something about a hash, but nothing about the token behind it.
    """
    return bool(stored) and stored == given


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
