"""The few parts of SVG that a plot needs: elements, a scale, and round numbers for its marks."""

from __future__ import annotations

import math
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

_ROUND: Final = (1, 2, 2.5, 5, 10)


def add(parent: ET.Element, tag: str, text: str = "", **attributes: object) -> ET.Element:
    """Add an element; `class_` and `stroke_width` are written `class` and `stroke-width`."""
    named = {name.rstrip("_").replace("_", "-"): said(value) for name, value in attributes.items()}
    element = ET.SubElement(parent, tag, named)
    element.text = text or None
    return element


def said(value: object) -> str:
    """Write a number with at most two decimals.

    >>> said(3.14159), said(2.0), said("none")
    ('3.14', '2', 'none')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


class Scale(NamedTuple):
    """Maps values from low..high to a line of the picture from..to.

    >>> Scale(0, 10, 100, 200).at(5)
    150.0
    """

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the place of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def marks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Return round numbers from at or above low to at or below high.

    >>> marks(0.42, 0.58), marks(0, 1000)
    ((0.425, 0.45, 0.475, 0.5, 0.525, 0.55, 0.575), (0.0, 200.0, 400.0, 600.0, 800.0, 1000.0))
    """
    rough = max(high - low, 1e-9) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(round_ * power for round_ in _ROUND if round_ * power >= rough * 0.9)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(round(number * step, 9) for number in range(first, last + 1))


def widened(low: float, high: float) -> tuple[float, float]:
    """Widen a range a little, within 0 and 1.

    >>> widened(0.4, 0.6)
    (0.38, 0.62)
    """
    air = max((high - low) * 0.1, 0.005)
    return max(0.0, low - air), min(1.0, high + air)
