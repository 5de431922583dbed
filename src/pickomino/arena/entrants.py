"""The bots of a match: names, bot objects, and classes or functions that make bots."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import cast

from pickomino.bots.protocol import Bot
from pickomino.bots.registry import BotKind, check_bot, is_bot, make_bot, other_bots, register
from pickomino.core.errors import InvalidNotation, PickominoError, quote, wrong_type

Entrant = str | Bot | Callable[[], Bot]
"""A bot's name and options, a bot, or a class or function that makes one."""


def check_entrant(entrant: object) -> None:
    """Raise TypeError unless a value can enter a match."""
    if not (isinstance(entrant, str) or callable(entrant) or is_bot(entrant)):
        expected = "a bot's name, a bot with a method choose, or a class that makes one"
        raise wrong_type(entrant, expected)


def make_entrant(entrant: Entrant) -> Bot:
    """Return a new bot for a name, a class or a function, and a bot object itself."""
    if isinstance(entrant, str):
        return make_bot(entrant)
    if is_bot(entrant):
        return entrant
    name, maker = entrant_name(entrant), cast("Callable[[], object]", entrant)
    try:
        bot = maker()
    except PickominoError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise InvalidNotation("bad_bot", bot=quote(name), reason=reason) from error
    return check_bot(name, bot)


def entrant_name(entrant: Entrant) -> str:
    """Return the name of a bot in tables and records.

    >>> from pickomino.bots.random_bot import RandomBot
    >>> entrant_name("family:by=rule"), entrant_name(RandomBot), entrant_name(RandomBot())
    ('family:by=rule', 'RandomBot', 'RandomBot')
    """
    if isinstance(entrant, str):
        return entrant
    own_name: object = getattr(entrant, "name", None)
    if isinstance(own_name, str) and own_name:
        return own_name
    made: object = entrant.func if isinstance(entrant, partial) else entrant
    name: object = getattr(made, "__name__", None)
    return name if isinstance(name, str) else type(made).__name__


def registered_kinds(entrants: Iterable[Entrant]) -> tuple[BotKind, ...]:
    """Return the registered bots among the entrants, which other processes must register too."""
    names = {entrant.partition(":")[0] for entrant in entrants if isinstance(entrant, str)}
    return tuple(kind for name, kind in other_bots().items() if name in names)


def register_kinds(kinds: Iterable[BotKind]) -> None:
    """Register bots in this process."""
    for kind in kinds:
        if not isinstance(kind.maker, str):
            register(
                kind.name,
                kind.maker,
                title=kind.title,
                character=kind.character,
                options=kind.options,
            )


def check_portable(entrants: Sequence[Entrant]) -> None:
    """Raise unless every bot can be sent to another process on this machine."""
    makers = [kind.maker for kind in registered_kinds(entrants)]
    for entrant in (*entrants, *makers):
        try:
            pickle.dumps(entrant)
        except Exception as error:
            raise InvalidNotation(
                "bot_not_portable", bot=quote(entrant_name(entrant)), reason=str(error)
            ) from error
