"""The charts of the docs, and the chart of a training log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from pickomino.svg import Panel, Scale, add, draw_legend, format_picture, new_picture, tick_values

WIDTH, HEIGHT = 960.0, 320.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 936.0, 76.0, 270.0
LOG_PANEL = 400.0
MAX_LABELS = 24

Series = Mapping[str, Sequence[float]]
"""The values of each series, keyed by the name of the series."""
Lines = dict[str, list[tuple[float, float]]]


def bar_chart(title: str, axis: str, categories: Sequence[str], series: Series) -> str:
    """Return a chart of percentages with a group of bars for each category."""
    svg, panel = _percent_panel(title, axis, series, Scale(0, len(categories), LEFT, RIGHT))
    label_every = -(-len(categories) // MAX_LABELS)
    places = range(0, len(categories), label_every)
    panel.draw_labels({place + 0.5: categories[place] for place in places})
    width = 0.8 / len(series)
    for number, values in enumerate(series.values()):
        for place, value in enumerate(values):
            panel.draw_bar(number, place + 0.1 + (number + 0.5) * width, width, value)
    return format_picture(svg)


def line_chart(title: str, axis: str, series: Series) -> str:
    """Return a chart of percentages with a line for each series; x starts at 1."""
    longest = max(map(len, series.values()))
    svg, panel = _percent_panel(title, axis, series, Scale(1, longest, LEFT, RIGHT))
    panel.draw_labels({mark: f"{mark:g}" for mark in tick_values(1, longest, 12)})
    for number, values in enumerate(series.values()):
        panel.draw_line(number, list(enumerate(values, 1)))
    return format_picture(svg)


def _percent_panel(
    title: str, axis: str, series: Series, across: Scale
) -> tuple[ET.Element, Panel]:
    svg = new_picture(WIDTH, HEIGHT, title)
    add(svg, "text", axis, x=RIGHT, y=HEIGHT - 12, class_="end quiet")
    values = [value for line in series.values() for value in line]
    low, high = min(0.0, *values), max(values)
    panel = Panel(svg, across, Scale(low, high + (high - low) * 0.05, BOTTOM, TOP))
    panel.draw_grid({mark: f"{mark:g}%" for mark in tick_values(low, high, 5)})
    if len(series) > 1:
        draw_legend(svg, list(series), 24, 54)
    return svg, panel


def plot_log(log: Sequence[dict[str, Any]], title: str) -> str:
    """Return the chart of a training log: the residual and the first player's chance."""
    svg = new_picture(WIDTH, HEIGHT, title)
    residuals = {"residual": [(_turns(line), line["residual"]) for line in log]}
    _draw_log_panel(svg, LEFT, "Bellman residual (RMS)", residuals)
    chances = {
        name: [(_turns(line), line["first"][name]) for line in log] for name in log[0]["first"]
    }
    _draw_log_panel(svg, LEFT + LOG_PANEL + 64, "first player's chance", chances)
    # The residual falls quickly, so that there is room above it.
    draw_legend(svg, list(chances), LEFT + 180, TOP + 12, columns=1, row_height=16)
    return format_picture(svg)


def _turns(line: dict[str, Any]) -> float:
    """Return the number of turns played when a line was logged, in millions."""
    return line["turns"] / 1e6


def _draw_log_panel(svg: ET.Element, left: float, name: str, lines: Lines) -> None:
    points = [point for line in lines.values() for point in line]
    low, high = min(y for _, y in points), max(y for _, y in points)
    margin = max(high - low, 1e-4) * 0.08
    across = Scale(0, max(x for x, _ in points), left, left + LOG_PANEL)
    panel = Panel(svg, across, Scale(low - margin, high + margin, BOTTOM, TOP))
    panel.draw_grid({mark: f"{mark:g}" for mark in tick_values(low, high, 5)})
    panel.draw_axes(name)
    panel.draw_labels({mark: f"{mark:g}" for mark in tick_values(0, across.high, 4)})
    add(svg, "text", "million turns", x=across.end, y=HEIGHT - 12, class_="end quiet")
    for number, line in enumerate(lines.values()):
        panel.draw_line(number, line)
