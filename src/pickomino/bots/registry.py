"""All bots by name: our own, those of other packages, and registered ones.

A bot is specified as `name` or `name:option=value,option=value`; the value of the option `command`
is the rest of the text, commas included. `module:Class` names a class or function that makes a bot.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from importlib.metadata import entry_points
from typing import Final, NamedTuple, TypeGuard, cast

from pickomino.bots.protocol import Bot
from pickomino.browser_kernels import has_browser_kernels
from pickomino.core.errors import (
    InvalidNotation,
    PickominoError,
    check_list,
    check_type,
    message,
    quote,
    require_text,
    wrong_type,
)


class BotKind(NamedTuple):
    """A bot that can be created by name.

    >>> BOTS["family"].title, dict(BOTS["family"].options), BOTS["champion"].needs
    ('Uncle Gus', {'by': ('habit', 'rule')}, ('numba', 'numpy'))
    """

    name: str
    title: str
    """The bot's name at the table."""
    character: str
    """One line in English on how the bot plays, translated by the user interfaces."""
    maker: str | Callable[..., Bot]
    """What makes the bot: a class or a function, or one as `module:name`, imported when needed."""
    options: Mapping[str, tuple[str, ...]] = {}
    """The allowed values of each option, the default first; an empty tuple allows any text."""
    needs: tuple[str, ...] = ()
    """The libraries that the bot requires; the extra `bots` installs all of them."""
    takes_any_options: bool = False
    """Whether only the maker knows the options: so for bots of other packages."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The required libraries that are not installed; in a browser, JavaScript replaces them."""
        return () if has_browser_kernels() else missing_libraries(self.needs)

    def require_installed(self) -> None:
        """Raise `needs_extra` if a library is missing."""
        _require(self.missing, "bots")


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
        message("Plays by rules of thumb, takes small risks, and sometimes slips."),
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
        options={"depth": ("1", "2"), "network": ()},
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
"""The bots of this package; servers and tables offer only these."""

ENTRY_POINTS: Final = "pickomino.bots"
"""The group of entry points under which other packages publish bots."""

_NAME: Final = re.compile(r"[a-z][a-z0-9_-]*")
_MODULE_PATH: Final = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")

_registered: dict[str, BotKind] = {}


def register(
    name: str,
    maker: Callable[..., Bot],
    *,
    title: str = "",
    character: str = "",
    options: Mapping[str, tuple[str, ...]] | None = None,
) -> None:
    """Make a bot available by name in this process.

    `maker` is a class or a function that returns a new bot. Its `options` become keyword arguments:
    the allowed values of each, or an empty tuple for any text. `title` and `character` describe the
    bot in lists. A package that installs bots for all programs names them as entry points instead.

    >>> from pickomino import Thinking, legal_actions, make_bot, register_bot
    >>> class FirstBot:
    ...     def choose(self, position, thinking):
    ...         return legal_actions(position)[0]
    >>> register_bot("first", FirstBot)
    >>> type(make_bot("first")).__name__
    'FirstBot'
    """
    if not callable(maker):
        raise wrong_type(maker, "a class or a function that makes a bot")
    for text in (title, character):
        check_type(text, str, "text as the title and the character")
    _check_options({} if options is None else options)
    if not _NAME.fullmatch(require_text(name)) or name in BOTS:
        raise InvalidNotation("bad_bot_name", name=quote(name))
    _registered[name] = BotKind(
        name, title or name, character or title or name, maker, options or {}
    )


def _check_options(options: object) -> None:
    expected = 'the values of each option, such as {"style": ("bold", "careful")}'
    check_type(options, Mapping, expected)
    for option, values in cast("Mapping[object, object]", options).items():
        check_type(option, str, expected)
        check_list(values, expected)


def make_bot(spec: str) -> Bot:
    """Return a new bot, given its name and options, or `module:Class`.

    >>> type(make_bot("random")).__name__
    'RandomBot'
    """
    return bot_maker(spec)()


def bot_maker(spec: str) -> Callable[[], Bot]:
    """Return a function that makes the bot; raise if there is no such bot or option.

    >>> make = bot_maker("family:by=rule")
    >>> make() is make()
    False
    """
    name, _, options = require_text(spec).partition(":")
    kind = BOTS.get(name) or other_bots().get(name)
    if kind is None:
        if options and _MODULE_PATH.fullmatch(name):
            path, _, options = options.partition(":")
            maker = _load(f"{name}:{path}")
            return partial(_make, spec, maker, _split_options(options))
        known = ", ".join([*BOTS, *other_bots()])
        raise InvalidNotation("unknown_bot", name=quote(name), known=known)
    kind.require_installed()
    maker = _load(kind.maker) if isinstance(kind.maker, str) else kind.maker
    parse = _split_options if kind.takes_any_options else partial(_parse_options, kind)
    return partial(_make, spec, maker, parse(options))


def other_bots() -> Mapping[str, BotKind]:
    """Return the bots of other packages and those registered in this process, by name.

    >>> BOTS.keys() & other_bots()
    set()
    """
    return {**_published(), **_registered}


@cache
def _published() -> Mapping[str, BotKind]:
    """Return the bots that other packages publish as entry points; their modules are not loaded."""
    return {
        point.name: BotKind(
            point.name,
            point.name,
            point.module,
            f"{point.module}:{point.attr}",
            takes_any_options=True,
        )
        for point in entry_points(group=ENTRY_POINTS)
        if _NAME.fullmatch(point.name) and point.name not in BOTS
    }


def _load(path: str) -> Callable[..., object]:
    """Return what `module:name` names; raise `bad_bot` with the reason if that fails."""
    module, _, name = path.partition(":")
    try:
        maker: object = importlib.import_module(module)
        for part in name.split("."):
            maker = getattr(maker, part)
    except (ImportError, AttributeError, SyntaxError) as error:
        raise InvalidNotation("bad_bot", bot=quote(path), reason=str(error)) from error
    if not callable(maker):
        reason = f"{name} is not a class or a function"
        raise InvalidNotation("bad_bot", bot=quote(path), reason=reason)
    return maker


def _make(spec: str, maker: Callable[..., object], options: Mapping[str, str]) -> Bot:
    try:
        return check_bot(spec, maker(**options))
    except PickominoError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise InvalidNotation("bad_bot", bot=quote(spec), reason=reason) from error


def check_bot(spec: str, bot: object) -> Bot:
    """Return the value if it is a bot; raise `bad_bot` otherwise.

    >>> check_bot("three", 3)
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: 'three' cannot be used as a bot: ...
    """
    if not is_bot(bot):
        kind = bot.__name__ if isinstance(bot, type) else type(bot).__name__
        reason = f"{kind} has no method choose(position, thinking)"
        raise InvalidNotation("bad_bot", bot=quote(spec), reason=reason)
    return bot


def is_bot(value: object) -> TypeGuard[Bot]:
    """Return whether a value has the method of a bot; a class of bots is none.

    >>> is_bot(make_bot("random")), is_bot(type(make_bot("random")))
    (True, False)
    """
    return not isinstance(value, type) and callable(getattr(value, "choose", None))


def _split_options(text: str) -> dict[str, str]:
    """Return the options of a bot of which no list of options is known."""
    chosen: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        option, equals, value = part.partition("=")
        if not equals or not option.isidentifier():
            raise InvalidNotation("unknown_bot_option", option=quote(part), known="name=value")
        chosen[option] = value
    return chosen


def missing_libraries(needed: Iterable[str]) -> tuple[str, ...]:
    """Return the libraries that are not installed.

    >>> missing_libraries(["json", "no_such_library"])
    ('no_such_library',)
    """
    return tuple(name for name in needed if importlib.util.find_spec(name) is None)


def require_libraries(needed: Iterable[str], extra: str) -> None:
    """Raise `needs_extra`, which names the install command, if any of the libraries is missing.

    >>> require_libraries(["json"], "bots")
    >>> require_libraries(["no_such_library"], "bots")
    Traceback (most recent call last):
    pickomino.core.errors.PickominoError: not installed: no_such_library; ...
    """
    _require(missing_libraries(needed), extra)


def _require(missing: Sequence[str], extra: str) -> None:
    if missing:
        raise PickominoError("needs_extra", package=", ".join(missing), extra=extra)


def _parse_options(kind: BotKind, text: str) -> dict[str, str]:
    chosen: dict[str, str] = {}
    while text:
        option, equals, rest = text.partition("=")
        value, _, text = (rest, "", "") if option == "command" else rest.partition(",")
        if not kind.options:
            raise InvalidNotation("no_bot_options", bot=kind.name, option=quote(option))
        if not equals or option not in kind.options:
            known = ", ".join(kind.options)
            raise InvalidNotation("unknown_bot_option", option=quote(option), known=known)
        allowed = kind.options[option]
        if allowed and value not in allowed:
            listed = ", ".join(allowed)
            raise InvalidNotation(
                "bad_option_value", option=option, value=quote(value), allowed=listed
            )
        chosen[option] = value
    return chosen
