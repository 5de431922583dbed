"""The coach: the chance to fail, the chances by tile as bars, and the choice it recommends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from pickomino.core.actions import Action
from pickomino.evaluation.judge import FORMULA
from pickomino.i18n.bars import bar
from pickomino.i18n.numbers import percent
from pickomino.rooms.bots.coach import CoachView, Result
from pickomino.tui.drawing.blocks import fitted, row, stacked
from pickomino.tui.game_app import ViewSize, game_app
from pickomino.tui.scene import Scene

LABEL: Final = 5
NUMBER: Final = 8


class CoachPanel(Widget):
    """Advice for whoever is to act; nothing while there is none."""

    advice: CoachView | None = None
    scene: Scene | None = None
    note = ""
    """What stands there while there is no advice."""

    def show(self, advice: CoachView | None, scene: Scene | None, note: str = "") -> None:
        """Draw other advice."""
        self.advice, self.scene, self.note = advice, scene, note
        self.refresh()

    def render(self) -> Content:
        """Draw."""
        palette = game_app(self).palette
        if self.advice is None or self.scene is None:
            return row((self.note, palette.style("faint")))
        if game_app(self).view_size is ViewSize.SMALL:
            return self._short(self.advice)
        # A long choice takes two rows.
        width = max(1, self.size.width)
        head = [line for text in self._head(self.advice, self.scene) for line in text.wrap(width)]
        room = self.size.height - len(head) - 1
        return stacked([*head, *self._bars(self.advice, room), self._failed(self.advice)])

    def _head(self, advice: CoachView, scene: Scene) -> list[Content]:
        palette, gettext = game_app(self).palette, scene.speaker.texts.gettext
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
            best = scene.speaker.choice(scene.position, Action.parse(advice.best))
            rows.append(row((f"★ {best}", palette.style("good", bold=True))))
        if advice.judge == FORMULA:
            note = gettext("A rough estimate: the champion has not learned these rules.")
            rows.append(row((note, palette.style("faint"))))
        return rows

    def _bars(self, advice: CoachView, room: int) -> list[Content]:
        """Draw how the turn may end, the tiles in their order; what has no room as one sum."""
        palette, width = game_app(self).palette, self._bar_width
        likely, others = _divided(advice.results, room)
        rows = [
            row(
                (fitted(_label(result.claim), LABEL), palette.style("text")),
                (fitted(self._bar(result.chance, advice), width), palette.style("glow")),
                (self._percent(result.chance).rjust(NUMBER), palette.style("faint")),
            )
            for result in sorted(likely, key=lambda result: (result.claim[1:], result.claim[0]))
        ]
        if others:
            chance = self._percent(_sum(others)).rjust(NUMBER)
            told = fitted(f"  {self._more(others)}", LABEL + width)
            rows.append(row((told, palette.style("text")), (chance, palette.style("faint"))))
        return rows

    def _failed(self, advice: CoachView) -> Content:
        palette, width = game_app(self).palette, self._bar_width
        return row(
            (fitted("✖", LABEL), palette.style("bad")),
            (fitted(self._bar(advice.failure, advice), width), palette.style("bad")),
            (self._percent(advice.failure).rjust(NUMBER), palette.style("faint")),
        )

    @property
    def _bar_width(self) -> int:
        return max(1, self.size.width - LABEL - NUMBER - 1)

    def _bar(self, chance: float, advice: CoachView) -> str:
        """Draw a chance, compared with the highest."""
        most = max([advice.failure, *(result.chance for result in advice.results)])
        return bar(chance / most if most else 0, self._bar_width)

    def _percent(self, share: float) -> str:
        return percent(share, game_app(self).texts)

    def _more(self, others: Sequence[Result]) -> str:
        return game_app(self).texts.gettext("{count} more").format(count=len(others))

    def _short(self, advice: CoachView) -> Content:
        """Return the most important in two lines, where there is no room for bars."""
        palette = game_app(self).palette
        return stacked(
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
        """List as many results as fit into a line, the likeliest first, and sum up the others."""
        text = ""
        for count in range(len(advice.results) + 1):
            likely, others = advice.results[:count], advice.results[count:]
            cells = [
                f"{_label(result.claim).strip()} {100 * result.chance:.0f}%" for result in likely
            ]
            if others:
                cells.append(f"{self._more(others)} {100 * _sum(others):.0f}%")
            longer = "  ".join(cells)
            if cell_len(longer) <= self.size.width or not text:
                text = longer
        return text


def _label(claim: str) -> str:
    action = Action.parse(claim)
    return f"⇄ {action.value}" if action.kind == "s" else f"  {action.value}"


def _divided(results: Sequence[Result], room: int) -> tuple[Sequence[Result], Sequence[Result]]:
    """Return the likeliest results that have a line each, and those that share the last line."""
    likely = sorted(results, key=lambda result: -result.chance)
    lines = len(likely) if len(likely) <= room else max(0, room - 1)
    return likely[:lines], likely[lines:]


def _sum(results: Sequence[Result]) -> float:
    return sum(result.chance for result in results)
