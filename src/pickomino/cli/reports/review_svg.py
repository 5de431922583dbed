"""The win probabilities of a reviewed game as SVG, with costly decisions marked.

Seats are distinguished by dashes and marks as well as by colour.
"""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET

from pickomino.analysis.review_types import Review
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent
from pickomino.i18n.review_text import LABELS, describe_verdict
from pickomino.svg import (
    DASHES,
    SHAPES,
    Scale,
    add,
    format_number,
    format_path,
    format_picture,
    new_picture,
)

_WIDTH, _HEIGHT = 960.0, 480.0
_ACROSS: Final = (64.0, 930.0)
_UP: Final = (420.0, 110.0)
_LEGENDS_PER_ROW: Final = 4


def draw_review(review: Review, narrator: Narrator) -> str:
    """Return the chart of a reviewed game."""
    title = narrator.texts.gettext("Win chances from turn to turn")
    svg, summary = new_picture(_WIDTH, _HEIGHT, title)
    summary.text = describe_verdict(review, narrator)
    add(svg, "text", summary.text, x=24, y=54, class_="quiet")
    _draw_frame(svg, review, narrator)
    for seat in range(review.players):
        _draw_seat(svg, review, narrator, seat)
    return format_picture(svg)


def _scales(review: Review) -> tuple[Scale, Scale]:
    return Scale(0, max(len(review.turns), 1), *_ACROSS), Scale(0, 1, *_UP)


def _draw_frame(svg: ET.Element, review: Review, narrator: Narrator) -> None:
    across, up = _scales(review)
    for quarter in range(5):
        y = up.at(quarter / 4)
        add(svg, "line", x1=_ACROSS[0], y1=y, x2=_ACROSS[1], y2=y, class_="grid")
        add(svg, "text", f"{25 * quarter} %", x=_ACROSS[0] - 8, y=y + 4, class_="end")
    step = max(1, len(review.turns) // 12)
    for turn in review.turns[::step]:
        x = across.at(turn.turn)
        add(svg, "text", turn.label, x=x, y=_UP[0] + 20, class_="middle quiet")
    text = narrator.texts.gettext("turns; marks are decisions that cost 1 % of a win or more")
    add(svg, "text", text, x=24, y=_HEIGHT - 14, class_="quiet")


def _draw_seat(svg: ET.Element, review: Review, narrator: Narrator, seat: int) -> None:
    across, up = _scales(review)
    chances = [turn.before[seat] for turn in review.turns] + [review.seats[seat].result]
    points = [(across.at(place), up.at(chance)) for place, chance in enumerate(chances)]
    line = add(svg, "path", d=format_path(points), class_=f"line b{seat}")
    line.set("stroke-dasharray", DASHES[seat])
    x, y = 24.0 + seat % _LEGENDS_PER_ROW * 230, 76.0 + seat // _LEGENDS_PER_ROW * 18
    legend = add(svg, "line", x1=x, y1=y, x2=x + 40, y2=y, class_=f"line b{seat}")
    legend.set("stroke-dasharray", DASHES[seat])
    add(svg, "text", narrator.names[seat], x=x + 48, y=y + 4)
    for turn in review.turns:
        for decision in turn.decisions:
            if decision.seat == seat and decision.label is not None:
                x, y = across.at(turn.turn), up.at(turn.before[seat])
                place = f"translate({format_number(x)} {format_number(y)})"
                mark = add(
                    svg, "path", d=SHAPES[seat], transform=place, class_=f"fill mark b{seat}"
                )
                label = narrator.texts.gettext(LABELS[decision.label])
                text = f"{turn.label} {decision.chosen}: {label}, "
                add(mark, "title", text + format_percent(decision.cost, narrator.texts))
