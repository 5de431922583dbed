"""Whose turn it is, so that nobody can miss it; and for a moment what just happened."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from pickomino.core.position import Phase
from pickomino.tui.drawing.blocks import fitted, stacked
from pickomino.tui.drawing.palette import SEAT_MARKS
from pickomino.tui.scene import Scene
from pickomino.tui.widgets.scene_widget import SceneWidget


class Banner(SceneWidget):
    """One line across the screen, filled with the colour of the seat."""

    news = ""
    """What happened, instead of whose turn it is."""
    tone = ""
    """`failed` or `won` with news."""
    corner = ""
    """What stands at the right end."""

    def render(self) -> Content:
        """Draw, also before there is a table."""
        if self.scene is None and self.news:
            return Content.styled(
                fitted(f" {self.news}", self.size.width), self.palette.style("on_ember", "ember")
            )
        return super().render()

    def drawn(self, scene: Scene) -> Content:
        """Fill the line."""
        style, text = self._told(scene)
        room = max(0, self.size.width - cell_len(self.corner) - 2)
        if room < cell_len(text) + 2:
            room = self.size.width
        end = f" {self.corner} " if room != self.size.width else ""
        line = Content.styled(fitted(f" {text}", room) + end, style)
        blank = Content.styled(" " * self.size.width, style)
        middle = self.size.height // 2
        return stacked([line if at == middle else blank for at in range(self.size.height)])

    def _told(self, scene: Scene) -> tuple[Style, str]:
        gettext = scene.speaker.texts.gettext
        if self.tone == "failed":
            return self.palette.style("on_bad", "bad", bold=True), f"✖ {self.news}"
        if self.tone == "won":
            return self.palette.style("on_glow", "glow", bold=True), f"★ {self.news}"
        if scene.seat is None:
            return self.palette.style("on_ember", "ember", bold=True), gettext("The game is over.")
        style = self.palette.seat(scene.seat, is_filled=True)
        name = scene.speaker.names[scene.seat]
        mark = SEAT_MARKS[scene.seat]
        if scene.is_yours:
            return style, f"▶ {mark} {name}: {question(scene)}"
        text = gettext("It is {name}’s turn.").format(name=name)
        return style, f"{mark} {text}"


def question(scene: Scene) -> str:
    """Return what the player is asked to do."""
    gettext = scene.speaker.texts.gettext
    kinds = {action.kind for action in scene.legal}
    match scene.position.turn.phase:
        case Phase.CHOOSE if kinds == {"z"}:
            return gettext("only the Weasel can help now")
        case Phase.CHOOSE:
            return gettext("choose a symbol to set aside")
        case Phase.RAVEN:
            return gettext("choose whose Bratwurm the Raven takes")
        case Phase.DECIDE if "r" not in kinds:
            return gettext("take what you won")
        case _:
            return gettext("roll on, or stop?")
