"""A font made of strokes, so that images have text on hosts without any font.

The baseline is at y = 20, capitals reach up to y = 2 and small letters up to y = 8. Only the Latin
alphabet can be drawn, so call `can_draw` first.
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
"""The distance between two adjacent letters."""
_SPACE: Final = 4.0
_RISE: Final = 6.0
_REPLACEMENTS: Final = str.maketrans(
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
    """The width and the strokes of each letter."""
    above: dict[str, str]
    """Accents above small letters; on capitals they are raised."""
    below: dict[str, str]


class Pen(NamedTuple):
    """The style of a text."""

    size: float
    """The height of capitals."""
    colour: str = IVORY
    weight: float = 3.2
    """The stroke width at a capital height of 18; it scales with `size`."""
    anchor: Literal["start", "middle", "end"] = "start"
    """Which part of the text is at the given place."""


class _Stroke(NamedTuple):
    x: float
    y: float
    path: str


def can_draw(text: str) -> bool:
    """Return whether every letter of a text can be drawn.

    >>> can_draw("Zoë & Łukasz: 21!"), can_draw("小明")
    (True, False)
    """
    known = {letter for group in _letters() for letter in group}
    return known.issuperset(_decompose(text))


def width(text: str, size: float) -> float:
    """Return the width of a text with capitals of height `size`."""
    glyphs = _letters().glyphs
    widths = [glyphs[letter][0] for letter in _decompose(text) if letter in glyphs]
    return (sum(widths) + _GAP * max(len(widths) - 1, 0)) * size / _CAPITAL


def shorten(text: str, size: float, max_width: float) -> str:
    """Shorten a text so that it is no wider than a width.

    >>> shorten("Uncle Gus", 18, 80), shorten("Gus", 18, 80)
    ('Uncle…', 'Gus')
    """
    if width(text, size) <= max_width:
        return text
    start = text
    while start and width(f"{start}…", size) > max_width:
        start = start[:-1]
    return f"{start.rstrip()}…"


def text_svg(text: str, place: tuple[float, float], pen: Pen) -> str:
    """Return a text as SVG with its baseline at `place`; unknown letters are omitted."""
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
def _decompose(text: str) -> str:
    """Split accented letters into letters and accents, after replacing some characters."""
    return unicodedata.normalize("NFD", text.translate(_REPLACEMENTS))


def _strokes(text: str) -> Iterator[_Stroke]:
    letters = _decompose(text)
    glyphs, above, below = _letters()
    x = middle = rise = 0.0
    for letter, following in zip(letters, letters[1:] + " ", strict=True):
        if letter in glyphs:
            # An accent replaces the dot of an i.
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
    """Read the letters, one per line with its width and strokes, and then the accents."""
    letters = _Letters({" ": (_SPACE, "")}, {}, {})
    for line in (Path(__file__).parent / "letters.txt").read_text("utf-8").splitlines():
        letter, kind, path = line.split(" ", 2)
        if kind in ("above", "below"):
            getattr(letters, kind)[letter[1:]] = path
        else:
            letters.glyphs[letter] = float(kind), path
    return letters
