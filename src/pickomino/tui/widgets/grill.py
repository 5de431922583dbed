"""The grill: one row of small tiles, or two rows of large ones."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from pickomino.tui.drawing.blocks import beside, indented, stacked
from pickomino.tui.drawing.tiles import (
    FOUR_WORMS,
    LARGE_WIDTH,
    MIDDLE_WIDTH,
    Tile,
    guests_row,
    large_tile,
    middle_tile,
    small_tile,
)
from pickomino.tui.game_app import ViewSize
from pickomino.tui.scene import Scene
from pickomino.tui.widgets.scene_widget import SceneWidget

NARROWEST: Final = 2


class Grill(SceneWidget):
    """The tiles in the middle."""

    _shown: list[Tile] | None = None

    def show(self, scene: Scene) -> None:
        """Draw another scene, unless all tiles lie as before: that is so after most moves."""
        self.scene = scene
        before, self._shown = self._shown, scene.tiles()
        if self._shown != before:
            self.refresh()

    def drawn(self, scene: Scene) -> Content:
        """Draw all tiles; those that stopping would win glow."""
        tiles = scene.tiles()
        if self.view_size.has_names_on_tiles:
            half = len(tiles) // 2
            return stacked([*self._row(tiles[:half]), *self._row(tiles[half:])])
        width = min(FOUR_WORMS, max(NARROWEST, self.size.width // len(tiles) - 1))
        block = beside([small_tile(tile, width, self.palette) for tile in tiles])
        whole = len(tiles) * (width + 1) - 1
        return stacked(indented(block, whole, self.size.width))

    def _row(self, tiles: list[Tile]) -> list[Content]:
        is_large = self.view_size is ViewSize.LARGE
        draw, gap = (large_tile, "  ") if is_large else (middle_tile, " ")
        block = beside([draw(tile, self.palette) for tile in tiles], gap)
        if any(tile.guest for tile in tiles):
            width = LARGE_WIDTH if is_large else MIDDLE_WIDTH
            block[-1] = guests_row(tiles, width, len(gap), self.palette)
        return indented(block, block[0].cell_length, self.size.width)
