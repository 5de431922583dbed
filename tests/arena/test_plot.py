"""The picture of a match."""

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from arena.players import game, group
from pickomino.arena.match import MatchResult
from pickomino.arena.plot import HEIGHT, WIDTH, PlotWords, history, plot
from pickomino.arena.settings import MatchSettings
from pickomino.arena.statistics import compute_statistics

SVG = "{http://www.w3.org/2000/svg}"


def result_of(bots, groups):
    settings = MatchSettings(bots, adjusted=False)
    return MatchResult(settings, tuple(groups), "complete", compute_statistics(settings, groups))


def pairs(count, wins=3):
    return [group(n, game(1, 2) if n % 4 < wins else game(2, 1), game(1, 2)) for n in range(count)]


WORDS = PlotWords()


def draw(result, words=WORDS):
    return ET.fromstring(plot(result, words))  # noqa: S314 - our own


def with_class(svg, *names):
    return [e for e in svg.iter() if set(names) <= set(e.get("class", "").split())]


def test_picture_contains_all_its_parts():
    result = result_of(("expert", "family"), pairs(40))
    words = PlotWords(title="Kampf der <Bots> & Würmer", subtitle="40 Spiele")
    svg = draw(result, words)
    texts = [e.text for e in svg.iter(f"{SVG}text")]
    assert svg.find(f"{SVG}title").text == words.title
    titles = [word for word in words if isinstance(word, str)]
    for expected in (*titles, "expert", "family", "87.5%", "12.5%"):
        assert expected in texts
    for bot in ("b0", "b1"):
        assert len(with_class(svg, "line", bot)) == 3  # legend, line, bar
        assert len(with_class(svg, "band", bot)) == 1
        assert len(with_class(svg, "mark", bot)) >= 3
    assert len(with_class(svg, "whisker")) == 2
    assert "prefers-color-scheme:dark" in svg.find(f"{SVG}style").text
    summary = svg.find(f"{SVG}desc").text
    assert "expert 87.5% (" in summary


def test_bots_differ_by_dashes_and_marks():
    bots = ("random",) * 7
    games = [game(*(1 if n == g else 2 for n in range(7))) for g in range(7)]
    svg = draw(result_of(bots, [group(n, *games) for n in range(3)]))
    legend = next(iter(with_class(svg, "legend")))
    dashes = [e.get("stroke-dasharray") for e in legend.iter(f"{SVG}line")]
    shapes = [e.get("d") for e in legend.iter(f"{SVG}path")]
    assert len(set(dashes)) == len(set(shapes)) == 7
    assert "random #7" in [e.text for e in legend.iter(f"{SVG}text")]


@pytest.mark.parametrize("groups", [1, 2, 500])
@pytest.mark.parametrize("wins", [0, 3, 4])
def test_texts_and_bars_are_inside_the_picture(groups, wins):
    svg = draw(result_of(("random", "family"), pairs(groups, wins)))
    for text in svg.iter(f"{SVG}text"):
        assert 0 <= float(text.get("x")) <= WIDTH
        assert 0 <= float(text.get("y")) <= HEIGHT
    for bar in with_class(svg, "bar"):
        assert float(bar.get("height")) >= 0
        assert float(bar.get("y")) >= 0


def test_history_has_at_most_150_points():
    result = result_of(("random", "family"), pairs(1000))
    points = history(result)
    assert len(points) == 150
    assert points[-1].games == 2000
    assert points[-1].shares == tuple(bot.win_share for bot in result.statistics.bots)
    assert all(a.games < b.games for a, b in pairwise(points))
    assert len(history(result_of(("random", "family"), pairs(7)))) == 7


def test_long_names_are_truncated():
    svg = draw(result_of(("random", "external:command=" + "x" * 99), pairs(3)))
    assert max(len(e.text or "") for e in svg.iter(f"{SVG}text")) < 80
