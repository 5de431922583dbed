"""Names that people may give themselves, at a table and in its record."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from pickomino.core.errors import InvalidNotation, quoted

BOT_TAG: Final = "bot:"
"""Records write a bot's name as `bot:family`."""
UNKNOWN_NAME: Final = "?"
MOST_NAME: Final = 40
MOST_MARKS: Final = 2
"""Accents and the like on one letter that are no part of it in the normal form."""

_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159"
    "\U000e0100-\U000e01ef]"
)
"""Printable characters that show nothing: fillers, joiners, selectors of variants."""
_PICTURE: Final = "[\u2190-\u2bff\U0001f000-\U0001faff]"
_PICTURE_PARTS: Final = re.compile(
    f"(?<={_PICTURE})(?:\ufe0f?\u200d(?={_PICTURE})|\ufe0f)|(?<=[0-9#*])\ufe0f\u20e3"
)
"""What joins emoji into one picture; anywhere else it would make two names look the same."""


def checked_name(name: str) -> str:
    """Return a name in its normal form, or refuse it.

    >>> checked_name(" Ann ")
    'Ann'
    """
    # What is not printable includes control characters and those that turn the writing around.
    normal = unicodedata.normalize("NFC", name).strip(" ")
    plain = _PICTURE_PARTS.sub("", normal)
    is_fine = 1 <= len(normal) <= MOST_NAME and plain.isprintable() and _can_be_seen(plain)
    if not is_fine or _is_like_a_bot(normal):
        raise InvalidNotation("bad_name", name=quoted(name))
    return normal


def _can_be_seen(name: str) -> bool:
    """Return whether all of a name shows, and marks do not pile up over other lines."""
    kinds = "".join(unicodedata.category(mark)[0] for mark in name)
    has_sign = any(kind in "LNPS" for kind in kinds)
    return has_sign and not _INVISIBLE.search(name) and "M" * (MOST_MARKS + 1) not in kinds


def _is_like_a_bot(name: str) -> bool:
    """Return whether a name would be taken for a bot's."""
    return unicodedata.normalize("NFKC", name).casefold().startswith(BOT_TAG)
