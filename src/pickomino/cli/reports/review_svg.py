"""The win probabilities of a reviewed game as SVG, with costly decisions marked."""

from __future__ import annotations

from typing import Final

from pickomino.analysis.review_types import Review
from pickomino.i18n.narration import turn_title
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent
from pickomino.i18n.review_text import describe_decision, describe_verdict
from pickomino.record.game import Game
from pickomino.record.state import turn_number
from pickomino.svg import Panel, Scale, add, draw_legend, format_picture, new_picture

_WIDTH, _HEIGHT = 960.0, 480.0
_ACROSS: Final = (64.0, 930.0)
_UP: Final = (420.0, 110.0)


def draw_review(game: Game, review: Review, narrator: Narrator) -> str:
    gettext, turns = narrator.texts.gettext, review.turns
    verdict = describe_verdict(review, narrator)
    svg = new_picture(_WIDTH, _HEIGHT, gettext("Win chances from turn to turn"), verdict)
    add(svg, "text", verdict, x=24, y=54, class_="quiet")
    note = gettext("turns; marks are decisions that cost 1% of a win or more")
    add(svg, "text", note, x=24, y=_HEIGHT - 14, class_="quiet")
    draw_legend(svg, narrator.names, 24, 76, row_height=18)
    panel = Panel(svg, Scale(0, max(len(turns), 1), *_ACROSS), Scale(0, 1, *_UP))
    levels = (quarter / 4 for quarter in range(5))
    panel.draw_grid({level: format_percent(level, narrator.texts, "0") for level in levels})
    step = max(1, len(turns) // 12)
    numbers = ((turn.turn, turn_number(game.start, turn.turn)) for turn in turns[::step])
    panel.draw_labels({turn: str(number) for turn, number in numbers}, "middle quiet")
    for seat in range(review.players):
        chances = [turn.before[seat] for turn in turns] + [review.seats[seat].result]
        panel.draw_line(seat, list(enumerate(chances)))
        _draw_marks(panel, game, review, narrator, seat)
    return format_picture(svg)


def _draw_marks(panel: Panel, game: Game, review: Review, narrator: Narrator, seat: int) -> None:
    """Mark a seat's costly decisions, with a text that appears when the pointer is on a mark."""
    for turn in review.turns:
        for decision in turn.decisions:
            if decision.seat == seat and decision.label is not None:
                mark = panel.draw_mark(seat, turn.turn, turn.before[seat])
                number = str(turn_number(game.start, turn.turn))
                position = game.position_before(decision.event)
                text = describe_decision(decision, position, narrator)
                add(mark, "title", f"{turn_title(number, seat, narrator)}. {text}")
