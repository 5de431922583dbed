"""Valid names of players, at a table and in its record."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from pickomino.core.errors import InvalidNotation, quote

BOT_TAG: Final = "bot:"
"""The prefix of bot names in records, such as `bot:family`."""
UNKNOWN_NAME: Final = "?"
FORMER_PLAYER: Final = "a former player"
"""The name of a player who has deleted the game; shown in the reader's language."""
MAX_NAME_LENGTH: Final = 40
MAX_MARKS: Final = 2
"""How many combining marks may follow a letter in the normal form."""

_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159"
    "\U000e0100-\U000e01ef]"
)
"""Characters that count as printable but are invisible: fillers, joiners, variation selectors."""
_EMOJI: Final = "[\u2190-\u2bff\U0001f000-\U0001faff]"
_EMOJI_JOINERS: Final = re.compile(
    f"(?<={_EMOJI})(?:\ufe0f?\u200d(?={_EMOJI})|\ufe0f)|(?<=[0-9#*])\ufe0f\u20e3"
)
"""Joiners within emoji sequences; anywhere else they would make two names look the same."""


def normalize_name(name: str) -> str:
    """Return the normal form of a name; raise if it is not allowed.

    >>> normalize_name(" Ann ")
    'Ann'
    """
    # Unprintable characters include control characters and marks of writing direction.
    normal = unicodedata.normalize("NFC", name).strip(" ")
    plain = _EMOJI_JOINERS.sub("", normal)
    is_printable = plain.isprintable() and _is_visible(plain)
    if not (1 <= len(normal) <= MAX_NAME_LENGTH and is_printable) or _is_reserved(normal):
        raise InvalidNotation("bad_name", name=quote(name))
    return normal


def _is_visible(name: str) -> bool:
    """Return whether a name is visible, with so few combining marks that they stay on its line."""
    kinds = "".join(unicodedata.category(character)[0] for character in name)
    has_visible = any(kind in "LNPS" for kind in kinds)
    return has_visible and not _INVISIBLE.search(name) and "M" * (MAX_MARKS + 1) not in kinds


def _is_reserved(name: str) -> bool:
    """Return whether a name could be mistaken for the name of a bot or of a former player."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return plain.startswith(BOT_TAG) or plain == FORMER_PLAYER
