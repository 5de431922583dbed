"""Widgets that draw a scene."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import Reactive
from textual.widget import Widget

from pickomino.tui.drawing.palette import Palette
from pickomino.tui.game_app import ViewSize, game_app
from pickomino.tui.scene import Scene


class SceneWidget(Widget):
    """Draws a part of the table; nothing until there is one."""

    auto_links = Reactive(False)  # noqa: FBT003 - clicks need no underline
    scene: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Draw another scene."""
        self.scene = scene
        self.refresh()

    def render(self) -> Content:
        """Draw."""
        if self.scene is None or not self.size.width:
            return Content("")
        return self.drawn(self.scene)

    def drawn(self, scene: Scene) -> Content:
        """Draw a scene at the size there is."""
        raise NotImplementedError

    @property
    def palette(self) -> Palette:
        """The colours now."""
        return game_app(self).palette

    @property
    def view_size(self) -> ViewSize:
        """The size to draw in."""
        return game_app(self).view_size
