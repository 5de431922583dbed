"""The grill: one row of small tiles, or two rows of large ones."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from pickomino.tui.drawing.blocks import beside, indented, stacked
from pickomino.tui.drawing.tiles import FOUR_WORMS, LARGE_WIDTH, Tile, large_tile, small_tile
from pickomino.tui.game_app import ViewSize
from pickomino.tui.scene import Scene
from pickomino.tui.widgets.scene_widget import SceneWidget

NARROWEST: Final = 2


class Grill(SceneWidget):
    """The tiles in the middle."""

    def drawn(self, scene: Scene) -> Content:
        """Draw all tiles; those that stopping would win glow."""
        tiles = scene.tiles()
        if self.view_size is ViewSize.LARGE:
            half = len(tiles) // 2
            return stacked([*self._large(tiles[:half]), *self._large(tiles[half:])])
        width = min(FOUR_WORMS, max(NARROWEST, self.size.width // len(tiles) - 1))
        block = beside([small_tile(tile, width, self.palette) for tile in tiles])
        whole = len(tiles) * (width + 1) - 1
        return stacked(indented(block, whole, self.size.width))

    def _large(self, tiles: list[Tile]) -> list[Content]:
        block = beside([large_tile(tile, self.palette) for tile in tiles], "  ")
        whole = len(tiles) * (LARGE_WIDTH + 2) - 2
        return indented(block, whole, self.size.width)
