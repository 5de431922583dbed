"""A match as an SVG picture: win shares over time with 95 % bands, and bars for the final shares.

Bots differ by dashes and marks as well as by colour; the picture has its own background and follows
the viewer's dark theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from pickomino.arena.intervals import AdjustedCounter, Share, ShareCounter
from pickomino.arena.match import MatchResult
from pickomino.svg import (
    DASHES,
    SHAPES,
    Scale,
    add,
    format_number,
    format_path,
    format_picture,
    new_picture,
    tick_values,
    widen,
)

WIDTH, HEIGHT = 960.0, 540.0
_TOP, _BOTTOM = 138.0, 460.0
_LINES: Final = (76.0, 600.0)
_BARS: Final = (680.0, 936.0)
_POINTS: Final = 150
"""The number of points on each line; more would not be visible."""
_MARKS: Final = 8
_MAX_LABEL_LENGTH: Final = 26
_PERCENT: Final = 100


class PlotWords(NamedTuple):
    """The texts of the picture, translated by the user interfaces."""

    title: str = "Pickomino arena"
    subtitle: str = ""
    games: str = "games played"
    win_share: str = "win share"
    final: str = "final win share"
    even: str = "dotted line: even share"
    band: str = "bands and whiskers: interval (95 %) over groups of games"


def plot(result: MatchResult, words: PlotWords = PlotWords()) -> str:  # noqa: B008 - immutable
    """Return the picture of a match with at least one complete group."""
    labels = [_short(label) for label in result.settings.labels]
    picture = _MatchPlot(labels, words)
    histories = history(result)
    picture.draw_lines(histories)
    picture.draw_bars([shares[-1] for _, shares in _by_bot(histories)])
    return format_picture(picture.svg)


class HistoryPoint(NamedTuple):
    """The win shares of all bots after a number of games."""

    games: int
    shares: tuple[Share, ...]


def history(result: MatchResult) -> list[HistoryPoint]:
    """Return the win shares at up to 150 points of the match, including its end."""
    bots, groups = len(result.settings.bots), len(result.groups)
    adjusted = result.settings.adjusted
    counters = [AdjustedCounter() if adjusted else ShareCounter(games=bots) for _ in range(bots)]
    wanted = {-(-groups * point // _POINTS) for point in range(1, _POINTS + 1)}
    history_points: list[HistoryPoint] = []
    for number, group in enumerate(result.groups, 1):
        for counter, share in zip(counters, group.adjusted_shares, strict=True):
            counter.add(share)
        if number in wanted:
            history_points.append(
                HistoryPoint(number * bots, tuple(counter.share() for counter in counters))
            )
    return history_points


def _by_bot(history_points: Sequence[HistoryPoint]) -> list[tuple[int, list[Share]]]:
    bots = len(history_points[0].shares)
    return [(bot, [point.shares[bot] for point in history_points]) for bot in range(bots)]


def _short(label: str) -> str:
    return label if len(label) <= _MAX_LABEL_LENGTH else label[: _MAX_LABEL_LENGTH - 1] + "…"


def _percent(value: float) -> str:
    return f"{format_number(round(value * _PERCENT, 2))} %"


class _MatchPlot:
    """The picture while it is being drawn."""

    def __init__(self, labels: Sequence[str], words: PlotWords) -> None:
        self.labels = labels
        self.words = words
        self.svg, self.summary = new_picture(WIDTH, HEIGHT, words.title)
        add(self.svg, "text", words.subtitle, x=24, y=52, class_="quiet")
        add(self.svg, "text", words.band, x=24, y=HEIGHT - 12, class_="quiet")
        add(self.svg, "text", words.even, x=WIDTH - 24, y=HEIGHT - 12, class_="quiet end")
        self._draw_legend()

    def _draw_legend(self) -> None:
        legend = add(self.svg, "g", class_="legend")
        for bot, label in enumerate(self.labels):
            x, y = 24.0 + bot % 4 * 230, 74.0 + bot // 4 * 20
            line = add(legend, "line", x1=x, y1=y, x2=x + 40, y2=y, class_=f"line b{bot}")
            line.set("stroke-dasharray", DASHES[bot])
            self._mark(legend, bot, x + 20, y)
            add(legend, "text", label, x=x + 48, y=y + 4)

    def _mark(self, parent: ET.Element, bot: int, x: float, y: float) -> None:
        place = f"translate({format_number(x)} {format_number(y)})"
        add(parent, "path", d=SHAPES[bot], transform=place, class_=f"fill mark b{bot}")

    def draw_lines(self, history_points: Sequence[HistoryPoint]) -> None:
        """Draw each bot's win share over the course of the match, with its band."""
        across = Scale(0, history_points[-1].games, *_LINES)
        # The early bands span the whole picture, so the scale is set by the later ones.
        late = [
            share for point in history_points[len(history_points) // 3 :] for share in point.shares
        ]
        low, high = widen(min(s.low for s in late), max(s.high for s in late))
        up = Scale(low, high, _BOTTOM, _TOP)
        clip = add(self.svg, "clipPath", id="lines")
        add(clip, "rect", x=_LINES[0], y=_TOP, width=_LINES[1] - _LINES[0], height=_BOTTOM - _TOP)
        self._draw_frame(up, _LINES, self.words.win_share)
        for games in filter(float.is_integer, tick_values(0, across.high)):
            x = across.at(games)
            add(self.svg, "line", x1=x, y1=_BOTTOM, x2=x, y2=_BOTTOM + 5, class_="axis")
            add(self.svg, "text", f"{games:,g}", x=x, y=_BOTTOM + 20, class_="middle")
        centre = sum(_LINES) / 2
        add(self.svg, "text", self.words.games, x=centre, y=_BOTTOM + 38, class_="middle quiet")
        self._draw_even(up, _LINES)
        inside = add(self.svg, "g", clip_path="url(#lines)")
        xs = [across.at(point.games) for point in history_points]
        for bot, shares in _by_bot(history_points):
            self._draw_band(inside, bot, xs, shares, up)
        for bot, shares in _by_bot(history_points):
            self._draw_line(inside, bot, xs, shares, up)

    def _draw_band(
        self, parent: ET.Element, bot: int, xs: Sequence[float], shares: Sequence[Share], up: Scale
    ) -> None:
        above = [(x, up.at(share.high)) for x, share in zip(xs, shares, strict=True)]
        below = [(x, up.at(share.low)) for x, share in zip(xs, shares, strict=True)]
        add(
            parent,
            "path",
            d=format_path([*above, *reversed(below)]) + "Z",
            class_=f"band fill b{bot}",
        )

    def _draw_line(
        self, parent: ET.Element, bot: int, xs: Sequence[float], shares: Sequence[Share], up: Scale
    ) -> None:
        points = [(x, up.at(share.mean)) for x, share in zip(xs, shares, strict=True)]
        line = add(parent, "path", d=format_path(points), class_=f"line b{bot}")
        line.set("stroke-dasharray", DASHES[bot])
        # Marks of different bots are shifted, so that they do not cover each other.
        step = max(1, len(points) // _MARKS)
        first = step * (bot + 1) // (len(self.labels) + 1)
        for x, y in points[first::step]:
            if _TOP <= y <= _BOTTOM:
                self._mark(self.svg, bot, x, y)

    def draw_bars(self, shares: Sequence[Share]) -> None:
        """Draw each bot's final win share, with its interval."""
        up = Scale(0, widen(0, max(share.high for share in shares))[1], _BOTTOM, _TOP)
        self._draw_frame(up, _BARS, self.words.final)
        self._draw_even(up, _BARS)
        places = [
            _BARS[0] + (_BARS[1] - _BARS[0]) * n / len(shares) for n in range(len(shares) + 1)
        ]
        for bot, (left, right) in enumerate(pairwise(places)):
            self._draw_bar(bot, shares[bot], (left + right) / 2, (right - left) * 0.6, up)
        parts = (
            f"{label} {_percent(s.mean)} ({_percent(s.low)} to {_percent(s.high)})"
            for label, s in zip(self.labels, shares, strict=True)
        )
        self.summary.text = "; ".join(parts)

    def _draw_bar(self, bot: int, share: Share, x: float, width: float, up: Scale) -> None:
        top, low, high = up.at(share.mean), up.at(share.low), up.at(share.high)
        bar = add(self.svg, "rect", x=x - width / 2, y=top, width=width, height=_BOTTOM - top)
        bar.set("class", f"bar fill line b{bot}")
        bar.set("stroke-dasharray", DASHES[bot])
        cap = min(8.0, width / 4)
        ends = (format_path([(x - cap, y), (x + cap, y)]) for y in (low, high))
        whisker = "".join((format_path([(x, low), (x, high)]), *ends))
        add(self.svg, "path", d=whisker, class_="whisker")
        self._mark(self.svg, bot, x, _BOTTOM + 12)
        number = f"{share.mean * _PERCENT:.1f}"
        add(self.svg, "text", number, x=x, y=_BOTTOM + 34, class_="middle number")

    def _draw_frame(self, up: Scale, across: tuple[float, float], name: str) -> None:
        left, right = across
        for share in tick_values(up.low, up.high):
            y = up.at(share)
            add(self.svg, "line", x1=left, y1=y, x2=right, y2=y, class_="grid")
            add(self.svg, "text", _percent(share), x=left - 8, y=y + 4, class_="end")
        x1, y1, y2, x2 = map(format_number, (left, _TOP, _BOTTOM, right))
        add(self.svg, "path", d=f"M{x1},{y1}V{y2}H{x2}", class_="axis")
        add(self.svg, "text", name, x=left, y=_TOP - 10, class_="quiet")

    def _draw_even(self, up: Scale, across: tuple[float, float]) -> None:
        even = 1 / len(self.labels)
        if up.low <= even <= up.high:
            y = up.at(even)
            add(self.svg, "line", x1=across[0], y1=y, x2=across[1], y2=y, class_="even")
