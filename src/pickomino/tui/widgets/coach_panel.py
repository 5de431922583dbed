"""The coach: the chance to fail, the chances by tile as bars, and the choice it recommends."""

from __future__ import annotations

from typing import Final

from textual.content import Content
from textual.widget import Widget

from pickomino.core.actions import Action
from pickomino.service.coaching import CoachView
from pickomino.tui.drawing.bars import bar, percent
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
        return stacked([*self._head(self.advice, self.scene), *self._bars(self.advice)])

    def _head(self, advice: CoachView, scene: Scene) -> list[Content]:
        palette, gettext = game_app(self).palette, scene.speaker.texts.gettext
        rows = [
            row(
                (gettext("Chance to win") + " ", palette.style("faint")),
                (percent(advice.value), palette.style("good", bold=True)),
            ),
            row(
                (gettext("Chance to fail") + " ", palette.style("faint")),
                (percent(advice.failure), palette.style("bad", bold=True)),
            ),
        ]
        if advice.best is not None:
            best = scene.speaker.choice(scene.position, Action.parse(advice.best))
            rows.append(row((f"★ {best}", palette.style("good", bold=True))))
        return rows

    def _bars(self, advice: CoachView) -> list[Content]:
        """Draw how the turn may end, the tiles in their order."""
        palette = game_app(self).palette
        width = max(1, self.size.width - LABEL - NUMBER - 1)
        room = max(0, self.size.height - 4)
        likely = sorted(advice.results, key=lambda result: -result.chance)[:room]
        shown = sorted(likely, key=lambda result: (result.claim[1:], result.claim[0]))
        most = max([advice.failure, *(result.chance for result in shown)])
        scale = 1 / most if most else 0
        rows = [
            row(
                (fitted(self._label(result.claim), LABEL), palette.style("text")),
                (fitted(bar(result.chance * scale, width), width), palette.style("glow")),
                (percent(result.chance).rjust(NUMBER), palette.style("faint")),
            )
            for result in shown
        ]
        failed = row(
            (fitted("✖", LABEL), palette.style("bad")),
            (fitted(bar(advice.failure * scale, width), width), palette.style("bad")),
            (percent(advice.failure).rjust(NUMBER), palette.style("faint")),
        )
        return [*rows, failed]

    def _label(self, claim: str) -> str:
        action = Action.parse(claim)
        return f"⇄ {action.value}" if action.kind == "s" else f"  {action.value}"

    def _short(self, advice: CoachView) -> Content:
        """Tell the most important in two lines, where there is no room for bars."""
        palette = game_app(self).palette
        likely = "  ".join(
            f"{self._label(result.claim).strip()} {100 * result.chance:.0f}%"
            for result in advice.results[:6]
        )
        return stacked(
            [
                row(
                    ("✖ ", palette.style("bad", bold=True)),
                    (percent(advice.failure), palette.style("bad", bold=True)),
                    ("   ★ ", palette.style("good", bold=True)),
                    (percent(advice.value), palette.style("good", bold=True)),
                ),
                row((likely, palette.style("faint"))),
            ]
        )
