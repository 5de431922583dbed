"""Charts as SVG pictures, for light and dark pages: a heading, a legend, and panels with series.

A series has a number from 0 to 6, which determines its colour, dashes and marks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

_DASHES: Final = ("none", "8 4", "2 3", "12 3 2 3", "5 2", "1 4", "14 5")
_MARKS: Final = (
    "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
    "M-4,-4h8v8h-8z",
    "M0,-5l5,9h-10z",
    "M0,-5.5l5.5,5.5l-5.5,5.5l-5.5,-5.5z",
    "M-5,-4h10l-5,9z",
    "M-1.5,-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
    "M0,-5.5l1.6,3.6l3.9,.4l-2.9,2.6l.8,3.9l-3.4,-2l-3.4,2l.8,-3.9l-2.9,-2.6l3.9,-.4z",
)
"""Paths of the marks, centred at the origin."""
_LIGHT: Final = ("#0b6e99", "#c2410c", "#2e7d32", "#7b3fb5", "#946200", "#b0175a", "#4b5563")
_DARK: Final = ("#5cc8f2", "#ff9a5c", "#7fd48a", "#c9a2f5", "#eec04e", "#ff8fc0", "#b9c2cf")
_ROUND: Final = (1, 2, 2.5, 5, 10)

Points = Sequence[tuple[float, float]]


class Scale(NamedTuple):
    """A linear map from values between low and high to coordinates between start and end.

    >>> Scale(0, 10, 100, 200).at(5)
    150.0
    """

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the coordinate of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


class Panel:
    """A part of a picture with two scales; series are drawn by number, at their values."""

    def __init__(
        self, svg: ET.Element, across: Scale, up: Scale, *, is_clipped: bool = False
    ) -> None:
        """Set up a panel; if it is clipped, lines and bands end at its border."""
        self.svg, self.across, self.up = svg, across, up
        self._clip: dict[str, str] = {}
        if is_clipped:
            clip = add(svg, "clipPath", id="lines")
            width, height = across.end - across.start, up.start - up.end
            add(clip, "rect", x=across.start, y=up.end, width=width, height=height)
            self._clip = {"clip_path": "url(#lines)"}

    def draw_grid(self, labels: Mapping[float, str]) -> None:
        """Draw a line across the panel at each value, with its label on the left."""
        for value in labels:
            self.draw_level(value, "grid")
            x, y = self.across.start - 8, self.up.at(value) + 4
            add(self.svg, "text", labels[value], x=x, y=y, class_="end")

    def draw_axes(self, name: str) -> None:
        """Draw the left and the lower border; write a name above."""
        left, right, bottom, top = *self.across[2:], *self.up[2:]
        path = format_path([(left, top), (left, bottom), (right, bottom)])
        add(self.svg, "path", d=path, class_="axis")
        add(self.svg, "text", name, x=left, y=top - 10, class_="quiet")

    def draw_labels(
        self, labels: Mapping[float, str], class_: str = "middle", tick: float = 0
    ) -> None:
        """Write labels below the panel at their values, each with a tick of the given length."""
        bottom = self.up.start
        for value, label in labels.items():
            x = self.across.at(value)
            if tick:
                add(self.svg, "line", x1=x, y1=bottom, x2=x, y2=bottom + tick, class_="axis")
            add(self.svg, "text", label, x=x, y=bottom + 20, class_=class_)

    def draw_level(self, value: float, class_: str) -> None:
        """Draw a line across the panel at a value."""
        y = self.up.at(value)
        add(self.svg, "line", x1=self.across.start, y1=y, x2=self.across.end, y2=y, class_=class_)

    def draw_line(self, number: int, points: Points) -> None:
        """Draw a line through points."""
        path = format_path([self._place(*point) for point in points])
        _add_dashed(self.svg, "path", number, "line", d=path, **self._clip)

    def draw_band(self, number: int, above: Points, below: Points) -> None:
        """Fill the area between two lines."""
        path = format_path([self._place(*point) for point in (*above, *reversed(below))]) + "Z"
        add(self.svg, "path", d=path, class_=f"band fill b{number}", **self._clip)

    def draw_mark(self, number: int, x: float, y: float) -> ET.Element:
        """Draw a mark; return its element."""
        return draw_mark(self.svg, number, *self._place(x, y))

    def draw_bar(self, number: int, x: float, width: float, value: float) -> None:
        """Draw a bar from 0 to a value, centred at x."""
        left, right = self.across.at(x - width / 2), self.across.at(x + width / 2)
        top, bottom = sorted((self.up.at(0), self.up.at(value)))
        box = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        _add_dashed(self.svg, "rect", number, "bar fill line", **box)

    def draw_whisker(self, x: float, low: float, high: float, cap: float) -> None:
        """Draw an interval at x; its caps extend `cap` pixels to both sides."""
        (middle, bottom), (_, top) = self._place(x, low), self._place(x, high)
        ends = [format_path([(middle - cap, y), (middle + cap, y)]) for y in (bottom, top)]
        path = "".join([format_path([(middle, bottom), (middle, top)]), *ends])
        add(self.svg, "path", d=path, class_="whisker")

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return self.across.at(x), self.up.at(y)


def draw_mark(parent: ET.Element, number: int, x: float, y: float) -> ET.Element:
    """Draw the mark of a series at a point of the picture; return its element."""
    place = f"translate({format_number(x)} {format_number(y)})"
    return add(parent, "path", d=_MARKS[number], transform=place, class_=f"fill mark b{number}")


def draw_legend(  # noqa: PLR0913 - position and look
    parent: ET.Element,
    labels: Sequence[str],
    x: float,
    y: float,
    *,
    columns: int = 4,
    row_height: float = 20,
    has_marks: bool = False,
) -> None:
    """Draw a sample of each series with its label, in columns."""
    legend = add(parent, "g", class_="legend")
    for number, label in enumerate(labels):
        left, middle = x + number % columns * 230, y + number // columns * row_height
        ends = {"x1": left, "y1": middle, "x2": left + 40, "y2": middle}
        _add_dashed(legend, "line", number, "line", **ends)
        if has_marks:
            draw_mark(legend, number, left + 20, middle)
        add(legend, "text", label, x=left + 48, y=middle + 4)


def _add_dashed(
    parent: ET.Element, tag: str, number: int, classes: str, **attributes: object
) -> None:
    number %= len(_DASHES)
    look = {"class_": f"{classes} b{number}", "stroke_dasharray": _DASHES[number]}
    add(parent, tag, "", **look, **attributes)


def add(parent: ET.Element, tag: str, text: str = "", **attributes: object) -> ET.Element:
    """Add an element; `class_` and `stroke_width` are written as `class` and `stroke-width`."""
    svg_attributes = {
        name.rstrip("_").replace("_", "-"): format_number(value)
        for name, value in attributes.items()
    }
    element = ET.SubElement(parent, tag, svg_attributes)
    element.text = text or None
    return element


def new_picture(width: float, height: float, title: str, summary: str = "") -> ET.Element:
    """Return a picture with its background, heading and summary."""
    svg = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {format_number(width)} {format_number(height)}",
            "width": format_number(width),
            "height": format_number(height),
            "role": "img",
            "aria-labelledby": "title summary",
        },
    )
    add(svg, "title", title, id="title")
    add(svg, "desc", summary, id="summary")
    add(svg, "style", _style())
    add(svg, "rect", width="100%", height="100%", rx=10, class_="ground")
    add(svg, "text", title, x=24, y=32, class_="heading")
    return svg


def format_picture(svg: ET.Element) -> str:
    """Return a picture as the text of an SVG file."""
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode") + "\n"


def format_path(points: Points) -> str:
    """Return the path of a line through points."""
    return "M" + "L".join(f"{format_number(x)},{format_number(y)}" for x, y in points)


def format_number(value: object) -> str:
    """Return a number with at most two decimals, and anything else as text.

    >>> format_number(3.14159), format_number(2.0), format_number("none")
    ('3.14', '2', 'none')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def tick_values(low: float, high: float, count: int = 6) -> tuple[float, ...]:
    """Return about `count` round numbers between low and high.

    >>> tick_values(0.42, 0.58), tick_values(0, 1000)
    ((0.425, 0.45, 0.475, 0.5, 0.525, 0.55, 0.575), (0.0, 200.0, 400.0, 600.0, 800.0, 1000.0))
    """
    rough = max(high - low, 1e-9) / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(round_ * power for round_ in _ROUND if round_ * power >= rough * 0.9)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(round(number * step, 9) for number in range(first, last + 1))


def widen(low: float, high: float) -> tuple[float, float]:
    """Widen a range by a tenth of its length at each end, clamped to 0 and 1.

    >>> widen(0.4, 0.6)
    (0.38, 0.62)
    """
    margin = max((high - low) * 0.1, 0.005)
    return max(0.0, low - margin), min(1.0, high + margin)


def _style() -> str:
    light = [f".b{n}{{stroke:{c}}}.fill.b{n}{{fill:{c}}}" for n, c in enumerate(_LIGHT)]
    dark = [f".b{n}{{stroke:{c}}}.fill.b{n}{{fill:{c}}}" for n, c in enumerate(_DARK)]
    rules = [
        "text{font:13px system-ui,sans-serif;fill:#1f2328}",
        ".heading{font-size:20px;font-weight:600}.number{font-weight:600}",
        ".quiet{fill:#57606a}.middle{text-anchor:middle}.end{text-anchor:end}",
        ".ground{fill:#fffdf8;stroke:#d8d3c8}.grid{stroke:#e6e1d6}",
        ".axis{fill:none;stroke:#57606a}.even{stroke:#57606a;stroke-dasharray:1 5}",
        ".line{fill:none;stroke-width:2}.band{fill-opacity:.13;stroke:none!important}",
        ".mark{stroke-width:1}.bar{fill-opacity:.35}",
        ".whisker{fill:none;stroke:#1f2328;stroke-width:1.5}",
        *light,
        "@media (prefers-color-scheme:dark){text{fill:#f0ece2}.quiet{fill:#b5ada0}",
        ".ground{fill:#221d1a;stroke:#4a413a}.grid{stroke:#3b342f}",
        ".axis,.even{stroke:#b5ada0}.whisker{stroke:#f0ece2}",
        *dark,
        "}",
    ]
    return "".join(rules)
