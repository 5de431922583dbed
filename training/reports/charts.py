"""Bar and line charts as SVG, for light and dark pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from pickomino.svg import Scale, add, tick_values

WIDTH, HEIGHT = 760.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 60.0, 740.0, 64.0, 250.0
STYLE = (
    "text{fill:#2b2622}.grid{stroke:#d8d2c6}.a{fill:#b8561b}.b{fill:#1f6f8b}.c{fill:#5d7a1f}"
    "polyline.a{stroke:#b8561b}polyline.b{stroke:#1f6f8b}polyline.c{stroke:#5d7a1f}"
    "polyline{fill:none!important;stroke-width:2.5}"
    "@media (prefers-color-scheme:dark){text{fill:#f0ece2}.grid{stroke:#4a443d}.a{fill:#ff9b54}"
    ".b{fill:#6cc5e0}.c{fill:#b5d36a}polyline.a{stroke:#ff9b54}polyline.b{stroke:#6cc5e0}"
    "polyline.c{stroke:#b5d36a}}"
)
COLOURS = "abc"
DASHES = ("none", "9 4", "3 3")

Series = Mapping[str, Sequence[float]]
"""The values of each series, keyed by the name of the series."""


def bar_chart(
    title: str, axis: str, categories: Sequence[str], series: Series, unit: str = " %"
) -> str:
    """Return a chart with a group of bars for each category."""
    root, down = _frame(title, axis, series, unit)
    step = (RIGHT - LEFT) / len(categories)
    bar_width = step * 0.8 / len(series)
    label_every = -(-len(categories) // 24)
    for number, category in enumerate(categories):
        middle = LEFT + step * (number + 0.5)
        if number % label_every == 0:
            add(root, "text", category, x=middle, y=BOTTOM + 18, text_anchor="middle")
        for which, values in enumerate(series.values()):
            start, end = sorted((down.at(0), down.at(values[number])))
            left = middle - step * 0.4 + which * bar_width
            bar = add(root, "rect", x=left, y=start, width=bar_width, height=end - start)
            bar.set("class", COLOURS[which])
    return _to_text(root)


def line_chart(title: str, axis: str, series: Series, unit: str = " %") -> str:
    """Return a chart with a line for each series; x starts at 1."""
    root, down = _frame(title, axis, series, unit)
    across = Scale(1, max(map(len, series.values())), LEFT, RIGHT)
    for mark in tick_values(1, across.high, 12):
        if mark >= 1:
            add(root, "text", f"{mark:g}", x=across.at(mark), y=BOTTOM + 18, text_anchor="middle")
    for which, values in enumerate(series.values()):
        points = " ".join(
            f"{across.at(number):.1f},{down.at(value):.1f}"
            for number, value in enumerate(values, 1)
        )
        line = add(root, "polyline", points=points, stroke_dasharray=DASHES[which])
        line.set("class", COLOURS[which])
    return _to_text(root)


def _frame(title: str, axis: str, series: Series, unit: str) -> tuple[ET.Element, Scale]:
    root = ET.Element(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}"
    )
    root.set("font-family", "sans-serif")
    root.set("font-size", "13")
    add(root, "title", title)
    add(root, "style", STYLE)
    add(root, "text", title, x=LEFT, y=24.0, font_size=16)
    add(root, "text", axis, x=RIGHT, y=HEIGHT - 12, text_anchor="end")
    values = [value for line in series.values() for value in line]
    low, high = min(0.0, *values), max(values)
    down = Scale(low, high + (high - low) * 0.05, BOTTOM, TOP)
    for mark in tick_values(low, high, 5):
        at = down.at(mark)
        add(root, "line", x1=LEFT, x2=RIGHT, y1=at, y2=at, class_="grid")
        add(root, "text", f"{mark:g}{unit}", x=LEFT - 8, y=at + 4, text_anchor="end")
    if len(series) > 1:
        for which, name in enumerate(series):
            left = LEFT + 200.0 * which
            add(root, "rect", x=left, y=36.0, width=12, height=12, class_=COLOURS[which])
            add(root, "text", name, x=left + 18, y=47.0)
    return root, down


def _to_text(root: ET.Element) -> str:
    return ET.tostring(root, encoding="unicode") + "\n"
