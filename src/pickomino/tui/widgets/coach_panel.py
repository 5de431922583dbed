"""The coach: the risk of failing, a bar for the chance of each tile, and the recommended action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from pickomino.core.actions import Action
from pickomino.i18n.bars import bar
from pickomino.i18n.numbers import format_percent, percent_pattern
from pickomino.narration.line import line
from pickomino.rooms.bots.coach import CoachView, Result
from pickomino.tui.board_state import BoardState
from pickomino.tui.drawing.blocks import fit, join_rows, row
from pickomino.tui.game_app import ViewSize, game_app

LABEL: Final = 5
NUMBER: Final = 8


class CoachPanel(Widget):
    """Advice for the player whose turn it is, or a note while there is no advice."""

    advice: CoachView | None = None
    board: BoardState | None = None
    note = ""
    """The text while there is no advice."""

    def show(self, advice: CoachView | None, board: BoardState | None, note: str = "") -> None:
        self.advice, self.board, self.note = advice, board, note
        self.refresh()

    def render(self) -> Content:
        palette = game_app(self).palette
        if self.advice is None or self.board is None:
            return row((self.note, palette.style("faint")))
        if game_app(self).view_size is ViewSize.SMALL:
            return self._short(self.advice)
        # The name of a long action takes two rows.
        width = max(1, self.size.width)
        head = [line for text in self._head(self.advice, self.board) for line in text.wrap(width)]
        room = self.size.height - len(head) - 1
        return join_rows([*head, *self._bars(self.advice, room), self._failed(self.advice)])

    def _head(self, advice: CoachView, board: BoardState) -> list[Content]:
        palette, gettext = game_app(self).palette, board.narrator.texts.gettext
        rows = [
            row(
                (gettext("Chance to win") + " ", palette.style("faint")),
                (self._percent(advice.value), palette.style("good", bold=True)),
            ),
            row(
                (gettext("Risk of failing") + " ", palette.style("faint")),
                (self._percent(advice.failure), palette.style("bad", bold=True)),
            ),
        ]
        if advice.best is not None:
            best = board.narrator.choice(board.position, Action.parse(advice.best))
            rows.append(row((f"★ {best}", palette.style("good", bold=True))))
        if advice.is_estimate:
            note = board.narrator.render(line("estimate"))
            rows.append(row((note, palette.style("faint"))))
        return rows

    def _bars(self, advice: CoachView, room: int) -> list[Content]:
        """Draw a row for each possible result of the turn; results that do not fit share a row."""
        palette, width = game_app(self).palette, self._bar_width
        likely, others = _split(advice.results, room)
        rows = [
            row(
                (fit(_label(result.claim), LABEL), palette.style("text")),
                (fit(self._bar(result.chance, advice), width), palette.style("glow")),
                (self._percent(result.chance).rjust(NUMBER), palette.style("faint")),
            )
            for result in sorted(likely, key=lambda result: (result.claim[1:], result.claim[0]))
        ]
        if others:
            chance = self._percent(_sum(others)).rjust(NUMBER)
            text = fit(f"  {self._more(others)}", LABEL + width)
            rows.append(row((text, palette.style("text")), (chance, palette.style("faint"))))
        return rows

    def _failed(self, advice: CoachView) -> Content:
        palette, width = game_app(self).palette, self._bar_width
        return row(
            (fit("✖", LABEL), palette.style("bad")),
            (fit(self._bar(advice.failure, advice), width), palette.style("bad")),
            (self._percent(advice.failure).rjust(NUMBER), palette.style("faint")),
        )

    @property
    def _bar_width(self) -> int:
        return max(1, self.size.width - LABEL - NUMBER - 1)

    def _bar(self, chance: float, advice: CoachView) -> str:
        """Draw a bar for a chance, relative to the highest chance of any result."""
        highest = max([advice.failure, *(result.chance for result in advice.results)])
        return bar(chance / highest if highest else 0, self._bar_width)

    def _percent(self, share: float, pattern: str | None = None) -> str:
        is_estimate = self.advice is not None and self.advice.is_estimate
        pattern = pattern or percent_pattern(is_estimate=is_estimate)
        return format_percent(share, game_app(self).texts, pattern)

    def _more(self, others: Sequence[Result]) -> str:
        return game_app(self).texts.gettext("{count} more").format(count=len(others))

    def _short(self, advice: CoachView) -> Content:
        """Return the most important figures in two lines, for when there is no room for bars."""
        palette = game_app(self).palette
        return join_rows(
            [
                row(
                    ("✖ ", palette.style("bad", bold=True)),
                    (self._percent(advice.failure), palette.style("bad", bold=True)),
                    ("   ★ ", palette.style("good", bold=True)),
                    (self._percent(advice.value), palette.style("good", bold=True)),
                ),
                row((self._short_list(advice), palette.style("faint"))),
            ]
        )

    def _short_list(self, advice: CoachView) -> str:
        """Return the results that fit on one line, then the number and total chance of the rest."""
        text = ""
        for count in range(len(advice.results) + 1):
            likely, others = advice.results[:count], advice.results[count:]
            cells = [
                f"{_label(result.claim).strip()} {self._percent(result.chance, '0')}"
                for result in likely
            ]
            if others:
                cells.append(f"{self._more(others)} {self._percent(_sum(others), '0')}")
            longer = "  ".join(cells)
            if cell_len(longer) <= self.size.width or not text:
                text = longer
        return text


def _label(claim: str) -> str:
    action = Action.parse(claim)
    return f"⇄ {action.value}" if action.kind == "s" else f"  {action.value}"


def _split(results: Sequence[Result], room: int) -> tuple[Sequence[Result], Sequence[Result]]:
    """Return the likeliest results, which get a row each, and the rest, which share a row."""
    likely = sorted(results, key=lambda result: -result.chance)
    lines = len(likely) if len(likely) <= room else max(0, room - 1)
    return likely[:lines], likely[lines:]


def _sum(results: Sequence[Result]) -> float:
    return sum(result.chance for result in results)
