"""A training log as an SVG picture: residual, first player's chance and strength over turns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from pickomino.svg import Scale, add, tick_values

WIDTH, HEIGHT, PANEL = 900.0, 300.0, 240.0
COLOURS = ("#0b6e99", "#c2410c", "#2e7d32", "#7b3fb5", "#946200", "#b0175a", "#4b5563")
DASHES = ("none", "8 4", "2 3", "12 3 2 3", "5 2", "1 4", "14 5")
Lines = dict[str, list[tuple[float, float]]]


def read_log(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a log."""
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def plot_log(log: Sequence[dict[str, Any]], title: str) -> str:
    """Return the picture of a log."""
    root = ET.Element(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}"
    )
    root.set("font-family", "sans-serif")
    root.set("font-size", "12")
    add(root, "rect", width=WIDTH, height=HEIGHT, fill="#fffdf7")
    add(root, "text", title, x=20.0, y=24.0, font_size=16)
    panels = {
        "Bellman residual (RMS)": {"residual": _line(log, "residual")},
        "first player's chance": _lines(log, "first"),
        "win share against experts": _lines(log, "against_expert"),
    }
    shown = {name: lines for name, lines in panels.items() if any(lines.values())}
    for number, (name, lines) in enumerate(shown.items()):
        _panel(root, 60 + number * (PANEL + 50), name, lines)
    return ET.tostring(root, encoding="unicode")


def _line(log: Sequence[dict[str, Any]], name: str) -> list[tuple[float, float]]:
    return [(line["turns"] / 1e6, line[name]) for line in log]


def _lines(log: Sequence[dict[str, Any]], name: str) -> Lines:
    by_rules: Lines = {}
    for line in log:
        for rules, value in line.get(name, {}).items():
            share = value["share"] if name == "against_expert" else value
            by_rules.setdefault(rules, []).append((line["turns"] / 1e6, share))
    return by_rules


def _panel(root: ET.Element, left: float, name: str, lines: Lines) -> None:
    points = [point for line in lines.values() for point in line]
    low, high = min(y for _, y in points), max(y for _, y in points)
    margin = max(high - low, 1e-4) * 0.08
    down = Scale(low - margin, high + margin, HEIGHT - 50, 60)
    across = Scale(0, max(x for x, _ in points), left, left + PANEL)
    add(root, "text", name, x=left, y=48.0)
    for mark in tick_values(low, high, 5):
        add(
            root,
            "line",
            x1=left,
            x2=left + PANEL,
            y1=down.at(mark),
            y2=down.at(mark),
            stroke="#ddd",
        )
        add(root, "text", f"{mark:g}", x=left - 6, y=down.at(mark) + 4, text_anchor="end")
    for mark in tick_values(0, across.high, 4):
        add(root, "text", f"{mark:g}", x=across.at(mark), y=HEIGHT - 32, text_anchor="middle")
    add(root, "text", "million turns", x=left + PANEL, y=HEIGHT - 16, text_anchor="end")
    for number, (label, line) in enumerate(lines.items()):
        path = " ".join(f"{across.at(x):.1f},{down.at(y):.1f}" for x, y in line)
        add(
            root, "polyline", points=path, fill="none", stroke=COLOURS[number % len(COLOURS)],
            stroke_width=2, stroke_dasharray=DASHES[number % len(DASHES)],
        )  # fmt: skip
        if len(lines) > 1:
            colour = COLOURS[number % len(COLOURS)]
            add(root, "text", label, x=left + 8, y=74.0 + 15 * number, fill=colour)
