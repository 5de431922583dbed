"""Drawing on a NumPy array: rectangles, discs, bitmaps and a small bitmap font."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Pixels = NDArray[np.uint8]

_DIGITS: Final = (
    "01110 10001 10011 10101 11001 10001 01110",
    "00100 01100 00100 00100 00100 00100 01110",
    "01110 10001 00001 00110 01000 10000 11111",
    "11110 00001 00001 01110 00001 00001 11110",
    "00010 00110 01010 10010 11111 00010 00010",
    "11111 10000 11110 00001 00001 10001 01110",
    "00110 01000 10000 11110 10001 10001 01110",
    "11111 00001 00010 00100 01000 01000 01000",
    "01110 10001 10001 01110 10001 10001 01110",
    "01110 10001 10001 01111 00001 00010 01100",
)
_LETTERS: Final = {
    "a": "01110 10001 10001 11111 10001 10001 10001",
    "b": "11110 10001 10001 11110 10001 10001 11110",
    "c": "01110 10001 10000 10000 10000 10001 01110",
    "d": "11110 10001 10001 10001 10001 10001 11110",
    "e": "11111 10000 10000 11110 10000 10000 11111",
    "f": "11111 10000 10000 11110 10000 10000 10000",
    "g": "01110 10001 10000 10111 10001 10001 01110",
    "h": "10001 10001 10001 11111 10001 10001 10001",
    "r": "11110 10001 10001 11110 10100 10010 10001",
    "w": "10001 10001 10001 10101 10101 11011 10001",
    "=": "00000 00000 11111 00000 11111 00000 00000",
    "x": "00000 10001 01010 00100 01010 10001 00000",
}
_WORM: Final = (
    "0000001100 0110011110 1111011011 1101111000 1100110000 0100000000"  # a curl, head on the right
)


def _bitmap(text: str) -> NDArray[np.bool_]:
    return np.array([[bit == "1" for bit in row] for row in text.split()])


_GLYPHS: Final = {str(digit): _bitmap(text) for digit, text in enumerate(_DIGITS)} | {
    letter: _bitmap(text) for letter, text in _LETTERS.items()
}
GLYPH_WIDTH: Final = 5
WORM: Final = _bitmap(_WORM)


class Canvas:
    """A picture to draw on; x runs to the right and y downward.

    >>> canvas = Canvas(4, 2, (9, 9, 9), (9, 9, 9))
    >>> canvas.box(1, 0, 2, 1, (255, 0, 0))
    >>> canvas.picture[:, :, 0]
    array([[  9, 255, 255,   9],
           [  9,   9,   9,   9]], dtype=uint8)
    """

    def __init__(self, width: int, height: int, top: Colour, bottom: Colour) -> None:
        """Fill the background with a vertical gradient."""
        share = np.linspace(0, 1, height)[:, None]
        rows = np.array(top) * (1 - share) + np.array(bottom) * share
        self.picture: Pixels = np.repeat(rows.astype(np.uint8)[:, None, :], width, axis=1)

    def box(  # noqa: PLR0913, PLR0917 - position, size and look
        self, x: int, y: int, width: int, height: int, colour: Colour, corner: int = 0
    ) -> None:
        """Fill a rectangle with rounded corners."""
        area = self.picture[y : y + height, x : x + width]
        area[_rounded_box(width, height, corner)] = colour

    def disc(self, x: int, y: int, radius: int, colour: Colour) -> None:
        """Fill a circle around a point."""
        self.box(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1, colour, radius)

    def stamp(self, bitmap: NDArray[np.bool_], x: int, y: int, size: int, colour: Colour) -> None:
        """Draw a bitmap centred at a point, each pixel as a square of `size`."""
        large = np.kron(bitmap, np.ones((size, size), np.bool_))
        height, width = large.shape
        left, top = x - width // 2, y - height // 2
        self.picture[top : top + height, left : left + width][large] = colour

    def write(self, text: str, x: int, y: int, size: int, colour: Colour) -> None:
        """Draw text centred at a point."""
        pitch = (GLYPH_WIDTH + 1) * size
        first = x - pitch * (len(text) - 1) // 2
        for place, letter in enumerate(text):
            self.stamp(_GLYPHS[letter], first + place * pitch, y, size, colour)


def _rounded_box(width: int, height: int, corner: int) -> NDArray[np.bool_]:
    beyond_x = np.maximum(_beyond(width, corner), 0)
    beyond_y = np.maximum(_beyond(height, corner), 0)
    return beyond_x[None, :] ** 2 + beyond_y[:, None] ** 2 <= (corner + 0.3) ** 2


def _beyond(length: int, corner: int) -> NDArray[np.int_]:
    """Return how many pixels each point of an edge lies outside the edge's straight part."""
    places = np.arange(length)
    return np.maximum(corner - places, places - (length - 1 - corner))
