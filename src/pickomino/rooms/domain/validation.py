"""Validates the bots and settings that players choose."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from pickomino.bots.registry import BOTS
from pickomino.core.errors import InvalidNotation, PickominoError, quote
from pickomino.core.rules import Rules
from pickomino.record.state import TURN_LIMIT, max_turns
from pickomino.rooms.protocol.messages import MAX_MATCH_GAMES, MAX_MATCH_WINS, Settings

MIN_TURN_SECONDS: Final = 5
MAX_TURN_SECONDS: Final = 3600
REMOTE_BOTS: Final = tuple(name for name in BOTS if name != "external")
"""Bots that remote players may choose: not `external`, which runs a program on this machine."""


def validate_bot(spec: str, allowed: Collection[str] = REMOTE_BOTS) -> str:
    """Return `spec`; raise if the bot is unknown, not allowed or not installed.

    The bot is not loaded. An option that takes any text, which may name a file, is only allowed
    where `external` is too, which runs programs on this machine.

    >>> validate_bot("strategist:depth=1")
    'strategist:depth=1'
    """
    name, _, options = spec.partition(":")
    if name not in allowed or name not in BOTS:
        raise InvalidNotation("unknown_bot", name=quote(name), known=", ".join(allowed))
    is_local = "external" in allowed
    options_of_bot = BOTS[name].options
    known = {option: values for option, values in options_of_bot.items() if values or is_local}
    for part in [options] if "command" in known else options.split(",") if options else []:
        option, _, value = part.partition("=")
        if option not in known:
            listed = ", ".join(known) or "-"
            raise InvalidNotation("unknown_bot_option", option=quote(option), known=listed)
        if known[option] and value not in known[option]:
            listed = ", ".join(known[option])
            raise InvalidNotation(
                "bad_option_value", option=option, value=quote(value), allowed=listed
            )
    BOTS[name].require_installed()
    return spec


def validate_settings(settings: Settings) -> Settings:
    """Return the settings with canonical rules; raises PickominoError if they are invalid.

    The rules may lower the turn limit.
    """
    seconds = settings.turn_seconds
    if seconds and not MIN_TURN_SECONDS <= seconds <= MAX_TURN_SECONDS:
        raise PickominoError(
            "bad_turn_seconds", seconds=seconds, fewest=MIN_TURN_SECONDS, most=MAX_TURN_SECONDS
        )
    if settings.turn_limit < 1:
        raise PickominoError("bad_turn_limit", turns=settings.turn_limit)
    if settings.turn_limit > TURN_LIMIT:
        raise PickominoError("turn_limit_too_high", turns=settings.turn_limit, most=TURN_LIMIT)
    is_match_possible = 1 <= settings.match_games <= MAX_MATCH_GAMES
    if not is_match_possible or not 0 <= settings.match_wins <= MAX_MATCH_WINS:
        limits = {"games": MAX_MATCH_GAMES, "wins": MAX_MATCH_WINS}
        raise PickominoError("bad_match_length", **limits)
    if settings.match_wins and settings.match_games != 1:
        raise PickominoError("bad_match")
    if settings.guided and not settings.practice:
        raise PickominoError("guided_practice")
    rules = Rules.parse(settings.rules)
    turn_limit = min(settings.turn_limit, max_turns(rules))
    return msgspec.structs.replace(settings, rules=str(rules), turn_limit=turn_limit)
