"""All bots by name.

A bot is specified as `name` or `name:option=value,option=value`; the value of the option `command`
is the rest of the text, commas included.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, cast

from pickomino.bots.protocol import Bot
from pickomino.core.errors import InvalidNotation, PickominoError, message, quote


class BotKind(NamedTuple):
    """A bot that can be created by name."""

    name: str
    title: str
    """The bot's name at the table."""
    character: str
    """One line in English on how the bot plays, translated by the user interfaces."""
    maker: str
    """The bot's class as `module:class`, imported only when the bot is created."""
    options: Mapping[str, tuple[str, ...]] = {}
    """The allowed values of each option, the default first; an empty tuple allows any text."""
    needs: tuple[str, ...] = ()
    """The libraries that the bot requires; the extra `bots` installs all of them."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The required libraries that are not installed."""
        return missing_libraries(self.needs)


_KINDS: Final = (
    BotKind(
        "random",
        message("Pecking Pip"),
        message("Pecks at anything that is allowed."),
        "pickomino.bots.random_bot:RandomBot",
    ),
    BotKind(
        "beginner",
        message("Careful Clara"),
        message("Takes the first tile within reach and is glad to have it."),
        "pickomino.bots.beginner:BeginnerBot",
    ),
    BotKind(
        "family",
        message("Uncle Gus"),
        message("Plays by rules of thumb, dares a little, and sometimes slips."),
        "pickomino.bots.family:FamilyBot",
        options={"by": ("habit", "rule")},
    ),
    BotKind(
        "expert",
        message("Professor Coop"),
        message("Gets the most worms out of every turn on average, and looks no further."),
        "pickomino.bots.expert:ExpertBot",
    ),
    BotKind(
        "strategist",
        message("Madame Foxglove"),
        message("Plays for the win, not for worms, and thinks through what the rivals will do."),
        "pickomino.bots.strategist:StrategistBot",
        options={"depth": ("2", "1")},
        needs=("numba", "numpy"),
    ),
    BotKind(
        "champion",
        message("Queen Henrietta"),
        message("Has learned from millions of games what a position is worth, and rarely errs."),
        "pickomino.bots.champion:ChampionBot",
        options={"depth": ("1", "2")},
        needs=("numba", "numpy"),
    ),
    BotKind(
        "external",
        message("The Stranger"),
        message("A program of your own, asked over its standard input and output."),
        "pickomino.bots.external:ExternalBot",
        options={"command": ()},
    ),
)

BOTS: Final[Mapping[str, BotKind]] = {kind.name: kind for kind in _KINDS}


def make_bot(spec: str) -> Bot:
    """Return a new bot, given its name and options.

    >>> type(make_bot("random")).__name__
    'RandomBot'
    """
    name, _, options = spec.partition(":")
    if name not in BOTS:
        raise InvalidNotation("unknown_bot", name=quote(name), known=", ".join(BOTS))
    kind = BOTS[name]
    require_libraries(kind.needs, "bots")
    module, _, class_name = kind.maker.partition(":")
    maker = getattr(importlib.import_module(module), class_name)
    return cast("Bot", maker(**_parse_options(kind, options)))


def missing_libraries(needed: Iterable[str]) -> tuple[str, ...]:
    """Return the libraries that are not installed.

    >>> missing_libraries(["json", "no_such_library"])
    ('no_such_library',)
    """
    return tuple(name for name in needed if importlib.util.find_spec(name) is None)


def require_libraries(needed: Iterable[str], extra: str) -> None:
    """Raise `needs_extra`, which names the install command, if any of the libraries is missing."""
    missing = missing_libraries(needed)
    if missing:
        raise PickominoError("needs_extra", package=", ".join(missing), extra=extra)


def _parse_options(kind: BotKind, text: str) -> dict[str, str]:
    chosen: dict[str, str] = {}
    while text:
        option, equals, rest = text.partition("=")
        value, _, text = (rest, "", "") if option == "command" else rest.partition(",")
        if not equals or option not in kind.options:
            known = ", ".join(kind.options) or "-"
            raise InvalidNotation("unknown_bot_option", option=quote(option), known=known)
        allowed = kind.options[option]
        if allowed and value not in allowed:
            listed = ", ".join(allowed)
            raise InvalidNotation(
                "bad_option_value", option=option, value=quote(value), allowed=listed
            )
        chosen[option] = value
    return chosen
