"""The win chances of a reviewed game as SVG, with the costly decisions marked.

Seats are told apart by dashes and marks as well as by colour.
"""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET

from pickomino.analysis.review_types import Review
from pickomino.arena.plot import DASHES, SHAPES, new_picture, path_of, written
from pickomino.i18n.numbers import percent
from pickomino.i18n.review_words import LABELS, verdict_said
from pickomino.i18n.words import Speaker
from pickomino.svg import Scale, add, said

_WIDTH, _HEIGHT = 960.0, 480.0
_ACROSS: Final = (64.0, 930.0)
_UP: Final = (420.0, 110.0)
_IN_A_ROW: Final = 4


def drawn(review: Review, speaker: Speaker) -> str:
    """Draw a reviewed game."""
    title = speaker.texts.gettext("Win chances from turn to turn")
    svg, summary = new_picture(_WIDTH, _HEIGHT, title)
    summary.text = verdict_said(review, speaker)
    add(svg, "text", summary.text, x=24, y=54, class_="quiet")
    _draw_frame(svg, review, speaker)
    for seat in range(review.players):
        _draw_seat(svg, review, speaker, seat)
    return written(svg)


def _scales(review: Review) -> tuple[Scale, Scale]:
    return Scale(0, max(len(review.turns), 1), *_ACROSS), Scale(0, 1, *_UP)


def _draw_frame(svg: ET.Element, review: Review, speaker: Speaker) -> None:
    across, up = _scales(review)
    for quarter in range(5):
        y = up.at(quarter / 4)
        add(svg, "line", x1=_ACROSS[0], y1=y, x2=_ACROSS[1], y2=y, class_="grid")
        add(svg, "text", f"{25 * quarter} %", x=_ACROSS[0] - 8, y=y + 4, class_="end")
    step = max(1, len(review.turns) // 12)
    for turn in review.turns[::step]:
        x = across.at(turn.turn)
        add(svg, "text", turn.label, x=x, y=_UP[0] + 20, class_="middle quiet")
    text = speaker.texts.gettext("turns; marks are decisions that cost 1 % of a win or more")
    add(svg, "text", text, x=24, y=_HEIGHT - 14, class_="quiet")


def _draw_seat(svg: ET.Element, review: Review, speaker: Speaker, seat: int) -> None:
    across, up = _scales(review)
    chances = [turn.before[seat] for turn in review.turns] + [review.seats[seat].result]
    points = [(across.at(place), up.at(chance)) for place, chance in enumerate(chances)]
    line = add(svg, "path", d=path_of(points), class_=f"line b{seat}")
    line.set("stroke-dasharray", DASHES[seat])
    x, y = 24.0 + seat % _IN_A_ROW * 230, 76.0 + seat // _IN_A_ROW * 18
    legend = add(svg, "line", x1=x, y1=y, x2=x + 40, y2=y, class_=f"line b{seat}")
    legend.set("stroke-dasharray", DASHES[seat])
    add(svg, "text", speaker.names[seat], x=x + 48, y=y + 4)
    for turn in review.turns:
        for decision in turn.decisions:
            if decision.seat == seat and decision.label is not None:
                place = f"translate({said(across.at(turn.turn))} {said(up.at(turn.before[seat]))})"
                mark = add(
                    svg, "path", d=SHAPES[seat], transform=place, class_=f"fill mark b{seat}"
                )
                label = speaker.texts.gettext(LABELS[decision.label])
                told = f"{turn.label} {decision.chosen}: {label}, "
                add(mark, "title", told + percent(decision.cost, speaker.texts))
