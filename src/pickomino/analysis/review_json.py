"""Reviews as JSON; docs/review.md lists the fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from pickomino.core.actions import Action
from pickomino.core.roll import Roll


def encode(value: object) -> bytes:
    """Encode a review, or anything that contains reviews; numbers are rounded to a millionth.

    >>> from pickomino.analysis.review_types import Choice
    >>> encode(Choice(Action.parse("t25"), 2 / 3, 0.0))
    b'{"action":"t25","chance":0.666667,"failure":0.0}'
    """
    return msgspec.json.encode(_to_json(value))


def _to_json(value: object) -> object:  # noqa: PLR0911 - one for each type
    match value:
        case float():
            return round(value, 6)
        case Action() | Roll():
            return str(value)
        case msgspec.Struct() if value.__struct_config__.array_like:
            return [_to_json(getattr(value, name)) for name in value.__struct_fields__]
        case msgspec.Struct():
            return {name: _to_json(getattr(value, name)) for name in value.__struct_fields__}
        case dict():
            fields = cast("dict[str, Any]", value)
            return {name: _to_json(part) for name, part in fields.items()}
        case list() | tuple():
            return [_to_json(part) for part in cast("Sequence[Any]", value)]
        case _:
            return value
