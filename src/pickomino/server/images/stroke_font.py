"""Writes with strokes of its own, so that pictures have text on hosts without any font.

The letters stand on a line at 20, capitals reach up to 2 and small letters to 8. A text of other
alphabets cannot be written: ask `can_write` first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

IVORY: Final = "#f8efdb"
_CAPITAL: Final = 18.0
_LINE: Final = 20.0
_GAP: Final = 5.2
"""Between the strokes of two letters."""
_SPACE: Final = 4.0
_RISE: Final = 6.0
_ALIKE: Final = str.maketrans(
    {
        "'": "’",
        "`": "’",
        "‘": "’",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "Ł": "L",
        "\N{NO-BREAK SPACE}": " ",
        "\N{NARROW NO-BREAK SPACE}": " ",
    }
)


class _Letters(NamedTuple):
    glyphs: dict[str, tuple[float, str]]
    """How wide each letter is, and its strokes."""
    above: dict[str, str]
    """Marks of small letters; they stand higher on capitals."""
    below: dict[str, str]


class Pen(NamedTuple):
    """How a text is written."""

    size: float
    """The height of capitals."""
    colour: str = IVORY
    weight: float = 3.2
    """The width of strokes where capitals are 18 high."""
    anchor: Literal["start", "middle", "end"] = "start"
    """Which part of the text its place is."""


class _Stroke(NamedTuple):
    x: float
    y: float
    path: str


def can_write(text: str) -> bool:
    """Return whether every letter of a text can be written.

    >>> can_write("Zoë & Łukasz: 21!"), can_write("小明")
    (True, False)
    """
    known = {letter for part in _letters() for letter in part}
    return known.issuperset(_written(text))


def width(text: str, size: float) -> float:
    """Return how wide a text is whose capitals are `size` high."""
    glyphs = _letters().glyphs
    wide = [glyphs[letter][0] for letter in _written(text) if letter in glyphs]
    return (sum(wide) + _GAP * max(len(wide) - 1, 0)) * size / _CAPITAL


def fitted(text: str, size: float, most: float) -> str:
    """Shorten a text to a width.

    >>> fitted("Uncle Gus", 18, 80), fitted("Gus", 18, 80)
    ('Uncle…', 'Gus')
    """
    if width(text, size) <= most:
        return text
    kept = text
    while kept and width(f"{kept}…", size) > most:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def lettering(text: str, place: tuple[float, float], pen: Pen) -> str:
    """Return a text as SVG on a line at `place`; what cannot be written is left out."""
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[pen.anchor]
    scale = pen.size / _CAPITAL
    x, y = place[0] - share * width(text, pen.size), place[1] - _LINE * scale
    paths = "".join(
        f'<path transform="translate({at:.2f} {rise:g})" d="{path}"/>'
        for at, rise, path in _strokes(text)
    )
    return (
        f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})" fill="none"'
        f' stroke="{pen.colour}" stroke-width="{pen.weight:g}" stroke-linecap="round"'
        f' stroke-linejoin="round">{paths}</g>'
    )


@lru_cache(maxsize=1024)
def _written(text: str) -> str:
    """Return the letters and marks that a text is written with."""
    return unicodedata.normalize("NFD", text.translate(_ALIKE))


def _strokes(text: str) -> Iterator[_Stroke]:
    written = _written(text)
    glyphs, above, below = _letters()
    x = middle = rise = 0.0
    for letter, following in zip(written, written[1:] + " ", strict=True):
        if letter in glyphs:
            # The dot of an i makes room for its accent.
            wide, path = glyphs["ı" if letter == "i" and following in above else letter]
            yield _Stroke(x, 0, path)
            middle, rise = x + wide / 2, -_RISE if letter.isupper() else 0.0
            x += wide + _GAP
        elif letter in above:
            yield _Stroke(middle, rise, above[letter])
        elif letter in below:
            yield _Stroke(middle, 0, below[letter])


@cache
def _letters() -> _Letters:
    """Read all letters: one a line, with its width and its strokes, then the marks."""
    found = _Letters({" ": (_SPACE, "")}, {}, {})
    for line in (Path(__file__).parent / "letters.txt").read_text("utf-8").splitlines():
        letter, kind, path = line.split(" ", 2)
        if kind in ("above", "below"):
            getattr(found, kind)[letter[1:]] = path
        else:
            found.glyphs[letter] = float(kind), path
    return found
