"""Secrets of rooms: seat tokens, room codes, game ids. Randomness comes in as `draw(bytes)`."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from typing import Final

Draw = Callable[[int], bytes]
"""Returns so many random bytes; `secrets.token_bytes` outside of tests."""

CODE_ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 characters without 0, 1, I and O, which people mistake for each other."""
CODE_LENGTH: Final = 8
"""40 bits: guessing one of a million rooms takes a million tries on average."""
TOKEN_BYTES: Final = 32
GAME_ID_BYTES: Final = 12

_CODE = re.compile(f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}")
_TOKEN = re.compile("[A-Za-z0-9_-]{43}")


def new_token(draw: Draw) -> str:
    """Draw a seat token."""
    return _written(draw(TOKEN_BYTES))


def new_code(draw: Draw) -> str:
    """Draw a room code.

    >>> new_code(lambda count: bytes(range(count)))
    '23456789'
    """
    return "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in draw(CODE_LENGTH))


def new_game_id(draw: Draw) -> str:
    """Draw a game id."""
    return _written(draw(GAME_ID_BYTES))


def is_code(text: str) -> bool:
    """Return whether a text is written like a room code."""
    return _CODE.fullmatch(text) is not None


def is_token(text: str) -> bool:
    """Return whether a text is written like a token."""
    return _TOKEN.fullmatch(text) is not None


def hashed(token: str) -> str:
    """Hash a token as it is stored; tokens are random enough to need no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def is_same(stored: str, given: str) -> bool:
    """Compare two hashes; no hash equals none.

    How long it takes may tell something of a hash, but nothing of the token behind it.
    """
    return bool(stored) and stored == given


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
