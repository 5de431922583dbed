"""A match as an SVG picture: win shares over time with 95% bands, and the final shares as bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from pickomino.arena.intervals import Share, make_counter
from pickomino.arena.match import MatchResult
from pickomino.svg import (
    Panel,
    Scale,
    add,
    draw_legend,
    draw_mark,
    format_number,
    format_picture,
    new_picture,
    tick_values,
    widen,
)

WIDTH, HEIGHT = 960.0, 540.0
_TOP, _BOTTOM = 138.0, 460.0
_LINES: Final = (76.0, 600.0)
_BARS: Final = (680.0, 936.0)
_BAR_WIDTH: Final = 0.6
_POINTS: Final = 150
"""The number of points on each line; more would not be visible."""
_MARKS: Final = 8
_MAX_LABEL_LENGTH: Final = 26


def _format_percent(share: float) -> str:
    return f"{format_number(round(100 * share, 2))}%"


class PlotWords(NamedTuple):
    """The texts and number formats of the picture, chosen by the user interfaces.

    >>> PlotWords(title="A match").percent(0.125)
    '12.5%'
    """

    title: str = "Pickomino arena"
    subtitle: str = ""
    games: str = "games played"
    win_share: str = "win share"
    final: str = "final win share"
    even: str = "dotted line: even share"
    number: Callable[[float], str] = "{:,g}".format
    percent: Callable[[float], str] = _format_percent
    band: str = "bands and whiskers: interval (95%) over groups of games"


def plot(result: MatchResult, words: PlotWords = PlotWords()) -> str:  # noqa: B008 - immutable
    """Return the picture of a match with at least one complete group.

    >>> from pickomino import Match
    >>> result = Match("random", "beginner", games=4, adjusted=False).play(workers=1)
    >>> plot(result, PlotWords(title="A match"))[:4]
    '<svg'
    """
    labels = [_short(label) for label in result.settings.labels]
    points = history(result)
    final = points[-1].shares
    svg = new_picture(WIDTH, HEIGHT, words.title, _summarize(labels, final, words))
    add(svg, "text", words.subtitle, x=24, y=52, class_="quiet")
    add(svg, "text", words.band, x=24, y=HEIGHT - 12, class_="quiet")
    add(svg, "text", words.even, x=WIDTH - 24, y=HEIGHT - 12, class_="quiet end")
    draw_legend(svg, labels, 24, 74, has_marks=True)
    _draw_history(svg, words, points)
    _draw_final(svg, words, final)
    return format_picture(svg)


class HistoryPoint(NamedTuple):
    """The win shares of all bots after a number of games.

    >>> from pickomino import Match
    >>> result = Match("random", "beginner", games=4, adjusted=False).play(workers=1)
    >>> history(result)[0].games
    2
    """

    games: int
    shares: tuple[Share, ...]


def history(result: MatchResult) -> list[HistoryPoint]:
    """Return the win shares at up to 150 points of the match, including its end.

    >>> from pickomino import Match
    >>> result = Match("random", "beginner", games=4, adjusted=False).play(workers=1)
    >>> [point.games for point in history(result)]
    [2, 4]
    """
    bots, groups = len(result.settings.bots), len(result.groups)
    counters = [make_counter(bots, adjusted=result.settings.adjusted) for _ in range(bots)]
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


def _short(label: str) -> str:
    return label if len(label) <= _MAX_LABEL_LENGTH else label[: _MAX_LABEL_LENGTH - 1] + "…"


def _summarize(labels: Sequence[str], shares: Sequence[Share], words: PlotWords) -> str:
    percent = words.percent
    return "; ".join(
        f"{label} {percent(share.mean)} ({percent(share.low)} to {percent(share.high)})"
        for label, share in zip(labels, shares, strict=True)
    )


def _draw_history(svg: ET.Element, words: PlotWords, points: Sequence[HistoryPoint]) -> None:
    # The early bands span the whole picture, so the scale is set by the later ones.
    late = [share for point in points[len(points) // 3 :] for share in point.shares]
    low, high = widen(min(s.low for s in late), max(s.high for s in late))
    across, up = Scale(0, points[-1].games, *_LINES), Scale(low, high, _BOTTOM, _TOP)
    panel = Panel(svg, across, up, is_clipped=True)
    bots = range(len(points[0].shares))
    _draw_frame(panel, words.win_share, words.percent, len(bots))
    ticks = filter(float.is_integer, tick_values(0, across.high))
    panel.draw_labels({games: words.number(games) for games in ticks}, tick=5)
    add(svg, "text", words.games, x=sum(_LINES) / 2, y=_BOTTOM + 38, class_="middle quiet")
    lines = [[(point.games, point.shares[bot]) for point in points] for bot in bots]
    for bot, line in enumerate(lines):
        above = [(games, share.high) for games, share in line]
        panel.draw_band(bot, above, [(games, share.low) for games, share in line])
    for bot, line in enumerate(lines):
        panel.draw_line(bot, [(games, share.mean) for games, share in line])
    step = max(1, len(points) // _MARKS)
    for bot, line in enumerate(lines):
        # Marks of different bots are shifted, so that they do not cover each other.
        for games, share in line[step * (bot + 1) // (len(bots) + 1) :: step]:
            if low <= share.mean <= high:
                panel.draw_mark(bot, games, share.mean)


def _draw_final(svg: ET.Element, words: PlotWords, shares: Sequence[Share]) -> None:
    across = Scale(0, len(shares), *_BARS)
    highest = widen(0, max(share.high for share in shares))[1]
    panel = Panel(svg, across, Scale(0, highest, _BOTTOM, _TOP))
    _draw_frame(panel, words.final, words.percent, len(shares))
    cap = min(8.0, across.at(_BAR_WIDTH / 4) - across.start)
    for bot, share in enumerate(shares):
        middle = bot + 0.5
        panel.draw_bar(bot, middle, _BAR_WIDTH, share.mean)
        panel.draw_whisker(middle, share.low, share.high, cap)
        x, number = across.at(middle), words.percent(round(share.mean, 3))
        draw_mark(svg, bot, x, _BOTTOM + 12)
        add(svg, "text", number, x=x, y=_BOTTOM + 34, class_="middle number")


def _draw_frame(panel: Panel, name: str, percent: Callable[[float], str], bots: int) -> None:
    """Draw the grid and axes, and a line at an even share."""
    low, high = panel.up.low, panel.up.high
    panel.draw_grid({share: percent(share) for share in tick_values(low, high)})
    panel.draw_axes(name)
    if low <= 1 / bots <= high:
        panel.draw_level(1 / bots, "even")
