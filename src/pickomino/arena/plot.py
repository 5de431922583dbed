"""A picture of a match as SVG: win shares over the games with their 95 % band, and final bars.

Bots are told apart by dashes and marks as well as by colour; the picture brings its own ground
and follows a dark theme where the viewer has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from pickomino.arena.intervals import AdjustedCounter, Share, ShareCounter
from pickomino.arena.match import MatchResult
from pickomino.svg import Scale, add, marks, said, widened

WIDTH, HEIGHT = 960.0, 540.0
_TOP, _BOTTOM = 138.0, 460.0
_LINES: Final = (76.0, 600.0)
_BARS: Final = (680.0, 936.0)
_POINTS: Final = 150
"""More would not show."""
_MARKS: Final = 8
_LABEL: Final = 26
_PERCENT: Final = 100

DASHES: Final = ("none", "8 4", "2 3", "12 3 2 3", "5 2", "1 4", "14 5")
SHAPES: Final = (
    "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
    "M-4,-4h8v8h-8z",
    "M0,-5l5,9h-10z",
    "M0,-5.5l5.5,5.5l-5.5,5.5l-5.5,-5.5z",
    "M-5,-4h10l-5,9z",
    "M-1.5,-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
    "M0,-5.5l1.6,3.6l3.9,.4l-2.9,2.6l.8,3.9l-3.4,-2l-3.4,2l.8,-3.9l-2.9,-2.6l3.9,-.4z",
)
_LIGHT: Final = ("#0b6e99", "#c2410c", "#2e7d32", "#7b3fb5", "#946200", "#b0175a", "#4b5563")
_DARK: Final = ("#5cc8f2", "#ff9a5c", "#7fd48a", "#c9a2f5", "#eec04e", "#ff8fc0", "#b9c2cf")


class PlotWords(NamedTuple):
    """Every text of the picture; the shells translate it."""

    title: str = "Pickomino arena"
    subtitle: str = ""
    games: str = "games played"
    win_share: str = "win share"
    final: str = "final win share"
    even: str = "dotted line: even share"
    band: str = "bands and whiskers: interval (95 %) over groups of games"


def plot(result: MatchResult, words: PlotWords = PlotWords()) -> str:  # noqa: B008 - immutable
    """Draw a match that has at least one complete group."""
    labels = [_short(label) for label in result.settings.labels]
    picture = _Picture(labels, words)
    histories = history(result)
    picture.draw_lines(histories)
    picture.draw_bars([shares[-1] for _, shares in _by_bot(histories)])
    return written(picture.svg)


class Moment(NamedTuple):
    """The win shares of all bots after so many games."""

    games: int
    shares: tuple[Share, ...]


def history(result: MatchResult) -> list[Moment]:
    """Return the win shares after every few groups, at most 150 times, the end included."""
    bots, groups = len(result.settings.bots), len(result.groups)
    adjusted = result.settings.adjusted
    counters = [AdjustedCounter() if adjusted else ShareCounter(games=bots) for _ in range(bots)]
    wanted = {-(-groups * point // _POINTS) for point in range(1, _POINTS + 1)}
    moments: list[Moment] = []
    for number, group in enumerate(result.groups, 1):
        for counter, share in zip(counters, group.adjusted_shares, strict=True):
            counter.add(share)
        if number in wanted:
            moments.append(Moment(number * bots, tuple(counter.share() for counter in counters)))
    return moments


def _by_bot(moments: Sequence[Moment]) -> list[tuple[int, list[Share]]]:
    bots = len(moments[0].shares)
    return [(bot, [moment.shares[bot] for moment in moments]) for bot in range(bots)]


def _short(label: str) -> str:
    return label if len(label) <= _LABEL else label[: _LABEL - 1] + "…"


def _percent(value: float) -> str:
    return f"{said(round(value * _PERCENT, 2))} %"


class _Picture:
    """The picture while it is drawn."""

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
        place = f"translate({said(x)} {said(y)})"
        add(parent, "path", d=SHAPES[bot], transform=place, class_=f"fill mark b{bot}")

    def draw_lines(self, moments: Sequence[Moment]) -> None:
        """Draw the win shares over the games, each with its band."""
        across = Scale(0, moments[-1].games, *_LINES)
        # The first bands are as wide as the picture; what matters is where they lead.
        late = [share for moment in moments[len(moments) // 3 :] for share in moment.shares]
        low, high = widened(min(s.low for s in late), max(s.high for s in late))
        up = Scale(low, high, _BOTTOM, _TOP)
        clip = add(self.svg, "clipPath", id="lines")
        add(clip, "rect", x=_LINES[0], y=_TOP, width=_LINES[1] - _LINES[0], height=_BOTTOM - _TOP)
        self._draw_frame(up, _LINES, self.words.win_share)
        for games in filter(float.is_integer, marks(0, across.high)):
            x = across.at(games)
            add(self.svg, "line", x1=x, y1=_BOTTOM, x2=x, y2=_BOTTOM + 5, class_="axis")
            add(self.svg, "text", f"{games:,g}", x=x, y=_BOTTOM + 20, class_="middle")
        centre = sum(_LINES) / 2
        add(self.svg, "text", self.words.games, x=centre, y=_BOTTOM + 38, class_="middle quiet")
        self._draw_even(up, _LINES)
        inside = add(self.svg, "g", clip_path="url(#lines)")
        xs = [across.at(moment.games) for moment in moments]
        for bot, shares in _by_bot(moments):
            self._draw_band(inside, bot, xs, shares, up)
        for bot, shares in _by_bot(moments):
            self._draw_line(inside, bot, xs, shares, up)

    def _draw_band(
        self, parent: ET.Element, bot: int, xs: Sequence[float], shares: Sequence[Share], up: Scale
    ) -> None:
        above = [(x, up.at(share.high)) for x, share in zip(xs, shares, strict=True)]
        below = [(x, up.at(share.low)) for x, share in zip(xs, shares, strict=True)]
        add(parent, "path", d=path_of([*above, *reversed(below)]) + "Z", class_=f"band fill b{bot}")

    def _draw_line(
        self, parent: ET.Element, bot: int, xs: Sequence[float], shares: Sequence[Share], up: Scale
    ) -> None:
        points = [(x, up.at(share.mean)) for x, share in zip(xs, shares, strict=True)]
        line = add(parent, "path", d=path_of(points), class_=f"line b{bot}")
        line.set("stroke-dasharray", DASHES[bot])
        # Each bot's marks sit at other places, so that they do not cover each other.
        step = max(1, len(points) // _MARKS)
        first = step * (bot + 1) // (len(self.labels) + 1)
        for x, y in points[first::step]:
            if _TOP <= y <= _BOTTOM:
                self._mark(self.svg, bot, x, y)

    def draw_bars(self, shares: Sequence[Share]) -> None:
        """Draw the final win shares, each with its interval."""
        up = Scale(0, widened(0, max(share.high for share in shares))[1], _BOTTOM, _TOP)
        self._draw_frame(up, _BARS, self.words.final)
        self._draw_even(up, _BARS)
        places = [
            _BARS[0] + (_BARS[1] - _BARS[0]) * n / len(shares) for n in range(len(shares) + 1)
        ]
        for bot, (left, right) in enumerate(pairwise(places)):
            self._draw_bar(bot, shares[bot], (left + right) / 2, (right - left) * 0.6, up)
        told = (
            f"{label} {_percent(s.mean)} ({_percent(s.low)} to {_percent(s.high)})"
            for label, s in zip(self.labels, shares, strict=True)
        )
        self.summary.text = "; ".join(told)

    def _draw_bar(self, bot: int, share: Share, x: float, width: float, up: Scale) -> None:
        top, low, high = up.at(share.mean), up.at(share.low), up.at(share.high)
        bar = add(self.svg, "rect", x=x - width / 2, y=top, width=width, height=_BOTTOM - top)
        bar.set("class", f"bar fill line b{bot}")
        bar.set("stroke-dasharray", DASHES[bot])
        cap = min(8.0, width / 4)
        ends = (path_of([(x - cap, y), (x + cap, y)]) for y in (low, high))
        whisker = "".join((path_of([(x, low), (x, high)]), *ends))
        add(self.svg, "path", d=whisker, class_="whisker")
        self._mark(self.svg, bot, x, _BOTTOM + 12)
        number = f"{share.mean * _PERCENT:.1f}"
        add(self.svg, "text", number, x=x, y=_BOTTOM + 34, class_="middle number")

    def _draw_frame(self, up: Scale, across: tuple[float, float], name: str) -> None:
        left, right = across
        for share in marks(up.low, up.high):
            y = up.at(share)
            add(self.svg, "line", x1=left, y1=y, x2=right, y2=y, class_="grid")
            add(self.svg, "text", _percent(share), x=left - 8, y=y + 4, class_="end")
        corner = f"M{said(left)},{said(_TOP)}V{said(_BOTTOM)}H{said(right)}"
        add(self.svg, "path", d=corner, class_="axis")
        add(self.svg, "text", name, x=left, y=_TOP - 10, class_="quiet")

    def _draw_even(self, up: Scale, across: tuple[float, float]) -> None:
        even = 1 / len(self.labels)
        if up.low <= even <= up.high:
            y = up.at(even)
            add(self.svg, "line", x1=across[0], y1=y, x2=across[1], y2=y, class_="even")


def new_picture(width: float, height: float, title: str) -> tuple[ET.Element, ET.Element]:
    """Return a picture with its ground and its heading, and where its summary belongs."""
    svg = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {said(width)} {said(height)}",
            "width": said(width),
            "height": said(height),
            "role": "img",
            "aria-labelledby": "title summary",
        },
    )
    add(svg, "title", title, id="title")
    summary = add(svg, "desc", id="summary")
    add(svg, "style", style())
    add(svg, "rect", width="100%", height="100%", rx=10, class_="ground")
    add(svg, "text", title, x=24, y=32, class_="heading")
    return svg, summary


def written(svg: ET.Element) -> str:
    """Write a picture as a file."""
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode") + "\n"


def path_of(points: Sequence[tuple[float, float]]) -> str:
    """Write a line through points."""
    return "M" + "L".join(f"{said(x)},{said(y)}" for x, y in points)


def style() -> str:
    """Return the colours of a picture, for a light and a dark theme."""
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
