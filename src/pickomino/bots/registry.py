"""Every bot by its name; one registry serves every shell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pickomino.bots.protocol import Bot
from pickomino.bots.random_bot import RandomBot
from pickomino.core.errors import InvalidNotation, quoted

BOTS: Final[dict[str, Callable[[], Bot]]] = {"random": RandomBot}


def make_bot(name: str) -> Bot:
    """Make a bot by its name.

    >>> type(make_bot("random")).__name__
    'RandomBot'
    """
    if name not in BOTS:
        raise InvalidNotation("unknown_bot", name=quoted(name), known=", ".join(BOTS))
    return BOTS[name]()
