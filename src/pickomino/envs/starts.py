"""The position in which games begin, as a setting of an environment or an option of `reset`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from pickomino.core.errors import InvalidNotation, InvalidPosition, quote
from pickomino.core.position import OVER, Position, start
from pickomino.core.problems import problems
from pickomino.core.rules import Rules
from pickomino.solved.starts import small_start

START_OPTIONS: Final = ("position", "tiles", "wfen")
"""The options of `reset` that choose the position in which the game begins."""
DEFAULT_RULES: Final = "standard"


def make_start(
    rules: str | Rules | None,
    players: int,
    *,
    tiles: int | None = None,
    position: Position | None = None,
    wfen: str | None = None,
) -> Position:
    """Return the position in which games begin; at most one of the last three may be given.

    `tiles` starts a small game with that many of the lowest tiles, as in docs/solved.md. Rules of
    None are those of the position, or `standard`.

    >>> make_start("classic", 2, tiles=3).wfen()
    'classic oooxxxxxxxxxxxxx -/- a - ~'
    >>> make_start(None, 2, wfen="short .ooxxxxxxxxxxxxx 21/- b - ~").seat
    1
    """
    given = [tiles is not None, position is not None, wfen is not None]
    if sum(given) > 1:
        raise _bad("tiles, position and wfen", "given together", "one of them")
    if wfen is not None:
        position = Position.from_wfen(wfen)
    if position is not None:
        return _check(position, rules, players)
    parsed = rules if isinstance(rules, Rules) else Rules.parse(rules or DEFAULT_RULES)
    return start(parsed, players) if tiles is None else small_start(parsed, tiles, players)


def start_from_options(
    options: Mapping[str, Any] | None, usual: Position, others: Collection[str] = ()
) -> Position | None:
    """Return the start that the options of `reset` choose, or None for the usual one.

    It must have the rules and the players of the usual start. `others` are further valid options.

    >>> usual = make_start("mini", 2)
    >>> start_from_options({"tiles": 1}, usual).wfen(), start_from_options({}, usual)
    ('mini oxxxxxxxxxxxxxxx -/- a - ~', None)
    """
    known = sorted([*START_OPTIONS, *others])
    chosen = dict(options or {})
    for option in chosen:
        if option not in known:
            raise _bad("an option of reset", quote(option), ", ".join(known))
    chosen = {option: chosen[option] for option in START_OPTIONS if chosen.get(option) is not None}
    return make_start(usual.rules, usual.players, **chosen) if chosen else None


def _check(position: Position, rules: str | Rules | None, players: int) -> Position:
    defects = problems(position)
    if defects:
        raise InvalidPosition(defects)
    expected = Rules.parse(rules) if isinstance(rules, str) else rules
    if expected not in (None, position.rules):
        raise _bad("the rules of the position", quote(str(position.rules)), str(expected))
    if position.players != players:
        raise _bad("the players of the position", str(position.players), str(players))
    if position.seat == OVER:
        raise _bad("the position", quote(position.wfen()), "positions of unfinished games")
    return position


def _bad(option: str, value: str, allowed: str) -> InvalidNotation:
    return InvalidNotation("bad_option_value", option=option, value=value, allowed=allowed)
