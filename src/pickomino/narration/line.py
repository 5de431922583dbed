"""`Line`: a sentence or part of one, before it is put into words."""

from __future__ import annotations

from typing import cast

from msgspec import Struct


class Line(Struct, frozen=True, array_like=True):
    """A key of the table of texts, and the values to fill in.

    The name of an argument says what its value is: `name`, `robbed` and `other` are seats, `dice` a
    roll, `bot` a bot, `specialist` a specialist, and so on (`i18n.lines` lists them).

    >>> line("moves", specialist=1, place=line("with_player", name=0)).args["place"]
    (Line(key='with_player', args={'name': 0}),)
    """

    key: str
    args: dict[str, int | float | str | tuple[Line, ...]] = {}


def line(key: str, **args: float | str | Line | tuple[Line, ...]) -> Line:
    """Return a line; an argument may be another line, or several."""
    values = cast("dict[str, int | float | str | tuple[Line, ...]]", args)
    for name, value in args.items():
        if isinstance(value, Line):
            values[name] = (value,)
    return Line(key, values)
